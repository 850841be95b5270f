//! The configuration validator: errors of a stored form by section.
//!
//! Contract "contact-form-7", sections 1.2 (`_config_validation`) and 12 (`config_errors`). Sections are `form.body`,
//! `mail.sender`, `mail_2.recipient`, `messages.spam`, `additional_settings.body`, …; an error is a code with the
//! parameters of its message. Errors are informational; nothing is refused. The plugin's bulk validation in the admin
//! area is not implemented.

mod form;
mod mail;
mod minimum_input;

use indexmap::IndexMap;

use crate::wordpress::formatting::strip_all_tags::wp_strip_all_tags;
use crate::wordpress::l10n::Locale;
use crate::wordpress::php::Value;

use super::contact_form::ContactForm;
use super::form_tag::FormTagTypes;
use super::mail::{AttachmentRoots, MailSiteInfo};
use super::messages::translated;

/// Where the plugin's authors explain each code.
const DOCUMENTATION: &str = "https://contactform7.com/configuration-errors/";

/// What may be wrong. Code on the wire, and the source text of its message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorCode {
    /// A mail's subject or body may come out empty.
    MaybeEmpty,
    /// A sender, recipient or header holds what is no address.
    InvalidMailboxSyntax,
    /// The site may not send in the name of this address.
    EmailNotInSiteDomain,
    /// Messages are shown as text.
    HtmlInMessage,
    /// A label belongs to one control.
    MultipleControlsInLabel,
    /// An attached file is not there.
    FileNotFound,
    /// A field has the name of one of WordPress's query variables.
    UnavailableNames,
    /// A line of the additional headers is none.
    InvalidMailHeader,
    /// `on_sent_ok` or `on_submit`.
    DeprecatedSettings,
    /// An attached file lies elsewhere.
    FileNotInContentDir,
    /// A form in the form.
    UnavailableHtmlElements,
    /// All attachments together are too large for a mail.
    AttachmentsOverweight,
    /// A name with dots.
    DotsInNames,
    /// A name with colons.
    ColonsInNames,
    /// A field accepts larger files than the server.
    UploadFilesizeOverlimit,
    /// Any visitor can send mail to any recipient.
    UnsafeEmailWithoutProtection,
}

impl ErrorCode {
    /// As stored, and as named in the address of its explanation.
    pub fn code(self) -> &'static str {
        match self {
            Self::MaybeEmpty => "maybe_empty",
            Self::InvalidMailboxSyntax => "invalid_mailbox_syntax",
            Self::EmailNotInSiteDomain => "email_not_in_site_domain",
            Self::HtmlInMessage => "html_in_message",
            Self::MultipleControlsInLabel => "multiple_controls_in_label",
            Self::FileNotFound => "file_not_found",
            Self::UnavailableNames => "unavailable_names",
            Self::InvalidMailHeader => "invalid_mail_header",
            Self::DeprecatedSettings => "deprecated_settings",
            Self::FileNotInContentDir => "file_not_in_content_dir",
            Self::UnavailableHtmlElements => "unavailable_html_elements",
            Self::AttachmentsOverweight => "attachments_overweight",
            Self::DotsInNames => "dots_in_names",
            Self::ColonsInNames => "colons_in_names",
            Self::UploadFilesizeOverlimit => "upload_filesize_overlimit",
            Self::UnsafeEmailWithoutProtection => "unsafe_email_without_protection",
        }
    }

    /// Source text of the plugin's translations; `%name%` stands for a parameter.
    fn source(self) -> &'static str {
        match self {
            Self::MaybeEmpty => "There is a possible empty field.",
            Self::InvalidMailboxSyntax => "Invalid mailbox syntax is used.",
            Self::EmailNotInSiteDomain => {
                "Sender email address does not belong to the site domain."
            }
            Self::HtmlInMessage => "HTML tags are used in a message.",
            Self::MultipleControlsInLabel => {
                "Multiple form controls are in a single label element."
            }
            Self::FileNotFound => "Attachment file does not exist at %path%.",
            Self::UnavailableNames => "Unavailable names (%names%) are used for form controls.",
            Self::InvalidMailHeader => "There are invalid mail header fields.",
            Self::DeprecatedSettings => "Deprecated settings are used.",
            Self::FileNotInContentDir => {
                "It is not allowed to use files outside the wp-content directory."
            }
            Self::UnavailableHtmlElements => {
                "Unavailable HTML elements are used in the form template."
            }
            Self::AttachmentsOverweight => "The total size of attachment files is too large.",
            Self::DotsInNames => "Dots are used in form-tag names.",
            Self::ColonsInNames => "Colons are used in form-tag names.",
            Self::UploadFilesizeOverlimit => {
                "Uploadable file size exceeds PHP\u{2019}s maximum acceptable size."
            }
            Self::UnsafeEmailWithoutProtection => {
                "Unsafe email config is used without sufficient protection."
            }
        }
    }
}

