//! The mail of a contact form.
//!
//! Contract "divi-ajax", section 3.2; recordings divi-contact/*-ok, pattern-*.

use super::{ContactForm, Outcome};
use crate::wordpress::formatting::sanitize_field::sanitize_text_field;
use crate::wordpress::formatting::slashes::stripslashes;
use crate::wordpress::formatting::strip_all_tags::wp_strip_all_tags;
use crate::wordpress::mail::Mail;
use crate::wordpress::php::Value;
use crate::wordpress::php::html::html_entity_decode;
use crate::wordpress::php::sprintf::sprintf;
use crate::wordpress::php::trim::trim_str;

/// Placeholders of line ends in a stored pattern.
const LINE_BREAKS: [&str; 3] = [
    "<!-- [et_pb_line_break_holder] -->",
    "<!-- &#91;et_pb_line_break_holder&#93; -->",
    "||et_pb_line_break_holder||",
];

/// Ids of fields with a fixed place in the default text.
const PLACED: [&str; 3] = ["message", "name", "email"];

/// The translated patterns of the subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailWording {
    /// `New Message From %1$s%2$s`: the site, and the form's title.
    pub subject: String,
    /// ` - %s`: the title.
    pub title_separator: String,
}

/// The input of a mail from the site and the request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailFacts {
    /// `blogname`.
    pub site_title: String,
    /// `admin_email`.
    pub admin_email: String,
    /// The `Host` header of the request.
    pub host: String,
    /// The patterns of the subject.
    pub wording: MailWording,
}

/// The mail of an accepted form.
pub fn contact_mail(form: &ContactForm, outcome: &Outcome, facts: &MailFacts) -> Mail {
    let name = outcome.values.iter().find(|value| value.id == "name");
    let name = name.map(|value| sanitize_text_field(&stripslashes(&value.value)));
    let name = name.unwrap_or_default();
    let mut headers = vec![("From".to_owned(), from(&name, &facts.host))];
    let email = &outcome.contact_email;
    if !matches!(email.as_str(), "" | "0") {
        let name = if is_filled(&name) { &name } else { email };
        headers.push(("Reply-To".to_owned(), format!("\"{name}\" <{email}>")));
    }
    let text = match form.custom_message.as_str() {
        "" => default_text(outcome),
        pattern => patterned(pattern, outcome),
    };
    let text = stripslashes(&text);
    let text = trim_str(&text);
    Mail {
        to: recipients(form, facts).to_owned(),
        subject: subject(&form.title, facts),
        message: if is_filled(text) { text } else { " " }.to_owned(),
        headers,
        ..Mail::default()
    }
}

fn is_filled(text: &str) -> bool {
    !matches!(text, "" | "0")
}

fn recipients<'a>(form: &'a ContactForm, facts: &'a MailFacts) -> &'a str {
    match form.email.as_str() {
        "" => &facts.admin_email,
        given => given,
    }
}

/// The sender. The port of the host is left out: with it the address would be invalid.
fn from(name: &str, host: &str) -> String {
    let host = host.replace("www.", "");
    let port = |port: &str| !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit());
    let host = match host.rsplit_once(':') {
        Some((before, after)) if port(after) => before,
        _ => host.as_str(),
    };
    format!("\"{name}\" <mail@{host}>")
}

/// The subject: site name, and the printed title without tags.
pub fn subject(title: &str, facts: &MailFacts) -> String {
    let site = html_entity_decode(facts.site_title.as_bytes());
    let site = sanitize_text_field(&String::from_utf8_lossy(&site));
    let title = sanitize_text_field(title);
    let title = match title.as_str() {
        "" => String::new(),
        title => filled(&facts.wording.title_separator, &[title]),
    };
    filled(&facts.wording.subject, &[&site, &title]).replace("&amp;", "&")
}

/// A translated pattern with its arguments; empty for an invalid pattern.
fn filled(pattern: &str, parts: &[&str]) -> String {
    let parts: Vec<Value> = parts.iter().map(|part| Value::from(*part)).collect();
    sprintf(pattern, &parts).unwrap_or_default()
}

/// The message, followed by a line for each other field.
fn default_text(outcome: &Outcome) -> String {
    let message = outcome.values.iter().find(|value| value.id == "message");
    let mut text = message.map(|value| value.value.clone()).unwrap_or_default();
    let others = outcome.values.iter();
    for field in others.filter(|value| !PLACED.contains(&value.id.as_str())) {
        let label = match field.label.as_str() {
            "" => &field.id,
            label => label,
        };
        text.push_str(&format!("\r\n{label}: {}", field.value));
    }
    wp_strip_all_tags(&text, false)
}

/// The pattern with the values of its fields; tags are stripped from the values only.
fn patterned(pattern: &str, outcome: &Outcome) -> String {
    let mut text = pattern.to_owned();
    for line_break in LINE_BREAKS {
        text = text.replace(line_break, "\r\n");
    }
    let text = html_entity_decode(text.as_bytes());
    let mut text = String::from_utf8_lossy(&text).into_owned();
    for field in &outcome.values {
        let value = wp_strip_all_tags(&field.value, false);
        text = replaced(&text, &field.id, &value);
    }
    for id in &outcome.hidden {
        text = replaced(&text, id, "");
    }
    text
}

/// `str_ireplace` of `%%id%%`.
fn replaced(text: &str, id: &str, value: &str) -> String {
    let wanted = format!("%%{id}%%");
    let (lower, wanted) = (text.to_ascii_lowercase(), wanted.to_ascii_lowercase());
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for (at, found) in lower.match_indices(&wanted) {
        out.push_str(text.get(from..at).unwrap_or_default());
        out.push_str(value);
        from = at + found.len();
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn senders_have_no_port_and_no_www() {
        assert_eq!(
            from("A", "www.casa.example:8080"),
            "\"A\" <mail@casa.example>"
        );
        assert_eq!(from("", "[::1]"), "\"\" <mail@[::1]>");
    }

    #[test]
    fn names_in_patterns_have_no_case() {
        assert_eq!(replaced("%%Año%% %%aÑo%% %%", "año", "1"), "1 %%aÑo%% %%");
        assert_eq!(replaced("%%A%%%%a%%b", "a", "%%a%%"), "%%a%%%%a%%b");
    }
}
