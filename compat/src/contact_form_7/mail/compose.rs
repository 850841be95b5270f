//! A template and a submission become a mail.
//!
//! Contract "contact-form-7", section 17.3. Header injection is prevented: subject, sender and recipient lose their line
//! breaks, and an additional header is its line of the template, truncated at the first line break.

use std::path::PathBuf;

use regex::Captures;

use crate::contact_form_7::autop::wpcf7_autop;
use crate::contact_form_7::submission::UploadedFiles;
use crate::contact_form_7::swv::validation_functions::wpcf7_is_email;
use crate::contact_form_7::whitespace::strip_newline;
use crate::wordpress::formatting::escape::{esc_attr, esc_html};
use crate::wordpress::mail::html2text::html2text;
use crate::wordpress::mail::{Attachment, Mail, parse_headers};
use crate::wordpress::php::trim::trim_str;
use crate::wordpress::static_regex::StaticRegex;

use super::{
    AttachmentRoots, MailTagValues, MailTemplate, ReplaceOptions, attachments,
    wpcf7_mail_replace_tags,
};

static ANGLES: StaticRegex = StaticRegex::new("<(.*?)>");
static WHOLE_PAGE: StaticRegex = StaticRegex::new(r"(?is)<html[>\s].*</html>");

/// The header that marks the plugin's mails for its own filters; removed before sending.
const MARKER_HEADER: &str = "X-WPCF7-Content-Type";

/// Languages that are written from right to left (contract "contact-form-7", section 7.2).
const RTL_LOCALES: [&str; 8] = ["ar", "ary", "azb", "fa_IR", "haz", "he_IL", "ps", "ug_CN"];

/// The site data for composing.
#[derive(Debug, Clone, Copy)]
pub struct MailSettings<'a> {
    /// `_locale` of the form, empty when it has none.
    pub locale_code: &'a str,
    /// Whether bodies of markup get paragraphs.
    pub autop: bool,
    /// Folders from which attachments may come.
    pub roots: AttachmentRoots<'a>,
}

/// A composed mail, the plugin's arguments of `wp_mail`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ComposedMail {
    /// The recipients as text.
    pub recipient: String,
    /// The subject.
    pub subject: String,
    /// The body.
    pub body: String,
    /// The header text: lines, the sender first.
    pub headers: String,
    /// Files.
    pub attachments: Vec<PathBuf>,
    /// The body is markup.
    pub use_html: bool,
}

/// Fills a template in.
pub fn compose(
    template: &MailTemplate,
    values: &impl MailTagValues,
    uploaded: &UploadedFiles,
    settings: &MailSettings<'_>,
) -> ComposedMail {
    let replaced = |text: &str| wpcf7_mail_replace_tags(text, ReplaceOptions::default(), values);
    let one_line = |text: &str| trim_str(&strip_newline(&replaced(text))).to_owned();
    let body = body(template, values, settings);
    ComposedMail {
        subject: one_line(&template.subject),
        recipient: one_line(&template.recipient),
        headers: headers(template, &one_line(&template.sender), &replaced),
        attachments: attachments(&template.attachments, uploaded, &settings.roots),
        use_html: template.use_html,
        body,
    }
}

fn headers(template: &MailTemplate, sender: &str, replaced: &impl Fn(&str) -> String) -> String {
    let kind = if template.use_html {
        "text/html"
    } else {
        "text/plain"
    };
    let mut headers = format!("From: {sender}\n");
    if template.use_html {
        headers.push_str("Content-Type: text/html\n");
    }
    headers.push_str(&format!("{MARKER_HEADER}: {kind}\n"));
    let lines = template.additional_headers.split(['\r', '\n']);
    let lines = lines.filter(|line| line.contains(':'));
    let lines = lines.map(|line| {
        let line = replaced(line);
        trim_str(line.split(['\r', '\n']).next().unwrap_or_default()).to_owned()
    });
    headers.push_str(&lines.collect::<Vec<_>>().join("\n"));
    headers
}

fn body(
    template: &MailTemplate,
    values: &impl MailTagValues,
    settings: &MailSettings<'_>,
) -> String {
    let options = ReplaceOptions {
        html: template.use_html,
        exclude_blank: template.exclude_blank,
        is_body: true,
    };
    let body = wpcf7_mail_replace_tags(&template.body, options, values);
    if !template.use_html {
        return body;
    }
    let body = with_visible_addresses(&body);
    if WHOLE_PAGE.is_match(&body) {
        return body;
    }
    let subject = wpcf7_mail_replace_tags(&template.subject, ReplaceOptions::default(), values);
    htmlized(&body, &subject, settings)
}

/// `<a@b.example>` is no element: it is shown.
fn with_visible_addresses(body: &str) -> String {
    let shown = ANGLES.replace_all(body, |found: &Captures<'_>| {
        let part = |n: usize| found.get(n).map_or("", |part| part.as_str());
        if wpcf7_is_email(part(1)) {
            format!("&lt;{}&gt;", part(1))
        } else {
            part(0).to_owned()
        }
    });
    shown.into_owned()
}

/// The page around a body: `wpcf7_mail_html_header`, the formatted body, `wpcf7_mail_html_footer`.
fn htmlized(body: &str, subject: &str, settings: &MailSettings<'_>) -> String {
    let locale = settings.locale_code;
    let language = if locale.is_empty() {
        String::new()
    } else {
        let dir = if RTL_LOCALES.contains(&locale) {
            "rtl"
        } else {
            "ltr"
        };
        let lang = locale.replace('_', "-");
        format!(" dir=\"{dir}\" lang=\"{}\"", esc_attr(&lang))
    };
    let body = match settings.autop {
        true => wpcf7_autop(body, true),
        false => body.to_owned(),
    };
    format!(
        "<!doctype html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\"{language}>\n<head>\n<title>{}</title>\n</head>\n<body>\n{body}</body>\n</html>",
        esc_html(subject),
    )
}

impl ComposedMail {
    /// The header lines as the plugin hands them over.
    pub fn header_lines(&self) -> Vec<&str> {
        self.headers.split('\n').collect()
    }

    /// The arguments of `wp_mail`; a body of markup gets its twin of plain text.
    pub fn into_mail(self) -> Mail {
        let mut headers = parse_headers(&self.headers);
        headers.retain(|(name, _)| !name.eq_ignore_ascii_case(MARKER_HEADER));
        let alt_body = self.use_html.then(|| html2text(&self.body));
        Mail {
            to: self.recipient,
            subject: self.subject,
            message: self.body,
            headers,
            attachments: self.attachments.into_iter().map(Attachment::new).collect(),
            alt_body,
        }
    }
}
