//! How one review is shown: contract "reviews-widget", sections 3.2 and 4.5.

use crate::wordpress::options::Options;

use super::excerpt::LineBreaks;
use super::name_format::NameFormat;
use super::option;
use super::shortcode_atts::{ShortcodeAtts, count, is_no, is_yes};
use super::summary::is_image;

/// A piece of a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    /// The author's picture.
    Avatar,
    /// The author's name.
    Name,
    /// The stars.
    Rating,
    /// When it was written.
    Date,
    /// The text.
    Text,
}

/// The author's picture.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Avatar {
    /// None.
    Hidden,
    /// The service's.
    #[default]
    Shown,
    /// The site's own copy.
    Local,
    /// One for all.
    Replaced(String),
}

/// When a review was written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ReviewDate {
    /// Not shown.
    Hidden,
    /// The stored words.
    #[default]
    Stored,
    /// Its age in words, as of now.
    Relative,
    /// A PHP date format.
    Format(String),
}

/// How reviews are shown.
#[derive(Debug, Clone, Default)]
pub struct ItemStyle {
    /// Length of excerpts.
    pub excerpt: Option<usize>,
    /// The word on the link that shows more.
    pub more: Option<String>,
    /// Whether texts are shown.
    pub has_text: bool,
    /// Whether punctuation is put right.
    pub has_punctuation: bool,
    /// What becomes of line breaks.
    pub line_breaks: LineBreaks,
    /// Height of texts.
    pub text_height: Option<String>,
    /// The pieces in their order.
    pub order: Vec<Piece>,
    /// Whether all pieces stand in a line.
    pub is_inline: bool,
    /// Whether the text comes first.
    pub is_text_first: bool,
    /// Whether the author comes last.
    pub is_author_last: bool,
    /// The author's picture.
    pub avatar: Avatar,
    /// How names are written.
    pub name_format: NameFormat,
    /// How dates are written.
    pub date: ReviewDate,
    /// The `loading` of pictures.
    pub loading: Option<&'static str>,
}

/// Excerpts are never shorter.
const SHORTEST_EXCERPT: usize = 20;
/// Longest date format.
const DATE_FORMAT: usize = 20;

impl ItemStyle {
    /// Reads the attributes. `is_badge`: no pictures.
    pub fn of(given: ShortcodeAtts<'_>, options: &Options, is_badge: bool) -> Self {
        let order = given.text("review_item_order").unwrap_or_default();
        let order = order.to_ascii_lowercase();
        let is_text_first = order.contains("text first") || order.contains("review first");
        let is_author_last = order.contains("author switch") || order.contains("author last");
        let format = given.text("review_text_format").unwrap_or_default();
        Self {
            excerpt: excerpt(given, options),
            more: given.text("more").map(str::to_owned),
            has_text: !given.is_off("review_text"),
            has_punctuation: format.to_ascii_lowercase().contains("punctuation"),
            line_breaks: line_breaks(&format.to_ascii_lowercase()),
            text_height: given
                .text("review_text_height")
                .filter(|height| is_length(height))
                .map(str::to_owned),
            is_inline: order
                .split(|c: char| !c.is_ascii_alphanumeric())
                .any(|w| w == "inline"),
            order: listed(&order).unwrap_or_else(|| usual(is_text_first, is_author_last)),
            is_text_first,
            is_author_last,
            avatar: if is_badge {
                Avatar::Shown
            } else {
                avatar(given, options)
            },
            name_format: given
                .text("name_format")
                .map(NameFormat::of)
                .unwrap_or_default(),
            date: date(given),
            loading: match given.text("loading") {
                Some("eager") => Some("eager"),
                Some("lazy") => Some("lazy"),
                _ => None,
            },
        }
    }
}

fn excerpt(given: ShortcodeAtts<'_>, options: &Options) -> Option<usize> {
    match given.text("excerpt") {
        Some(text) => count(text).filter(|length| *length >= SHORTEST_EXCERPT),
        None => count(options.text_or(option::EXCERPT_LENGTH, "235").as_ref()),
    }
}

fn line_breaks(format: &str) -> LineBreaks {
    let has = |words: &[&str]| words.iter().any(|word| format.contains(word));
    if has(&["paragraph"]) {
        LineBreaks::Paragraphs
    } else if has(&["strip", "remove", "clear"]) && has(&["line break", "linebreak", "break"]) {
        LineBreaks::Stripped
    } else {
        LineBreaks::Kept
    }
}

