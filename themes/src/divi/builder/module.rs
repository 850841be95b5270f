//! A module: the kind of an element.

use crate::wordpress::view::Page;

use super::element::Element;

/// A kind of element. A new one is one file in [`super::super::modules`] and one line in its list.
#[derive(Debug, Clone, Copy)]
pub struct Module {
    /// The shortcode, as in `et_pb_text`.
    pub slug: &'static str,
    /// Attributes that hold while nobody sets them.
    pub defaults: &'static [(&'static str, &'static str)],
    /// Draws an element.
    pub render: fn(&Element<'_>, &mut Page) -> String,
}
