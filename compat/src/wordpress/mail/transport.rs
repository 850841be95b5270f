//! Mail transports: folder, SMTP, sendmail.

use std::fmt;
use std::time::Duration;

use super::delivery_error::DeliveryError;
use super::folder_mailer::FolderMailer;
use super::memory_mailer::MemoryMailer;
use super::message::Outgoing;
use super::sendmail_mailer::SendmailMailer;
use super::smtp_mailer::SmtpMailer;

/// A mail transport: folder, SMTP, sendmail.
#[derive(Debug)]
pub enum Transport {
    /// Files in a folder.
    Folder(FolderMailer),
    /// A mail server.
    Smtp(Box<SmtpMailer>),
    /// The machine's own `sendmail`.
    Sendmail(SendmailMailer),
    /// Memory, for tests.
    Memory(MemoryMailer),
}

impl Transport {
    /// Delivers a mail; `Ok` means that the next hop accepted responsibility.
    ///
    /// # Errors
    /// When at least one recipient was not delivered to.
    pub async fn deliver(&self, mail: &Outgoing) -> Result<(), DeliveryError> {
        match self {
            Self::Folder(folder) => folder.deliver(mail).await,
            Self::Smtp(smtp) => smtp.deliver(mail).await,
            Self::Sendmail(sendmail) => sendmail.deliver(mail).await,
            Self::Memory(memory) => memory.deliver(mail),
        }
    }

    /// Whether delivering the same mail twice has no effect.
    pub fn is_idempotent(&self) -> bool {
        matches!(self, Self::Folder(_))
    }

    /// Maximum duration of a delivery.
    pub fn timeout(&self) -> Duration {
        match self {
            Self::Folder(_) | Self::Memory(_) => Duration::from_secs(60),
            Self::Smtp(smtp) => smtp.timeout(),
            Self::Sendmail(sendmail) => sendmail.timeout(),
        }
    }
}

impl fmt::Display for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => write!(f, "the folder {}", folder.folder().display()),
            Self::Smtp(smtp) => smtp.fmt(f),
            Self::Sendmail(sendmail) => sendmail.fmt(f),
            Self::Memory(_) => f.write_str("memory"),
        }
    }
}
