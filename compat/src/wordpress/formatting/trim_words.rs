//! `wp_trim_words` and `wp_html_excerpt`: the beginning of a text without its tags.

use super::strip_all_tags::wp_strip_all_tags;
use crate::wordpress::php::trim::trim_str;

/// What a locale counts as a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WordCountType {
    /// What stands between white space.
    #[default]
    Words,
    /// Every character (`characters_excluding_spaces`, `characters_including_spaces`).
    Characters,
}

fn is_separator(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\t' | ' ')
}

/// The first `num_words` words of `text`, then `more` if there are others. A negative number drops the last word.
pub fn wp_trim_words(text: &str, num_words: i64, more: &str, count: WordCountType) -> String {
    let text = wp_strip_all_tags(text, false);
    let words = text.split(is_separator).filter(|word| !word.is_empty());
    match count {
        WordCountType::Words => join_first(words, num_words, " ", more),
        WordCountType::Characters => {
            let joined = words.collect::<Vec<_>>().join(" ");
            let characters = joined.split("").filter(|character| !character.is_empty());
            join_first(characters, num_words, "", more)
        }
    }
}

/// Joins the first pieces; when some are left over, `more` follows.
fn join_first<'a>(
    pieces: impl Iterator<Item = &'a str> + Clone,
    number: i64,
    separator: &str,
    more: &str,
) -> String {
    let kept = usize::try_from(number).unwrap_or_else(|_| pieces.clone().count().saturating_sub(1));
    let mut out = String::new();
    for (index, piece) in pieces.clone().take(kept).enumerate() {
        if index > 0 {
            out.push_str(separator);
        }
        out.push_str(piece);
    }
    if number < 0 || pieces.into_iter().nth(kept).is_some() {
        out.push_str(more);
    }
    out
}

/// The first `count` characters of `text` without tags and line breaks, then `more` if something was cut.
pub fn wp_html_excerpt(text: &str, count: usize, more: &str) -> String {
    let text = wp_strip_all_tags(text, true);
    let end = text
        .char_indices()
        .nth(count)
        .map_or(text.len(), |(at, _)| at);
    let cut = without_cut_entity(text.get(..end).unwrap_or_default());
    if cut.len() == text.len() {
        return text;
    }
    format!("{}{more}", trim_str(cut))
}

/// Removes an entity that the cut may have broken: `&` and at most six bytes at the end.
fn without_cut_entity(text: &str) -> &str {
    let mut end = text.len();
    for (at, character) in text.char_indices().rev() {
        if text.len() - at > 7 || character == ';' || is_trimmed_or_feed(character) {
            break;
        }
        if character == '&' {
            end = at;
        }
    }
    text.get(..end).unwrap_or_default()
}

fn is_trimmed_or_feed(character: char) -> bool {
    character == '\x0C' || matches!(character, ' ' | '\t' | '\n' | '\r' | '\x0B')
}

#[cfg(test)]
mod tests {
    use super::{WordCountType, wp_html_excerpt, wp_trim_words};

    #[test]
    fn counts_words_or_characters() {
        let text = "<p>uno  dos\ntres</p>";
        assert_eq!(
            wp_trim_words(text, 2, "…", WordCountType::Words),
            "uno dos…"
        );
        assert_eq!(wp_trim_words(text, 0, "…", WordCountType::Words), "…");
        assert_eq!(
            wp_trim_words(text, 5, "…", WordCountType::Characters),
            "uno d…"
        );
        assert_eq!(wp_trim_words("", 0, "…", WordCountType::Words), "");
    }

    #[test]
    fn drops_a_broken_entity() {
        assert_eq!(wp_html_excerpt("ab &amp; cd", 6, "…"), "ab…");
        assert_eq!(wp_html_excerpt("ab", 2, "…"), "ab");
    }
}
