use proptest::prelude::*;

use super::super::{Attachment, Mail, MailSite, html2text::html2text, parse_headers};
use super::*;

fn outgoing(mail: &Mail) -> Outgoing {
    let site = MailSite {
        host: "127.0.0.1".into(),
    };
    Outgoing {
        mail: super::super::wp_mail::wp_mail(mail, &site).unwrap(),
        message_id: "<abc@127.0.0.1>".into(),
        date: 1_795_224_194,
        files: mail
            .attachments
            .iter()
            .map(|_| b"nota\n".to_vec())
            .collect(),
        recipients: vec!["a@b.example".into()],
    }
}

fn rendered(mail: &Mail) -> String {
    String::from_utf8(outgoing(mail).render(Form::default())).unwrap()
}

fn mail(message: &str, headers: &str) -> Mail {
    Mail {
        to: "reservas@casascueva.example".into(),
        subject: "Casas Cueva La Loma Consulta de Ana Prueba".into(),
        message: message.into(),
        headers: parse_headers(headers),
        ..Mail::default()
    }
}

/// Recording cf7/feedback-ok: order and form of the headers.
#[test]
fn a_text_mail_has_the_headers_of_phpmailer() {
    let mail = mail(
        "Teléfono: +34\nx",
        "From: Casas Cueva La Loma <web@casascueva.example>\nReply-To: ana@ejemplo.example",
    );
    assert_eq!(
        rendered(&mail),
        "To: reservas@casascueva.example\r\n\
         Subject: Casas Cueva La Loma Consulta de Ana Prueba\r\n\
         Date: Sat, 21 Nov 2026 01:23:14 +0000\r\n\
         From: Casas Cueva La Loma <web@casascueva.example>\r\n\
         Reply-To: ana@ejemplo.example\r\n\
         Message-ID: <abc@127.0.0.1>\r\n\
         X-Mailer: PHPMailer 6.9.3 (https://github.com/PHPMailer/PHPMailer)\r\n\
         MIME-Version: 1.0\r\n\
         Content-Type: text/plain; charset=UTF-8\r\n\
         Content-Transfer-Encoding: 8bit\r\n\
         \r\nTeléfono: +34\r\nx\r\n"
    );
}

/// Recordings comments/ok and cf7/html-ok, cf7/full-ok: names with quotes, both texts, attachments.
#[test]
fn names_are_phrases_and_parts_are_labelled() {
    let mut mail = mail(
        "<p>Hola</p>",
        "Content-Type: text/html\nReply-To: \"h@ejemplo.example\" <h@ejemplo.example>\nCc: Añil <c@d.example>\nBcc: e@f.example",
    );
    mail.alt_body = Some(html2text(&mail.message));
    let text = rendered(&mail);
    assert!(text.contains("Reply-To: \"\\\"h@ejemplo.example\\\"\" <h@ejemplo.example>\r\n"));
    assert!(
        text.contains("Cc: =?utf-8?b?QcOxaWw=?= <c@d.example>\r\n"),
        "{text}"
    );
    assert!(!text.contains("e@f.example"));
    assert!(text.contains("Content-Type: multipart/alternative;\r\n boundary=\"b1=_abc\"\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"));
    assert!(text.ends_with(
        "--b1=_abc\r\nContent-Type: text/plain; charset=us-ascii\r\n\r\nHola\r\n\r\n\
         --b1=_abc\r\nContent-Type: text/html; charset=us-ascii\r\n\r\n<p>Hola</p>\r\n\r\n--b1=_abc--\r\n"
    ));
    mail.attachments = vec![Attachment {
        path: "x".into(),
        name: "señal \"1\"\r\n.txt".into(),
    }];
    let text = rendered(&mail);
    assert!(
        text.contains("multipart/mixed;\r\n boundary=\"b1=_abc\"")
            && text.contains("multipart/alternative;\r\n boundary=\"b2=_abc\"")
    );
    assert!(
        text.contains("filename*0*=utf-8''se%C3%B1al%20%221%22%20%20.txt"),
        "{text}"
    );
    assert!(text.contains("bm90YQo="));
}

#[test]
fn long_lines_and_foreign_bytes_are_encoded_where_they_must() {
    let long = mail(&"é".repeat(600), "");
    assert!(rendered(&long).contains("Content-Transfer-Encoding: quoted-printable"));
    let short = outgoing(&mail("é", ""));
    let form = Form {
        seven_bit: true,
        ..Form::default()
    };
    assert!(short.render(form).is_ascii());
    let subject = Mail {
        subject: "x".repeat(3000),
        ..mail("a", "X-Long: ")
    };
    assert!(rendered(&subject).lines().all(|line| line.len() < 998));
}

