//! The arguments of `wp_mail`.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The arguments of [`wp_mail`](super::wp_mail::wp_mail), unchecked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mail {
    /// The recipients, separated by commas: `a@x.example, Name <b@x.example>`.
    pub to: String,
    /// `Subject`, not encoded.
    pub subject: String,
    /// The body: text, or markup when a header says `Content-Type: text/html`.
    pub message: String,
    /// Headers, name and value, in order: `From`, `Cc`, `Bcc`, `Reply-To`, `Content-Type` and any other.
    /// [`parse_headers`] makes them from text.
    pub headers: Vec<(String, String)>,
    /// Files to attach. A file that cannot be read is left out, as PHPMailer does.
    pub attachments: Vec<Attachment>,
    /// PHPMailer's `AltBody`: the body as plain text, beside a body of markup. With it the mail becomes
    /// `multipart/alternative`. [`html2text`](super::html2text::html2text) derives it.
    pub alt_body: Option<String>,
}

/// A file to attach.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    /// Its path.
    pub path: PathBuf,
    /// The name that the recipient sees.
    pub name: String,
}

impl Attachment {
    /// A file under its own name.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned());
        Self {
            name: name.unwrap_or_default(),
            path,
        }
    }
}

/// The headers in a text of lines, as `wp_mail` reads a string: a line without a colon is no header.
pub fn parse_headers(text: &str) -> Vec<(String, String)> {
    text.replace("\r\n", "\n")
        .split('\n')
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_lines_with_a_colon() {
        let headers = parse_headers("From: A <a@b.example>\r\nsin dos puntos\n\nX-A : b: c ");
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            headers,
            [pair("From", "A <a@b.example>"), pair("X-A", "b: c")]
        );
    }
}
