//! The attributes of a shortcode: `[x a="1" B='2' c=3 d "e f"]`.
//!
//! Contract "wordpress-core" section 8.4, "Attributes". Values are text as written; what a tag makes of them
//! (defaults, numbers, switches) is the tag's own business.

use std::borrow::Cow;
use std::ops::Range;

use crate::wordpress::name_hash::NameMap;

/// What an attribute is found under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttKey<'a> {
    /// A name, in lower case.
    Name(&'a str),
    /// The number of an unnamed value. A name that is a whole number counts as one, as PHP's array keys do.
    Position(i64),
}

/// Attributes in the order in which they were written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Atts {
    /// Names and values, one behind the other.
    text: String,
    entries: Vec<Entry>,
    next_position: i64,
}

/// Where a name (or the number in its place) and its value stand.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    key: Key,
    value: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Key {
    Name(Range<usize>),
    Position(i64),
}

impl Atts {
    /// The value of a named attribute (given in lower case).
    pub fn get(&self, name: &str) -> Option<&str> {
        let key = php_integer_key(name).map_or(AttKey::Name(name), AttKey::Position);
        self.value(key)
    }

    /// The value of an unnamed attribute, counted from 0.
    pub fn position(&self, at: i64) -> Option<&str> {
        self.value(AttKey::Position(at))
    }

    /// Sets a named attribute; one that exists keeps its place.
    pub fn insert(&mut self, name: &str, value: impl AsRef<str>) {
        let key = php_integer_key(name).map_or(AttKey::Name(name), AttKey::Position);
        let place = self.place(key);
        self.set(place, key, value.as_ref());
    }

    /// Adds an unnamed value under the next free number.
    pub fn push(&mut self, value: impl AsRef<str>) {
        let key = AttKey::Position(self.next_position);
        self.set(self.place(key), key, value.as_ref());
    }

    /// Keys and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (AttKey<'_>, &str)> + Clone {
        let entries = self.entries.iter();
        entries.map(|entry| (self.key(&entry.key), self.text(&entry.value)))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none; WordPress then hands an empty string to the handler.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All names and values, one behind the other, and where those of the named attributes stand.
    pub(crate) fn named(&self) -> (&str, impl Iterator<Item = [Range<usize>; 2]>) {
        let named = self.entries.iter().filter_map(|entry| match &entry.key {
            Key::Name(name) => Some([name.clone(), entry.value.clone()]),
            Key::Position(_) => None,
        });
        (&self.text, named)
    }

    fn text(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    fn key(&self, key: &Key) -> AttKey<'_> {
        match key {
            Key::Name(name) => AttKey::Name(self.text(name)),
            Key::Position(i) => AttKey::Position(*i),
        }
    }

    fn value(&self, key: AttKey<'_>) -> Option<&str> {
        let entry = self.entries.get(self.place(key)?)?;
        Some(self.text(&entry.value))
    }

    fn place(&self, key: AttKey<'_>) -> Option<usize> {
        let mut entries = self.entries.iter();
        entries.position(|entry| match (&entry.key, key) {
            (Key::Name(name), AttKey::Name(wanted)) => {
                name.len() == wanted.len() && self.text(name) == wanted
            }
            (Key::Position(i), AttKey::Position(wanted)) => *i == wanted,
            _ => false,
        })
    }

    fn put(&mut self, text: &str) -> Range<usize> {
        let start = self.text.len();
        self.text.push_str(text);
        start..self.text.len()
    }

    /// Sets the value at a place; without one it is a new attribute's.
    fn set(&mut self, place: Option<usize>, key: AttKey<'_>, value: &str) {
        if let AttKey::Position(i) = key {
            self.next_position = self.next_position.max(i.saturating_add(1));
        }
        let known = place.and_then(|place| self.entries.get(place));
        let key = match (known, key) {
            (Some(_), _) => None,
            (None, AttKey::Name(name)) => Some(Key::Name(self.put(name))),
            (None, AttKey::Position(i)) => Some(Key::Position(i)),
        };
        let value = self.put(value);
        match key {
            Some(key) => self.entries.push(Entry { key, value }),
            None => {
                if let Some(entry) = place.and_then(|place| self.entries.get_mut(place)) {
                    entry.value = value;
                }
            }
        }
    }
}