/// A CSS length, `calc()` or `clamp()`.
fn is_length(text: &str) -> bool {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || b" .,%/+-*()".contains(&b);
    let lower = text.trim().to_ascii_lowercase();
    let is_function =
        (lower.starts_with("calc(") || lower.starts_with("clamp(")) && lower.ends_with(')');
    let begins = lower
        .bytes()
        .next()
        .is_some_and(|b| b.is_ascii_digit() || b == b'.');
    lower.bytes().all(is_plain) && (is_function || begins && !lower.contains(['(', ')', ' ', ',']))
}

fn usual(is_text_first: bool, is_author_last: bool) -> Vec<Piece> {
    let meta = if is_author_last {
        [Piece::Rating, Piece::Date, Piece::Name]
    } else {
        [Piece::Name, Piece::Rating, Piece::Date]
    };
    let mut order = vec![Piece::Avatar];
    order.extend(meta);
    order.insert(if is_text_first { 0 } else { order.len() }, Piece::Text);
    order
}

/// The pieces that a list names; none when it names anything else.
fn listed(order: &str) -> Option<Vec<Piece>> {
    let words = order
        .split([',', ' ', '/'])
        .map(str::trim)
        .filter(|w| !w.is_empty());
    let mut pieces = Vec::new();
    for word in words {
        let piece = match word {
            "avatar" => Piece::Avatar,
            "name" | "author" => Piece::Name,
            "rating" => Piece::Rating,
            "date" => Piece::Date,
            "review" | "text" => Piece::Text,
            _ => return None,
        };
        if !pieces.contains(&piece) {
            pieces.push(piece);
        }
    }
    (!pieces.is_empty()).then_some(pieces)
}

fn avatar(given: ShortcodeAtts<'_>, options: &Options) -> Avatar {
    let is_local = given
        .switch("local_images")
        .unwrap_or_else(|| options.is_on(option::LOCAL_IMAGES));
    match given.text("avatar") {
        Some(text) if is_no(text) => Avatar::Hidden,
        Some(text) if text.eq_ignore_ascii_case("local") => Avatar::Local,
        Some(text) if is_image(text) || text.contains("//") => Avatar::Replaced(text.to_owned()),
        _ if is_local => Avatar::Local,
        _ => Avatar::Shown,
    }
}

fn date(given: ShortcodeAtts<'_>) -> ReviewDate {
    match given.text("date") {
        None => ReviewDate::Stored,
        Some(text) if text.eq_ignore_ascii_case("relative") => ReviewDate::Relative,
        // `y`, `n`, `t` and so on are date formats of one letter; the words win.
        Some(text) if is_yes(text) => ReviewDate::Stored,
        Some(text) if is_no(text) => ReviewDate::Hidden,
        Some(text) if text.chars().count() <= DATE_FORMAT => ReviewDate::Format(text.to_owned()),
        Some(_) => ReviewDate::Stored,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::shortcode::shortcode_parse_atts;

    #[test]
    fn orders_and_lengths() {
        let style = |text: &str| {
            ItemStyle::of(
                ShortcodeAtts(&shortcode_parse_atts(text)),
                &Options::default(),
                false,
            )
        };
        let own = style("review_item_order=\"text first, author last\" avatar=no");
        assert!(own.is_text_first && own.is_author_last && own.avatar == Avatar::Hidden);
        assert_eq!(
            own.order,
            [
                Piece::Text,
                Piece::Avatar,
                Piece::Rating,
                Piece::Date,
                Piece::Name
            ]
        );
        assert_eq!(
            style("review_item_order=\"date, text\"").order,
            [Piece::Date, Piece::Text]
        );
        assert!(style("review_text_format=\"paragraphs Punctuation\"").has_punctuation);
        assert!(!style("review_text_format=paragraphs").has_punctuation);
        assert_eq!(style("").excerpt, Some(235));
        assert_eq!(style("excerpt=none").excerpt, None);
        assert_eq!(style("excerpt=19").excerpt, None);
        for (height, expected) in [
            ("8em", true),
            ("calc(1em + 2px)", true),
            ("red;x", false),
            ("x(", false),
        ] {
            assert_eq!(is_length(height), expected, "{height}");
        }
    }
}