/// The text of a mailbox error that names its header.
const INVALID_MAILBOX_IN_FIELD: &str = "Invalid mailbox syntax is used in the %name% field.";

/// An error with its section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError {
    /// What is wrong.
    pub code: ErrorCode,
    /// The text in the requested locale, before its parameters are filled in.
    pub message: String,
    /// What the text needs.
    pub params: Vec<(&'static str, String)>,
}

impl ConfigError {
    /// The text with its parameters.
    fn localized_message(&self) -> String {
        let fill = |text: String, (name, value): &(&str, String)| {
            text.replace(&format!("%{name}%"), value)
        };
        self.params.iter().fold(self.message.clone(), fill)
    }
}

/// The errors of a form by section, in the order of validation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConfigErrors {
    sections: IndexMap<String, Vec<ConfigError>>,
}

impl ConfigErrors {
    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.sections.is_empty()
    }

    /// The codes of a section.
    pub fn codes(&self, section: &str) -> Vec<&'static str> {
        let errors = self.sections.get(section).into_iter().flatten();
        errors.map(|error| error.code.code()).collect()
    }

    /// `_config_validation`: section to a list of code and arguments.
    pub fn to_stored(&self) -> Value {
        self.by_section(|error| {
            let mut params = Value::array();
            for (name, value) in &error.params {
                params = params.with(*name, value.as_str());
            }
            let args = Value::array()
                .with("message", error.message.as_str())
                .with("params", params);
            Value::array()
                .with("code", error.code.code())
                .with("args", args)
        })
    }

    /// `config_errors` of the REST API: section to a list of message and link; an empty list without errors.
    pub fn to_messages(&self) -> Value {
        self.by_section(|error| {
            let page = error.code.code().replace('_', "-");
            Value::array()
                .with("message", error.localized_message())
                .with("link", format!("{DOCUMENTATION}{page}/"))
        })
    }

    fn by_section(&self, shown: impl Fn(&ConfigError) -> Value) -> Value {
        let mut all = Value::array();
        for (section, errors) in &self.sections {
            let list: Value = errors.iter().map(&shown).collect();
            all = all.with(section.as_str(), list);
        }
        all
    }
}

/// What the check needs besides the form.
#[derive(Clone, Copy)]
pub struct ConfigSite<'a> {
    /// The site data for mail-tags.
    pub info: &'a MailSiteInfo,
    /// The language of the texts.
    pub locale: &'a Locale,
    /// The form-tag types.
    pub types: FormTagTypes,
    /// The server's upload limit in bytes.
    pub upload_limit: u64,
    /// Folders from which attachments may come.
    pub roots: AttachmentRoots<'a>,
}

/// `WPCF7_ConfigValidator`.
pub struct ConfigValidator<'a> {
    form: &'a ContactForm,
    site: &'a ConfigSite<'a>,
    errors: ConfigErrors,
}

impl<'a> ConfigValidator<'a> {
    /// Everything that is wrong with a form.
    pub fn validate(form: &'a ContactForm, site: &'a ConfigSite<'a>) -> ConfigErrors {
        let mut validator = Self {
            form,
            site,
            errors: ConfigErrors::default(),
        };
        validator.form_body();
        // What is never sent has no mistakes: recording owner/cf7-update-bad-mail.
        let settings = &form.additional_settings;
        if !settings.is_in_demo_mode() && !settings.is_true("skip_mail") {
            validator.mail("mail", &form.mail_template(&site.info.admin_email));
            validator.mail_2();
        }
        validator.messages();
        validator.additional_settings();
        validator.errors
    }

    fn add(&mut self, section: &str, code: ErrorCode, params: Vec<(&'static str, String)>) {
        self.add_with(section, code, code.source(), params);
    }

    fn add_with(
        &mut self,
        section: &str,
        code: ErrorCode,
        source: &str,
        params: Vec<(&'static str, String)>,
    ) {
        let error = ConfigError {
            code,
            message: translated(self.site.locale, source).to_owned(),
            params,
        };
        let sections = &mut self.errors.sections;
        sections.entry(section.to_owned()).or_default().push(error);
    }

    fn messages(&mut self) {
        for (key, value) in &self.form.messages(self.site.locale) {
            let text = value.to_string_lossy();
            if wp_strip_all_tags(&text, false) != *text {
                let section = format!("messages.{}", key.to_string_lossy());
                self.add(&section, ErrorCode::HtmlInMessage, Vec::new());
            }
        }
    }

    fn additional_settings(&mut self) {
        let settings = &self.form.additional_settings;
        let is_used = |name: &str| settings.get(name).is_some_and(|value| !value.is_empty());
        if ["on_sent_ok", "on_submit"].into_iter().any(is_used) {
            let code = ErrorCode::DeprecatedSettings;
            self.add("additional_settings.body", code, Vec::new());
        }
    }
}

#[cfg(test)]
mod tests;
