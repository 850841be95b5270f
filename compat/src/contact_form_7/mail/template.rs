//! A mail template: what is stored in `_mail` and `_mail_2`, and what a new form starts with.
//!
//! Contract "contact-form-7", sections 1.2, 1.3 and 17.4.

use crate::contact_form_7::messages::translated;
use crate::wordpress::l10n::Locale;
use crate::wordpress::php::Value;

use super::{MailSiteInfo, wpcf7_is_email_in_domain};

/// A mail template.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MailTemplate {
    /// Whether the second mail is sent; the first always is.
    pub active: bool,
    /// `subject`.
    pub subject: String,
    /// `sender`.
    pub sender: String,
    /// `recipient`.
    pub recipient: String,
    /// `body`.
    pub body: String,
    /// `additional_headers`, one a line.
    pub additional_headers: String,
    /// `attachments`: fields in brackets, and paths below the content folder.
    pub attachments: String,
    /// The body is markup.
    pub use_html: bool,
    /// Lines whose tags are all empty are left out of the body.
    pub exclude_blank: bool,
}

impl MailTemplate {
    /// Reads a stored template: any order, missing keys, flags of any kind.
    pub fn from_value(stored: &Value) -> Self {
        let text = |key: &str| stored.at(key).to_string_lossy().into_owned();
        Self {
            active: stored.at("active").to_bool(),
            subject: text("subject"),
            sender: text("sender"),
            recipient: text("recipient"),
            body: text("body"),
            additional_headers: text("additional_headers"),
            attachments: text("attachments"),
            use_html: stored.at("use_html").to_bool(),
            exclude_blank: stored.at("exclude_blank").to_bool(),
        }
    }

    /// The first mail of a form; without a stored recipient it goes to the site's administrator.
    pub fn mail_from_value(stored: &Value, admin_email: &str) -> Self {
        let mut mail = Self::from_value(stored);
        if stored.as_array().is_some() && stored.get("recipient").is_none() {
            admin_email.clone_into(&mut mail.recipient);
        }
        mail
    }

    /// The template as it is stored after an edit.
    pub fn to_value(&self) -> Value {
        Value::array()
            .with("active", self.active)
            .with("subject", self.subject.as_str())
            .with("sender", self.sender.as_str())
            .with("recipient", self.recipient.as_str())
            .with("body", self.body.as_str())
            .with("additional_headers", self.additional_headers.as_str())
            .with("attachments", self.attachments.as_str())
            .with("use_html", self.use_html)
            .with("exclude_blank", self.exclude_blank)
    }

    /// The first mail of a new form.
    pub fn default_mail(site: &MailSiteInfo, locale: &Locale) -> Self {
        let from = translated(locale, "From:");
        let subject = translated(locale, "Subject:");
        let message = translated(locale, "Message Body:");
        Self {
            active: true,
            subject: "[_site_title] \"[your-subject]\"".to_owned(),
            sender: format!("[_site_title] <{}>", default_sender(site)),
            recipient: "[_site_admin_email]".to_owned(),
            body: format!(
                "{from} [your-name] [your-email]\n{subject} [your-subject]\n\n{message}\n[your-message]\n\n{FOOTER}"
            ),
            additional_headers: "Reply-To: [your-email]".to_owned(),
            ..Self::default()
        }
    }

    /// The second mail of a new form, switched off.
    pub fn default_mail_2(site: &MailSiteInfo, locale: &Locale) -> Self {
        let message = translated(locale, "Message Body:");
        Self {
            active: false,
            recipient: "[your-email]".to_owned(),
            body: format!("{message}\n[your-message]\n\n{FOOTER}"),
            additional_headers: "Reply-To: [_site_admin_email]".to_owned(),
            ..Self::default_mail(site, locale)
        }
    }
}

/// The last lines of the default bodies.
const FOOTER: &str = "-- \n[_site_title] ([_site_url])";

/// An address that the site may send from.
fn default_sender(site: &MailSiteInfo) -> String {
    let domain = site.domain();
    if wpcf7_is_email_in_domain(&site.admin_email, &domain) {
        site.admin_email.clone()
    } else {
        format!("wordpress@{domain}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_of_any_kind_are_read() {
        let stored = Value::array()
            .with("use_html", "1")
            .with("exclude_blank", 0)
            .with("active", "");
        let mail = MailTemplate::mail_from_value(&stored, "a@b.example");
        assert!(mail.use_html && !mail.exclude_blank && !mail.active);
        assert_eq!(mail.recipient, "a@b.example");
    }

    #[test]
    fn a_new_form_writes_to_the_administrator() {
        let site = MailSiteInfo {
            url: "https://www.casa.example/blog".to_owned(),
            admin_email: "a@otra.example".to_owned(),
            ..MailSiteInfo::default()
        };
        let mail = MailTemplate::default_mail(&site, &Locale::english());
        assert_eq!(mail.sender, "[_site_title] <wordpress@casa.example>");
        let copy = MailTemplate::default_mail_2(&site, &Locale::english());
        assert!(!copy.active);
        assert_eq!(copy.additional_headers, "Reply-To: [_site_admin_email]");
    }
}
