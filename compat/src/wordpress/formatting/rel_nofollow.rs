//! `wp_rel_nofollow`: links in a comment get `rel="nofollow"`, except to the site itself.
//!
//! Runs before a comment is stored, on text with PHP's slashes.

use super::internal_link::wp_is_internal_link;
use super::passes::{Ahead, Passes};

/// An attribute as `wp_kses_hair` gives it.
pub struct HairAttribute {
    /// Name as written.
    pub name: String,
    /// Value without quotes.
    pub value: String,
    /// Whether it has no value (`vless`).
    pub valueless: bool,
}

/// What the links are judged by.
pub struct RelSettings<'a> {
    /// `wp_kses_hair` with the site's protocols.
    pub wp_kses_hair: &'a dyn Fn(&str) -> Vec<HairAttribute>,
    /// `esc_attr`.
    pub esc_attr: &'a dyn Fn(&str) -> String,
    /// Lower-case names of the site's own hosts.
    pub internal_hosts: &'a [&'a str],
}

/// Adds `nofollow` to the links of a slashed text; the result is slashed again.
pub fn wp_rel_nofollow(slashed: &str, settings: &RelSettings<'_>) -> String {
    add_rel(slashed, "nofollow", settings)
}

/// Adds `nofollow ugc` to the links of a slashed text.
pub fn wp_rel_ugc(slashed: &str, settings: &RelSettings<'_>) -> String {
    add_rel(slashed, "nofollow ugc", settings)
}

fn add_rel(slashed: &str, rel: &str, settings: &RelSettings<'_>) -> String {
    let mut passes = Passes::new(stripslashes(slashed).into_bytes());
    passes.apply(|edits| {
        let text = edits.source();
        let (mut angle, mut newline) = (Ahead::new(b">"), Ahead::new(b"\n"));
        let mut at = 0;
        while let Some(offset) = memchr::memchr(b'<', text.get(at..).unwrap_or_default()) {
            let start = at + offset;
            at = start + 1;
            let inner = start + 3;
            let is_link = text
                .get(start..inner)
                .is_some_and(|tag| tag.eq_ignore_ascii_case(b"<a "));
            if !is_link {
                continue;
            }
            let line_end = newline.find(text, inner).unwrap_or(text.len());
            let Some(end) = angle.find(text, inner + 1).filter(|end| *end < line_end) else {
                continue;
            };
            let attributes = String::from_utf8_lossy(text.get(inner..end).unwrap_or_default());
            edits.replace(
                start..end + 1,
                link_tag(&attributes, rel, settings).as_bytes(),
            );
            at = end + 1;
        }
    });
    addslashes(&passes.into_string())
}

fn link_tag(attributes: &str, rel: &str, settings: &RelSettings<'_>) -> String {
    let hair = (settings.wp_kses_hair)(attributes);
    let find = |name: &str| hair.iter().find(|attribute| attribute.name == name);
    let is_internal =
        find("href").is_some_and(|href| wp_is_internal_link(&href.value, settings.internal_hosts));
    let mut rel = if is_internal {
        rel.replace("nofollow", "").trim().to_owned()
    } else {
        rel.to_owned()
    };
    let mut text = attributes.to_owned();
    if let Some(old) = find("rel") {
        let mut parts: Vec<&str> = Vec::new();
        for part in old.value.split(' ').chain(rel.split(' ')).map(str::trim) {
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        let joined = parts.join(" ");
        text = without_rel(&hair, settings);
        rel = joined;
    }
    if rel.is_empty() {
        return format!("<a {text}>");
    }
    format!("<a {text} rel=\"{}\">", (settings.esc_attr)(&rel))
}

fn without_rel(hair: &[HairAttribute], settings: &RelSettings<'_>) -> String {
    let mut html = String::new();
    for attribute in hair.iter().filter(|attribute| attribute.name != "rel") {
        html.push_str(&attribute.name);
        if !attribute.valueless {
            let value = (settings.esc_attr)(&attribute.value);
            html.push_str(&format!("=\"{value}\""));
        }
        html.push(' ');
    }
    html.trim().to_owned()
}

fn stripslashes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some('0') => out.push('\0'),
                Some(escaped) => out.push(escaped),
                None => {}
            },
            other => out.push(other),
        }
    }
    out
}

fn addslashes(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    for character in text.chars() {
        match character {
            '\0' => out.push_str("\\0"),
            '\'' | '"' | '\\' => {
                out.push('\\');
                out.push(character);
            }
            other => out.push(other),
        }
    }
    out
}
