//! Text functions that keep WordPress's names: paragraphs, quotes, links, escaping, dates.

pub mod autop;
pub mod balance_tags;
pub mod capital_p_dangit;
pub mod clickable;
pub mod convert_chars;
pub mod ent2ncr;
pub mod excerpt;
#[cfg(test)]
mod hostile;
pub mod html_split;
pub mod internal_link;
pub mod normalize_whitespace;
mod passes;
pub mod rel_nofollow;
pub mod shortcode_unautop;
pub mod smilies;
mod spaces;
pub mod strip_tags;
pub mod texturize;
pub mod trim_words;
