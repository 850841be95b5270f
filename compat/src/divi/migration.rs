//! Migration of attributes that older versions of the builder stored.
//!
//! Contract "divi-server", sections 1.4 and 3, as far as it names the outcome: gradients, widths of rows, borders, and
//! attributes of columns that are stored on rows and specialty sections. Options with another name or meaning:
//! [`old_option`]. Icons of the old list are handled where they are printed ([`super::font_icon`]).

use std::collections::HashSet;

use super::attributes::{Attributes, Part, State, Switch};
use super::old_option;
use crate::wordpress::php::version_compare::version_compare;

/// Gradients have stops since this version.
const GRADIENT_STOPS: &str = "4.16";
/// Columns have attributes of their own since this version.
const COLUMN_OPTIONS: &str = "3.25";
/// Borders have sides, rows have sizes, and blurbs have icon backgrounds since this version.
const SIDES_AND_SIZES: &str = "3.1";

/// Options have their current names since this version.
const OPTIONS: &str = "3.17";

/// The most columns that a row can have.
const MOST_COLUMNS: usize = 6;

/// Whether an element was saved before a version; one without a version was.
fn is_older(attributes: &Attributes, version: &str) -> bool {
    let saved = attributes.text("_builder_version");
    saved.is_empty() || version_compare(saved, version).is_lt()
}

/// Migrates the attributes of an element.
pub fn migrate(slug: &str, attributes: &mut Attributes) {
    if !is_older(attributes, GRADIENT_STOPS) {
        return;
    }
    gradient_stops(attributes);
    if slug == "et_pb_blurb" {
        icon_size(attributes);
    }
    if is_older(attributes, OPTIONS) {
        old_option::migrate(slug, attributes);
    }
    if is_older(attributes, SIDES_AND_SIZES) {
        borders(attributes);
        match slug {
            "et_pb_row" | "et_pb_row_inner" => row_width(attributes),
            "et_pb_blurb" => icon_in_circle(attributes),
            _ => {}
        }
    }
}

/// The parts of a gradient before it had stops.
const GRADIENT_PARTS: [&str; 4] = ["start", "end", "start_position", "end_position"];

/// Start, end and positions of gradients become stops: of the background and of buttons, in each state that has a part of
/// its own. Parts that a state does not have are inherited, or the builder's own.
fn gradient_stops(attributes: &mut Attributes) {
    let mut gradients = HashSet::new();
    for (name, value) in attributes.parts() {
        let Part::Value(state) = name.part else {
            continue;
        };
        let base = GRADIENT_PARTS.iter().find_map(|part| {
            name.base
                .strip_suffix(part)?
                .strip_suffix("_color_gradient_")
        });
        if let Some(base) = base.filter(|_| !value.is_empty()) {
            gradients.insert((base.to_owned(), state));
        }
    }
    for (base, state) in gradients {
        let name =
            |part: &str, state: State| state.name_of(&format!("{base}_color_gradient_{part}"));
        if !attributes.text(&name("stops", state)).is_empty() {
            continue;
        }
        let or = |part: &str, default: &str| {
            let states = std::iter::successors(Some(state), |state| state.inherits());
            let mut values = states.map(|state| attributes.text(&name(part, state)));
            let value = values.find(|value| !value.is_empty());
            value.unwrap_or(default).to_owned()
        };
        let stops = format!(
            "{} {}|{} {}",
            or("start", "#2b87da"),
            or("start_position", "0%"),
            or("end", "#29c4a9"),
            or("end_position", "100%")
        );
        let is_radial = attributes.text(&name("type", state)) == "radial";
        attributes.insert(name("stops", state), stops);
        if is_radial {
            attributes.insert(name("type", state), "circular");
        }
    }
}

/// The old border becomes the border of all sides.
fn borders(attributes: &mut Attributes) {
    if !attributes.is_on("use_border_color") {
        return;
    }
    for (part, default) in [("width", "1px"), ("color", "#ffffff"), ("style", "solid")] {
        let name = format!("border_{part}_all");
        let old = attributes.text(&format!("border_{part}"));
        let value = if old.is_empty() { default } else { old }.to_owned();
        attributes.set_default(&name, value);
    }
}

