//! `wptexturize`: straight quotes, dashes and dots to typographic ones.
//!
//! Contract "wordpress-core", section 8.2. Tags, comments and registered shortcodes stay; so does text inside `pre`,
//! `code`, `kbd`, `style`, `script`, `tt` and the shortcode `[code]`. Not here: the origin of the strings, and the
//! filters `run_wptexturize` and `no_texturize_tags`.

mod characters;
mod primes;
mod quote;
mod quotes;
mod shortcode_tag;
mod strings;

use memchr::{memchr, memchr2, memmem};

use self::quote::Quote;
use super::LONG_TEXT;
use super::html_split::delimiter_end;
use super::passes::{Passes, into_string};

pub use self::strings::TexturizeStrings;

/// Elements whose text stays as it is. The comparison is case-sensitive, like the original's.
const NO_TEXTURIZE_TAGS: [&[u8]; 6] = [b"pre", b"code", b"kbd", b"style", b"script", b"tt"];
/// Shortcodes whose content stays as it is.
const NO_TEXTURIZE_SHORTCODES: [&[u8]; 1] = [b"code"];

/// Answers whether a name is a registered shortcode.
type IsShortcode<'f> = dyn Fn(&str) -> bool + Sync + 'f;

/// Replaces straight marks in the text runs of `text`; `is_shortcode` answers whether a tag name is registered.
pub fn wptexturize(
    text: &str,
    strings: &TexturizeStrings,
    is_shortcode: &IsShortcode<'_>,
) -> String {
    into_string(wptexturize_bytes(text.as_bytes(), strings, is_shortcode))
}

/// [`wptexturize`] for text that may not be UTF-8; what is not ASCII passes through.
pub fn wptexturize_bytes(
    text: &[u8],
    strings: &TexturizeStrings,
    is_shortcode: &IsShortcode<'_>,
) -> Vec<u8> {
    if !strings.run_texturize {
        return text.to_vec();
    }
    let walk = |from, until| {
        let mut state = Texturize::new(strings, text.len());
        let at = state.walk(text, from, until, is_shortcode);
        (state, at)
    };
    let Some(middle) = between_shortcodes(text, is_shortcode) else {
        return walk(0, text.len()).0.out;
    };
    let ((mut first, at), (second, _)) =
        rayon::join(|| walk(0, middle), || walk(middle, text.len()));
    if at == middle && first.tags.is_empty() && first.shortcodes.is_empty() {
        first.out.extend_from_slice(&second.out);
    } else {
        first.walk(text, at, text.len(), is_shortcode);
    }
    first.out
}

/// A shortcode about the middle of a long text: the halves are walked at the same time.
fn between_shortcodes(text: &[u8], is_shortcode: &IsShortcode<'_>) -> Option<usize> {
    if text.len() < LONG_TEXT {
        return None;
    }
    let half = text.len() / 2;
    let middle = half + memmem::find(text.get(half..)?, b"][")? + 1;
    shortcode_tag::end(text, middle, is_shortcode).map(|_| middle)
}

/// What the walk over the pieces carries along.
struct Texturize<'t> {
    strings: &'t TexturizeStrings,
    out: Vec<u8>,
    run: Passes,
    quotes: Vec<Quote>,
    tags: Vec<&'t [u8]>,
    shortcodes: Vec<&'t [u8]>,
}

impl<'t> Texturize<'t> {
    fn new(strings: &'t TexturizeStrings, bytes: usize) -> Self {
        Self {
            strings,
            out: Vec::with_capacity(bytes + bytes / 16),
            run: Passes::default(),
            quotes: Vec::new(),
            tags: Vec::new(),
            shortcodes: Vec::new(),
        }
    }

    /// Walks the pieces of a text from a piece to the first tag or shortcode at or after `until`; returns its place.
    fn walk(
        &mut self,
        text: &[u8],
        from: usize,
        until: usize,
        is_shortcode: &IsShortcode<'_>,
    ) -> usize {
        let (mut run_start, mut at) = (from, from);
        while let Some(offset) = memchr2(b'<', b'[', text.get(at..).unwrap_or_default()) {
            let start = at + offset;
            let is_tag = text.get(start) == Some(&b'<');
            let end = if is_tag {
                delimiter_end(text, start, false)
            } else if let Some(end) = shortcode_tag::end(text, start, is_shortcode) {
                end
            } else {
                at = start + 1;
                continue;
            };
            self.text(text.get(run_start..start).unwrap_or_default());
            if start >= until {
                return start;
            }
            let delimiter = text.get(start..end).unwrap_or_default();
            if is_tag {
                self.tag(delimiter);
            } else {
                self.shortcode(delimiter);
            }
            (run_start, at) = (end, end);
        }
        self.text(text.get(run_start..).unwrap_or_default());
        text.len()
    }

