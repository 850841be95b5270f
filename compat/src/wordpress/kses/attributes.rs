//! The attributes of one tag: split like `wp_kses_hair`, checked like `wp_kses_attr`.

use std::borrow::Cow;
use std::collections::HashSet;

use super::allowed_html::{AttributeCheck, AttributeRule, Attributes};
use super::bad_protocol::wp_kses_bad_protocol;
use super::safecss::safecss_filter_attr;
use super::split::Kses;
use crate::wordpress::formatting::whitespace::SPACE;
use crate::wordpress::url::wp_parse_url;

/// Attributes whose value is a URL.
pub(crate) const URI_ATTRIBUTES: [&str; 17] = [
    "action",
    "archive",
    "background",
    "cite",
    "classid",
    "codebase",
    "data",
    "formaction",
    "href",
    "icon",
    "longdesc",
    "manifest",
    "poster",
    "profile",
    "src",
    "usemap",
    "xmlns",
];

/// One attribute of a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute<'a> {
    /// As it is written.
    pub name: &'a str,
    /// Without quotes, without bad protocols; empty when there is none.
    pub value: Cow<'a, str>,
    /// The quote of the value, `None` without a value.
    pub quote: Option<char>,
}

impl Attribute<'_> {
    /// `name="value"`, as it is printed.
    fn whole(&self) -> String {
        match self.quote {
            None => self.name.to_owned(),
            Some(quote) => format!("{}={quote}{}{quote}", self.name, self.value),
        }
    }
}

/// `wp_kses_hair`: the attributes of a tag; the first of a name counts, what is malformed goes.
pub fn wp_kses_hair<'a>(attributes: &'a str, protocols: &[&str]) -> Vec<Attribute<'a>> {
    let mut out: Vec<Attribute<'a>> = Vec::new();
    let mut seen = HashSet::new();
    let mut rest = attributes;
    while !rest.is_empty() {
        let Some((name, after)) = attribute_name(rest) else {
            rest = skip_error(rest);
            continue;
        };
        let trimmed = after.trim_start_matches(SPACE);
        let (value, quote) = if let Some(after) = trimmed.strip_prefix('=') {
            let after = after.trim_start_matches(SPACE);
            let Some((value, quote, tail)) = attribute_value(after) else {
                rest = skip_error(after);
                continue;
            };
            rest = tail;
            let value = if URI_ATTRIBUTES
                .iter()
                .any(|uri| uri.eq_ignore_ascii_case(name))
            {
                wp_kses_bad_protocol(value, protocols)
            } else {
                Cow::Borrowed(value)
            };
            (value, Some(quote))
        } else if trimmed.len() < after.len() || after.is_empty() {
            rest = trimmed;
            (Cow::Borrowed(""), None)
        } else {
            rest = skip_error(after);
            continue;
        };
        if seen.insert(name) {
            out.push(Attribute { name, value, quote });
        }
    }
    out
}

fn attribute_name(text: &str) -> Option<(&str, &str)> {
    let first = text.bytes().next()?;
    if !(first.is_ascii_alphabetic() || first == b'_') {
        return None;
    }
    let length = text
        .bytes()
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b':' | b'.'))
        .count();
    text.split_at_checked(length)
}

/// A value with its quote, and what follows; `None` when white space or the end does not follow.
fn attribute_value(text: &str) -> Option<(&str, char, &str)> {
    let quote = text.chars().next()?;
    if matches!(quote, '"' | '\'') {
        let (value, after) = text.get(1..)?.split_once(quote)?;
        let tail = after.trim_start_matches(SPACE);
        // The `/` of `<br id="x"/>` may follow at once.
        if tail.len() < after.len() || after.is_empty() {
            return Some((value, quote, tail));
        }
        return matches!(after, "/" | "/\n").then_some((value, quote, ""));
    }
    let end = text
        .find(|c| SPACE.contains(&c) || matches!(c, '"' | '\''))
        .unwrap_or(text.len());
    let (value, after) = text.split_at_checked(end)?;
    let tail = after.trim_start_matches(SPACE);
    let complete = !value.is_empty() && (tail.len() < after.len() || after.is_empty());
    complete.then_some((value, '"', tail))
}

/// `wp_kses_html_error`: skips to the next white space outside quotes.
fn skip_error(text: &str) -> &str {
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if SPACE.contains(&c) {
            break;
        }
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        rest = if matches!(c, '"' | '\'') {
            after.split_once(c).map_or("", |(_, tail)| tail)
        } else {
            after
        };
    }
    rest.trim_start_matches(SPACE)
}

