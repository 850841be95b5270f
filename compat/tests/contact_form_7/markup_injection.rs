//! Hardening S8: in a mail of markup, what a visitor sends stays text: no element, no attribute, no end of the page.

use compat::contact_form_7::mail::MailTemplate;
use compat::contact_form_7::submission::{Meta, Submission, Uploads, stored_file_name};
use compat::wordpress::php::{Array, Value};

use super::numbers::Numbers;
use super::steps::meta;
use crate::vectors::contact_form_7::site::Ground;

/// Generated submissions.
const MAILS: usize = 3_000;

/// Values stand in text, in attributes, in a title, in a raw spelling, beside what the formatter makes.
const BODIES: [&str; 3] = [
    "Hola [nombre] <[correo]>\n\n<a href=\"mailto:[correo]\" title=\"[nombre] [_raw_tema]\">[texto]</a>\n[_raw_texto]\n\n\
     <table><tr><td>[tema]</td><td>[doc] [acepto]</td></tr></table>\n[_user_agent]\n[_url] [otro] [_format_dia \"d/m/Y\"]",
    "<html><head><title>[nombre]</title></head><body title=\"[texto]\">[texto] [otro]<br />[tema]</body></html>",
    "[texto]",
];

const FIELDS: [&str; 6] = [
    "nombre",
    "correo",
    "texto",
    "otro",
    "dia",
    "_wpcf7_free_text_tema",
];

const PIECES: [&str; 24] = [
    "<s8x>",
    "<s8x onload=s8x()>",
    "</body></html>",
    "<html><body>",
    "<!--",
    "-->",
    "<script>s8x()</script>",
    "\" onmouseover=\"s8x()",
    "' onmouseover='s8x()",
    "<a@b.example>",
    "<a@b.example\" s8x>",
    "&lt;s8x&gt;",
    "&#60;s8x&#62;",
    "&amp;lt;",
    "\u{ff1c}s8x\u{ff1e}",
    "<",
    ">",
    "[nombre]",
    "\r\n\r\n",
    "-- \"q\" 'q' ...",
    "\0",
    "]]>",
    "</title></style></textarea>",
    "ñandú 🏠",
];

/// Elements that the templates, the formatter and the page around a body make, with the quotes of their attributes.
const MADE: [(&str, &[usize]); 16] = [
    ("!doctype", &[0]),
    ("html", &[0, 2, 4, 6]),
    ("/html", &[0]),
    ("head", &[0]),
    ("/head", &[0]),
    ("title", &[0]),
    ("/title", &[0]),
    ("body", &[0, 2]),
    ("/body", &[0]),
    ("p", &[0]),
    ("/p", &[0]),
    ("br", &[0]),
    ("a", &[4]),
    ("/a", &[0]),
    ("table", &[0]),
    ("/table", &[0]),
];
const CELLS: [&str; 4] = ["tr", "/tr", "td", "/td"];

/// What in a page is markup and nobody of us made.
fn foreign(body: &str) -> Vec<String> {
    let mut found = Vec::new();
    let is_markup = |piece: &&str| {
        let first = piece.chars().next();
        first.is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'))
    };
    for piece in body.split('<').skip(1).filter(is_markup) {
        let end = piece.find('>');
        let tag = &piece[..end.unwrap_or(piece.len())];
        let name = tag.split([' ', '/', '\n']).find(|part| !part.is_empty());
        let name = format!(
            "{}{}",
            if tag.starts_with('/') { "/" } else { "" },
            name.unwrap_or_default()
        );
        let quotes = tag.matches('"').count();
        let is_cell = CELLS.contains(&name.as_str()) && quotes == 0;
        let is_made = MADE
            .iter()
            .any(|(made, counts)| *made == name && counts.contains(&quotes));
        if end.is_none() || !(is_made || is_cell) || tag.contains('\'') {
            found.push(tag.to_owned());
        }
    }
    found
}

#[test]
fn no_value_is_markup() {
    let mut numbers = Numbers(8);
    let (mut markup, mut held) = (Vec::new(), 0);
    for number in 0..MAILS {
        let mut ground = Ground::new(
            "[text nombre][email correo][textarea texto][checkbox tema free_text \"A|b <b>\" \"C\"][date dia][file doc][acceptance acepto]Sí[/acceptance]",
            "",
        );
        ground.mail = MailTemplate {
            active: true,
            subject: "S [nombre]".into(),
            sender: "Web <web@example.com>".into(),
            recipient: "a@example.com".into(),
            body: BODIES[number % BODIES.len()].into(),
            use_html: true,
            ..MailTemplate::default()
        };
        let mut post = Array::new();
        for field in FIELDS {
            let mut value = numbers.hostile(&PIECES);
            if field == "correo" {
                // Validated: an address or nothing.
                value = ["", "ana@ejemplo.example"][numbers.below(2)].to_owned();
            }
            held += usize::from(value.contains('<'));
            post.insert(field, value);
        }
        let list: Array = ["A", "C"].into_iter().map(Value::from).collect();
        post.insert("tema", list);
        post.insert("acepto", numbers.hostile(&PIECES));
        let (form, site, uploads) = (ground.form(), ground.site(), Uploads::default());
        let meta = Meta {
            user_agent: numbers.hostile(&PIECES),
            url: format!("http://example.com/{}", numbers.hostile(&PIECES)),
            ..meta()
        };
        let mut submission = Submission::new(&form, &site, (&post, &uploads), meta);
        let name = stored_file_name(&numbers.hostile(&PIECES), "es_ES");
        let path = std::path::Path::new("/").join(name);
        submission.uploaded_files.insert("doc", vec![path]);
        let body = submission.compose_mails().remove(0).body;
        markup.extend(foreign(&body));
    }
    println!(
        "S8: {MAILS} mails of markup, {held} values with a <, {} of them markup",
        markup.len()
    );
    assert!(markup.is_empty(), "{:#?}", &markup[..markup.len().min(12)]);
    assert!(held > MAILS, "{held}");
}
