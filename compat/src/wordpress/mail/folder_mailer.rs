//! A mailer that writes `.eml` files into a folder.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::{Mail, MailError, Mailer};
use crate::wordpress::password::wp_generate_password;

/// Writes each mail into a file of its own.
#[derive(Debug)]
pub struct FolderMailer {
    folder: PathBuf,
}

impl FolderMailer {
    /// A mailer into a folder, which is made with the first mail.
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
        }
    }
}

impl Mailer for FolderMailer {
    fn wp_mail(&self, mail: Mail) -> Result<(), MailError> {
        std::fs::create_dir_all(&self.folder)?;
        // Written whole and then named: nobody reads half a mail.
        let name = wp_generate_password(24, false, false);
        let draft = self.folder.join(format!("{name}.part"));
        std::fs::write(&draft, eml(&mail))?;
        std::fs::rename(&draft, self.folder.join(format!("{name}.eml")))?;
        Ok(())
    }
}

/// The mail as RFC 5322 text.
fn eml(mail: &Mail) -> String {
    let mut text = String::new();
    let own = [("To", mail.to.as_str()), ("Subject", mail.subject.as_str())];
    let further = mail.headers.iter().map(|(n, v)| (n.as_str(), v.as_str()));
    for (name, value) in own.into_iter().chain(further) {
        let _ = write!(
            text,
            "{}: {}\r\n",
            one_line(name),
            encoded(&one_line(value))
        );
    }
    text.push_str("MIME-Version: 1.0\r\nContent-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n");
    text.push_str(&mail.message.replace("\r\n", "\n").replace('\n', "\r\n"));
    text
}

/// A header that cannot become two.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

/// Beyond ASCII a value is an encoded word; the address at its end stays.
fn encoded(value: &str) -> String {
    if value.is_ascii() {
        return value.to_owned();
    }
    let (text, address) = match value.rfind('<') {
        Some(at) if value.ends_with('>') => value.split_at(at),
        _ => (value, ""),
    };
    let word = format!("=?UTF-8?B?{}?=", STANDARD.encode(text.trim()));
    if address.is_empty() {
        word
    } else {
        format!("{word} {address}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_becomes_a_file() {
        let dir = tempfile::tempdir().unwrap();
        let mail = Mail {
            to: "a@casa.example".into(),
            subject: "Contraseña\r\nBcc: x".into(),
            message: "uno\ndos\r\n".into(),
            headers: vec![("From".into(), "Añil <b@casa.example>".into())],
            ..Mail::default()
        };
        FolderMailer::new(dir.path()).wp_mail(mail).unwrap();
        let file = std::fs::read_dir(dir.path())
            .unwrap()
            .next()
            .unwrap()
            .unwrap()
            .path();
        let text = std::fs::read_to_string(file).unwrap();
        assert!(text.starts_with("To: a@casa.example\r\nSubject: =?UTF-8?B?"));
        assert!(text.contains("From: =?UTF-8?B?QcOxaWw=?= <b@casa.example>\r\n"));
        assert!(text.ends_with("\r\n\r\nuno\r\ndos\r\n") && !text.contains("\r\nBcc"));
    }
}
