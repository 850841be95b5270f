//! A mail template: what is stored in `_mail` and `_mail_2`, and what a new form starts with.
//!
//! Contract "contact-form-7", sections 1.2, 1.3 and 17.4.

use crate::contact_form_7::messages::{translated, translated_with_context};
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

    /// The first mail of a new form, as it is stored (section 1.3).
    pub fn default_mail(site: &MailSiteInfo, locale: &Locale) -> Value {
        let filled = |source: &str, value: &str| translated(locale, source).replace("%s", value);
        let from = filled("From: %s", "[your-name] [your-email]");
        let subject = filled("Subject: %s", "[your-subject]");
        let message = translated(locale, "Message Body:");
        let about = about_site(locale, NOTIFICATION);
        stored(
            Value::array(),
            Self {
                subject: default_subject(locale),
                sender: format!("[_site_title] <{}>", default_sender(site)),
                body: format!("{from}\n{subject}\n\n{message}\n[your-message]\n\n-- \n{about}"),
                recipient: "[_site_admin_email]".to_owned(),
                additional_headers: "Reply-To: [your-email]".to_owned(),
                ..Self::default()
            },
        )
    }

    /// The second mail of a new form, switched off, as it is stored.
    pub fn default_mail_2(site: &MailSiteInfo, locale: &Locale) -> Value {
        let message = translated(locale, "Message Body:");
        let about = about_site(locale, RECEIPT);
        stored(
            Value::array().with("active", false),
            Self {
                subject: default_subject(locale),
                sender: format!("[_site_title] <{}>", default_sender(site)),
                body: format!("{message}\n[your-message]\n\n-- \n{about}"),
                recipient: "[your-email]".to_owned(),
                additional_headers: "Reply-To: [_site_admin_email]".to_owned(),
                ..Self::default()
            },
        )
    }
}

/// A default template in the order and with the flags that the plugin gives it; an edit rebuilds it otherwise
/// ([`MailTemplate::to_value`]).
fn stored(start: Value, mail: MailTemplate) -> Value {
    start
        .with("subject", mail.subject)
        .with("sender", mail.sender)
        .with("body", mail.body)
        .with("recipient", mail.recipient)
        .with("additional_headers", mail.additional_headers)
        .with("attachments", mail.attachments)
        .with("use_html", 0)
        .with("exclude_blank", 0)
}

/// Ends the default body of the first mail; `%1$s` is the site's title, `%2$s` its address.
const NOTIFICATION: &str =
    "This is a notification that a contact form was submitted on your website (%1$s %2$s).";
/// Ends that of the second.
const RECEIPT: &str = "This email is a receipt for your contact form submission on our website (%1$s %2$s) in which your email address was used. If that was not you, please ignore this message.";

fn about_site(locale: &Locale, source: &str) -> String {
    let text = translated(locale, source);
    text.replace("%1$s", "[_site_title]")
        .replace("%2$s", "[_site_url]")
}

fn default_subject(locale: &Locale) -> String {
    let text = translated_with_context(locale, "%1$s \"%2$s\"", "mail subject");
    text.replace("%1$s", "[_site_title]")
        .replace("%2$s", "[your-subject]")
}

/// `from_email`: an address that the site may send from. On a machine of one's own it is the administrator's.
fn default_sender(site: &MailSiteInfo) -> String {
    let domain = site.domain();
    let is_local = matches!(domain.as_str(), "localhost" | "127.0.0.1");
    if is_local || wpcf7_is_email_in_domain(&site.admin_email, &domain) {
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
        let sender = mail.at("sender").as_str();
        assert_eq!(sender, Some("[_site_title] <wordpress@casa.example>"));
        let copy = MailTemplate::default_mail_2(&site, &Locale::english());
        // Contract section 1.3.
        let keys = |mail: &Value| {
            let keys = mail.as_array().unwrap().keys();
            keys.map(|key| key.to_string_lossy())
                .collect::<Vec<_>>()
                .join(" ")
        };
        let eight =
            "subject sender body recipient additional_headers attachments use_html exclude_blank";
        assert_eq!(keys(&mail), eight);
        assert_eq!(keys(&copy), format!("active {eight}"));
        assert_eq!(copy.at("use_html").as_int(), Some(0));
        let local = MailSiteInfo {
            url: "http://127.0.0.1:8081".to_owned(),
            ..site
        };
        let mail = MailTemplate::default_mail(&local, &Locale::english());
        // Recording owner/cf7-create.
        let sender = mail.at("sender").as_str();
        assert_eq!(sender, Some("[_site_title] <a@otra.example>"));
    }
}
