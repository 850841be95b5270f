//! The dividers of the sections of a page.
//!
//! A section with a divider prints the classes of all edges at which sections of the page have had dividers so far.

use compat::divi::attributes::Attributes;

/// The edges with dividers, in the order in which they came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dividers([Option<&'static str>; 2]);

impl Dividers {
    /// Notes the dividers of a section.
    pub fn note(&mut self, attributes: &Attributes) {
        for (place, class) in [
            ("bottom", "et_pb_bottom_divider"),
            ("top", "et_pb_top_divider"),
        ] {
            if has_divider(attributes, place) && !self.0.contains(&Some(class)) {
                let free = self.0.iter_mut().find(|edge| edge.is_none());
                if let Some(free) = free {
                    *free = Some(class);
                }
            }
        }
    }

    /// The classes.
    pub fn classes(self) -> impl Iterator<Item = &'static str> {
        self.0.into_iter().flatten()
    }
}

/// Whether a section has a divider at an edge: `top` or `bottom`.
pub fn has_divider(attributes: &Attributes, place: &str) -> bool {
    let style = attributes.value_of(&[place, "_divider_style"]);
    !matches!(style.desktop(), "" | "none")
}
