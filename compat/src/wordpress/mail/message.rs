//! A mail as RFC 5322 text: headers in PHPMailer's order, encoded words (RFC 2047), parts and attachments (RFC 2231).
//!
//! Recordings `cf7/*`, `comments/*`, `login/lost-ok` (`effects.mails`). The Message-ID, the date and the boundaries are
//! those of the stored mail, so that a second delivery sends the same bytes. Header values are encoded by lettre,
//! which lets no line break through.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use jiff::fmt::rfc2822;
use lettre::Address;
use lettre::message::header::{
    self, ContentDisposition, ContentTransferEncoding, ContentType, Header, HeaderName,
    HeaderValue, Headers,
};
use lettre::message::{Body, Mailbox, Mailboxes};

use super::mime_type::mime_type_of;
use super::wp_mail::{MailAddress, PreparedMail};

/// What PHPMailer of WordPress 6.8 writes, and the recordings show.
const X_MAILER: &str = "PHPMailer 6.9.3 (https://github.com/PHPMailer/PHPMailer)";
/// Longest line of a body (RFC 5322, without its end).
const LONGEST_LINE: usize = 998;
/// A header with a longer word is written as encoded words.
const LONGEST_WORD: usize = 900;
/// Column at which an address list goes on in the next line.
const FOLD: usize = 70;

/// A mail to deliver.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outgoing {
    /// What is sent.
    pub mail: PreparedMail,
    /// With `<` and `>`; the same at every delivery.
    pub message_id: String,
    /// When it was written, seconds since 1970.
    pub date: i64,
    /// The attached files, in the order of `mail.attachments`.
    pub files: Vec<Vec<u8>>,
    /// Addresses that are to get it in this delivery.
    pub recipients: Vec<String>,
}

/// The line endings and encoding a transport needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Form {
    /// Only ASCII: for a mail server without 8BITMIME.
    pub seven_bit: bool,
    /// Prints `Bcc`: for copies that are not delivered.
    pub keep_bcc: bool,
}

impl Outgoing {
    /// The text, with CRLF line ends.
    pub fn render(&self, form: Form) -> Vec<u8> {
        let mut headers = self.headers(form);
        headers.set(header::MIME_VERSION_1_0);
        let (kind, body) = self.body(form);
        for value in kind {
            headers.insert_raw(value);
        }
        let mut out = headers.to_string().into_bytes();
        out.extend_from_slice(b"\r\n");
        out.extend_from_slice(&body);
        out
    }

    fn headers(&self, form: Form) -> Headers {
        let mail = &self.mail;
        let mut headers = Headers::new();
        if mail.to.is_empty() && mail.cc.is_empty() {
            headers.insert_raw(raw("To", "undisclosed-recipients:;".to_owned()));
        }
        let list = |headers: &mut Headers, name: &'static str, addresses: &[MailAddress]| {
            if !addresses.is_empty() {
                headers.insert_raw(raw(name, address_list(name, addresses)));
            }
        };
        list(&mut headers, "To", &mail.to);
        headers.insert_raw(text("Subject", &mail.subject));
        headers.insert_raw(raw("Date", rfc2822_date(self.date)));
        list(&mut headers, "From", std::slice::from_ref(&mail.from));
        list(&mut headers, "Cc", &mail.cc);
        if form.keep_bcc {
            list(&mut headers, "Bcc", &mail.bcc);
        }
        list(&mut headers, "Reply-To", &mail.reply_to);
        headers.insert_raw(text("Message-ID", &self.message_id));
        headers.insert_raw(text("X-Mailer", X_MAILER));
        for (name, value) in &mail.headers {
            if let Ok(name) = HeaderName::new_from_ascii(name.clone()) {
                headers.insert_raw(encoded(name, value));
            }
        }
        headers
    }

    /// Type and encoding of the whole, and what follows the headers.
    fn body(&self, form: Form) -> (Vec<HeaderValue>, Vec<u8>) {
        let mail = &self.mail;
        let text = Part::text(&mail.content_type, &mail.body, form, "UTF-8");
        if mail.attachments.is_empty() && mail.alt_body.is_none() {
            return (text.headers, text.body);
        }
        let text = Part::text(&mail.content_type, &mail.body, form, "us-ascii");
        let id = self.message_id.trim_matches(['<', '>']);
        let id = id.split('@').next().unwrap_or(id);
        let has_files = !mail.attachments.is_empty();
        let first = match &mail.alt_body {
            None => text,
            Some(alt) => {
                let alt = Part::text("text/plain", alt, form, "us-ascii");
                let boundary = format!("b{}=_{id}", 1 + usize::from(has_files));
                Part::multipart("alternative", &boundary, &[alt, text], form)
            }
        };
        if !has_files {
            let body = first.with_preamble();
            return (first.headers, body);
        }
        let mut parts = vec![first];
        for (attachment, bytes) in mail.attachments.iter().zip(&self.files) {
            parts.push(Part::file(&attachment.name, bytes));
        }
        let mixed = Part::multipart("mixed", &format!("b1=_{id}"), &parts, form);
        let body = mixed.with_preamble();
        (mixed.headers, body)
    }
}