/// The custom width of a row becomes its maximum width.
fn row_width(attributes: &mut Attributes) {
    if !attributes.is_on("use_custom_width") || attributes.get("max_width").is_some() {
        return;
    }
    let is_percent = attributes.text("width_unit") == "off";
    let width = if is_percent {
        "custom_width_percent"
    } else {
        "custom_width_px"
    };
    let width = attributes.text(width).to_owned();
    if !width.is_empty() {
        attributes.insert("max_width", width);
    }
}

/// The font size of a blurb's icon becomes the width of its image or icon.
fn icon_size(attributes: &mut Attributes) {
    if !attributes.is_on("use_icon") || !attributes.is_on("use_icon_font_size") {
        return;
    }
    let values = State::DEVICES.map(Part::Value).into_iter();
    for part in values.chain([Part::Switch(Switch::Responsive)]) {
        let old = attributes.value("icon_font_size").part(part);
        if let Some(old) = old.filter(|old| !old.is_empty()) {
            let old = old.to_owned();
            attributes.set_default(&part.name_of("image_icon_width"), old);
        }
    }
}

/// The circle behind a blurb's icon becomes a background with border radii and padding.
fn icon_in_circle(attributes: &mut Attributes) {
    if !attributes.is_on("use_circle") {
        return;
    }
    let color = attributes.text("circle_color").to_owned();
    if !color.is_empty() {
        attributes.set_default("image_icon_background_color", color);
    }
    attributes.set_default("image_icon_custom_padding", "25px|25px|25px|25px");
    attributes.set_default("border_radii_image", "on|100%|100%|100%|100%");
    if attributes.is_on("use_circle_border") {
        let color = attributes.text("circle_border_color").to_owned();
        attributes.set_default("border_width_all_image", "3px");
        if !color.is_empty() {
            attributes.set_default("border_color_all_image", color);
        }
    }
}

/// Names of column attributes on the row, and on the column; equal names are not listed.
const RENAMED: [(&str, &str); 3] = [
    ("bg_img", "background_image"),
    ("custom_css_main", "custom_css_main_element"),
    ("padding", "custom_padding"),
];

/// Prefixes of the attributes that a row may hold for its columns.
const FAMILIES: [&str; 9] = [
    "background_",
    "use_background_",
    "parallax",
    "module_id",
    "module_class",
    "custom_css_before",
    "custom_css_after",
    "allow_player_pause",
    "gradient_",
];

/// The attributes that a row or a specialty section holds for the column at a position (from 0). Rows have none since
/// [`COLUMN_OPTIONS`]; specialty sections always may.
pub fn column_attributes(slug: &str, holder: &Attributes, place: usize) -> Attributes {
    let mut own = Attributes::default();
    let may_hold = match slug {
        "et_pb_section" => holder.is_on("specialty"),
        "et_pb_row" | "et_pb_row_inner" => is_older(holder, COLUMN_OPTIONS),
        _ => false,
    };
    if !may_hold || place >= MOST_COLUMNS {
        return own;
    }
    let number = format!("_{}", place + 1);
    let mut padding = [""; 4];
    for (name, value) in holder.parts() {
        let is_sticky = matches!(
            name.part,
            Part::Value(State::Sticky) | Part::Switch(Switch::Sticky)
        );
        let Some(base) = name.base.strip_suffix(&number).filter(|_| !is_sticky) else {
            continue;
        };
        match padding_side(base).and_then(|side| padding.get_mut(side)) {
            Some(side) => *side = value,
            None => {
                if let Some(option) = column_name(base) {
                    own.insert(name.part.name_of(option), value);
                }
            }
        }
    }
    if padding.iter().any(|side| !side.is_empty()) {
        own.insert(
            "custom_padding",
            format!("{}|false|false", padding.join("|")),
        );
    }
    if is_older(holder, GRADIENT_STOPS) {
        gradient_stops(&mut own);
    }
    own
}

fn padding_side(base: &str) -> Option<usize> {
    let side = base.strip_prefix("padding_")?;
    ["top", "right", "bottom", "left"]
        .iter()
        .position(|s| *s == side)
}