/// PHP turns a text key that is a whole number in its usual spelling into a number.
fn php_integer_key(name: &str) -> Option<i64> {
    let digits = name.strip_prefix('-').unwrap_or(name);
    let usual = digits == "0" && digits.len() == name.len()
        || digits
            .as_bytes()
            .first()
            .is_some_and(|b| matches!(b, b'1'..=b'9'));
    if !usual || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    name.parse().ok()
}

/// The attributes given by `atts`, with the defaults of `pairs`; names that `pairs` does not list are dropped.
pub fn shortcode_atts(pairs: &[(&str, &str)], atts: &Atts) -> Atts {
    let mut out = Atts::default();
    for (name, default) in pairs {
        out.insert(name, atts.get(name).unwrap_or(default));
    }
    out
}

/// [`shortcode_parse_atts`] for text that may not be UTF-8; WordPress then finds no attributes at all.
pub fn shortcode_parse_atts_bytes(text: &[u8]) -> Atts {
    std::str::from_utf8(text).map_or_else(|_| Atts::default(), shortcode_parse_atts)
}

/// Reads the attribute text of a shortcode.
pub fn shortcode_parse_atts(text: &str) -> Atts {
    let text = spaces(text);
    let bytes = text.as_bytes();
    // Most texts have neither escapes nor markup: they are looked for once, not in each value.
    let has_escapes = memchr::memchr(b'\\', bytes).is_some();
    let has_markup = has_escapes || memchr::memchr(b'<', bytes).is_some();
    let mut places = Places::default();
    let mut atts = Atts {
        text: String::with_capacity(text.len()),
        entries: Vec::with_capacity((text.len() / 16).min(FEW)),
        next_position: 0,
    };
    let mut at = 0;
    while let Some(start) = skip_space(bytes, at) {
        let (name, value, end) = attribute(bytes, start);
        at = end;
        let name = name.and_then(|n| text.get(n)).map(lowercase);
        let Some(value) = text.get(value) else {
            continue;
        };
        let key = match &name {
            // PHP's `empty()` takes the name "0" for none at all, and then finds no unnamed value either.
            Some(name) if name == "0" => continue,
            Some(name) => php_integer_key(name).map_or(AttKey::Name(name), AttKey::Position),
            None if value.is_empty() => continue,
            None => AttKey::Position(atts.next_position),
        };
        let place = places.find(key, &atts);
        if has_escapes {
            atts.set(place, key, closed_html(&strip_c_slashes(value)));
        } else if has_markup {
            atts.set(place, key, closed_html(value));
        } else {
            atts.set(place, key, value);
        }
    }
    atts
}

fn lowercase(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|b| b.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}

/// Where keys stand in a list that grows: content writes few attributes for each tag, but a hostile tag may hold
/// thousands.
#[derive(Default)]
struct Places {
    by_key: NameMap<(String, i64), usize>,
}

/// Up to so many keys are looked through one by one.
const FEW: usize = 32;

impl Places {
    /// The place of a key in a list; `None` when it is going to be the list's next.
    fn find(&mut self, key: AttKey<'_>, atts: &Atts) -> Option<usize> {
        if atts.len() < FEW {
            return atts.place(key);
        }
        let hashed = |key: AttKey<'_>| match key {
            AttKey::Name(name) => (name.to_owned(), 0),
            AttKey::Position(i) => (String::new(), i),
        };
        if self.by_key.is_empty() {
            let keys = atts.iter().enumerate();
            self.by_key = keys.map(|(at, (key, _))| (hashed(key), at)).collect();
        }
        let place = *self.by_key.entry(hashed(key)).or_insert(atts.len());
        (place < atts.len()).then_some(place)
    }
}

/// Runs of no-break and zero-width spaces become one plain space.
fn spaces(text: &str) -> Cow<'_, str> {
    let odd = |c: char| c == '\u{a0}' || c == '\u{200b}';
    if text.is_ascii() || !text.contains(odd) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut in_run = false;
    for c in text.chars() {
        if !odd(c) {
            out.push(c);
        } else if !in_run {
            out.push(' ');
        }
        in_run = odd(c);
    }
    Cow::Owned(out)
}

/// White space as `\s` of a byte-wise regular expression sees it.
pub(super) fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t'..=b'\r')
}

/// The first byte from `at` on that is not white space.
pub(super) fn skip_space(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?;
    rest.iter().position(|&b| !is_space(b)).map(|i| at + i)
}

type Span = Range<usize>;

/// Where the bytes end that are wanted.
fn run(bytes: &[u8], at: usize, wanted: impl Fn(u8) -> bool) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().position(|&b| !wanted(b)).unwrap_or(rest.len())
}