/// Headers and body of a part.
struct Part {
    headers: Vec<HeaderValue>,
    body: Vec<u8>,
}

impl Part {
    /// Text; `ascii` is what the charset of pure ASCII is called.
    fn text(kind: &str, text: &str, form: Form, ascii: &str) -> Self {
        let text = with_crlf(text);
        let is_long = text.split("\r\n").any(|line| line.len() > LONGEST_LINE);
        let is_plain = text.is_ascii() && !text.contains('\0');
        let charset = if text.is_ascii() { ascii } else { "UTF-8" };
        let encoding = if is_long || text.contains('\0') || (form.seven_bit && !is_plain) {
            ContentTransferEncoding::QuotedPrintable
        } else if is_plain {
            ContentTransferEncoding::SevenBit
        } else {
            ContentTransferEncoding::EightBit
        };
        let mut headers = vec![raw("Content-Type", format!("{kind}; charset={charset}"))];
        if encoding != ContentTransferEncoding::SevenBit {
            headers.push(encoding.display());
        }
        let mut body = match encoding {
            ContentTransferEncoding::QuotedPrintable => {
                Body::new_with_encoding(text, encoding).map_or_else(|raw| raw, Body::into_vec)
            }
            _ => text.into_bytes(),
        };
        if !body.ends_with(b"\r\n") {
            body.extend_from_slice(b"\r\n");
        }
        Self { headers, body }
    }

    fn file(name: &str, bytes: &[u8]) -> Self {
        let name = plain(name);
        let kind = mime_type_of(&name);
        let kind = ContentType::parse(kind).unwrap_or(ContentType::TEXT_PLAIN);
        let encoding = ContentTransferEncoding::Base64;
        let headers = vec![
            kind.display(),
            encoding.display(),
            ContentDisposition::attachment(&name).display(),
        ];
        let body = Body::new_with_encoding(bytes.to_vec(), encoding);
        let mut body = body.map_or_else(|raw| raw, Body::into_vec);
        body.extend_from_slice(b"\r\n");
        Self { headers, body }
    }

    fn multipart(kind: &str, boundary: &str, parts: &[Self], form: Form) -> Self {
        let mut body = Vec::new();
        for part in parts {
            let mut headers = Headers::new();
            for value in &part.headers {
                headers.insert_raw(value.clone());
            }
            body.extend_from_slice(format!("--{boundary}\r\n{headers}\r\n").as_bytes());
            body.extend_from_slice(&part.body);
            body.extend_from_slice(b"\r\n");
        }
        body.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
        let kind = format!("multipart/{kind};\r\n boundary=\"{boundary}\"");
        let encoding = if form.seven_bit {
            ContentTransferEncoding::SevenBit
        } else {
            ContentTransferEncoding::EightBit
        };
        Self {
            headers: vec![raw("Content-Type", kind), encoding.display()],
            body,
        }
    }

