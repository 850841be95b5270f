//! Hardening S7: line breaks in every field and in file names start no header.

use compat::contact_form_7::mail::MailTemplate;
use compat::contact_form_7::submission::{Meta, Submission, Uploads, stored_file_name};
use compat::wordpress::mail::message::Form;
use compat::wordpress::mail::wp_mail::wp_mail;
use compat::wordpress::mail::{Attachment, MailSite, Outgoing};
use compat::wordpress::php::Array;

use super::numbers::Numbers;
use super::steps::meta;
use crate::vectors::contact_form_7::site::Ground;

/// Generated submissions.
const VALUES: usize = 10_000;

/// Names that a mail of this form may have in its head, in small letters.
const EXPECTED: [&str; 12] = [
    "to",
    "subject",
    "date",
    "from",
    "cc",
    "reply-to",
    "message-id",
    "x-mailer",
    "mime-version",
    "content-type",
    "content-transfer-encoding",
    "x-campo",
];

const FIELDS: [&str; 6] = ["nombre", "correo", "asunto", "texto", "copia", "destino"];

fn ground(use_html: bool) -> Ground {
    let mut ground = Ground::new(
        "[text nombre][text correo][text asunto][textarea texto][text copia][text destino][file doc]",
        "",
    );
    ground.mail = MailTemplate {
        active: true,
        subject: "Consulta [asunto] de [nombre]".into(),
        sender: "[nombre] <web@example.com>".into(),
        recipient: "a@example.com, [destino]".into(),
        body: "[nombre]\n[texto]\n[doc] [_user_agent] [_url]".into(),
        additional_headers:
            "Reply-To: [nombre] <[correo]>\nCc: [copia]\nX-Campo: [texto] [_user_agent]".into(),
        attachments: "[doc]".into(),
        use_html,
        ..MailTemplate::default()
    };
    ground
}

/// What somebody types who wants a copy.
const PIECES: [&str; 26] = [
    "\r\n",
    "\n",
    "\r",
    "\r\n ",
    "%0d%0a",
    "\u{2028}",
    "\u{85}",
    "\u{b}",
    "\0",
    "Bcc: x@evil.example",
    "Bcc:x@evil.example",
    "Content-Type: text/html",
    "\r\n\r\n<script>",
    "\nX-Campo: 1\nBcc: y@evil.example\n",
    "=?utf-8?Q?=0D=0ABcc:_x@evil.example?=",
    "a@b.example",
    "a@b.example, c@d.example",
    "<,>\"'",
    "[nombre][_raw_texto]",
    "; name=x",
    "\\r\\n",
    "ñandú 🏠",
    "Ana",
    " ",
    "\t",
    ":",
];

/// The header names of a rendered mail, and whether a line stands alone that belongs to none.
fn head(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text).into_owned();
    let head = text.split("\r\n\r\n").next().unwrap().to_owned();
    let lines = head
        .split("\r\n")
        .filter(|line| !line.starts_with([' ', '\t']));
    let names = lines.map(|line| {
        assert!(!line.contains(['\r', '\n']), "{line:?}");
        line.split_once(':')
            .unwrap_or_else(|| panic!("no header: {line:?}"))
            .0
    });
    names.map(str::to_ascii_lowercase).collect()
}

fn foreign_headers(ground: &Ground, values: &[String], file: &str) -> (usize, bool) {
    let mut post = Array::new();
    for (field, value) in FIELDS.iter().zip(values) {
        post.insert(*field, value.as_str());
    }
    let (form, site, uploads) = (ground.form(), ground.site(), Uploads::default());
    let meta = Meta {
        user_agent: values[0].clone(),
        url: values[1].clone(),
        ..meta()
    };
    let mut submission = Submission::new(&form, &site, (&post, &uploads), meta);
    // Every mail has a file by a name that somebody chose.
    let name = stored_file_name(file, "es_ES");
    assert!(
        !name.contains(['\r', '\n', '/', '\\', '\0', '"']),
        "{name:?}"
    );
    let path = std::path::Path::new("/").join(&name);
    submission.uploaded_files.insert("doc", vec![path.clone()]);
    let mut mail = submission.compose_mails().remove(0).into_mail();
    // Files on disk are not read here: what counts is the name.
    mail.attachments.push(Attachment::new(path));
    let Ok(mail) = wp_mail(
        &mail,
        &MailSite {
            host: "example.com".into(),
        },
    ) else {
        return (0, false);
    };
    let files = mail.attachments.iter().map(|_| b"x".to_vec()).collect();
    let outgoing = Outgoing {
        mail,
        message_id: "<1@example.com>".into(),
        date: 0,
        files,
        recipients: Vec::new(),
    };
    let names = head(&outgoing.render(Form::default()));
    let foreign = names
        .iter()
        .filter(|name| !EXPECTED.contains(&name.as_str()))
        .count();
    let repeated = names
        .iter()
        .filter(|name| *name == "to" || *name == "subject")
        .count()
        > 2;
    (foreign + usize::from(repeated), true)
}

#[test]
fn no_field_starts_a_header() {
    let mut numbers = Numbers(7);
    let grounds = [false, true].map(ground);
    let (mut injected, mut written) = (0, 0);
    for number in 0..VALUES {
        let values: Vec<String> = FIELDS.iter().map(|_| numbers.hostile(&PIECES)).collect();
        let file = numbers.hostile(&PIECES);
        // Markup takes its time in the formatter: every tenth mail.
        let ground = &grounds[usize::from(number % 10 == 0)];
        let (foreign, was_written) = foreign_headers(ground, &values, &file);
        injected += foreign;
        written += usize::from(was_written);
    }
    println!(
        "S7: {VALUES} generated submissions, {written} mails written, {injected} injected headers"
    );
    assert_eq!(injected, 0);
    assert!(written > VALUES / 2, "{written}");
}
