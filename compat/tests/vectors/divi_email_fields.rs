//! Vectors of the family divi-email-fields: what posts of the builder's contact form become.

use compat::divi::contact_form::{
    ContactError, ContactField, ContactForm, MailFacts, MailWording, Outcome, PostedForm, Visit,
    contact_mail,
};
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::php::Array;
use serde_json::{Map, Value, json};

use crate::vectors::harness::{Vector, check};

const FAMILY: &str = "divi-email-fields";

fn text(value: &Value, name: &str) -> String {
    value[name].as_str().unwrap_or_default().to_owned()
}

fn field(field: &Value) -> ContactField {
    ContactField {
        id: text(field, "id").to_lowercase(),
        kind: text(field, "type"),
        is_required: field["required"] == json!(true),
        is_conditional: field["attrs"]["conditional_logic"] == json!("on"),
    }
}

fn form(v: &Vector) -> ContactForm {
    let attributes = v.arg(0);
    let title = text(attributes, "title");
    // The vectors wrote their attributes as attributes are written, and the module prints its title as it stands.
    let title = esc_html(&title);
    ContactForm {
        fields: v
            .arg(1)
            .as_array()
            .into_iter()
            .flatten()
            .map(field)
            .collect(),
        wants_captcha: attributes["captcha"] == json!("on"),
        email: text(attributes, "email"),
        title: match title.as_ref() {
            "" => String::new(),
            title => format!("<h1 class=\"et_pb_contact_main_title\">{title}</h1>"),
        },
        custom_message: text(attributes, "custom_message"),
        ..ContactForm::default()
    }
}

fn key(error: ContactError) -> &'static str {
    match error {
        ContactError::Refresh => "refresh",
        ContactError::FillRequired => "fill_required",
        ContactError::InvalidEmail => "invalid_email",
        ContactError::CaptchaEmpty => "captcha_empty",
        ContactError::MustBeHuman => "must_be_human",
        ContactError::InvalidSubmission => "invalid_submission",
    }
}

fn facts(v: &Vector) -> MailFacts {
    MailFacts {
        site_title: text(&v.env, "site_title"),
        admin_email: text(&v.env, "admin_email"),
        host: text(&v.env, "host"),
        wording: MailWording {
            subject: "SUBJECT{%1$s}{%2$s}".into(),
            title_separator: "{ - %s}".into(),
        },
    }
}

fn mails(form: &ContactForm, outcome: &Outcome, v: &Vector) -> Value {
    if !outcome.is_taken {
        return json!([]);
    }
    let mail = contact_mail(form, outcome, &facts(v));
    let headers: Vec<String> = mail
        .headers
        .iter()
        .map(|(name, value)| format!("{name}: {value}"))
        .collect();
    json!([{"to": mail.to, "subject": mail.subject, "message": mail.message, "headers": headers}])
}

fn event(outcome: &Outcome) -> Value {
    if !outcome.is_told {
        return json!([]);
    }
    let mut values = Map::new();
    for field in &outcome.values {
        let value = json!({"value": field.value, "label": field.label});
        values.insert(field.id.clone(), value);
    }
    json!([{"values": values, "error": !outcome.is_taken}])
}

#[test]
fn posts_of_contact_forms() {
    check(FAMILY, &["divi_contact_submit"], 0, |v| {
        let form = form(v);
        let mut post = Array::new();
        for (name, value) in v.arg(2).as_object()? {
            post.insert(name.as_str(), value.as_str().unwrap_or_default());
        }
        let posted = PostedForm::new(&form, &post);
        let outcome = posted.submit(Visit {
            nonce_ok: posted.nonce() == "VALID",
            is_human: true,
        });
        let errors: Vec<&str> = outcome.errors.iter().map(|e| key(*e)).collect();
        let success = outcome.is_taken.then(|| text(v.arg(0), "success_message"));
        Some(json!({
            "error_keys": errors,
            "success_html": success,
            "form_shown": !outcome.is_taken,
            "mails": mails(&form, &outcome, v),
            "submit_event": event(&outcome),
        }))
    });
}