/// The name on the column of an attribute stored on the row; `None` for attributes of the row itself.
fn column_name(base: &str) -> Option<&str> {
    let renamed = RENAMED.iter().find(|(old, _)| *old == base);
    match renamed {
        Some((_, name)) => Some(name),
        None => FAMILIES.iter().any(|f| base.starts_with(f)).then_some(base),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::shortcode::shortcode_parse_atts;

    fn attributes(written: &str) -> Attributes {
        Attributes::from_atts(&shortcode_parse_atts(written))
    }

    fn migrated(slug: &str, written: &str) -> Attributes {
        let mut attributes = attributes(written);
        migrate(slug, &mut attributes);
        attributes
    }

    #[test]
    fn old_gradients_become_stops() {
        const OLD: &str = "background_color_gradient_start=\"#000\" background_color_gradient_end=\"#fff\" background_color_gradient_type=\"radial\" background_color_gradient_end_position=\"80%\"";
        let old = migrated("et_pb_text", OLD);
        let text = |name: &str| old.text(name);
        assert_eq!(text("background_color_gradient_stops"), "#000 0%|#fff 80%");
        assert_eq!(text("background_color_gradient_type"), "circular");
        // Only a position, another state, another gradient.
        let parts = migrated(
            "et_pb_text",
            "use_background_color_gradient=\"on\" background_color_gradient_end_position=\"60%\" background_color_gradient_start__hover=\"red\" background_color_gradient_stops_tablet=\"#111 0%\" background_color_gradient_start_tablet=\"#222\" button_bg_color_gradient_end=\"blue\" button_bg_color_gradient_type=\"radial\" background_color_gradient_start_phone=\"\"",
        );
        let stops = |base: &str, end: &str| {
            let name = format!("{base}_color_gradient_stops{end}");
            parts.text(&name).to_owned()
        };
        assert_eq!(stops("background", ""), "#2b87da 0%|#29c4a9 60%");
        assert_eq!(stops("background", "__hover"), "red 0%|#29c4a9 60%");
        assert_eq!(stops("background", "_tablet"), "#111 0%");
        assert_eq!(stops("background", "_phone"), "");
        assert_eq!(stops("button_bg", ""), "#2b87da 0%|blue 100%");
        assert_eq!(parts.text("button_bg_color_gradient_type"), "circular");
        // An element with a current version is not migrated.
        let new = migrated("et_pb_text", &format!("{OLD} _builder_version=\"4.20.4\""));
        assert_eq!(new.text("background_color_gradient_stops"), "");
    }

    #[test]
    fn borders_widths_and_circles() {
        let blurb = migrated(
            "et_pb_blurb",
            "use_border_color=\"on\" border_color=\"#123\" border_width=\"2px\" use_circle=\"on\" circle_color=\"red\" use_icon=\"on\" use_icon_font_size=\"on\" icon_font_size=\"40px\"",
        );
        let values = [
            ("border_width_all", "2px"),
            ("border_color_all", "#123"),
            ("border_style_all", "solid"),
            ("image_icon_background_color", "red"),
            ("image_icon_width", "40px"),
            ("image_icon_custom_padding", "25px|25px|25px|25px"),
        ];
        for (name, wanted) in values {
            assert_eq!(blurb.text(name), wanted, "{name}");
        }
        let row = migrated(
            "et_pb_row",
            "use_custom_width=\"on\" custom_width_px=\"900px\"",
        );
        assert_eq!(row.text("max_width"), "900px");
    }

    #[test]
    fn columns_get_what_their_row_holds() {
        const HELD: &str = "background_color_1=\"#111\" padding_top_2=\"5px\" padding_left_2=\"6px\" module_class_1=\"uno\" bg_img_2=\"/a.jpg\" padding_2_tablet=\"1px|||\" padding_2_last_edited=\"on|tablet\" custom_css_main_1=\"top:0\"";
        let row = attributes(HELD);
        let [first, second, third] = [0, 1, 2].map(|at| column_attributes("et_pb_row", &row, at));
        let values = [
            (&first, "background_color", "#111"),
            (&first, "module_class", "uno"),
            (&first, "custom_css_main_element", "top:0"),
            (&first, "custom_padding", ""),
            (&second, "custom_padding", "5px|||6px|false|false"),
            (&second, "custom_padding_tablet", "1px|||"),
            (&second, "custom_padding_last_edited", "on|tablet"),
            (&second, "background_image", "/a.jpg"),
        ];
        for (column, name, wanted) in values {
            assert_eq!(column.text(name), wanted, "{name}");
        }
        assert!(third.is_empty());
        // Rows of current versions hold no column attributes; specialty sections do.
        let new = attributes(&format!(
            "{HELD} _builder_version=\"4.20.4\" specialty=\"on\""
        ));
        assert!(column_attributes("et_pb_row", &new, 0).is_empty());
        assert_eq!(
            column_attributes("et_pb_section", &new, 0).text("module_class"),
            "uno"
        );
    }
}
