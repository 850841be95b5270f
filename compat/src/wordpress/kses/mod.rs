//! Kses: HTML that only holds allowed elements, attributes, styles and protocols.
//!
//! Contract "wordpress-core", section 17 (comments); values: vectors `wp_kses`, `wp_kses_post`,
//! `wp_filter_nohtml_kses`. Kses works on the text, not on a tree: it never balances tags.

pub mod bad_protocol;
pub mod entity_names;
pub mod no_null;
pub mod normalize_entities;