    fn tag(&mut self, tag: &[u8]) {
        if tag.starts_with(b"<!--") {
            self.out.extend_from_slice(tag);
        } else {
            characters::bare_ampersands(tag, &mut self.out);
            push_or_pop(tag, &mut self.tags, &NO_TEXTURIZE_TAGS);
        }
    }

    fn shortcode(&mut self, tag: &[u8]) {
        self.out.extend_from_slice(tag);
        // Escaped on either side: shown as text, opens nothing.
        if !tag.starts_with(b"[[") && !tag.ends_with(b"]]") {
            push_or_pop(tag, &mut self.shortcodes, &NO_TEXTURIZE_SHORTCODES);
        }
    }

    fn text(&mut self, text: &[u8]) {
        let found = Found::in_text(text);
        if !found.any || !self.tags.is_empty() || !self.shortcodes.is_empty() {
            self.out.extend_from_slice(text);
            return;
        }
        let strings = self.strings;
        self.run.load(text);
        if found.fixed {
            self.run
                .apply(|edits| characters::fixed_replacements(edits, strings));
        }
        if memchr(b'\'', self.run.text()).is_some() {
            let quotes = &mut self.quotes;
            self.run
                .apply(|edits| quotes::single(edits, strings, quotes));
        }
        if memchr(b'"', self.run.text()).is_some() {
            let quotes = &mut self.quotes;
            self.run
                .apply(|edits| quotes::double(edits, strings, quotes));
        }
        if memchr(b'-', self.run.text()).is_some() {
            self.run.apply(|edits| characters::dashes(edits, strings));
        }
        if found.times {
            self.run.apply(characters::times);
        }
        characters::bare_ampersands(self.run.text(), &mut self.out);
    }
}

/// Which marks a text run contains, so that most runs are copied after one look.
#[derive(Default)]
struct Found {
    any: bool,
    fixed: bool,
    times: bool,
}

impl Found {
    fn in_text(text: &[u8]) -> Self {
        let mut found = Self::default();
        for byte in text {
            match byte {
                b'\'' | b'`' | b'(' | b'.' => (found.any, found.fixed) = (true, true),
                b'"' | b'-' | b'&' => found.any = true,
                b'x' => (found.any, found.times) = (true, true),
                _ => {}
            }
        }
        found
    }
}

/// Remembers that an element that protects its text begins, or forgets it when it ends.
fn push_or_pop<'t>(tag: &[u8], stack: &mut Vec<&'t [u8]>, protecting: &[&'t [u8]]) {
    let opening = tag.get(1).is_some_and(|byte| *byte != b'/');
    if !opening && stack.is_empty() {
        return;
    }
    // The name goes to the first space; without one, to the last character, whatever that is.
    let start = if opening { 1 } else { 2 };
    let end = memchr(b' ', tag).unwrap_or(tag.len().saturating_sub(1));
    let name = tag.get(start..end).unwrap_or_default();
    let Some(known) = protecting.iter().find(|known| **known == name) else {
        return;
    };
    if opening {
        stack.push(known);
    } else if stack.last() == Some(known) {
        stack.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::{LONG_TEXT, Texturize, TexturizeStrings, wptexturize_bytes};

    /// Long texts whose middle stands in an element, a comment, a shortcode or between them.
    #[test]
    fn halves_are_the_whole() {
        let strings = TexturizeStrings::default();
        let is_shortcode = |name: &str| matches!(name, "x" | "code");
        let piece = "[x a=\"b\"]It's \"so\" -- 1x2...[/x]";
        for (open, close) in [
            ("", ""),
            ("<pre>", "</pre>"),
            ("<!-- ", " -->"),
            ("[code]", "[/code]"),
            ("<p title='", "'>"),
            ("'", "'"),
        ] {
            let many = piece.repeat(LONG_TEXT / piece.len());
            let text = [piece, open, &many, close, piece].concat();
            let text = text.as_bytes();
            let mut whole = Texturize::new(&strings, text.len());
            whole.walk(text, 0, text.len(), &is_shortcode);
            let halves = wptexturize_bytes(text, &strings, &is_shortcode);
            assert!(halves == whole.out, "{open}");
        }
    }
}
