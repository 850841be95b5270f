//! The status of a submission and its message.
//!
//! Contract "contact-form-7", sections 13, 18 and 20.2.

use std::borrow::Cow;

/// Outcome of a submission; the names are those on the wire.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// Nothing happened yet.
    Init,
    /// A field is not right.
    ValidationFailed,
    /// Terms were not accepted.
    AcceptanceMissing,
    /// Spam.
    Spam,
    /// A step before the mail stopped it.
    Aborted,
    /// The mail was queued, or none is required.
    MailSent,
    /// The mail was refused.
    MailFailed,
    /// Only for logged-in users.
    Error,
    /// A status of an add-on, for example `payment_required`.
    Custom(String),
}

impl Status {
    /// The name on the wire.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Init => "init",
            Self::ValidationFailed => "validation_failed",
            Self::AcceptanceMissing => "acceptance_missing",
            Self::Spam => "spam",
            Self::Aborted => "aborted",
            Self::MailSent => "mail_sent",
            Self::MailFailed => "mail_failed",
            Self::Error => "error",
            Self::Custom(name) => name,
        }
    }

    /// The key of the form's message, for the outcomes that have one.
    pub fn message_key(&self) -> Option<&'static str> {
        Some(match self {
            Self::ValidationFailed => "validation_error",
            Self::AcceptanceMissing => "accept_terms",
            Self::Spam => "spam",
            Self::MailSent => "mail_sent_ok",
            Self::MailFailed => "mail_sent_ng",
            Self::Init | Self::Aborted | Self::Error | Self::Custom(_) => return None,
        })
    }

    /// The value in the form's class and `data-status`: runs of other characters become one `-`.
    pub fn class_word(&self) -> Cow<'_, str> {
        Cow::Borrowed(match self {
            Self::Init => "init",
            Self::ValidationFailed => "invalid",
            Self::AcceptanceMissing => "unaccepted",
            Self::Spam => "spam",
            Self::Aborted => "aborted",
            Self::MailSent => "sent",
            Self::MailFailed => "failed",
            Self::Error => "custom-error",
            Self::Custom(name) if name == "payment_required" => "payment-required",
            Self::Custom(name) => return Cow::Owned(format!("custom-{}", dashed(name))),
        })
    }
}

fn dashed(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            out.push(c);
        } else if !out.ends_with('-') {
            out.push('-');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn custom_statuses_are_dashed() {
        let class = |name: &str| Status::Custom(name.to_owned()).class_word().into_owned();
        assert_eq!(class("my_custom_one"), "custom-my-custom-one");
        assert_eq!(class("payment_required"), "payment-required");
    }
}
