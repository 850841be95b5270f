//! Mails that the site sends, and that must not be lost.
//!
//! A column makes a [`Mail`], the arguments of `wp_mail`. [`wp_mail::wp_mail`] resolves headers and addresses as
//! WordPress does. The [`outbox`] stores it in the transaction that the mail belongs to, and passes it to a
//! [`Transport`] until that accepts it. The wire format is in [`message`].
//!
//! ```text
//! Mail --wp_mail--> PreparedMail --stage, enqueue--> {prefix}oxipress_outbox --claim--> Outgoing --> Transport
//! ```

mod arguments;
mod delivery_error;
mod folder_mailer;
pub mod html2text;

mod memory_mailer;
pub mod message;
mod mime_type;
pub mod outbox;
mod sendmail_mailer;
mod smtp_mailer;
mod transport;
pub mod wp_mail;

pub use arguments::{Attachment, Mail, parse_headers};
pub use delivery_error::{DeliveryError, DeliveryErrorKind};
pub use folder_mailer::FolderMailer;
pub use memory_mailer::MemoryMailer;
pub use message::Outgoing;
pub use outbox::Outbox;
pub use sendmail_mailer::SendmailMailer;
pub use smtp_mailer::{SmtpMailer, SmtpSecurity, SmtpServer};
pub use transport::Transport;
pub use wp_mail::{MailAddress, MailSite, PreparedMail, WpMailError};
