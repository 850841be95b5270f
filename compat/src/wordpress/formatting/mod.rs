//! Text functions of WordPress's `formatting.php`, one concept a file.
//!
//! Contract "wordpress-core", sections 8 and 17; values: vector family `wordpress-formatting`.

pub mod accents;
pub mod email;
pub mod escape;
pub mod file_name;
pub mod map_deep;
pub mod mime_types;
pub mod number;
pub mod path;
pub mod sanitize;
pub mod sanitize_field;
pub mod sanitize_title;
pub mod slashes;
pub mod specialchars;
//@pub mod strip_all_tags;
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
pub mod strip_all_tags;
pub mod utf8;
