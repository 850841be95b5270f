//! Mails about accounts: their settings and words.
//!
//! Contract "woocommerce", section 13.3; recording woo/account-register-ok (`effects.mails`).

use crate::woocommerce::order::{MailType, MailWords, has_improved_mails, is_mail_enabled};
use crate::wordpress::l10n::TextDomain;
use crate::wordpress::options::Options;

/// A mail about an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountMail {
    /// `customer_new_account`.
    NewAccount {
        /// Where the buyer chooses a password, when the shop has made one.
        set_password_url: Option<String>,
    },
    /// `customer_reset_password`.
    ResetPassword {
        /// Where the buyer chooses a new password.
        reset_url: String,
    },
}

impl AccountMail {
    /// Its id: the option is `woocommerce_{id}_settings`.
    pub fn id(&self) -> &'static str {
        match self {
            Self::NewAccount { .. } => "customer_new_account",
            Self::ResetPassword { .. } => "customer_reset_password",
        }
    }

    /// Whether the shop sends it.
    pub fn is_enabled(&self, options: &Options) -> bool {
        is_mail_enabled(options, self.id())
    }

    /// How it is written.
    pub fn mail_type(&self, options: &Options) -> MailType {
        MailType::of(options, self.id())
    }

    /// Its words, with their placeholders. `texts`: domain `woocommerce`.
    pub fn words(&self, options: &Options, texts: TextDomain<'_>) -> MailWords {
        let defaults = match (self, has_improved_mails(options)) {
            (Self::NewAccount { .. }, _) => (
                "Your {site_title} account has been created!",
                "Welcome to {site_title}",
                "We look forward to seeing you soon.",
            ),
            (Self::ResetPassword { .. }, true) => (
                "Reset your password for {site_title}",
                "Reset your password",
                "Thanks for reading.",
            ),
            (Self::ResetPassword { .. }, false) => (
                "Password Reset Request for {site_title}",
                "Password Reset Request",
                "Thanks for reading.",
            ),
        };
        MailWords::of(options, self.id(), defaults, texts)
    }
}
