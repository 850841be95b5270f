//! Attributes that child elements inherit from their parent.
//!
//! Contract "divi-server", section 6.7 (slide).

use compat::divi::attributes::{AttributeName, Attributes, Part, State, Switch};

/// The slug of a child, the slugs of its parents, and the prefixes of the attributes that it inherits.
const INHERITED: [(&str, &[&str], &[&str]); 1] = [(
    "et_pb_slide",
    &["et_pb_slider", "et_pb_fullwidth_slider"],
    &[
        "arrows_custom_color",
        "background",
        "bg_overlay_color",
        "dot_nav_custom_color",
        "parallax",
        "text_border_radius",
        "sticky_transition",
        "text_overlay_color",
        "use_background_color_gradient",
        "use_bg_overlay",
        "use_text_overlay",
    ],
)];

/// The options of which a bar counter inherits these parts, and their names on the parent.
const OF_BARS: [(&str, &str, &[Part]); 3] = [
    (
        "bar_background_color",
        "bar_bg_color",
        &[
            Part::Value(State::Desktop),
            Part::Value(State::Tablet),
            Part::Value(State::Phone),
            Part::Switch(Switch::Responsive),
        ],
    ),
    (
        "background_color",
        "background_color",
        &[
            Part::Value(State::Desktop),
            Part::Value(State::Tablet),
            Part::Value(State::Phone),
            Part::Value(State::Hover),
            Part::Switch(Switch::Hover),
        ],
    ),
    (
        "background",
        "background",
        &[
            Part::Switch(Switch::Hover),
            Part::Switch(Switch::Responsive),
        ],
    ),
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
        let mut attributes = None;
        for (own_name, name_of_all, parts) in OF_BARS {
            for part in parts {
                let (name, value) = (
                    part.name_of(own_name),
                    parents.text(&part.name_of(name_of_all)),
                );
                if !value.is_empty() && own.text(&name).is_empty() {
                    let attributes = attributes.get_or_insert_with(|| own.clone());
                    attributes.insert(name, value);
                }
            }
        }
        return attributes;
    }
    let (.., names) = INHERITED
        .iter()
        .find(|(child, from, _)| *child == slug && from.contains(&parent))?;
    // A slide knows no sticky background, no sizes and offsets of its slider's image and no states of arrows and dots.
    let is_inherited = |name: AttributeName<'_>| {
        let is_sticky = matches!(
            name.part,
            Part::Value(State::Sticky) | Part::Switch(Switch::Sticky)
        );
        let is_hover = matches!(
            name.part,
            Part::Value(State::Hover) | Part::Switch(Switch::Hover)
        );
        let is_other = match name.base {
            base if base.starts_with("background_image_") => true,
            "background_horizontal_offset" | "background_vertical_offset" => true,
            "arrows_custom_color" | "dot_nav_custom_color" => is_hover || is_sticky,
            "text_border_radius" => false,
            _ => is_sticky,
        };
        !is_other && names.iter().any(|begin| name.base.starts_with(begin))
    };
    let taken: Vec<(&str, &str)> = parents
        .iter()
        .filter(|(name, _)| is_inherited(AttributeName::parse(name)) && own.text(name).is_empty())
        .collect();
    if taken.is_empty() {
        return None;
    }
    let missing = own
        .iter()
        .filter(|(name, _)| !taken.iter().any(|(of_all, _)| of_all == name));
    Some(missing.chain(taken.iter().copied()).collect())
}
