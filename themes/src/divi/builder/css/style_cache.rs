//! A cache of element rules, keyed by everything that the rules depend on.
//!
//! Elements are often copied with other texts, and headers and footers are the same on all pages. The rules of elements
//! with the same key are made once and added under the order class of each ([`ElementRules::add_to`]). Rules are made of
//! the attributes as they stand in the key and of no other ([`value_in_key`]), so that entries are never wrong, only evicted.

use std::sync::{Arc, LazyLock};

use compat::wordpress::post::PostId;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::element_rules::ElementRules;
use super::fonts_used;
use super::rules::rules_of;
use super::subject::Subject;

/// The most bytes that the cache holds.
const MOST_BYTES: u64 = 1 << 20;
/// The estimated number of entries.
const ENTRIES: usize = 400;

static KNOWN: LazyLock<Cache<Box<str>, Arc<CachedStyle>, ByBytes>> =
    LazyLock::new(|| Cache::with_weighter(ENTRIES, MOST_BYTES, ByBytes));

/// The cached result for a key.
#[derive(Debug, PartialEq, Eq)]
pub struct CachedStyle {
    /// The rules, without the order class.
    pub rules: ElementRules,
    /// The Google fonts in the attributes.
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
    /// The rules of an element, and of the images that its slider of posts shows.
    pub fn of(subject: &Subject<'_>, pictures: &[(PostId, String)]) -> Self {
        let subject = Subject {
            attributes: &subject.attributes.filter_map(value_in_key),
            ..*subject
        };
        Self {
            rules: rules_of(&subject, pictures),
            fonts: fonts_used::named(&subject),
        }
    }
}

/// The rules and fonts of an element and of the images that its slider of posts shows, from the cache where possible.
/// Rules that contain the order class in the name of an animation are not cached.
pub fn style(subject: &Subject<'_>, pictures: &[(PostId, String)]) -> Arc<CachedStyle> {
    let key = cache_key(subject, pictures);
    if let Some(known) = KNOWN.get(key.as_str()) {
        return known;
    }
    let style = Arc::new(CachedStyle::of(subject, pictures));
    if style.rules.is_shared() {
        KNOWN.insert(key.into(), Arc::clone(&style));
    }
    style
}

/// Attributes that rules are not made of: texts and links, sorted.
pub const TEXTS: [&str; 22] = [
    "_builder_version",
    "admin_label",
    "alt",
    "author",
    "button_link",
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

/// Texts of which rules only depend on whether there is one.
const FILLED: [&str; 2] = ["button_text", "button_url"];

/// The lengths of [`TEXTS`] by their first byte, a bit each: most names need no comparison.
const LENGTHS: [u32; 256] = {
    let mut lengths = [0; 256];
    let mut at = 0;
    while at < TEXTS.len() {
        let name = TEXTS[at].as_bytes();
        lengths[name[0] as usize] |= 1 << name.len();
        at += 1;
    }
    lengths
};

fn is_left_out(name: &str) -> bool {
    let first = name
        .as_bytes()
        .first()
        .map_or(0, |first| usize::from(*first));
    let is_of_length = |lengths: &u32| name.len() < 32 && lengths & (1 << name.len()) != 0;
    LENGTHS.get(first).is_some_and(is_of_length) && TEXTS.binary_search(&name).is_ok()
}

/// What the key holds of an attribute.
fn value_in_key<'v>(name: &str, value: &'v str) -> Option<&'v str> {
    if is_left_out(name) {
        return None;
    }
    let is_text = FILLED.contains(&name) && !value.is_empty();
    Some(if is_text { "1" } else { value })
}

/// The cache key: slug, context of the element, its attributes in stored order, texts left out, and its pictures.
fn cache_key(subject: &Subject<'_>, pictures: &[(PostId, String)]) -> String {
    let mut out = String::with_capacity(512);
    let sticky = if subject.in_sticky { "sticky" } else { "" };
    let direction = if subject.is_rtl { "rtl" } else { "" };
    let is_first_section = subject.is_first && subject.slug == "et_pb_section";
    let first = if is_first_section { "first" } else { "" };
    let children = if subject.has_children { "children" } else { "" };
    let (wrapper, accent) = (subject.wrapper, subject.accent);
    let where_it_stands = [wrapper, sticky, direction, first, children, accent];
    out.push_str(subject.slug);
    if subject.artwork.generation > 0 {
        out.push_str(&format!("\0{}", subject.artwork.generation));
    }
    for text in where_it_stands {
        out.extend(["\0", text]);
    }
    for (name, value) in subject.attributes.iter() {
        if let Some(value) = value_in_key(name, value) {
            out.extend(["\0", name, "\0=", value]);
        }
    }
    for (post, image) in pictures {
        out.extend(["\0\0", &post.0.to_string(), "\0=", image]);
    }
    out
}
