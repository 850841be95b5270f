//! Finds shortcodes in text, exactly where WordPress's shortcode expression finds them.
//!
//! Contract "wordpress-core" section 8.4, "Parsing". A scanner in place of the backtracking expression: it reads the
//! text once and finds all closing tags beforehand, so that its time is linear for every input.

use crate::wordpress::name_hash::NameMap;

/// One shortcode in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortcodeMatch<'a> {
    /// Byte offset of the first bracket.
    pub start: usize,
    /// Byte offset behind the last bracket.
    pub end: usize,
    /// Whether a second opening bracket stands before the tag.
    pub open_escape: bool,
    /// The tag.
    pub tag: &'a str,
    /// The text between the tag and the end of the opening bracket, without the slash of a self-closing tag.
    pub attrs: &'a str,
    /// Whether the tag closes itself (`[x /]`).
    pub self_closing: bool,
    /// The text up to the first closing tag, if there is one.
    pub content: Option<&'a str>,
    /// Whether a second closing bracket stands behind.
    pub close_escape: bool,
}

impl ShortcodeMatch<'_> {
    /// Whether this is `[[x]]`, which prints `[x]`.
    pub fn is_escaped(&self) -> bool {
        self.open_escape && self.close_escape
    }
}

/// A byte that may stand in a tag's name.
pub(super) fn is_name_byte(b: u8) -> bool {
    class(b) & NAME != 0
}

/// A letter, digit, underscore or hyphen: a tag is never directly followed by one.
pub(super) fn is_word_byte(b: u8) -> bool {
    class(b) & WORD != 0
}

const NAME: u8 = 1;
const WORD: u8 = 2;

/// What each byte may be part of: looked up, because every byte of every tag is asked for.
const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut at = 0;
    while at < classes.len() {
        #[expect(clippy::cast_possible_truncation, reason = "below 256")]
        let b = at as u8;
        if b > 0x20 && !matches!(b, b'<' | b'>' | b'&' | b'/' | b'[' | b']' | b'=') {
            classes[at] |= NAME;
        }
        if b.is_ascii_alphanumeric() || b == b'_' || b == b'-' {
            classes[at] |= WORD;
        }
        at += 1;
    }
    classes
};

fn class(b: u8) -> u8 {
    CLASSES.get(usize::from(b)).copied().unwrap_or_default()
}

/// The names that stand directly after an opening bracket.
pub(super) fn names(content: &str) -> impl Iterator<Item = &str> {
    memchr::memchr_iter(b'[', content.as_bytes()).filter_map(|at| {
        let name = name_at(content, at + 1);
        (!name.is_empty()).then_some(name)
    })
}

fn name_at(content: &str, at: usize) -> &str {
    let rest = content.get(at..).unwrap_or_default();
    let len = rest.bytes().position(|b| !is_name_byte(b));
    // Every byte that ends a name is ASCII, so this is a character border.
    rest.get(..len.unwrap_or(rest.len())).unwrap_or_default()
}

/// Iterates over the shortcodes of a text, from left to right; what lies inside one is not looked at.
///
/// `resolve` gets the longest possible name after a bracket and answers how many of its bytes are the tag.
pub struct ShortcodeMatches<'a, F> {
    content: &'a str,
    at: usize,
    resolve: F,
    /// How many closing tags were not found.
    misses: usize,
    closing: Option<ClosingTags<'a>>,
}

impl<'a, F: Fn(&'a str) -> Option<usize>> ShortcodeMatches<'a, F> {
    /// Looks for the tags that `resolve` recognises.
    pub fn new(content: &'a str, resolve: F) -> Self {
        Self {
            content,
            at: 0,
            resolve,
            misses: 0,
            closing: None,
        }
    }

    /// The first `[/tag]` at or behind `from`; `from` never goes back.
    fn closing(&mut self, tag: &str, from: usize) -> Option<usize> {
        let content = self.content;
        if self.misses < MOST_MISSES {
            // What is passed over up to a closing tag is not read again.
            let found = closing_tag(content, tag, from);
            self.misses += usize::from(found.is_none());
            return found;
        }
        self.closing
            .get_or_insert_with(|| ClosingTags::behind(content, from))
            .first(tag, from)
    }
}

/// So many closing tags are looked for up to the end of a text and not found, before all of them are noted at once.
const MOST_MISSES: usize = 4;

