//! The stored form of a mail.

use std::io;

use serde::{Deserialize, Serialize};

use super::super::wp_mail::PreparedMail;

/// The column `mail`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Stored {
    /// The mail; the paths of its attachments are names in its folder of the spool.
    pub(super) mail: PreparedMail,
    /// The recipients without a delivery.
    pub(super) recipients: Vec<String>,
}

impl Stored {
    pub(super) fn new(mail: PreparedMail) -> Self {
        let recipients = mail.recipients().map(|a| a.email.clone()).collect();
        Self { mail, recipients }
    }

    /// JSON in ASCII.
    ///
    /// # Errors
    /// When the mail cannot be written as JSON.
    pub(super) fn to_json(&self) -> io::Result<String> {
        let json = serde_json::to_string(self)?;
        let mut out = String::with_capacity(json.len());
        for c in json.chars() {
            if c.is_ascii() && c != '\x7f' {
                out.push(c);
                continue;
            }
            // Beyond ASCII there are only characters inside of strings.
            for unit in c.encode_utf16(&mut [0; 2]) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        }
        Ok(out)
    }

    pub(super) fn from_json(json: &str) -> Result<Self, String> {
        serde_json::from_str(json).map_err(|e| format!("the stored mail cannot be read: {e}"))
    }

    /// The stored part of a delivered mail: the headers.
    pub(super) fn head(&self) -> Self {
        let mail = PreparedMail {
            body: String::new(),
            alt_body: None,
            attachments: Vec::new(),
            headers: Vec::new(),
            ..self.mail.clone()
        };
        Self {
            mail,
            recipients: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_mail_comes_back_from_ascii(body in ".{0,80}", subject in "(\\\\|\"|\u{7f}|😀|.){0,40}") {
            let mut mail = PreparedMail { body, subject, ..PreparedMail::default() };
            mail.to.push(Default::default());
            let stored = Stored::new(mail);
            let json = stored.to_json().unwrap();
            prop_assert!(json.is_ascii());
            prop_assert_eq!(Stored::from_json(&json), Ok(stored));
        }
    }
}
