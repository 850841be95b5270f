//! Attributes in the forms of older versions of the builder, brought into today's.
//!
//! Contract "divi-server", sections 1.4 and 3. Only what the contract names with its outcome is here: gradients, widths
//! of rows, borders, and the attributes of columns that rows and specialty sections once held. Icons of the old list are
//! read where they are printed ([`super::font_icon`]).

use super::attributes::Attributes;
use super::element::Element;
use crate::wordpress::php::version_compare::version_compare;

/// Gradients have stops since this version.
const GRADIENT_STOPS: &str = "4.16";
/// Borders have sides, and rows sizes, since this version.
const SIDES_AND_SIZES: &str = "3.1";

/// The most columns that a row can have.
const MOST_COLUMNS: usize = 6;

/// Whether an element was saved before a version; one that does not tell is very old.
fn is_older(attributes: &Attributes, version: &str) -> bool {
    let saved = attributes.text("_builder_version");
    saved.is_empty() || version_compare(saved, version).is_lt()
}

/// Brings the attributes of an element into today's form, those of its columns included.
pub fn migrate(element: &mut Element) {
    if is_older(&element.attributes, GRADIENT_STOPS) {
        gradient_stops(&mut element.attributes);
    }
    if is_older(&element.attributes, SIDES_AND_SIZES) {
        borders(&mut element.attributes);
        if matches!(element.slug.as_str(), "et_pb_row" | "et_pb_row_inner") {
            row_width(&mut element.attributes);
        }
    }
    if matches!(
        element.slug.as_str(),
        "et_pb_row" | "et_pb_row_inner" | "et_pb_section"
    ) {
        column_attributes(element);
    }
}

/// Two colours with their places become stops.
fn gradient_stops(attributes: &mut Attributes) {
    const NAME: &str = "background_color_gradient";
    let text = |part: &str| attributes.text(&format!("{NAME}_{part}")).to_owned();
    let (start, end) = (text("start"), text("end"));
    if start.is_empty() && end.is_empty() {
        return;
    }
    let or = |value: String, default: &str| {
        if value.is_empty() {
            default.to_owned()
        } else {
            value
        }
    };
    let stops = format!(
        "{} {}|{} {}",
        or(start, "#2b87da"),
        or(text("start_position"), "0%"),
        or(end, "#29c4a9"),
        or(text("end_position"), "100%")
    );
    let is_radial = text("type") == "radial";
    attributes.insert(format!("{NAME}_stops"), stops);
    if is_radial {
        attributes.insert(format!("{NAME}_type"), "circular");
    }
}

/// One border around becomes the borders of all sides.
fn borders(attributes: &mut Attributes) {
    if !attributes.is_on("use_border_color") {
        return;
    }
    for (part, default) in [("width", "1px"), ("color", "#ffffff"), ("style", "solid")] {
        let name = format!("border_{part}_all");
        let old = attributes.text(&format!("border_{part}"));
        let value = if old.is_empty() { default } else { old }.to_owned();
        if attributes.get(&name).is_none() {
            attributes.insert(name, value);
        }
    }
}

/// A row's own width becomes its greatest.
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

/// Old names of a column's attributes on its row, and today's on the column; equal names are not listed.
const RENAMED: [(&str, &str); 4] = [
    ("bg_img", "background_image"),
    ("custom_css_before", "custom_css_before"),
    ("custom_css_main", "custom_css_main_element"),
    ("custom_css_after", "custom_css_after"),
];

/// Beginnings of the names that a row may hold for its columns.
const FAMILIES: [&str; 6] = [
    "background_",
    "use_background_",
    "parallax",
    "module_id",
    "module_class",
    "allow_player_pause",
];