impl Kses<'_> {
    /// `wp_kses_attr`: the opening tag with the attributes that are allowed.
    pub(super) fn tag(&self, element: &str, attributes: &str, allowed: &Attributes) -> String {
        let closed = attributes.trim_end_matches(SPACE).ends_with('/');
        let slash = if closed { " /" } else { "" };
        if allowed.is_empty() {
            return format!("<{element}{slash}>");
        }
        let bare = || {
            if closed {
                String::new()
            } else {
                format!("<{element}>")
            }
        };
        let mut missing: HashSet<&str> = allowed
            .iter()
            .filter(|(_, rule)| rule.required)
            .map(|(name, _)| name.as_ref())
            .collect();
        let mut out = format!("<{element}");
        for attribute in wp_kses_hair(attributes, self.protocols) {
            let name = attribute.name.to_ascii_lowercase();
            match self.checked(&attribute, &name, allowed) {
                Some(whole) => {
                    out.push(' ');
                    out.extend(whole.chars().filter(|c| !matches!(c, '<' | '>')));
                    missing.remove(name.as_str());
                }
                None if missing.contains(name.as_str()) => return bare(),
                None => {}
            }
        }
        if !missing.is_empty() {
            return bare();
        }
        out.push_str(slash);
        out.push('>');
        out
    }

    /// `wp_kses_attr_check`: the attribute as it is printed, `None` when it is not allowed.
    pub(crate) fn checked(
        &self,
        attribute: &Attribute<'_>,
        name: &str,
        allowed: &Attributes,
    ) -> Option<String> {
        let rule = match allowed.get(name) {
            Some(rule) => rule,
            None if is_data_name(name) => allowed.get("data-*")?,
            None => return None,
        };
        let mut whole = attribute.whole();
        let mut value = attribute.value.clone();
        if name == "style" {
            let style = safecss_filter_attr(&value);
            if style.is_empty() || style == "0" {
                return None;
            }
            whole = whole.replace(value.as_ref(), &style);
            value = Cow::Owned(style);
        }
        self.holds(rule, &value, attribute.quote.is_none())
            .then_some(whole)
    }

    fn holds(&self, rule: &AttributeRule, value: &str, valueless: bool) -> bool {
        rule.checks.iter().all(|check| match check {
            AttributeCheck::MaxLength(length) => value.len() <= *length,
            AttributeCheck::MinLength(length) => value.len() >= *length,
            AttributeCheck::MaxValue(most) => number(value).is_some_and(|n| n <= *most),
            AttributeCheck::MinValue(least) => number(value).is_some_and(|n| n >= *least),
            AttributeCheck::Valueless(wanted) => *wanted == valueless,
            AttributeCheck::Values(values) => {
                let value = value.to_ascii_lowercase();
                values.iter().any(|known| *known == value)
            }
            AttributeCheck::PdfInUploads => self.is_pdf_in_uploads(value),
        })
    }

    /// `_wp_kses_allow_pdf_objects`.
    fn is_pdf_in_uploads(&self, url: &str) -> bool {
        if url.contains(['?', '#']) || !url.ends_with(".pdf") {
            return false;
        }
        let parts = self.uploads_url.and_then(wp_parse_url).unwrap_or_default();
        let host = parts.host.unwrap_or_default();
        let port = parts.port.map_or(String::new(), |port| format!(":{port}"));
        let start = format!("://{host}{port}/");
        url.strip_prefix("https")
            .or_else(|| url.strip_prefix("http"))
            .is_some_and(|rest| rest.starts_with(&start))
    }
}

/// `data-` and at least one letter, digit, `_` or `-`.
fn is_data_name(name: &str) -> bool {
    name.strip_prefix("data-").is_some_and(|rest| {
        !rest.is_empty()
            && rest
                .bytes()
                .all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-'))
    })
}

/// One to six digits with a little white space around.
fn number(value: &str) -> Option<u32> {
    let start = value.trim_start_matches(SPACE);
    let digits = start.trim_end_matches(SPACE);
    let plain = (1..=6).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    let short = value.len() - start.len() <= 6 && start.len() - digits.len() <= 6;
    (plain && short).then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::kses::{AllowedHtml, WP_ALLOWED_PROTOCOLS};

    fn shown(attributes: &str) -> String {
        let all = wp_kses_hair(attributes, &WP_ALLOWED_PROTOCOLS);
        let all: Vec<String> = all.iter().map(Attribute::whole).collect();
        all.join("|")
    }

    #[test]
    fn hair() {
        for (input, want) in [
            (" a=b c = 'd e' f", "a=\"b\"|c='d e'|f"),
            ("a=\"b\"c=d e", "e"),
            ("a=\"b\"/", "a=\"b\""),
            ("a a=1 A=2", "a|A=\"2\""),
            ("href=javascript:x", "href=\"x\""),
            ("1a b=", ""),
            ("é x", "x"),
            ("a=\"b", ""),
        ] {
            assert_eq!(shown(input), want, "{input}");
        }
    }

    #[test]
    fn pdf_objects_need_the_uploads_host() {
        let mut kses = Kses::new(AllowedHtml::post(), &WP_ALLOWED_PROTOCOLS);
        let html = "<object data=\"http://casa.example/a.pdf\" type=\"application/pdf\"></object>";
        assert_eq!(kses.clean(html), "<object></object>");
        kses.uploads_url = Some("http://casa.example/wp-content/uploads");
        assert_eq!(kses.clean(html), html);
    }
}
