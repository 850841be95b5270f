//! What may be wrong with the two mails.

use std::collections::HashMap;
use std::net::IpAddr;
use std::path::{Component, Path};

use crate::contact_form_7::mail::{MailTemplate, wpcf7_is_email_in_domain, wpcf7_is_mailbox_list};
use crate::wordpress::url::parse_url::parse_url;

use super::minimum_input::MinimumInput;
use super::{ConfigValidator, ErrorCode, INVALID_MAILBOX_IN_FIELD};

/// Bytes of all attachments of a mail together.
const ATTACHMENTS_LIMIT: u64 = 25 * 1024 * 1024;

/// Headers that hold addresses.
const MAILBOX_HEADERS: [&str; 3] = ["reply-to", "cc", "bcc"];
/// Those of them to which a mail is sent.
const RECIPIENT_HEADERS: [&str; 2] = ["cc", "bcc"];

/// An address that only a visitor can have written.
const USER_SPECIFIED: &str = "user-specified@example.com";

impl ConfigValidator<'_> {
    /// The second mail counts when it is sent.
    pub(super) fn mail_2(&mut self) {
        let mail = self.form.mail_2_template();
        if mail.active {
            self.mail("mail_2", &mail);
        }
    }

    pub(super) fn mail(&mut self, template: &str, mail: &MailTemplate) {
        if template == "mail"
            && self
                .form
                .mail
                .as_array()
                .is_none_or(|stored| stored.is_empty())
        {
            return;
        }
        let place = |component: &str| format!("{template}.{component}");
        self.not_empty(&place("subject"), &mail.subject);
        self.sender(&place("sender"), &mail.sender);
        self.recipient(&place("recipient"), &mail.recipient);
        self.additional_headers(&place("additional_headers"), &mail.additional_headers);
        self.not_empty(&place("body"), &mail.body);
        self.attachments(&place("attachments"), &mail.attachments);
    }

    fn filled(&self, text: &str) -> String {
        self.input(None).fill(text)
    }

    fn input(&self, typed_email: Option<&'static str>) -> MinimumInput<'_> {
        MinimumInput {
            form: self.form,
            site: self.site,
            typed_email,
        }
    }

    fn not_empty(&mut self, section: &str, text: &str) {
        if self.filled(text).trim().is_empty() {
            self.add(section, ErrorCode::MaybeEmpty, Vec::new());
        }
    }

    fn sender(&mut self, section: &str, text: &str) {
        let sender = self.filled(text).replace(['\r', '\n'], "");
        if !is_mailbox_list(&sender) {
            self.add(section, ErrorCode::InvalidMailboxSyntax, Vec::new());
        } else if !is_email_in_site_domain(&sender, &self.site.info.url) {
            self.add(section, ErrorCode::EmailNotInSiteDomain, Vec::new());
        }
    }

    fn recipient(&mut self, section: &str, text: &str) {
        let recipient = self.filled(text).replace(['\r', '\n'], "");
        if !is_mailbox_list(&recipient) {
            self.add(section, ErrorCode::InvalidMailboxSyntax, Vec::new());
        }
        if self.is_unsafe(text) {
            self.add(section, ErrorCode::UnsafeEmailWithoutProtection, Vec::new());
        }
    }

    /// Whether a visitor can choose the recipient and no spam protection is active.
    fn is_unsafe(&self, text: &str) -> bool {
        if self.site.types.recaptcha || self.site.types.turnstile {
            return false;
        }
        let filled = self.input(Some(USER_SPECIFIED)).fill(text);
        let addresses = wpcf7_is_mailbox_list(&filled).unwrap_or_default();
        addresses.iter().any(|address| address == USER_SPECIFIED)
    }

    fn additional_headers(&mut self, section: &str, text: &str) {
        let (mut has_invalid, mut is_unsafe, mut no_mailboxes) = (false, false, Vec::new());
        for line in text.split('\n').map(str::trim).filter(|l| !l.is_empty()) {
            let header = line
                .split_once(':')
                .filter(|(name, _)| is_header_name(name));
            let Some((name, value)) = header else {
                has_invalid = true;
                continue;
            };
            let (kind, value) = (name.to_ascii_lowercase(), value.trim());
            if !MAILBOX_HEADERS.contains(&kind.as_str()) {
                has_invalid |= value.is_empty();
                continue;
            }
            if !is_mailbox_list(&self.filled(value)) {
                no_mailboxes.push(name.to_owned());
            }
            is_unsafe |= RECIPIENT_HEADERS.contains(&kind.as_str()) && self.is_unsafe(value);
        }
        if has_invalid {
            self.add(section, ErrorCode::InvalidMailHeader, Vec::new());
        }
        for name in no_mailboxes {
            let code = ErrorCode::InvalidMailboxSyntax;
            let params = vec![("name", name)];
            self.add_with(section, code, INVALID_MAILBOX_IN_FIELD, params);
        }
        if is_unsafe {
            self.add(section, ErrorCode::UnsafeEmailWithoutProtection, Vec::new());
        }
    }

    fn attachments(&mut self, section: &str, text: &str) {
        let mut limits: HashMap<&str, u64> = HashMap::new();
        for tag in self.form.tags.iter().filter(|tag| tag.basetype == "file") {
            if text.contains(&format!("[{}]", tag.name)) {
                let limit = limits.entry(tag.name.as_str()).or_default();
                *limit = tag.get_limit_option().max(*limit);
            }
        }
        let mut total = limits.values().fold(0_u64, |sum, n| sum.saturating_add(*n));
        let lines = text.split('\n').map(str::trim);
        for line in lines.filter(|line| !line.is_empty() && !line.starts_with('[')) {
            match self.size_of(line) {
                Ok(size) => total = total.saturating_add(size),
                Err(code) => {
                    let path = || vec![("path", line.to_owned())];
                    let is_missing = code == ErrorCode::FileNotFound;
                    let params = is_missing.then(path).unwrap_or_default();
                    self.add(section, code, params);
                }
            }
        }
        if total > ATTACHMENTS_LIMIT {
            self.add(section, ErrorCode::AttachmentsOverweight, Vec::new());
        }
    }

    /// The size of a file that a template attaches. A path outside the content folder is reported as such without
    /// checking whether the file exists, so that an editor cannot probe the rest of the file system.
    fn size_of(&self, line: &str) -> Result<u64, ErrorCode> {
        let roots = &self.site.roots;
        let Some(content_dir) = roots.content_dir else {
            return Err(ErrorCode::FileNotFound);
        };
        let path = content_dir.join(line);
        let leaves = |path: &Path| path.components().any(|part| part == Component::ParentDir);
        let is_below = |path: &Path, root: &Path| path.starts_with(root) && !leaves(path);
        let others = || roots.others.iter().any(|root| is_below(&path, root));
        if line.contains('\0') || !(is_below(&path, content_dir) || others()) {
            return Err(ErrorCode::FileNotInContentDir);
        }
        let real = path.canonicalize().map_err(|_| ErrorCode::FileNotFound)?;
        let mut allowed = roots.others.iter().map(std::path::PathBuf::as_path);
        let below = |root: &Path| root.canonicalize().is_ok_and(|root| real.starts_with(root));
        if !below(content_dir) && !allowed.any(below) {
            return Err(ErrorCode::FileNotInContentDir);
        }
        let data = real.metadata().ok().filter(std::fs::Metadata::is_file);
        data.map(|data| data.len()).ok_or(ErrorCode::FileNotFound)
    }
}

fn is_mailbox_list(text: &str) -> bool {
    wpcf7_is_mailbox_list(text).is_some_and(|addresses| !addresses.is_empty())
}

fn is_header_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

/// A site on an address without a name may send in any name.
fn is_email_in_site_domain(email: &str, home: &str) -> bool {
    let host = parse_url(home)
        .and_then(|parts| parts.host)
        .unwrap_or_default();
    let host = host.to_ascii_lowercase();
    let number = host.trim_matches(['[', ']']);
    host == "localhost"
        || number.parse::<IpAddr>().is_ok()
        || wpcf7_is_email_in_domain(email, &host)
}