/// Gives columns the attributes that their row, or a specialty section, holds under their number.
fn column_attributes(element: &mut Element) {
    let mut numbered: Vec<Vec<(String, String)>> = vec![Vec::new(); MOST_COLUMNS];
    let mut paddings: Vec<[Option<String>; 4]> = vec![[const { None }; 4]; MOST_COLUMNS];
    for (name, value) in element.attributes.iter() {
        let Some((base, number)) = split_number(name) else {
            continue;
        };
        if let Some(side) = padding_side(base) {
            if let Some(slot) = paddings.get_mut(number).and_then(|p| p.get_mut(side)) {
                *slot = Some(value.to_owned());
            }
        } else if let (Some(name), Some(list)) = (column_name(base), numbered.get_mut(number)) {
            list.push((name.to_owned(), value.to_owned()));
        }
    }
    let columns = element
        .elements_mut()
        .filter(|e| matches!(e.slug.as_str(), "et_pb_column" | "et_pb_column_inner"));
    for ((column, list), padding) in columns.zip(numbered).zip(paddings) {
        for (name, value) in list {
            if column.attributes.get(&name).is_none() {
                column.attributes.insert(name, value);
            }
        }
        let has_own = column.attributes.get("custom_padding").is_some();
        if !has_own && padding.iter().any(Option::is_some) {
            let sides = padding.map(Option::unwrap_or_default).join("|");
            column
                .attributes
                .insert("custom_padding", format!("{sides}|false|false"));
        }
    }
}

/// A name and the number of the column at its end, counted from 0.
fn split_number(name: &str) -> Option<(&str, usize)> {
    let (base, number) = name.rsplit_once('_')?;
    let number: usize = number.parse().ok()?;
    (1..=MOST_COLUMNS)
        .contains(&number)
        .then(|| (base, number - 1))
}

fn padding_side(base: &str) -> Option<usize> {
    let side = base.strip_prefix("padding_")?;
    ["top", "right", "bottom", "left"]
        .iter()
        .position(|s| *s == side)
}

/// The name on the column of an attribute that the row holds.
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
    use crate::divi::element::{Node, parse};

    fn migrated(content: &str) -> Element {
        let Some(Node::Element(mut element)) = parse(content).into_iter().next() else {
            panic!("no element in {content}");
        };
        migrate(&mut element);
        element
    }

    #[test]
    fn old_gradients_become_stops() {
        const OLD: &str = "background_color_gradient_start=\"#000\" background_color_gradient_end=\"#fff\" background_color_gradient_type=\"radial\" background_color_gradient_end_position=\"80%\"";
        let element = migrated(&format!("[et_pb_text {OLD} ]"));
        let text = |name: &str| element.attributes.text(name);
        assert_eq!(text("background_color_gradient_stops"), "#000 0%|#fff 80%");
        assert_eq!(text("background_color_gradient_type"), "circular");
        // One that claims to be new is taken at its word.
        let element = migrated(&format!("[et_pb_text {OLD} _builder_version=\"4.20.4\" ]"));
        assert_eq!(
            element.attributes.text("background_color_gradient_stops"),
            ""
        );
    }

    #[test]
    fn borders_and_widths() {
        let blurb = migrated(
            "[et_pb_blurb use_border_color=\"on\" border_color=\"#123\" border_width=\"2px\" ]",
        );
        let text = |name: &str| blurb.attributes.text(name).to_owned();
        assert_eq!(
            [
                text("border_width_all"),
                text("border_color_all"),
                text("border_style_all")
            ],
            ["2px", "#123", "solid"]
        );
        let row =
            migrated("[et_pb_row use_custom_width=\"on\" custom_width_px=\"900px\" ][/et_pb_row]");
        assert_eq!(row.attributes.text("max_width"), "900px");
    }

    #[test]
    fn columns_get_what_their_row_holds() {
        let row = migrated(
            "[et_pb_row background_color_1=\"#111\" padding_top_2=\"5px\" padding_left_2=\"6px\" module_class_1=\"uno\" bg_img_2=\"/a.jpg\" _builder_version=\"4.20.4\" ][et_pb_column type=\"1_2\" ][/et_pb_column][et_pb_column type=\"1_2\" module_class=\"dos\" ][/et_pb_column][/et_pb_row]",
        );
        let columns: Vec<&Element> = row.elements().collect();
        let text = |at: usize, name: &str| columns[at].attributes.text(name);
        assert_eq!(
            (text(0, "background_color"), text(0, "module_class")),
            ("#111", "uno")
        );
        assert_eq!(
            (text(1, "custom_padding"), text(1, "background_image")),
            ("5px|||6px|false|false", "/a.jpg")
        );
        assert_eq!(text(1, "module_class"), "dos");
        assert_eq!(text(1, "background_color"), "");
    }
}
