//! Submissions of the page builder's contact forms. What does not work ends the test.

use crate::client::{get_with, send};
use crate::contact_form::request;
use crate::divi_stage::{DiviStage, encoded};

const FORM: &str = "application/x-www-form-urlencoded";

/// The error messages of a form.
pub fn error(text: &str) -> String {
    format!("<p class=\"et_pb_contact_error_text\">{text}</p>")
}

/// A field of a form: id, whether it is required, type.
pub type Described = (&'static str, bool, &'static str);

/// Name, address and text.
pub const THREE: [Described; 3] = [
    ("nombre", true, "input"),
    ("correo", true, "email"),
    ("mensaje", true, "text"),
];

/// A submission: pairs that may be changed before they are sent.
#[derive(Clone)]
pub struct Posted {
    path: &'static str,
    number: usize,
    pairs: Vec<(String, String)>,
}

impl Posted {
    /// A valid submission of a form, by its number on the page.
    pub fn new(stage: &DiviStage, path: &'static str, number: usize, fields: &[Described]) -> Self {
        let page = get_with(stage.server.addr, path, &[]).expect("page").body;
        let mark = format!("_wpnonce-et-pb-contact-form-submitted-{number}\" value=\"");
        let nonce = page.split_once(&mark).expect("a nonce").1;
        let nonce = nonce.split('"').next().unwrap_or_default();
        let mut posted = Self {
            path,
            number,
            pairs: Vec::new(),
        };
        posted.set("et_pb_contactform_submit_N", "et_contact_proccess");
        posted.set("_wpnonce-et-pb-contact-form-submitted-N", nonce);
        posted.set("_wp_http_referer", path);
        posted.set("casacue4217", "1");
        posted.set("alt_s", "");
        posted.describe(fields, &[]);
        for (id, _, kind) in fields {
            let value = match *kind {
                "email" => "ana@casa.example",
                _ => "Hola",
            };
            posted.set(&format!("et_pb_contact_{id}_N"), value);
        }
        posted
    }

    /// The lists that the script adds: the fields, and those of them that are hidden.
    fn describe(&mut self, fields: &[Described], hidden: &[&str]) {
        let of = |(id, is_required, kind): &Described| {
            let mark = if *is_required {
                "required"
            } else {
                "not_required"
            };
            format!(
                r#"{{"field_id":"et_pb_contact_{id}_{}","original_id":"{id}","required_mark":"{mark}","field_type":"{kind}","field_label":"{id}"}}"#,
                self.number
            )
        };
        let all: Vec<String> = fields.iter().map(of).collect();
        let hidden: Vec<String> = hidden.iter().map(|id| format!("\"{id}\"")).collect();
        let all = format!("[{}]", all.join(","));
        self.set("et_pb_contact_email_fields_N", &all);
        if !hidden.is_empty() {
            let hidden = format!("[{}]", hidden.join(","));
            self.set("et_pb_contact_email_hidden_fields_N", &hidden);
        }
    }

    /// Sets a field; `_N` is replaced by the form's number.
    fn set(&mut self, name: &str, value: &str) {
        let name = self.named(name);
        self.pairs.retain(|(n, _)| *n != name);
        self.pairs.push((name, value.to_owned()));
    }

    /// Without a field.
    pub fn without(mut self, name: &str) -> Self {
        let name = self.named(name);
        self.pairs.retain(|(n, _)| *n != name);
        self
    }

    /// With a field.
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.set(name, value);
        self
    }

    /// With other lists of fields than the form has.
    pub fn described(mut self, fields: &[Described], hidden: &[&str]) -> Self {
        self.describe(fields, hidden);
        self
    }

    fn named(&self, name: &str) -> String {
        let is_numbered = name.ends_with("_N") || name.ends_with("-N");
        match name.strip_suffix('N').filter(|_| is_numbered) {
            Some(start) => format!("{start}{}", self.number),
            None => name.to_owned(),
        }
    }

    /// The page with the result.
    pub fn send(&self, stage: &DiviStage) -> String {
        let pairs = self.pairs.iter();
        let body: Vec<String> = pairs
            .map(|(n, v)| format!("{}={}", encoded(n), encoded(v)))
            .collect();
        let body = body.join("&").into_bytes();
        let answer = send(
            stage.server.addr,
            &request("POST", self.path, &[("Content-Type", FORM)], body),
        );
        let answer = answer.expect("answer");
        assert_eq!(answer.status, 200);
        answer.body
    }
}

/// The message of each form of a page, and whether its fields are printed.
pub fn forms(page: &str) -> Vec<(String, bool)> {
    let forms = page.split("<div class=\"et-pb-contact-message\">").skip(1);
    forms
        .map(|rest| {
            let message = rest.split("</div>").next().unwrap_or_default();
            (
                message.to_owned(),
                rest.contains("<form class=\"et_pb_contact_form"),
            )
        })
        .collect()
}
