//! `wp_mail`: makes a mail with validated addresses and headers from its arguments.
//!
//! WordPress's reading of headers and addresses and PHPMailer's checks: contract `contact-form-7` 17.3; recordings
//! `comments/*`, `login/lost-ok`, `cf7/*` (`effects.mails`). The wire format is in
//! [`message`](super::message). Not supported: messages that are multipart already
//! (`Content-Type: multipart/...; boundary=...`) and addresses in non-ASCII domains.

use serde::{Deserialize, Serialize};

use super::arguments::{Attachment, Mail};
use crate::wordpress::formatting::email::is_email;
use crate::wordpress::static_regex::StaticRegex;

/// The site data used by `wp_mail`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MailSite {
    /// Host of the site's address, for the default sender and the Message-ID.
    pub host: String,
}

/// An address with the name before it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MailAddress {
    /// The name; empty: none.
    pub name: String,
    /// The address.
    pub email: String,
}

/// A mail that can be sent: what PHPMailer holds before it sends.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PreparedMail {
    /// `From`.
    pub from: MailAddress,
    /// `To`.
    pub to: Vec<MailAddress>,
    /// `Cc`.
    pub cc: Vec<MailAddress>,
    /// Recipients that the others do not see.
    pub bcc: Vec<MailAddress>,
    /// `Reply-To`.
    pub reply_to: Vec<MailAddress>,
    /// `Subject`, not encoded, one line.
    pub subject: String,
    /// The body.
    pub body: String,
    /// The body as plain text, when there are both.
    pub alt_body: Option<String>,
    /// Type of the body, `text/plain` or `text/html`.
    pub content_type: String,
    /// Further headers in order; none has a line break.
    pub headers: Vec<(String, String)>,
    /// Files.
    pub attachments: Vec<Attachment>,
    /// Host for the Message-ID.
    pub host: String,
}

impl PreparedMail {
    /// All recipients (`To`, `Cc`, `Bcc`).
    pub fn recipients(&self) -> impl Iterator<Item = &MailAddress> {
        self.to.iter().chain(&self.cc).chain(&self.bcc)
    }
}

/// Why `wp_mail` returns false; messages are PHPMailer's, for the log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WpMailError {
    /// The sender is no address.
    #[error("Invalid address:  (From): {0}")]
    InvalidFrom(String),
    /// The mail has no recipient.
    #[error("You must provide at least one recipient email address.")]
    NoRecipient,
    /// The body is empty.
    #[error("Message body empty")]
    EmptyBody,
}

/// Resolves a mail's headers and addresses, or returns why it cannot be sent.
///
/// # Errors
/// Where `wp_mail` returns false before a mail server is asked.
pub fn wp_mail(mail: &Mail, site: &MailSite) -> Result<PreparedMail, WpMailError> {
    let head = Head::read(&mail.headers);
    let mut out = PreparedMail {
        from: head.from(site)?,
        subject: secure_header(&mail.subject),
        body: mail.message.clone(),
        content_type: head.content_type(),
        attachments: mail.attachments.clone(),
        host: site.host.clone(),
        ..PreparedMail::default()
    };
    let mut known = Vec::new();
    for (list, pieces) in [
        (&mut out.to, mail.to.split(',').collect()),
        (&mut out.cc, head.cc),
        (&mut out.bcc, head.bcc),
    ] {
        for address in pieces.into_iter().filter_map(address) {
            let key = address.email.to_ascii_lowercase();
            if !known.contains(&key) {
                known.push(key);
                list.push(address);
            }
        }
    }
    for address in head.reply_to.into_iter().filter_map(address) {
        let is_known = |a: &MailAddress| a.email.eq_ignore_ascii_case(&address.email);
        if !out.reply_to.iter().any(is_known) {
            out.reply_to.push(address);
        }
    }
    for (name, value) in head.custom {
        if is_custom_header(name, value) {
            out.headers.push((name.to_owned(), value.to_owned()));
        }
    }
    let is_html = out.content_type == "text/html";
    out.alt_body = mail.alt_body.clone().filter(|t| is_html && !t.is_empty());
    if known.is_empty() {
        return Err(WpMailError::NoRecipient);
    }
    // PHP's `empty`.
    if matches!(mail.message.as_str(), "" | "0") {
        return Err(WpMailError::EmptyBody);
    }
    Ok(out)
}