proptest! {
    /// Hardening S7: nothing in any field begins a header, and no line is too long.
    #[test]
    fn no_field_adds_a_header(
        subject in ".{0,60}", name in "(\r|\n|\"|\\\\|,|.){0,40}", value in "(\r|\n|.){0,60}", file in "(\r|\n|\"|.){0,30}", message in "(\r|\n|\\.|.){0,60}",
    ) {
        let mail = Mail {
            to: format!("{name}<a@b.example>"),
            subject,
            message: format!("x{message}"),
            headers: vec![("X-Own".into(), value.clone()), ("From".into(), format!("{name} <f@b.example>")), ("Reply-To".into(), format!("{value} <r@b.example>"))],
            attachments: vec![Attachment { path: "x".into(), name: file }],
            ..Mail::default()
        };
        let site = MailSite { host: "b.example".into() };
        if super::super::wp_mail::wp_mail(&mail, &site).is_ok() {
            let text = outgoing(&mail).render(Form { seven_bit: true, ..Form::default() });
            prop_assert!(text.is_ascii());
            let text = String::from_utf8(text).unwrap();
            let (head, body) = text.split_once("\r\n\r\n").unwrap();
            let names = ["To", "Subject", "Date", "From", "Reply-To", "Message-ID", "X-Mailer", "X-Own", "MIME-Version", "Content-Type", "Content-Transfer-Encoding"];
            for line in head.split("\r\n").filter(|line| !line.starts_with([' ', '\t'])) {
                let name = line.split(':').next().unwrap_or("");
                prop_assert!(names.contains(&name), "{line:?}");
            }
            prop_assert!(!head.replace("\r\n", "").contains(['\r', '\n']));
            prop_assert_eq!(body.matches("Content-Disposition:").count(), 1);
        }
    }
}

const BREAKS: [&str; 8] = [
    "\r\n",
    "\n",
    "\r",
    "\n\n",
    "\r\n\r\n",
    "\0\n",
    "\u{2028}\r\n",
    "\u{85}\n",
];

const WORDS: [&str; 8] = [
    "Ana",
    "",
    "\"",
    "ñ\\",
    "<a@b.example>",
    ",",
    "=?utf-8?q?=0A?=",
    "\u{202e}😀",
];

/// Hardening S7: 10,000 mails with a line break and a header in every field.
#[test]
fn ten_thousand_hostile_mails_inject_nothing() {
    let (mut seed, mut sent) = (7_u32, 0);
    let mut draw = |n: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        usize::try_from(seed >> 16).unwrap() % n
    };
    let mut field = |kind: &str| {
        let (word, next) = (WORDS[draw(WORDS.len())], WORDS[draw(WORDS.len())]);
        format!(
            "{kind}{word}{}X-Injected: {next}{}",
            BREAKS[draw(BREAKS.len())],
            BREAKS[draw(BREAKS.len())]
        )
    };
    for _ in 0..10_000 {
        let mail = Mail {
            to: format!("{} <a@b.example>", field("")),
            subject: field("s"),
            message: "m".into(),
            headers: vec![
                (
                    "From".into(),
                    format!("{}<f@b.example>", field("").replace('<', "")),
                ),
                ("Reply-To".into(), format!("{} <r@b.example>", field(""))),
                ("Cc".into(), field("c@b.example, ")),
                ("X-Own".into(), field("")),
                (field("X"), "v".into()),
            ],
            attachments: vec![Attachment {
                path: "x".into(),
                name: field("f"),
            }],
            ..Mail::default()
        };
        let site = MailSite { host: field("h") };
        let Ok(prepared) = super::super::wp_mail::wp_mail(&mail, &site) else {
            continue;
        };
        sent += 1;
        let mut outgoing = outgoing(&Mail {
            to: "a@b.example".into(),
            message: "m".into(),
            attachments: mail.attachments,
            ..Mail::default()
        });
        outgoing.mail = prepared;
        let text = String::from_utf8(outgoing.render(Form::default())).unwrap();
        let injected = text
            .split(['\r', '\n'])
            .filter(|line| line.starts_with("X-Injected") || line.starts_with("XX-"));
        assert_eq!(injected.count(), 0, "{text}");
    }
    println!("S7: 10,000 hostile mails, {sent} of them sent, 0 injected headers");
    assert!(sent > 5_000);
}