/// One attribute that starts at `start` (not white space): its name, its value and where it ends.
fn attribute(bytes: &[u8], start: usize) -> (Option<Span>, Span, usize) {
    let ends = |at: usize| bytes.get(at).is_none_or(|&b| is_space(b));
    let quoted = |at: usize| -> Option<Span> {
        let quote = *bytes.get(at).filter(|b| matches!(b, b'"' | b'\''))?;
        let close = at + 1 + memchr::memchr(quote, bytes.get(at + 1..)?)?;
        ends(close + 1).then_some(at + 1..close)
    };
    let name_end = run(bytes, start, super::scanner::is_word_byte);
    if name_end > start
        && let Some(equals) = skip_space(bytes, name_end)
        && bytes.get(equals) == Some(&b'=')
        && let Some(value) = skip_space(bytes, equals + 1)
    {
        if let Some(inner) = quoted(value) {
            let end = inner.end + 1;
            return (Some(start..name_end), inner, end);
        }
        let end = run(bytes, value, |b| !is_space(b) && b != b'"' && b != b'\'');
        if end > value && ends(end) {
            return (Some(start..name_end), value..end, end);
        }
    }
    if let Some(inner) = quoted(start) {
        let end = inner.end + 1;
        return (None, inner, end);
    }
    let end = run(bytes, start, |b| !is_space(b));
    (None, start..end, end)
}

/// A value in which some `<` is never closed becomes empty.
fn closed_html(value: &str) -> &str {
    match memchr::memrchr(b'<', value.as_bytes()) {
        // The last `<` decides: every earlier one reaches at least the same `>`.
        Some(last) if !value.get(last..).is_some_and(|v| v.contains('>')) => "",
        _ => value,
    }
}

/// Undoes C-style escapes, as PHP's `stripcslashes`.
fn strip_c_slashes(value: &str) -> Cow<'_, str> {
    if memchr::memchr(b'\\', value.as_bytes()).is_none() {
        return Cow::Borrowed(value);
    }
    let bytes = value.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&b) = bytes.get(at) {
        at += 1;
        if b != b'\\' {
            out.push(b);
            continue;
        }
        // A lone backslash at the end disappears.
        let Some(&escaped) = bytes.get(at) else { break };
        at += 1;
        match escaped {
            b'n' => out.push(b'\n'),
            b't' => out.push(b'\t'),
            b'r' => out.push(b'\r'),
            b'a' => out.push(7),
            b'v' => out.push(11),
            b'b' => out.push(8),
            b'f' => out.push(12),
            b'x' if bytes.get(at).is_some_and(u8::is_ascii_hexdigit) => {
                out.push(number(bytes, &mut at, 2, 16));
            }
            b'0'..=b'7' => {
                at -= 1;
                out.push(number(bytes, &mut at, 3, 8));
            }
            other => out.push(other),
        }
    }
    let text = String::from_utf8(out);
    Cow::Owned(text.unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned()))
}

/// Up to `most` digits from `at` on; what exceeds a byte wraps as in C.
fn number(bytes: &[u8], at: &mut usize, most: usize, radix: u32) -> u8 {
    let mut value: u8 = 0;
    for _ in 0..most {
        let digit = bytes.get(*at).and_then(|&b| char::from(b).to_digit(radix));
        let Some(digit) = digit.and_then(|d| u8::try_from(d).ok()) else {
            break;
        };
        let base = if radix == 16 { 16 } else { 8 };
        value = value.wrapping_mul(base).wrapping_add(digit);
        *at += 1;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_contract_example() {
        let atts = shortcode_parse_atts(r#" a="1" B='2' c=3 d "e f""#);
        let seen: Vec<_> = ["a", "b", "c"].iter().map(|n| atts.get(n)).collect();
        assert_eq!(seen, [Some("1"), Some("2"), Some("3")]);
        assert_eq!(
            (atts.position(0), atts.position(1)),
            (Some("d"), Some("e f"))
        );
    }

    #[test]
    fn numbers_as_names() {
        let atts = shortcode_parse_atts("9=9 x");
        assert_eq!(atts.position(10), Some("x"));
        assert_eq!(atts.get("9"), Some("9"));
        assert!(shortcode_parse_atts("0=x").is_empty());
    }

    proptest::proptest! {
        #[test]
        fn never_panics(text in ".{0,200}") {
            let _ = shortcode_parse_atts(&text);
        }
    }
}
