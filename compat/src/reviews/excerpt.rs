//! The text of a review, cut to an excerpt: contract "reviews-widget", section 4.6.

use crate::wordpress::formatting::escape::esc_html;
use crate::wordpress::php::cast::{float_to_int, int_to_float};
use crate::wordpress::php::round::round;

/// What becomes of line breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LineBreaks {
    /// `<br>`.
    #[default]
    Kept,
    /// A space.
    Stripped,
    /// Paragraphs, where there is no excerpt.
    Paragraphs,
}

/// A text as markup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReviewText {
    /// Whole; `is_excerpt` when it has the class of an excerpt all the same.
    Whole {
        /// Markup.
        html: String,
        /// Whether it is marked as an excerpt.
        is_excerpt: bool,
    },
    /// The beginning, and what follows it.
    Cut {
        /// Markup of the beginning.
        snippet: String,
        /// Markup of the remainder, perhaps empty.
        rest: String,
    },
}

/// Most characters by which an excerpt is longer to end with a word.
const WORD_END: usize = 20;
/// Texts up to this length are never cut.
const SHORT: usize = 20;

/// Cuts a text without tags to `length` characters and the end of the word.
pub fn review_text(text: &str, length: Option<usize>, breaks: LineBreaks) -> ReviewText {
    let escaped = esc_html(text);
    let Some(length) = length.filter(|length| is_cut(text.chars().count(), *length)) else {
        return ReviewText::Whole {
            html: with_breaks(&escaped, breaks, true),
            is_excerpt: false,
        };
    };
    let Some((at, _)) = escaped.char_indices().nth(length.saturating_sub(1)) else {
        return ReviewText::Whole {
            html: with_breaks(&escaped, breaks, false),
            is_excerpt: true,
        };
    };
    let last = escaped.get(at..).unwrap_or_default();
    let mut end = at + last.chars().next().map_or(0, char::len_utf8);
    let behind = escaped.get(end..).unwrap_or_default();
    let word = behind
        .chars()
        .take(WORD_END)
        .take_while(|c| !c.is_whitespace());
    end += word.map(char::len_utf8).sum::<usize>();
    let (snippet, rest) = escaped.split_at(end);
    ReviewText::Cut {
        snippet: with_breaks(snippet, breaks, false),
        rest: with_breaks(rest, breaks, false),
    }
}

fn is_cut(characters: usize, length: usize) -> bool {
    let float = |n: usize| int_to_float(i64::try_from(n).unwrap_or(i64::MAX));
    let most = float_to_int(round(1.1 * float(characters), 0));
    characters > SHORT && i64::try_from(length).is_ok_and(|length| length < most)
}

fn with_breaks(text: &str, breaks: LineBreaks, may_have_paragraphs: bool) -> String {
    let between = match breaks {
        LineBreaks::Stripped => " ",
        LineBreaks::Paragraphs if may_have_paragraphs => "</p><p>",
        LineBreaks::Kept | LineBreaks::Paragraphs => "<br>",
    };
    let mut out = String::with_capacity(text.len());
    let mut is_break = false;
    for c in text.chars() {
        let is_new_line = matches!(c, '\r' | '\n');
        if is_new_line && !is_break {
            out.push_str(between);
        } else if !is_new_line {
            out.push(c);
        }
        is_break = is_new_line;
    }
    if may_have_paragraphs && breaks == LineBreaks::Paragraphs {
        return format!("<p>{out}</p>");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn contract_cases() {
        // 23: a long one, cut behind a word.
        let text = format!("{} {}", "a".repeat(104), "b".repeat(195));
        let ReviewText::Cut { snippet, rest } = review_text(&text, Some(100), LineBreaks::Kept)
        else {
            panic!("not cut");
        };
        assert_eq!((snippet.len(), rest.len()), (104, 196));
        // 24: marked, not cut.
        let whole = review_text(&"a".repeat(100), Some(105), LineBreaks::Kept);
        assert_eq!(
            whole,
            ReviewText::Whole {
                html: "a".repeat(100),
                is_excerpt: true
            }
        );
        // 25
        let short = review_text(&"a".repeat(20), Some(5), LineBreaks::Kept);
        assert!(matches!(
            short,
            ReviewText::Whole {
                is_excerpt: false,
                ..
            }
        ));
        // 26
        let html = |breaks| match review_text("a\r\n\nb & c", None, breaks) {
            ReviewText::Whole { html, .. } => html,
            cut @ ReviewText::Cut { .. } => panic!("{cut:?}"),
        };
        assert_eq!(html(LineBreaks::Kept), "a<br>b &amp; c");
        assert_eq!(html(LineBreaks::Stripped), "a b &amp; c");
        assert_eq!(html(LineBreaks::Paragraphs), "<p>a</p><p>b &amp; c</p>");
    }

    proptest! {
        #[test]
        fn nothing_is_lost(text in "[a-zñ& <]{0,80}", length in 0_usize..100) {
            let escaped = esc_html(&text).into_owned();
            let shown = match review_text(&text, Some(length), LineBreaks::Kept) {
                ReviewText::Whole { html, .. } => html,
                ReviewText::Cut { snippet, rest } => snippet + &rest,
            };
            prop_assert_eq!(shown, escaped);
        }
    }
}
