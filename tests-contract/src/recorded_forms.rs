//! Recorded forms with a visitor's own words in them, for [`visitors`](crate::visitors).

use anyhow::Result;

use crate::client::ClientResponse;
use crate::recording::{Request, recorded};
use crate::visitors::Form;

/// Comments of as many people as there are numbers: each mails a notice.
pub struct Comment(Request);

impl Comment {
    /// As recorded in `comments/ok`.
    pub fn new() -> Result<Self> {
        Ok(Self(recorded("wordpress", "comments/ok")?.request))
    }
}

impl Form for Comment {
    fn request(&self, number: u64, token: &str) -> Request {
        let body = String::from_utf8_lossy(&self.0.body).into_owned();
        let field = |pair: &str| match pair.split_once('=') {
            Some(("comment", _)) => format!("comment={token}"),
            Some(("author", _)) => format!("author=Ana+{number}"),
            Some(("email", _)) => format!("email=ana{number}%40ejemplo.example"),
            _ => pair.to_owned(),
        };
        let body: Vec<String> = body.split('&').map(field).collect();
        // WordPress refuses a second comment from one address within fifteen seconds.
        let [.., a, b, c] = number.to_be_bytes();
        Request {
            body: body.join("&").into_bytes(),
            source_address: Some([127, a.saturating_add(1), b, c].into()),
            ..self.0.clone()
        }
    }

    fn is_taken(&self, answer: &ClientResponse) -> bool {
        answer.status == 302
    }

    fn rows(&self) -> &'static str {
        "SELECT comment_content FROM {p}comments"
    }
}

/// Submissions of the contact form, each with its two mails.
pub struct Feedback(Request);

impl Feedback {
    /// As recorded in `cf7/feedback-ok`.
    pub fn new() -> Result<Self> {
        Ok(Self(recorded("contact-form-7", "cf7/feedback-ok")?.request))
    }
}

impl Form for Feedback {
    fn request(&self, _: u64, token: &str) -> Request {
        let body = String::from_utf8_lossy(&self.0.body);
        let body = body.replace("Ana Prueba", token);
        Request {
            body: body.into_bytes(),
            ..self.0.clone()
        }
    }

    fn mails(&self) -> usize {
        2
    }

    fn is_taken(&self, answer: &ClientResponse) -> bool {
        answer.status == 200 && answer.body.contains("\"status\":\"mail_sent\"")
    }

    fn rows(&self) -> &'static str {
        "SELECT posted_data FROM {p}oxipress_submissions WHERE status = 'mail_sent'"
    }
}
