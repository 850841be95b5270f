//! Table 24 D: what is posted and what is told about it; rows of table 24 E that need no HTTP.

use compat::contact_form_7::submission::{
    Refill, Status, Upload, UploadError, Uploads, feedback_response, quiz_answer_hash,
};
use compat::wordpress::php::json::wp_json_encode;

use super::steps::{Kept, post, submit};
use crate::vectors::contact_form_7::site::Ground;

const FORM_D: &str = "[textarea* ta minlength:5 maxlength:8][text* tx id:txid minlength:3][url u]\
    [select* sel multiple \"a\" \"b\"][select se first_as_label \"Lbl\" \"v1\"][radio ra \"r1\" \"r2\"]\
    [checkbox* ch exclusive \"c1\" \"c2\"][checkbox fr free_text \"f1\" \"f2\"][acceptance acc \"cond\"][quiz qz \"1?|1\"]\
    [number nu min:2][range rg][date da min:2024-01-10 max:2024-01-20][file* fi limit:1kb filetypes:txt][tel te][email em]";

const MANY: &str = "Too many items are selected.";
const UNDEFINED: &str = "Se ha enviado un valor sin definir mediante este campo.";

/// Fields that are told as not right, each with its text.
fn told(ground: &Ground, query: &str, uploads: &Uploads) -> Vec<String> {
    submit(
        ground,
        (&post(query), uploads),
        &Kept::default(),
        |submission, _| {
            let fields = submission.invalid_fields.iter();
            fields
                .map(|field| format!("{} {}", field.name, field.reason.replace("MSG:", "")))
                .collect()
        },
    )
}

fn form_d() -> Ground {
    Ground::new(FORM_D, "acceptance_as_validation: on")
}

#[test]
fn d1_nothing_is_filled_in() {
    let wanted = [
        "ra invalid_required",
        "ch invalid_required",
        "sel invalid_required",
        "tx invalid_required",
        "ta invalid_required",
        "acc accept_terms",
        "qz quiz_answer_not_correct",
    ];
    assert_eq!(told(&form_d(), "x=1", &Uploads::default()), wanted);
    submit(
        &form_d(),
        (&post("x=1"), &Uploads::default()),
        &Kept::default(),
        |submission, _| {
            let tx = submission
                .invalid_fields
                .iter()
                .find(|field| field.name == "tx")
                .unwrap();
            assert_eq!(tx.idref.as_deref(), Some("txid"));
        },
    );
}

#[test]
fn d2_everything_is_wrong() {
    let query = "ta=1234&tx=😀&u=foo&sel[]=zz&se=Lbl&ra=r9&ch[]=c1&ch[]=c2&fr[]=zzz&acc=1&qz=1\
        &_wpcf7_quiz_answer_qz=0&nu=1&rg=101&da=2024-01-21&te=1&em=1";
    let wanted = [
        format!("ch {MANY}"),
        "da date_too_late".into(),
        "nu number_too_small".into(),
        "rg number_too_large".into(),
        "tx invalid_too_short".into(),
        "u invalid_url".into(),
        "te invalid_tel".into(),
        "em invalid_email".into(),
        "ta invalid_too_short".into(),
        format!("ra {UNDEFINED}"),
        format!("sel {UNDEFINED}"),
        format!("se {UNDEFINED}"),
        "qz quiz_answer_not_correct".into(),
    ];
    assert_eq!(told(&form_d(), query, &Uploads::default()), wanted);
}

#[test]
fn d3_values_are_trimmed_and_dates_are_days() {
    let query = "ta=123456789&tx=+ab+&u=HTTP://x.y&sel[]=a&se=+v1+&ra=r1&ch=c1&acc=1&qz=1&nu=abc&rg=5&da=2024-02-30";
    let wanted = [
        "da invalid_date",
        "nu invalid_number",
        "tx invalid_too_short",
        "u invalid_url",
        "ta invalid_too_long",
        "qz quiz_answer_not_correct",
    ];
    assert_eq!(told(&form_d(), query, &Uploads::default()), wanted);
}

#[test]
fn d4_to_d7_names_and_choices() {
    let told =
        |template: &str, query: &str| told(&Ground::new(template, ""), query, &Uploads::default());
    assert_eq!(told("[text x][text* x]", "x="), ["x invalid_required"]);
    assert_eq!(told("[text* a.b]", "a.b="), ["a_b invalid_required"]);
    assert_eq!(told("[email c:d]", "c:d=x"), ["c:d invalid_email"]);
    let choice = "[checkbox c \"B &amp; C\"]";
    assert!(told(choice, "c[]=B+%26+C").is_empty());
    assert_eq!(told(choice, "c[]=B+%26amp;+C"), [format!("c {UNDEFINED}")]);
    assert!(told("[number n step:2 min:1]", "n=2").is_empty());
}

fn file(name: &str, size: u64, error: UploadError) -> Upload {
    Upload {
        name: name.into(),
        size,
        error,
        is_present: size > 0,
        ..Upload::default()
    }
}

