//! Section 19: what the additional settings of a form do to a submission, and the tags with rules of their own.

use compat::contact_form_7::submission::{Submission, Uploads, quiz_answer_hash};

use super::steps::{Kept, meta, post, submit};
use crate::vectors::contact_form_7::site::Ground;

/// Status, invalid fields and mails of a submission.
fn outcome(template: &str, settings: &str, query: &str) -> String {
    let ground = Ground::new(template, settings);
    let kept = Kept {
        // A mail that is asked for is refused: only a skipped one counts as sent.
        refuses: true,
        ..Kept::default()
    };
    submit(
        &ground,
        (&post(query), &Uploads::default()),
        &kept,
        |s, mails| {
            let fields: Vec<&str> = s.invalid_fields.iter().map(|f| f.name.as_str()).collect();
            format!("{} {} {}", s.status.as_str(), fields.join(","), mails.len())
        },
    )
}

#[test]
fn skipped_mails_count_as_sent() {
    for (settings, wanted) in [
        ("", "mail_failed  1"),
        ("skip_mail: on", "mail_sent  0"),
        ("skip_mail: 1", "mail_sent  0"),
        ("skip_mail:true", "mail_sent  0"),
        ("skip_mail: On", "mail_failed  1"),
        (" skip_mail: on", "mail_failed  1"),
        ("skip_mail: off\nskip_mail: on", "mail_failed  1"),
        ("demo_mode: on", "mail_sent  0"),
    ] {
        assert_eq!(outcome("[text a]", settings, "a=1"), wanted, "{settings}");
    }
}

#[test]
fn terms_as_fields_or_as_an_outcome() {
    let template = "[text* a][acceptance t] Sí [/acceptance]";
    let as_fields = "skip_mail: on\nacceptance_as_validation: on";
    for (settings, query, wanted) in [
        ("skip_mail: on", "a=1", "acceptance_missing  0"),
        ("skip_mail: on", "a=", "validation_failed a 0"),
        (as_fields, "a=1", "validation_failed t 0"),
        (as_fields, "a=", "validation_failed a,t 0"),
        (as_fields, "a=1&t=1", "mail_sent  0"),
    ] {
        assert_eq!(
            outcome(template, settings, query),
            wanted,
            "{settings} {query}"
        );
    }
    for (options, query, wanted) in [
        ("optional", "", "mail_sent  0"),
        ("invert", "", "mail_sent  0"),
        ("invert", "t=1", "acceptance_missing  0"),
        ("invert optional", "t=1", "mail_sent  0"),
        ("", "t=0", "acceptance_missing  0"),
        ("", "t[]=", "mail_sent  0"),
    ] {
        let template = format!("[acceptance t {options} \"Sí\"]");
        assert_eq!(
            outcome(&template, "skip_mail: on", query),
            wanted,
            "{options} {query}"
        );
    }
}

#[test]
fn only_members_where_the_form_says_so() {
    let mut ground = Ground::new("[text a]", "subscribers_only: true\nskip_mail: on");
    ground.user = None;
    let (form, site) = (ground.form(), ground.site());
    let (post, uploads) = (post("a=1"), Uploads::default());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    for (may_submit, agent, wanted) in [
        (false, "Mozilla/5.0", "error"),
        (true, "Mozilla/5.0", "mail_sent"),
        // Nobody looks for spam among members.
        (true, "", "mail_sent"),
    ] {
        let site = compat::contact_form_7::submission::SubmissionSite { may_submit, ..site };
        let mut meta = meta();
        agent.clone_into(&mut meta.user_agent);
        let mut submission = Submission::new(&form, &site, (&post, &uploads), meta);
        runtime
            .block_on(submission.proceed(&Kept::default()))
            .unwrap();
        assert_eq!(submission.status.as_str(), wanted, "{may_submit} {agent}");
    }
}

#[test]
fn what_is_never_stored() {
    for (settings, query, wanted) in [
        ("", "a=1&c=1", false),
        ("do_not_store: true", "a=1&c=1", true),
        ("do_not_store: yes", "a=1&c=1", false),
        ("", "a=1", true),
        ("", "a=1&c=", true),
    ] {
        let ground = Ground::new(
            "[text a][acceptance c optional consent_for:storage \"Sí\"]",
            settings,
        );
        let body = (&post(query), &Uploads::default());
        let is_kept_away = submit(&ground, body, &Kept::default(), |s, _| s.do_not_store);
        assert_eq!(is_kept_away, wanted, "{settings} {query}");
    }
    let ground = Ground::new("[text a][quiz q \"1+1?|2\"][captchar r]", "");
    let body = (&post("a=1&q=2&r=x"), &Uploads::default());
    let data = submit(&ground, body, &Kept::default(), |s, _| s.storable_data());
    let keys: Vec<String> = data.keys().map(|key| key.to_string_lossy()).collect();
    assert_eq!(keys, ["a"]);
}

/// Sections 8.10 and 14: answers are compared in their canonical spelling, with the hash that came along.
#[test]
fn quizzes() {
    let template = "[quiz q \"¿Capital de Francia?|París\"]";
    let salts = Ground::new(template, "").salts;
    let right = quiz_answer_hash("París", &salts);
    for (answer, hash, wanted) in [
        ("Par%C3%ADs", right.as_str(), "mail_sent  0"),
        ("++PAR%C3%8DS+", &right, "mail_sent  0"),
        ("Par%C3%AD+s", &right, "mail_sent  0"),
        ("Par%26iacute;s", &right, "mail_sent  0"),
        ("Paris", &right, "validation_failed q 0"),
        ("", &right, "validation_failed q 0"),
        ("Par%C3%ADs", "", "validation_failed q 0"),
        ("Par%C3%ADs", "0", "validation_failed q 0"),
    ] {
        let query = format!("q={answer}&_wpcf7_quiz_answer_q={hash}");
        assert_eq!(
            outcome(template, "skip_mail: on", &query),
            wanted,
            "{answer} {hash}"
        );
    }
    let empty = quiz_answer_hash("", &salts);
    let query = format!("q=&_wpcf7_quiz_answer_q={empty}");
    assert_eq!(outcome("[quiz q]", "skip_mail: on", &query), "mail_sent  0");
}