    fn with_preamble(&self) -> Vec<u8> {
        let preamble: &[u8] = b"This is a multi-part message in MIME format.\r\n\r\n";
        [preamble, &self.body].concat()
    }
}

/// A header that is already as it must be: `value` is ours, or encoded.
fn raw(name: &'static str, value: String) -> HeaderValue {
    let name = HeaderName::new_from_ascii_str(name);
    HeaderValue::dangerous_new_pre_encoded(name, String::new(), value)
}

/// A header made of untrusted text.
fn text(name: &'static str, value: &str) -> HeaderValue {
    encoded(HeaderName::new_from_ascii_str(name), value)
}

fn encoded(name: HeaderName, value: &str) -> HeaderValue {
    let value = plain(value);
    if value.split(' ').any(|word| word.len() > LONGEST_WORD) {
        return HeaderValue::dangerous_new_pre_encoded(name, String::new(), encoded_words(&value));
    }
    HeaderValue::new(name, value)
}

/// The text without control characters.
fn plain(text: &str) -> String {
    let shown = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(shown).collect()
}

/// Text as encoded words, a line each: where a word is so long that no line can hold it.
fn encoded_words(text: &str) -> String {
    let mut words = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut end = rest.len().min(42);
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        let (head, tail) = rest.split_at(end);
        words.push(format!("=?UTF-8?B?{}?=", STANDARD.encode(head)));
        rest = tail;
    }
    words.join("\r\n ")
}

fn address_list(name: &str, addresses: &[MailAddress]) -> String {
    let mut out = String::new();
    let mut column = name.len() + 2;
    for (n, address) in addresses.iter().enumerate() {
        let text = mailbox(address);
        if n > 0 {
            out.push(',');
            let is_full = column + text.len() > FOLD;
            out.push_str(if is_full { "\r\n " } else { " " });
            column = if is_full { 1 } else { column + 2 };
        }
        column += text.len();
        out.push_str(&text);
    }
    out
}

/// `Name <address>`, with the name as a phrase, quoted or encoded as it needs.
fn mailbox(address: &MailAddress) -> String {
    let name: String = plain(&address.name).chars().take(LONGEST_WORD).collect();
    let name = name.trim();
    if name.is_empty() {
        return address.email.clone();
    }
    if name.is_ascii() {
        return format!("{} <{}>", phrase(name), address.email);
    }
    let Some(email) = lettre_address(&address.email) else {
        return address.email.clone();
    };
    let mailbox = Mailbox::new(Some(name.to_owned()), email);
    let from = header::From::from(Mailboxes::new().with(mailbox));
    let mut headers = Headers::new();
    headers.set(from);
    let line = headers.to_string();
    let value = line.strip_prefix("From: ").unwrap_or(&line);
    value.strip_suffix("\r\n").unwrap_or(value).to_owned()
}

/// PHPMailer's `encodeHeader` for a phrase of ASCII.
fn phrase(name: &str) -> String {
    let is_atom = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~ -".contains(&b);
    if name.bytes().all(is_atom) {
        return name.to_owned();
    }
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

/// An address for the envelope. `is_email` has checked it: lettre would refuse some that are in use, as `a..b@c.example`.
pub(super) fn lettre_address(email: &str) -> Option<Address> {
    let (user, domain) = email.rsplit_once('@')?;
    super::wp_mail::is_address(email).then(|| Address::new_dangerous(user, domain))
}

fn rfc2822_date(unix: i64) -> String {
    let at = Timestamp::from_second(unix).unwrap_or(Timestamp::UNIX_EPOCH);
    let zoned = at.to_zoned(jiff::tz::TimeZone::UTC);
    rfc2822::to_string(&zoned).unwrap_or_default()
}

/// PHPMailer's `normalizeBreaks`.
fn with_crlf(text: &str) -> String {
    text.replace("\r\n", "\n")
        .replace('\r', "\n")
        .replace('\n', "\r\n")
}

#[cfg(test)]
#[path = "message_tests.rs"]
mod tests;
