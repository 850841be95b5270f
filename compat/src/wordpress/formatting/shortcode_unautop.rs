//! `shortcode_unautop`: a paragraph that holds nothing but one shortcode loses its `p`.
//!
//! Described in contract wordpress-core 8.4. What the shortcode prints is not asked.

use memchr::memmem;

use super::passes::{Ahead, Passes};
use super::spaces::skip_spaces;

/// Longest tag name that is looked for.
const LONGEST_NAME: usize = 128;

/// Removes `<p>` and `</p>` around stand-alone shortcodes; `is_shortcode` answers whether a tag is registered.
pub fn shortcode_unautop(text: &str, is_shortcode: &dyn Fn(&str) -> bool) -> String {
    let mut passes = Passes::new(text.as_bytes().to_vec());
    passes.apply(|edits| {
        let mut paragraph = Paragraph::new(edits.source(), is_shortcode);
        let mut at = 0;
        while let Some(offset) = memmem::find(paragraph.text.get(at..).unwrap_or_default(), b"<p>")
        {
            let start = at + offset;
            at = start + 3;
            if let Some(found) = paragraph.lone_shortcode(at) {
                edits.remove(start..found.start);
                edits.remove(found.end..found.close + 4);
                at = found.close + 4;
            }
        }
    });
    passes.into_string()
}

/// A shortcode that is all of its paragraph.
struct LoneShortcode {
    start: usize,
    end: usize,
    /// Where `</p>` stands.
    close: usize,
}

/// The closing tag of one shortcode name, looked for once for all the opening tags before it.
struct Closing<'a> {
    name: &'a str,
    at: Option<usize>,
    /// End of the tag, and the position of the `</p>` that follows it, if one does.
    paragraph_end: Option<(usize, usize)>,
}

struct Paragraph<'a, 'r> {
    text: &'a [u8],
    is_shortcode: &'r dyn Fn(&str) -> bool,
    bracket: Ahead<'static>,
    closings: Vec<Closing<'a>>,
}

impl<'a, 'r> Paragraph<'a, 'r> {
    fn new(text: &'a [u8], is_shortcode: &'r dyn Fn(&str) -> bool) -> Self {
        Self {
            text,
            is_shortcode,
            bracket: Ahead::new(b"]"),
            closings: Vec::new(),
        }
    }

    /// The shortcode that fills the paragraph whose inside starts at `inside`.
    fn lone_shortcode(&mut self, inside: usize) -> Option<LoneShortcode> {
        let start = skip_spaces(self.text, inside);
        (self.text.get(start) == Some(&b'[')).then_some(())?;
        let name = self.name(start + 1)?;
        let bracket = self.bracket.find(self.text, start + 1 + name.len())?;
        let tag_end = bracket + 1;
        let self_closing =
            bracket > start + 1 + name.len() && self.text.get(bracket - 1) == Some(&b'/');
        let enclosing = if self_closing {
            None
        } else {
            self.closing(name, tag_end)
        };
        let (end, close) = enclosing.or_else(|| Some((tag_end, self.paragraph_end(tag_end)?)))?;
        Some(LoneShortcode { start, end, close })
    }

    /// The longest registered name at `at` that no word character or hyphen continues.
    fn name(&self, at: usize) -> Option<&'a str> {
        let rest = self.text.get(at..)?;
        let length = rest
            .iter()
            .take(LONGEST_NAME)
            .take_while(|byte| {
                **byte > b' ' && !matches!(byte, b'<' | b'>' | b'&' | b'/' | b'[' | b']' | b'=')
            })
            .count();
        (1..=length).rev().find_map(|length| {
            let goes_on = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
            if rest.get(length).is_some_and(goes_on) {
                return None;
            }
            let name = std::str::from_utf8(rest.get(..length)?).ok()?;
            (self.is_shortcode)(name).then_some(name)
        })
    }

    /// Where `</p>` stands, if nothing but space comes before it.
    fn paragraph_end(&self, at: usize) -> Option<usize> {
        let close = skip_spaces(self.text, at);
        self.text
            .get(close..)?
            .starts_with(b"</p>")
            .then_some(close)
    }

    /// End of the first closing tag of `name` after `from`, and of its paragraph, if it ends one.
    fn closing(&mut self, name: &'a str, from: usize) -> Option<(usize, usize)> {
        let known = self.closings.iter().position(|c| c.name == name);
        if let Some(closing) = known.and_then(|index| self.closings.get(index))
            && closing.at.is_none_or(|at| at >= from)
        {
            return closing.paragraph_end;
        }
        let tag = format!("[/{name}]");
        let at = memmem::find(self.text.get(from..)?, tag.as_bytes()).map(|offset| from + offset);
        let paragraph_end = at.and_then(|at| {
            let end = at + tag.len();
            Some((end, self.paragraph_end(end)?))
        });
        let closing = Closing {
            name,
            at,
            paragraph_end,
        };
        match known.and_then(|index| self.closings.get_mut(index)) {
            Some(old) => *old = closing,
            None => self.closings.push(closing),
        }
        paragraph_end
    }
}
