//! Any body and any template come to an end, without a panic.

use compat::contact_form_7::mail::MailTemplate;
use compat::contact_form_7::submission::{Refill, Uploads, feedback_response};
use compat::wordpress::php::json::wp_json_encode;
use proptest::prelude::*;

use super::steps::{Kept, post, submit};
use crate::vectors::contact_form_7::site::Ground;

const TAGS: &str = "[text* a minlength:2][email b][url c][tel d][number e min:1][date f min:2020-01-01]\
    [checkbox g exclusive \"A|1\" \"B\"][select h multiple \"x\" \"y\"][acceptance i optional]Sí[/acceptance]\
    [quiz j \"1?|1\"][textarea k][checkbox l free_text \"o\"][hidden m][file n][captchar o]";

proptest! {
    #[test]
    fn any_body_is_answered(query in "(([a-o]|_wpcf7_free_text_l|_wpcf7_quiz_answer_j)(\\[\\]|\\[x\\]\\[\\])?=(%[0-9a-f]{2}|[ -~]|\\PC){0,6}&){0,12}") {
        let mut ground = Ground::new(TAGS, "");
        ground.mail = MailTemplate {
            active: true,
            subject: "[a] [_raw_g] [_format_f \"D\"]".into(),
            body: "[a][b][c][g]\n[h]\n[i] [l] [_url]".into(),
            use_html: true,
            exclude_blank: true,
            ..MailTemplate::default()
        };
        submit(&ground, (&post(&query), &Uploads::default()), &Kept::default(), |submission, _| {
            let answer = feedback_response(submission, Refill::default());
            assert!(wp_json_encode(&answer, 0).is_some());
            assert!(!submission.compose_mails().is_empty());
        });
    }

    #[test]
    fn any_template_has_a_schema(template in "(\\[|\\]|/|text|file|date|radio|select|number|\\*| |:|min|max|limit|\"|'|\\||[a-z0-9]){0,40}", settings in "([a-z_]{0,12}:? ?(on|off|true)?\n?){0,4}") {
        let ground = Ground::new(&template, &settings);
        submit(&ground, (&post("a=1"), &Uploads::default()), &Kept::default(), |submission, _| {
            submission.schema().to_value();
        });
    }
}

/// 64 KB of what makes careless code run in squares, in every field and in the template of the mail.
#[test]
fn long_values_come_to_an_end() {
    for piece in [
        "'", "\"", "[", "[a ", "<", "<a", "&", "&#", "\r\n", "-", "0", "a@", ":", "1e", "\u{2028}",
        "\\",
    ] {
        let long = piece.repeat(65_536 / piece.len());
        let mut ground = Ground::new(TAGS, "");
        ground.mail = MailTemplate {
            active: true,
            subject: "[a]".into(),
            body: format!("[a][b][k]\n{long}"),
            additional_headers: "Cc: [k]".into(),
            use_html: true,
            ..MailTemplate::default()
        };
        let mut body = compat::wordpress::php::Array::new();
        for field in [
            "a",
            "b",
            "c",
            "d",
            "e",
            "f",
            "g",
            "h",
            "j",
            "k",
            "l",
            "m",
            "o",
            "_wpcf7_free_text_l",
        ] {
            body.insert(field, long.as_str());
        }
        let began = std::time::Instant::now();
        submit(
            &ground,
            (&body, &Uploads::default()),
            &Kept::default(),
            |submission, _| {
                let checked = began.elapsed();
                let mails = submission.compose_mails();
                println!(
                    "S3 {piece:?}: checked in {checked:?}, composed in {:?}",
                    began.elapsed() - checked
                );
                assert_eq!(mails.len(), 1);
            },
        );
    }
}
