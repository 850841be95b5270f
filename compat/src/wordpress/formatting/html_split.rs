//! `wp_html_split`: text and tags, one after the other.
//!
//! A tag goes to the next `>`, a comment to `-->`, a CDATA section to `]]>`, each to the end of the text when that is
//! missing. It is no HTML parser: a `>` inside an attribute ends the tag. Described in contract wordpress-core 8.2.

use std::ops::Range;

use memchr::{memchr, memmem};

/// The next tag, comment or (where `cdata` says so) CDATA section at or after `from`.
pub(crate) fn next_delimiter(text: &[u8], from: usize, cdata: bool) -> Option<Range<usize>> {
    let start = from + memchr(b'<', text.get(from..)?)?;
    Some(start..delimiter_end(text, start, cdata))
}

/// Where the delimiter that starts with the `<` at `start` ends.
pub(super) fn delimiter_end(text: &[u8], start: usize, cdata: bool) -> usize {
    let tag = text.get(start..).unwrap_or_default();
    // A comment's end may share the dashes of its start: `<!-->` is complete.
    let (skip, close): (usize, &[u8]) = if tag.starts_with(b"<!--") {
        (2, b"-->")
    } else if cdata && tag.starts_with(b"<![CDATA[") {
        (9, b"]]>")
    } else {
        return memchr(b'>', tag).map_or(text.len(), |offset| start + offset + 1);
    };
    let rest = tag.get(skip..).unwrap_or_default();
    match memmem::find(rest, close) {
        Some(offset) => start + skip + offset + close.len(),
        None => text.len(),
    }
}

/// Text, tag, text, tag, …, text: an odd number of pieces, texts possibly empty.
pub fn wp_html_split(input: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(tag) = next_delimiter(input.as_bytes(), at, true) {
        let end = tag.end;
        pieces.push(input.get(at..tag.start).unwrap_or_default());
        pieces.push(input.get(tag).unwrap_or_default());
        at = end;
    }
    pieces.push(input.get(at..).unwrap_or_default());
    pieces
}

#[cfg(test)]
mod tests {
    use super::wp_html_split;

    #[test]
    fn comments_and_cdata_swallow_tags() {
        assert_eq!(
            wp_html_split("a<!-- <b> -->c<![CDATA[<i>]]>d"),
            ["a", "<!-- <b> -->", "c", "<![CDATA[<i>]]>", "d"]
        );
        assert_eq!(wp_html_split("<!-->x"), ["", "<!-->", "x"]);
        assert_eq!(wp_html_split("a<b"), ["a", "<b", ""]);
    }
}
