//! Text functions that keep WordPress's names: paragraphs, quotes, links, escaping, sanitising, numbers.

pub mod accents;
pub mod autop;
pub mod balance_tags;
pub mod capital_p_dangit;
pub mod clickable;
pub mod convert_chars;
pub mod convert_invalid_entities;
pub mod email;
pub mod ent2ncr;
pub mod escape;
pub mod excerpt;
pub mod file_name;
pub mod html_split;
pub mod internal_link;
pub mod map_deep;
pub mod mime_types;
pub mod normalize_whitespace;
pub mod number;
mod passes;
pub mod path;
pub mod rel_nofollow;
pub mod sanitize;
pub mod sanitize_field;
pub mod sanitize_title;
pub mod shortcode_unautop;
pub mod slashes;
pub mod smilies;
mod spaces;
pub mod specialchars;
pub mod strip_all_tags;
pub mod texturize;
pub mod trim_words;
pub mod utf8;
pub mod whitespace;

/// Bytes of a text that [`is_long`].
pub(crate) const LONG_TEXT: usize = 64_000;

/// Whether several threads work on a text: in shorter ones, handing over costs more than it saves.
pub fn is_long(text: &str) -> bool {
    text.len() >= LONG_TEXT
}

#[cfg(test)]
mod hostile;
