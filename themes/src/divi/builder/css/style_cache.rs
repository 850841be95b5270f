//! The rules of what elements style like, found once and kept for the pages that come.
//!
//! Editors copy elements and change their texts, headers and footers are the same on all pages: the rules of elements that
//! style alike are found once, and stand under the class of each ([`ElementRules::add_to`]). What a style means depends on
//! nothing but what stands in it, so that it never grows old; the key that nobody asks for make room for others.

use std::sync::{Arc, LazyLock};

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::element_rules::ElementRules;
use super::{Subject, fonts_used, rules_of};

/// Most bytes that are kept.
const MOST_BYTES: u64 = 1 << 20;
/// How many key have room, by their usual size.
const LOOKS: usize = 400;

static KNOWN: LazyLock<Cache<Box<str>, Arc<CachedStyle>, ByBytes>> =
    LazyLock::new(|| Cache::with_weighter(LOOKS, MOST_BYTES, ByBytes));

/// What a style means.
#[derive(Debug, PartialEq, Eq)]
pub struct CachedStyle {
    /// The rules, without the class of an element.
    pub rules: ElementRules,
    /// The Google fonts that it names.
    pub fonts: Vec<String>,
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<Box<str>, Arc<CachedStyle>> for ByBytes {
    fn weight(&self, key: &Box<str>, style: &Arc<CachedStyle>) -> u64 {
        let bytes = key.len().saturating_add(style.rules.bytes());
        u64::try_from(bytes).unwrap_or(u64::MAX).saturating_add(256)
    }
}

impl CachedStyle {
    fn of(subject: &Subject<'_>) -> Self {
        Self {
            rules: rules_of(subject, &[]),
            fonts: fonts_used::named(subject),
        }
    }
}

/// What an element key like means. Rules that hold for one element alone, as names of animations do, are not kept.
pub fn style(subject: &Subject<'_>) -> Arc<CachedStyle> {
    let key = cache_key(subject);
    if let Some(known) = KNOWN.get(key.as_str()) {
        debug_assert_eq!(*known, CachedStyle::of(subject), "{key}");
        return known;
    }
    let style = Arc::new(CachedStyle::of(subject));
    if style.rules.is_shared() {
        KNOWN.insert(key.into(), Arc::clone(&style));
    }
    style
}

/// Attributes whose values no rule is about: texts, and what they lead to.
pub const TEXTS: [&str; 24] = [
    "_builder_version",
    "admin_label",
    "alt",
    "author",
    "button_link",
    "button_text",
    "button_url",
    "company_name",
    "currency",
    "global_colors_info",
    "heading",
    "image_url",
    "job_title",
    "link_option_url",
    "module_id",
    "name",
    "number",
    "per",
    "portrait_url",
    "subtitle",
    "sum",
    "title",
    "title_text",
    "url",
];

/// All that an element's rules are about, in one text: its kind, where it stands, its attributes in their order. Of texts
/// it counts only that they are there.
fn cache_key(subject: &Subject<'_>) -> String {
    let mut out = String::with_capacity(512);
    let sticky = if subject.in_sticky { "sticky" } else { "" };
    let direction = if subject.is_rtl { "rtl" } else { "" };
    let where_it_stands = [subject.wrapper, sticky, direction, subject.accent];
    out.push_str(subject.slug);
    for text in where_it_stands {
        out.extend(["\0", text]);
    }
    for (name, value) in subject.attributes.iter() {
        out.extend(["\0", name]);
        if !TEXTS.contains(&name) {
            out.extend(["\0=", value]);
        }
    }
    out
}