/// The header list, sorted by what `wp_mail` makes of each.
#[derive(Default)]
struct Head<'a> {
    from_name: Option<String>,
    from_email: Option<String>,
    content_type: Option<&'a str>,
    cc: Vec<&'a str>,
    bcc: Vec<&'a str>,
    reply_to: Vec<&'a str>,
    custom: Vec<(&'a str, &'a str)>,
}

impl<'a> Head<'a> {
    fn read(headers: &'a [(String, String)]) -> Self {
        let mut head = Self::default();
        for (name, value) in headers {
            let (name, value) = (name.trim(), value.trim());
            match name.to_ascii_lowercase().as_str() {
                "from" => head.read_from(value),
                "content-type" => {
                    let kind = value.split(';').next().unwrap_or("").trim();
                    if !kind.is_empty() {
                        head.content_type = Some(kind);
                    }
                }
                "cc" => head.cc.extend(value.split(',')),
                "bcc" => head.bcc.extend(value.split(',')),
                "reply-to" => head.reply_to.extend(value.split(',')),
                _ => match head.custom.iter_mut().find(|(known, _)| *known == name) {
                    Some(known) => known.1 = value,
                    None => head.custom.push((name, value)),
                },
            }
        }
        head
    }

    fn read_from(&mut self, value: &str) {
        match value.split_once('<') {
            Some((name, email)) => {
                if !name.is_empty() {
                    self.from_name = Some(name.replace('"', "").trim().to_owned());
                }
                self.from_email = Some(email.replace('>', "").trim().to_owned());
            }
            None if !value.is_empty() => self.from_email = Some(value.to_owned()),
            None => {}
        }
    }

    fn from(&self, site: &MailSite) -> Result<MailAddress, WpMailError> {
        let host = site.host.strip_prefix("www.").unwrap_or(&site.host);
        let email = match &self.from_email {
            Some(email) => email.clone(),
            None => format!("wordpress@{host}"),
        };
        let name = self.from_name.as_deref().unwrap_or("WordPress");
        if !is_address(&email) {
            return Err(WpMailError::InvalidFrom(email));
        }
        let name = secure_header(name);
        Ok(MailAddress { name, email })
    }

    fn content_type(&self) -> String {
        match self.content_type {
            Some(kind) if kind.eq_ignore_ascii_case("text/html") => "text/html",
            _ => "text/plain",
        }
        .to_owned()
    }
}

/// `Name <address>` or an address; none if it is not valid.
fn address(text: &str) -> Option<MailAddress> {
    static NAMED: StaticRegex = StaticRegex::new("(.*)<(.+)>");
    let found = NAMED.captures(text);
    let part = |n| {
        let found = found.as_ref().and_then(|captures| captures.get(n));
        found.map(|part| part.as_str())
    };
    let (name, email) = match (part(1), part(2)) {
        (Some(name), Some(email)) => (name, email),
        _ => ("", text),
    };
    let email = email.trim();
    is_address(email).then(|| MailAddress {
        name: secure_header(name),
        email: email.to_owned(),
    })
}

/// WordPress's `is_email`, which PHPMailer asks, and nothing that could end a header line.
pub fn is_address(text: &str) -> bool {
    is_email(text).is_some() && text.bytes().all(|b| b.is_ascii_graphic())
}

/// PHPMailer's `secureHeader`: line breaks are deleted, not replaced.
fn secure_header(text: &str) -> String {
    text.replace(['\r', '\n', '\0'], "").trim().to_owned()
}

