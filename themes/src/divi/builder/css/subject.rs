//! What the rules of an element are made of.

use compat::divi::artwork::ThemeArtwork;
use compat::divi::attributes::Attributes;

/// The mark of a column whose background is stored on its row or section: its rules have no priority of their own.
pub const HELD_BACKGROUND: &str = "_held_background";

/// The input of an element's rules.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The slug of its module, as in `et_pb_text`.
    pub slug: &'a str,
    /// Its order class, as in `et_pb_text_0`.
    pub order_class: &'a str,
    /// Whether it is the first of its kind.
    pub is_first: bool,
    /// Whether other elements have been drawn inside it before its rules.
    pub has_children: bool,
    /// Its attributes, decoded.
    pub attributes: &'a Attributes,
    /// Whether an element around it is sticky.
    pub in_sticky: bool,
    /// Whether the page's language is written from right to left.
    pub is_rtl: bool,
    /// The site's accent colour, the default of many colours.
    pub accent: &'a str,
    /// The theme's own shapes.
    pub artwork: &'a ThemeArtwork,
    /// The prefix of every selector: empty, or the layout's wrapper in other post types (section 6.9).
    pub wrapper: &'static str,
}
