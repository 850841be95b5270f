//! The values of mail-tags in a submission: posted values with their formats, else special mail-tags.
//!
//! Contract "contact-form-7", section 17.1.

use crate::contact_form_7::form_tag::{Feature, FormTag};
use crate::contact_form_7::messages::{translated, translated_with_context, unstored};
use crate::contact_form_7::submission::{Submission, conditions};
use crate::contact_form_7::text::array_flatten;
use crate::wordpress::date::wp_date;
use crate::wordpress::formatting::escape::esc_html;
use crate::wordpress::formatting::path::wp_basename;
use crate::wordpress::formatting::strip_all_tags::wp_strip_all_tags;
use crate::wordpress::formatting::texturize::wptexturize;
use crate::wordpress::php::Value;
use crate::wordpress::php::strtotime::strtotime;
use crate::wordpress::php::trim::trim_str;

use super::{MailTag, MailTagValues, ReplaceOptions};

/// Between items outside of a body.
const SEPARATOR: &str = ", ";

impl MailTagValues for Submission<'_> {
    fn value_of(&self, tag: &MailTag<'_>, options: ReplaceOptions) -> Option<String> {
        let submitted = self.submitted(tag);
        let Some(submitted) = submitted else {
            return self
                .special_mail_tags()
                .value_of(tag.tag_name, options.html);
        };
        let separator = if options.is_body {
            self.list_separator()
        } else {
            SEPARATOR
        };
        let items = self.items(&submitted, tag);
        let mut text = items.join(separator);
        if options.html {
            let strings = &self.form.locale.wp_locale().texturize;
            text = wptexturize(&esc_html(&text), strings, &|_| false);
        }
        if let Some(form_tag) = self.corresponding_form_tag(tag) {
            text = self.of_type(form_tag, text, &submitted, options.html);
        }
        Some(trim_str(&text).to_owned())
    }
}

impl Submission<'_> {
    /// The value that a tag means: posted data, or the raw body for `[_raw_…]`; none for unknown names.
    fn submitted(&self, tag: &MailTag<'_>) -> Option<Value> {
        let name = tag.field_name();
        if tag.do_not_heat {
            let raw = self.post.get(name.as_str()).cloned();
            return Some(raw.unwrap_or_else(|| Value::from("")));
        }
        self.posted_data.get(name.as_str()).cloned()
    }

    fn list_separator(&self) -> &str {
        &self.form.locale.wp_locale().list_item_separator
    }

    /// The items of a value, lists flattened, each formatted and trimmed.
    fn items(&self, submitted: &Value, tag: &MailTag<'_>) -> Vec<String> {
        let leaves = array_flatten(submitted)
            .into_iter()
            .filter(|leaf| !leaf.is_null());
        let mut items: Vec<String> = leaves
            .map(|leaf| leaf.to_string_lossy().into_owned())
            .collect();
        for item in &mut items {
            if let Some(format) = &tag.format
                && let Some(formatted) = self.formatted(item, format)
            {
                *item = formatted;
            }
            *item = trim_str(item).to_owned();
        }
        items
    }

    /// A day in another format; none for what is no day.
    fn formatted(&self, item: &str, format: &str) -> Option<String> {
        if item.len() != "YYYY-MM-DD".len() && !item.ends_with('\n') {
            return None;
        }
        let is_shaped = item.bytes().enumerate().all(|(at, b)| match at {
            4 | 7 => b == b'-',
            10 => b == b'\n',
            _ => b.is_ascii_digit(),
        });
        if !is_shaped || item.len() < 10 {
            return None;
        }
        let zone = self.site.now.time_zone();
        let timestamp = strtotime(item.as_bytes(), self.meta.timestamp, zone)?;
        let strings = self.form.locale.wp_locale().date_strings();
        Some(wp_date(format, timestamp, self.site.zone, &strings))
    }

    /// The first tag of this very name that has a control.
    fn corresponding_form_tag(&self, tag: &MailTag<'_>) -> Option<&FormTag> {
        let mut tags = self
            .form
            .tags
            .iter()
            .filter(|form_tag| form_tag.name == tag.field);
        tags.find(|tag| !self.form.supports(tag, Feature::ZeroControlsContainer))
    }

    fn of_type(&self, tag: &FormTag, text: String, submitted: &Value, html: bool) -> String {
        match tag.basetype.as_str() {
            "acceptance" => self.acceptance_text(tag, submitted, html),
            "file" => self.file_names(tag).unwrap_or(text),
            _ => text,
        }
    }

    fn acceptance_text(&self, tag: &FormTag, submitted: &Value, html: bool) -> String {
        let locale = self.form.locale;
        let source = if submitted.is_empty() {
            unstored::NOT_CONSENTED
        } else {
            unstored::CONSENTED
        };
        let answer = translated(locale, source);
        let mut conditions = conditions(tag).to_owned();
        if !html {
            conditions = wp_strip_all_tags(&conditions, false);
        }
        let conditions = trim_str(&conditions);
        if matches!(conditions, "" | "0") {
            return answer.to_owned();
        }
        let pattern =
            translated_with_context(locale, unstored::ACCEPTANCE, unstored::ACCEPTANCE_CONTEXT);
        filled(pattern, answer, conditions)
    }

    fn file_names(&self, tag: &FormTag) -> Option<String> {
        let files = self.uploaded_files.of(&tag.name);
        let names = files
            .iter()
            .map(|path| wp_basename(&path.to_string_lossy(), ""));
        let names: Vec<String> = names.collect();
        (!names.is_empty()).then(|| names.join(self.list_separator()))
    }
}

/// Puts two texts into a pattern; the texts themselves are not read.
fn filled(pattern: &str, first: &str, second: &str) -> String {
    let mut out = String::new();
    let mut rest = pattern;
    while let Some(at) = rest.find('%') {
        let (before, found) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(before);
        let (text, length) = match found.get(..4) {
            Some("%1$s") => (first, 4),
            Some("%2$s") => (second, 4),
            _ => ("%", 1),
        };
        out.push_str(text);
        rest = found.get(length..).unwrap_or_default();
    }
    out + rest
}