/// The first `[/tag]` at or behind `from`.
fn closing_tag(content: &str, tag: &str, from: usize) -> Option<usize> {
    let rest = content.as_bytes().get(from..)?;
    let closing = ["[/", tag, "]"].concat();
    memchr::memmem::find(rest, closing.as_bytes()).map(|at| from + at)
}

/// All closing tags behind a place, each with the number of the next one of its name.
struct ClosingTags<'a> {
    tags: Vec<(usize, Option<usize>)>,
    /// The numbers of the first and of the last one of a name; the first moves on.
    of_name: NameMap<&'a str, [usize; 2]>,
}

impl<'a> ClosingTags<'a> {
    fn behind(content: &'a str, from: usize) -> Self {
        let mut found = Self {
            tags: Vec::new(),
            of_name: NameMap::default(),
        };
        let bytes = content.as_bytes();
        for at in memchr::memchr_iter(b'[', bytes.get(from..).unwrap_or_default()) {
            let at = from + at;
            if bytes.get(at + 1) != Some(&b'/') {
                continue;
            }
            let name = name_at(content, at + 2);
            if !name.is_empty() && bytes.get(at + 2 + name.len()) == Some(&b']') {
                found.add(name, at);
            }
        }
        found
    }

    fn add(&mut self, name: &'a str, at: usize) {
        let number = self.tags.len();
        let known = self.of_name.entry(name).or_insert([number; 2]);
        let before = std::mem::replace(&mut known[1], number);
        if let Some((_, next)) = self.tags.get_mut(before) {
            *next = Some(number);
        }
        self.tags.push((at, None));
    }

    /// The first one of a name at or behind `from`.
    fn first(&mut self, name: &str, from: usize) -> Option<usize> {
        let [first, _] = self.of_name.get_mut(name)?;
        loop {
            let (at, next) = *self.tags.get(*first)?;
            if at >= from {
                return Some(at);
            }
            *first = next?;
        }
    }
}

impl<'a, F: Fn(&'a str) -> Option<usize>> Iterator for ShortcodeMatches<'a, F> {
    type Item = ShortcodeMatch<'a>;

    fn next(&mut self) -> Option<ShortcodeMatch<'a>> {
        let content = self.content;
        let bytes = content.as_bytes();
        loop {
            let start = self.at + memchr::memchr(b'[', bytes.get(self.at..)?)?;
            self.at = start + 1;
            let open_escape = bytes.get(start + 1) == Some(&b'[');
            let tag_start = start + 1 + usize::from(open_escape);
            let name = name_at(content, tag_start);
            if name.is_empty() {
                continue;
            }
            let Some(tag) = (self.resolve)(name).and_then(|len| name.get(..len)) else {
                // Neither does the tag match at the second of two brackets.
                self.at = tag_start;
                continue;
            };
            let tag_end = tag_start + tag.len();
            // No closing bracket anywhere behind: no shortcode here, nor later.
            let bracket = tag_end + memchr::memchr(b']', bytes.get(tag_end..)?)?;
            let self_closing = bracket > tag_end && bytes.get(bracket - 1) == Some(&b'/');
            let attrs = content.get(tag_end..bracket - usize::from(self_closing))?;
            let mut end = bracket + 1;
            let mut inner = None;
            if !self_closing && let Some(close) = self.closing(tag, end) {
                inner = content.get(end..close);
                end = close + tag.len() + 3;
            }
            let close_escape = bytes.get(end) == Some(&b']');
            end += usize::from(close_escape);
            self.at = end;
            return Some(ShortcodeMatch {
                start,
                end,
                open_escape,
                tag,
                attrs,
                self_closing,
                content: inner,
                close_escape,
            });
        }
    }
}

/// Which of the tags that begin `name` is meant: the one that was registered first, among those not followed by
/// another letter, digit, underscore or hyphen.
pub(super) fn resolve_name(name: &str, rank: impl Fn(&str) -> Option<usize>) -> Option<usize> {
    let whole = rank(name).map(|r| (r, name.len()));
    if name.bytes().all(is_word_byte) {
        return whole.map(|(_, len)| len);
    }
    name.char_indices()
        .filter(|&(i, c)| i > 0 && !u8::try_from(c).is_ok_and(is_word_byte))
        .take(LONGEST_ODD_NAME)
        .filter_map(|(i, _)| rank(name.get(..i)?).map(|r| (r, i)))
        .chain(whole)
        .min()
        .map(|(_, len)| len)
}

/// How many borders inside a name with unusual characters are tried; keeps hostile input linear.
const LONGEST_ODD_NAME: usize = 64;
