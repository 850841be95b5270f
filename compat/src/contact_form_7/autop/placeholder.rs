//! Placeholder elements: what must not be formatted is taken out and put back.
//!
//! Contract "contact-form-7" section 5.

use std::collections::HashMap;

use memchr::memmem;
use sha1::{Digest, Sha1};

use super::element::{PLACEHOLDER_BLOCK, PLACEHOLDER_INLINE};
use crate::wordpress::hash::hex;

/// How a placeholder is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceholderKind {
    /// In a line of text.
    Inline,
    /// Outside of paragraphs.
    Block,
}

/// Texts that were taken out, by the element that stands for them.
#[derive(Debug, Default)]
pub struct Placeholders {
    texts: HashMap<String, String>,
}

/// What every placeholder begins with.
const OPENING: &[u8] = b"<placeholder:";

impl Placeholders {
    /// The element that stands for a text; equal texts share one.
    pub fn hold(&mut self, text: &str, kind: PlaceholderKind) -> String {
        let name = match kind {
            PlaceholderKind::Inline => PLACEHOLDER_INLINE,
            PlaceholderKind::Block => PLACEHOLDER_BLOCK,
        };
        let key = hex(&Sha1::digest(text.as_bytes()));
        let element = format!("<{name} id=\"{key}\" />");
        self.texts.insert(element.clone(), text.to_owned());
        element
    }

    /// Takes out whole SVG and MathML elements.
    pub(super) fn replace_foreign_elements(&mut self, input: &str) -> String {
        const NAMES: [&str; 2] = ["math", "svg"];
        let lower = input.to_ascii_lowercase();
        let mut is_closed = [true; 2];
        let mut out = String::with_capacity(input.len());
        let (mut copied, mut at) = (0, 0);
        while let Some(found) = lower
            .get(at..)
            .and_then(|rest| memchr::memchr(b'<', rest.as_bytes()))
        {
            let start = at + found;
            at = start + 1;
            let rest = lower.get(at..).unwrap_or_default();
            let Some(which) = NAMES.iter().position(|name| rest.starts_with(name)) else {
                continue;
            };
            let (Some(name), Some(open)) = (NAMES.get(which), is_closed.get_mut(which)) else {
                continue;
            };
            let closing = format!("</{name}>");
            let end = memmem::find(rest.as_bytes(), closing.as_bytes()).filter(|_| *open);
            let Some(end) = end else {
                *open = false;
                continue;
            };
            let end = at + end + closing.len();
            out.push_str(input.get(copied..start).unwrap_or_default());
            let element = input.get(start..end).unwrap_or_default();
            out.push_str(&self.hold(element, PlaceholderKind::Inline));
            (copied, at) = (end, end);
        }
        out.push_str(input.get(copied..).unwrap_or_default());
        out
    }

    /// Puts the texts back.
    pub fn restore(&self, formatted: &str) -> String {
        let mut out = String::with_capacity(formatted.len());
        let mut copied = 0;
        for start in memmem::find_iter(formatted.as_bytes(), OPENING) {
            if start < copied {
                continue;
            }
            let rest = formatted.get(start..).unwrap_or_default();
            let element = rest
                .split_inclusive('>')
                .next()
                .and_then(|element| Some((element.len(), self.texts.get(element)?)));
            let Some((len, text)) = element else { continue };
            out.push_str(formatted.get(copied..start).unwrap_or_default());
            out.push_str(text);
            copied = start + len;
        }
        out.push_str(formatted.get(copied..).unwrap_or_default());
        out
    }
}
