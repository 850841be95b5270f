//! Mail-tags: `[your-name]`, `[_raw_your-name]`, `[_format_day "d/m/Y"]` in a template's text.
//!
//! Contract "contact-form-7", section 17.1. Texts are processed line by line. The caller provides the values; unknown
//! tags are not replaced.

use regex::Captures;

use crate::wordpress::static_regex::StaticRegex;

/// `[name "value" …]`, perhaps in a second pair of brackets, which keep it from being replaced.
static MAIL_TAG: StaticRegex = StaticRegex::new(
    r#"(\[?)\[[\t ]*([a-zA-Z_][0-9a-zA-Z:._-]*)((?:[\t ]+"[^"]*"|[\t ]+'[^']*')*)[\t ]*\](\]?)"#,
);

static VALUE: StaticRegex = StaticRegex::new(r#""[^"]*"|'[^']*'"#);

/// A mail-tag as it stands in a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailTag<'a> {
    /// The whole text, brackets included.
    pub tag: &'a str,
    /// The name as written: `_format_day`.
    pub tag_name: &'a str,
    /// The name of the field that is meant: `day`.
    pub field: &'a str,
    /// `[_raw_…]`: the value as posted, before pipes.
    pub do_not_heat: bool,
    /// `[_format_… "d/m/Y"]`: a PHP date format.
    pub format: Option<String>,
}

impl<'a> MailTag<'a> {
    fn new(tag: &'a str, tag_name: &'a str, values: &str) -> Self {
        let prefixed = |prefix: &str| {
            tag_name
                .strip_prefix(prefix)
                .filter(|rest| !rest.is_empty())
        };
        let raw = prefixed("_raw_");
        let formatted = prefixed("_format_");
        Self {
            tag,
            tag_name,
            field: raw.or(formatted).unwrap_or(tag_name),
            do_not_heat: raw.is_some(),
            format: formatted
                .and_then(|_| first_value(values))
                .filter(|format| !matches!(format.as_str(), "" | "0")),
        }
    }

    /// The key of the posted data that is meant: PHP turns dots of a posted name into `_`.
    pub fn field_name(&self) -> String {
        self.field.replace('.', "_")
    }
}

/// The first quoted value without its quotes.
fn first_value(values: &str) -> Option<String> {
    let found = VALUE.find(values)?.as_str();
    let inner = found.get(1..found.len().saturating_sub(1))?;
    Some(inner.to_owned())
}

/// How a text is filled in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReplaceOptions {
    /// The text is markup: values are escaped.
    pub html: bool,
    /// A line whose tags are all empty is left out.
    pub exclude_blank: bool,
    /// The text is a mail's body: lists are joined as the language does.
    pub is_body: bool,
}

/// Provides the values of mail-tags.
pub trait MailTagValues {
    /// The value, `None` for an unknown tag.
    fn value_of(&self, tag: &MailTag<'_>, options: ReplaceOptions) -> Option<String>;
}

/// `wpcf7_mail_replace_tags`: a text with its mail-tags filled in.
pub fn wpcf7_mail_replace_tags(
    content: &str,
    options: ReplaceOptions,
    values: &(impl MailTagValues + ?Sized),
) -> String {
    let lines = content
        .split('\n')
        .filter_map(|line| replaced_line(line, options, values));
    lines.collect::<Vec<_>>().join("\n")
}

/// A line with its tags filled in; `None` when it goes because all its tags are empty.
fn replaced_line(
    line: &str,
    options: ReplaceOptions,
    values: &(impl MailTagValues + ?Sized),
) -> Option<String> {
    if !line.contains('[') {
        return Some(line.to_owned());
    }
    let (mut replaced, mut has_content) = (0_usize, false);
    let text = MAIL_TAG.replace_all(line, |found: &Captures<'_>| {
        let part = |n: usize| found.get(n).map_or("", |part| part.as_str());
        let whole = part(0);
        if part(1) == "[" && part(4) == "]" {
            return whole
                .get(1..whole.len().saturating_sub(1))
                .unwrap_or_default()
                .to_owned();
        }
        match values.value_of(&MailTag::new(whole, part(2), part(3)), options) {
            Some(value) => {
                replaced += 1;
                has_content |= !value.is_empty();
                value
            }
            None => whole.to_owned(),
        }
    });
    let is_blank = options.exclude_blank && replaced > 0 && !has_content;
    (!is_blank).then(|| text.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fixed;

    impl MailTagValues for Fixed {
        fn value_of(&self, tag: &MailTag<'_>, _: ReplaceOptions) -> Option<String> {
            match tag.tag_name {
                "a" => Some("A".to_owned()),
                "vacio" => Some(String::new()),
                _ => tag.format.clone(),
            }
        }
    }

    fn filled(text: &str, exclude_blank: bool) -> String {
        let options = ReplaceOptions {
            exclude_blank,
            ..ReplaceOptions::default()
        };
        wpcf7_mail_replace_tags(text, options, &Fixed)
    }

    #[test]
    fn tags_in_double_brackets_stay() {
        assert_eq!(
            filled("[[a]] [ a ] [a 'x' \"y\"] [[a] [nada] [1x]", false),
            "[a] A A A [nada] [1x]"
        );
        assert_eq!(
            filled("[_format_x \"d/m\"] [_format_x] [_format_x '0']", false),
            "d/m [_format_x] [_format_x '0']"
        );
    }

    #[test]
    fn lines_of_empty_tags_go() {
        let text = "[vacio]\nx [vacio]\n[vacio] [a]\nfijo\n[nada]\n[vacio] [nada]";
        assert_eq!(filled(text, true), " A\nfijo\n[nada]");
        assert_eq!(filled("[vacio]\nfijo", false), "\nfijo");
    }

    proptest::proptest! {
        #[test]
        fn never_panics(text in r#"([\[\]"' \t\na_]|.){0,80}"#, exclude in proptest::bool::ANY) {
            filled(&text, exclude);
        }
    }
}
