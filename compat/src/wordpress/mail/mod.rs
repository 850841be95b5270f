//! Mails that the site sends (`wp_mail`), handed to a [`Mailer`].
//!
//! What a mail looks like on the wire and how it reaches its recipient is the mailer's matter.

mod folder_mailer;

pub use folder_mailer::FolderMailer;

use std::sync::{Mutex, PoisonError};

/// A mail of text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Mail {
    /// Address of the recipient.
    pub to: String,
    /// `Subject`, not encoded.
    pub subject: String,
    /// The text; lines end with `\n` or `\r\n`.
    pub message: String,
    /// Further headers, name and value, for example `From`.
    pub headers: Vec<(String, String)>,
}

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
