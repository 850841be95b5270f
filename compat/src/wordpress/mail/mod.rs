//! Mails that the site sends: the arguments of `wp_mail` ([`Mail`]), what WordPress makes of them
//! ([`wp_mail::wp_mail`]), and the ways out.

mod folder_mailer;
pub mod html2text;
mod mail;
pub mod wp_mail;

pub use folder_mailer::FolderMailer;
pub use mail::{Attachment, Mail, parse_headers};
pub use wp_mail::{MailAddress, MailSite, PreparedMail, WpMailError};

use std::sync::{Mutex, PoisonError};

/// A mail that was not taken.
#[derive(Debug, thiserror::Error)]
#[error("the mail could not be handed over")]
pub struct MailError(#[from] std::io::Error);

/// Takes mails.
pub trait Mailer: Send + Sync {
    /// Hands a mail over; `Ok` means that it will not be lost.
    ///
    /// # Errors
    /// When the mail was not taken.
    fn wp_mail(&self, mail: Mail) -> Result<(), MailError>;
}

/// Keeps mails in memory: for tests, and where no way out is set.
#[derive(Debug, Default)]
pub struct MemoryMailer {
    mails: Mutex<Vec<Mail>>,
}

/// Mails kept at most; the oldest go.
const KEPT: usize = 100;

impl MemoryMailer {
    /// The mails taken so far.
    pub fn mails(&self) -> Vec<Mail> {
        self.mails
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

impl Mailer for MemoryMailer {
    fn wp_mail(&self, mail: Mail) -> Result<(), MailError> {
        let mut mails = self.mails.lock().unwrap_or_else(PoisonError::into_inner);
        if mails.len() >= KEPT {
            mails.remove(0);
        }
        mails.push(mail);
        Ok(())
    }
}