#[test]
fn d8_to_d13_files() {
    let ground = Ground::new("[file* f limit:2kb filetypes:txt]", "");
    let told = |files: &[Upload]| {
        let mut uploads = Uploads::default();
        files
            .iter()
            .for_each(|upload| uploads.push("f", upload.clone()));
        told(&ground, "x=1", &uploads)
    };
    // A part that is missing altogether is not asked about: recording full-file-missing.
    assert!(told(&[]).is_empty());
    assert_eq!(
        told(&[file("", 0, UploadError::NoFile)]),
        ["f invalid_required"]
    );
    assert_eq!(
        told(&[file("b.txt", 3000, UploadError::None)]),
        ["f upload_file_too_large"]
    );
    assert_eq!(
        told(&[file("evil.php", 5, UploadError::None)]),
        ["f upload_file_type_invalid"]
    );
    assert_eq!(
        told(&[file("a.txt", 5, UploadError::Failed)]),
        ["f upload_failed_php_error"]
    );
    let three = file("a.txt", 3, UploadError::None);
    assert!(told(&[three.clone(), three]).is_empty());
}

/// Posts a form and prints the answer.
fn answer(template: &str, settings: &str, query: &str) -> String {
    let ground = Ground::new(template, settings);
    submit(
        &ground,
        (&post(query), &Uploads::default()),
        &Kept::default(),
        |submission, _| {
            wp_json_encode(&feedback_response(submission, Refill::default()), 0).unwrap()
        },
    )
}

#[test]
fn answers_have_their_keys_in_order() {
    assert_eq!(
        answer("[email c:d]", "", "c:d=x"),
        r##"{"contact_form_id":235,"status":"validation_failed","message":"MSG:validation_error","invalid_fields":[{"field":"c:d","message":"MSG:invalid_email","idref":null,"error_id":"u1-ve-c:d"}],"posted_data_hash":"","into":"#u1"}"##
    );
    let acceptance = "[text* a][acceptance t] Sí [/acceptance]";
    let missing = r##"{"contact_form_id":235,"status":"acceptance_missing","message":"MSG:accept_terms","posted_data_hash":"","into":"#u1","invalid_fields":[]}"##;
    assert_eq!(answer(acceptance, "", "a=1"), missing);
    assert_eq!(answer(acceptance, "", "a=1&t=0"), missing);
    let sent = answer("[text a]", "demo_mode: on", "a=1");
    let (head, hash) = sent.split_at(sent.find("\"posted_data_hash\"").unwrap());
    assert_eq!(
        head,
        r#"{"contact_form_id":235,"status":"mail_sent","message":"MSG:mail_sent_ok","#
    );
    assert!(
        hash.ends_with(r##"","demo_mode":true,"into":"#u1","invalid_fields":[]}"##),
        "{hash}"
    );
    let refused = answer("[text a]", "subscribers_only: true", "a=1");
    assert!(
        refused.starts_with(r#"{"contact_form_id":235,"status":"error","message":"#),
        "{refused}"
    );
    assert!(
        refused.ends_with(r##","into":"#u1","invalid_fields":[]}"##) && !refused.contains("hash")
    );
}

/// Rows E10, E11, E18 and E24.
#[test]
fn outcomes() {
    let ground = Ground::new("[quiz q \"2+2?|4\"]", "");
    let hash = quiz_answer_hash("4", &ground.salts);
    let right = format!("q=+4+&_wpcf7_quiz_answer_q={hash}");
    let ends = |ground: &Ground, query: &str, kept: &Kept| {
        submit(ground, (&post(query), &Uploads::default()), kept, |s, _| {
            (s.status.clone(), s.message.clone())
        })
    };
    assert_eq!(ends(&ground, &right, &Kept::default()).0, Status::MailSent);
    let refusing = Kept {
        refuses: true,
        ..Kept::default()
    };
    assert_eq!(ends(&ground, &right, &refusing).0, Status::MailFailed);
    let mut named = Ground::new("[text your-name]", "skip_mail: on");
    named
        .messages
        .insert("mail_sent_ok", "Hola [your-name] <b>x</b> [_date]");
    let (_, message) = ends(&named, "your-name=Ana", &refusing);
    assert_eq!(message, "Hola Ana x 20 noviembre, 2026");
    let (form, site) = (named.form(), named.site());
    let (post, uploads) = (post("a=1"), Uploads::default());
    for user_agent in ["", "x"] {
        let meta = compat::contact_form_7::submission::Meta {
            user_agent: user_agent.into(),
            ..super::steps::meta()
        };
        let mut submission = compat::contact_form_7::submission::Submission::new(
            &form,
            &site,
            (&post, &uploads),
            meta,
        );
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap();
        runtime
            .block_on(submission.proceed(&Kept::default()))
            .unwrap();
        assert_eq!(
            (submission.status.as_str(), submission.response_hash()),
            ("spam", "")
        );
    }
}
