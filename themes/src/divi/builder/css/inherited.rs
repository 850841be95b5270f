//! Attributes that child elements inherit from their parent.
//!
//! Contract "divi-server", section 6.7 (slide).

use compat::divi::attributes::Attributes;

/// The slug of a child, the slugs of its parents, and the prefixes of the attributes that it inherits.
const INHERITED: [(&str, &[&str], &[&str]); 1] = [(
    "et_pb_slide",
    &["et_pb_slider", "et_pb_fullwidth_slider"],
    &[
        "arrows_custom_color",
        "background",
        "bg_overlay_color",
        "dot_nav_custom_color",
        "hover_transition_",
        "parallax",
        "text_border_radius",
        "sticky_transition",
        "text_overlay_color",
        "use_background_color_gradient",
        "use_bg_overlay",
        "use_text_overlay",
    ],
)];

/// The attributes that a bar counter inherits, and their names on the parent.
const OF_BARS: [(&str, &str); 2] = [
    ("bar_background_color", "bar_bg_color"),
    ("background_last_edited", "background_last_edited"),
];

/// The attributes of a child, with those of its parent where it has none with that prefix; `None` when it inherits
/// nothing.
pub fn attributes(
    slug: &str,
    own: &Attributes,
    parent: &str,
    parents: &Attributes,
) -> Option<Attributes> {
    // The parent stores the colour of all bars under another name.
    if slug == "et_pb_counter" && parent == "et_pb_counters" {
        let taken = OF_BARS.map(|(own, of_all)| (own, parents.text(of_all)));
        let taken = taken.into_iter();
        let mut taken =
            taken.filter(|(name, value)| !value.is_empty() && own.text(name).is_empty());
        let (name, value) = taken.next()?;
        let mut attributes = own.clone();
        attributes.insert(name, value);
        for (name, value) in taken {
            attributes.insert(name, value);
        }
        return Some(attributes);
    }
    let (.., names) = INHERITED
        .iter()
        .find(|(child, from, _)| *child == slug && from.contains(&parent))?;
    let begins = |name: &str| names.iter().find(|begin| name.starts_with(**begin));
    let is_missing = |begin: &str| !own.iter().any(|(name, _)| name.starts_with(begin));
    let taken: Vec<(&str, &str)> = parents
        .iter()
        .filter(|(name, _)| begins(name).is_some_and(|begin| is_missing(begin)))
        .collect();
    if taken.is_empty() {
        return None;
    }
    Some(own.iter().chain(taken).collect())
}
