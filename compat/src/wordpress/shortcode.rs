//! shortcode.
