//! Mail transports: folder, SMTP, sendmail.

use std::fmt;
use std::time::Duration;

use super::folder_mailer::FolderMailer;
use super::memory_mailer::MemoryMailer;
use super::message::Outgoing;
use super::sendmail_mailer::SendmailMailer;
use super::smtp_mailer::SmtpMailer;

/// Why a delivery failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryErrorKind {
    /// The transport is unavailable: the next mail would fail as well.
    Unreachable,
    /// This mail was refused, temporarily or permanently.
    Refused,
}

/// A mail that was not delivered to all of its recipients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryError {
    /// Why it failed.
    pub kind: DeliveryErrorKind,
    /// The transport's error text.
    pub detail: String,
    /// The recipients without a delivery; empty: all of them.
    pub remaining: Vec<String>,
}

impl DeliveryError {
    /// The transport is unavailable.
    pub fn unreachable(detail: impl fmt::Display) -> Self {
        Self {
            kind: DeliveryErrorKind::Unreachable,
            detail: detail.to_string(),
            remaining: Vec::new(),
        }
    }

    /// This mail was refused.
    pub fn refused(detail: impl fmt::Display) -> Self {
        Self {
            kind: DeliveryErrorKind::Refused,
            ..Self::unreachable(detail)
        }
    }
}

impl fmt::Display for DeliveryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl std::error::Error for DeliveryError {}

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
