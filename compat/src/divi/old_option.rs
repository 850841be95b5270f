//! Migration of options that have another name or meaning since old versions of the builder.
//!
//! Contract "divi-server", section 1.4: options harmony, hover options, animation, divider height. Stored attributes are
//! migrated where the current ones are not stored; called by [`super::migration`].

use super::attributes::{AttributeName, Attributes, Part, State, Switch};

/// Modules, old option, and the current option with the opposite meaning.
const TURNED: [(&[&str], &str, &str); 7] = [
    (SLIDERS, "hide_content_on_mobile", "show_content_on_mobile"),
    (SLIDERS, "hide_cta_on_mobile", "show_cta_on_mobile"),
    (&["et_pb_image"], "sticky", "show_bottom_space"),
    (&["et_pb_post_nav"], "hide_prev", "show_prev"),
    (&["et_pb_post_nav"], "hide_next", "show_next"),
    (&["et_pb_search"], "hide_button", "show_button"),
    (&["et_pb_sidebar"], "remove_border", "show_border"),
];

const SLIDERS: &[&str] = &[
    "et_pb_slider",
    "et_pb_fullwidth_slider",
    "et_pb_post_slider",
    "et_pb_fullwidth_post_slider",
];

/// Modules whose image had an animation option of its own.
const ANIMATED: [&str; 2] = ["et_pb_image", "et_pb_fullwidth_image"];

/// Migrates the old options of an element.
pub(super) fn migrate(slug: &str, attributes: &mut Attributes) {
    for (modules, old, new) in TURNED {
        if modules.contains(&slug) {
            turn(attributes, old, new);
        }
    }
    hover(attributes);
    if ANIMATED.contains(&slug) {
        animation(attributes);
    }
    if slug == "et_pb_divider" {
        length(attributes, "height");
    }
}

fn turn(attributes: &mut Attributes, old: &str, new: &str) {
    let value = match attributes.text(old) {
        "on" => "off",
        "off" => "on",
        _ => return,
    };
    attributes.set_default(new, value);
}

/// Buttons had hover values of their own before all options had them: `{option}_hover` without a switch.
fn hover(attributes: &mut Attributes) {
    let old = attributes.iter().filter_map(|(name, value)| {
        let option = name.strip_suffix("_hover")?;
        // The current suffix of hover values ends in the same word.
        let is_old = AttributeName::parse(name).base == name;
        let is_button = option.starts_with("button_");
        (is_old && is_button && !value.is_empty()).then(|| (option.to_owned(), value.to_owned()))
    });
    for (option, value) in old.collect::<Vec<_>>() {
        if attributes.value(&option).get(State::Hover).is_none() {
            attributes.insert(State::Hover.name_of(&option), value);
            attributes.insert(Part::Switch(Switch::Hover).name_of(&option), "on|hover");
        }
    }
}

/// Migrates the animation of an image module to the common animation options.
fn animation(attributes: &mut Attributes) {
    let direction = match attributes.text("animation") {
        "fade_in" => {
            attributes.set_default("animation_style", "fade");
            attributes.set_default("animation_duration", "500ms");
            return;
        }
        "left" => "left",
        "right" => "right",
        "top" => "top",
        "bottom" => "bottom",
        _ => return,
    };
    if !attributes.text("animation_style").is_empty() {
        return;
    }
    attributes.insert("animation_style", "slide");
    attributes.set_default("animation_direction", direction);
    attributes.set_default("animation_duration", "500ms");
    attributes.set_default("animation_intensity_slide", "10%");
}

/// Adds the unit `px` to a bare number.
fn length(attributes: &mut Attributes, name: &str) {
    let value = attributes.text(name);
    let is_number = !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit());
    if is_number {
        let value = format!("{value}px");
        attributes.insert(name, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::shortcode::shortcode_parse_atts;

    fn migrated(slug: &str, written: &str) -> Attributes {
        let mut attributes = Attributes::from_atts(&shortcode_parse_atts(written));
        migrate(slug, &mut attributes);
        attributes
    }

    #[test]
    fn old_options_say_what_they_said() {
        let cases = [
            ("et_pb_image", "sticky=\"on\"", "show_bottom_space", "off"),
            ("et_pb_search", "hide_button=\"off\"", "show_button", "on"),
            (
                "et_pb_slider",
                "hide_cta_on_mobile=\"on\"",
                "show_cta_on_mobile",
                "off",
            ),
            // Today's option wins, and other modules have options of the same name.
            (
                "et_pb_sidebar",
                "remove_border=\"on\" show_border=\"on\"",
                "show_border",
                "on",
            ),
            ("et_pb_text", "sticky=\"on\"", "show_bottom_space", ""),
            (
                "et_pb_cta",
                "button_bg_color_hover=\"#123\"",
                "button_bg_color__hover",
                "#123",
            ),
            (
                "et_pb_cta",
                "button_bg_color_hover=\"#123\"",
                "button_bg_color__hover_enabled",
                "on|hover",
            ),
            (
                "et_pb_image",
                "animation=\"right\"",
                "animation_style",
                "slide",
            ),
            ("et_pb_image", "animation=\"off\"", "animation_style", ""),
            ("et_pb_divider", "height=\"20\"", "height", "20px"),
        ];
        for (slug, written, name, wanted) in cases {
            assert_eq!(migrated(slug, written).text(name), wanted, "{written}");
        }
    }
}