/// Whether a header of the caller is sent. Not what the mailer writes itself: PHPMailer would send some of them
/// twice, which mail servers refuse.
fn is_custom_header(name: &str, value: &str) -> bool {
    const OWN: [&str; 9] = [
        "to",
        "subject",
        "date",
        "message-id",
        "mime-version",
        "x-mailer",
        "content-transfer-encoding",
        "content-disposition",
        "received",
    ];
    // What RFC 5322 calls ftext.
    let is_name = !name.is_empty()
        && name.len() <= 76
        && name.bytes().all(|b| b.is_ascii_graphic() && b != b':');
    is_name
        && !value.contains(['\r', '\n', '\0'])
        && !OWN.iter().any(|own| own.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn site() -> MailSite {
        MailSite {
            host: "www.casa.example".into(),
        }
    }

    fn with(to: &str, headers: &str) -> Result<PreparedMail, WpMailError> {
        let mail = Mail {
            to: to.into(),
            subject: " S\r\nBcc: x@y.example ".into(),
            message: "m".into(),
            headers: super::super::parse_headers(headers),
            ..Mail::default()
        };
        wp_mail(&mail, &site())
    }

    fn texts(list: &[MailAddress]) -> Vec<String> {
        let text = |a: &MailAddress| format!("{}|{}", a.name, a.email);
        list.iter().map(text).collect()
    }

    #[test]
    fn defaults_are_those_of_wordpress() {
        let mail = with("a@b.example", "").unwrap();
        assert_eq!(texts(&[mail.from]), ["WordPress|wordpress@casa.example"]);
        assert_eq!(mail.subject, "SBcc: x@y.example");
        assert_eq!(mail.content_type, "text/plain");
    }

    #[test]
    fn addresses_are_read_one_by_one_and_bad_ones_left_out() {
        let mail = with(
            ", Ana <ana@b.example>, nada, ANA@b.example",
            "Cc: c@b.example, \"D\" <d@b.example>\nReply-To:\nReply-To: \"r@b.example\" <r@b.example>\nBcc: ana@b.example, e@b.example",
        )
        .unwrap();
        assert_eq!(texts(&mail.to), ["Ana|ana@b.example"]);
        assert_eq!(texts(&mail.cc), ["|c@b.example", "\"D\"|d@b.example"]);
        assert_eq!(texts(&mail.bcc), ["|e@b.example"]);
        assert_eq!(texts(&mail.reply_to), ["\"r@b.example\"|r@b.example"]);
    }

    #[test]
    fn a_bad_sender_and_a_missing_recipient_fail() {
        assert!(matches!(
            with("a@b.example", "From: Ana <x\" <a@b.example>"),
            Err(WpMailError::InvalidFrom(_))
        ));
        assert_eq!(with("nada,", "").unwrap_err(), WpMailError::NoRecipient);
        assert!(with("", "Bcc: a@b.example").is_ok());
        let empty = Mail {
            to: "a@b.example".into(),
            ..Mail::default()
        };
        assert_eq!(wp_mail(&empty, &site()), Err(WpMailError::EmptyBody));
    }

    #[test]
    fn senders() {
        let from = |header: &str| with("a@b.example", header).map(|m| texts(&[m.from]).concat());
        for (header, wanted) in [
            ("From: \"A B\" <s@b.example>", "A B|s@b.example"),
            ("From: s@b.example", "WordPress|s@b.example"),
            ("From: <s@b.example>", "WordPress|s@b.example"),
            ("From: \"\" <s@b.example>", "|s@b.example"),
            ("From:", "WordPress|wordpress@casa.example"),
        ] {
            assert_eq!(from(header).as_deref(), Ok(wanted), "{header}");
        }
    }

    #[test]
    fn headers_of_the_mailer_cannot_be_given() {
        let mail = with(
            "a@b.example",
            "X-Mailer: x\nSubject: y\nX-A: 1\nX-B: 2\nX-A: 3\nX A: 4\nContent-Type: TEXT/HTML; charset=UTF-8",
        )
        .unwrap();
        assert_eq!(mail.headers, super::super::parse_headers("X-A: 3\nX-B: 2"));
        assert_eq!(mail.content_type, "text/html");
    }

    proptest! {
        #[test]
        fn no_line_break_comes_through(to in ".{0,40}", subject in ".{0,40}", name in ".{0,20}", value in "(\r|\n|[<>@,: ]|.){0,40}") {
            let headers = vec![(name, value.clone()), ("From".into(), format!("{value}<a@b.example>")), ("Reply-To".into(), value)];
            let mail = Mail { to: format!("{to},a@b.example"), subject, message: "m".into(), headers, ..Mail::default() };
            if let Ok(mail) = wp_mail(&mail, &site()) {
                let names = mail.recipients().chain(&mail.reply_to).chain([&mail.from]);
                let mut lines: Vec<&str> = names.flat_map(|a| [a.name.as_str(), a.email.as_str()]).collect();
                lines.push(&mail.subject);
                lines.extend(mail.headers.iter().flat_map(|(n, v)| [n.as_str(), v.as_str()]));
                prop_assert!(lines.iter().all(|line| !line.contains(['\r', '\n', '\0'])));
            }
        }
    }
}
