//! Text groups: font, size, colour, letter spacing, line height, alignment.
//!
//! Contract "divi-server", section 6.3, first rows. A property with a selector of its own has its own rule; the others
//! of a group share one.

use compat::divi::alignment::get_alignment;
use compat::divi::attributes::State;
use compat::divi::font::set_element_font;
use compat::divi::range_value::process_range_value;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::selectors::{FONT_ATTRIBUTES, ModuleSelectors, Row};
use super::super::styles::{DEVICES, Styles, hover_at_end};

/// Adds the rules of all text groups.
pub fn add(styles: &mut Styles<'_>) {
    let selectors: &'static ModuleSelectors = styles.selectors;
    for row in &selectors.fonts {
        let is_said = row.is_colored || styles.has(&row.prefix);
        if is_said && !is_button_of_same_name(selectors, row) {
            add_group(styles, row);
        }
    }
}

fn is_button_of_same_name(selectors: &ModuleSelectors, row: &Row) -> bool {
    selectors
        .buttons
        .iter()
        .any(|button| button.name == row.name)
}

/// A property of a text group.
struct Property {
    /// The name of the attribute, without the group.
    attribute: &'static str,
    /// The property in the transition rule.
    css: &'static str,
    /// The table column with its own selector.
    column: &'static str,
}

const PROPERTIES: [Property; 6] = [
    Property {
        attribute: FONT_ATTRIBUTES[0],
        css: "font",
        column: "font",
    },
    Property {
        attribute: FONT_ATTRIBUTES[1],
        css: "font-size",
        column: "font_size",
    },
    Property {
        attribute: FONT_ATTRIBUTES[2],
        css: "color",
        column: "color",
    },
    Property {
        attribute: FONT_ATTRIBUTES[3],
        css: "letter-spacing",
        column: "letter_spacing",
    },
    Property {
        attribute: FONT_ATTRIBUTES[4],
        css: "line-height",
        column: "line_height",
    },
    Property {
        attribute: FONT_ATTRIBUTES[5],
        css: "text-align",
        column: "text_align",
    },
];

/// The declarations of a value; empty for the default of the group.
fn declaration(row: &Row, property: &Property, value: &str, is_narrow: bool) -> String {
    let is_default = |column: &str| row.get(column).is_some_and(|d| d == value) && !is_narrow;
    let end = |name: &str| {
        if row.is_important(name) {
            " !important"
        } else {
            ""
        }
    };
    match property.attribute {
        "font" => {
            let own = row.get("d_font").unwrap_or_default();
            set_element_font(value, row.is_important("font"), own)
        }
        "font_size" if !is_default("d_size") => {
            let is_important = row.is_important("size") || row.is_important("font-size");
            let end = if is_important { " !important" } else { "" };
            format!("font-size: {}{end};", process_range_value(value, ""))
        }
        "text_color" => format!("color: {} !important;", esc_html(value)),
        "letter_spacing" if !is_default("d_ls") => {
            let value = process_range_value(value, "letter-spacing");
            format!("letter-spacing: {value}{};", end("letter-spacing"))
        }
        "line_height" if !is_default("d_lh") => {
            let value = process_range_value(value, "line_height");
            format!("line-height: {value}{};", end("line-height"))
        }
        "text_align" => {
            format!(
                "text-align: {}{};",
                esc_html(get_alignment(value)),
                end("text-align")
            )
        }
        _ => String::new(),
    }
}

fn add_group(styles: &mut Styles<'_>, row: &Row) {
    let Some(main) = row.get("sel") else {
        return;
    };
    let mut shared: [String; 5] = Default::default();
    for (property, attribute) in PROPERTIES.iter().zip(&row.attributes) {
        let Some(values) = values(styles, row, property, attribute) else {
            continue;
        };
        let own = row.get(property.column);
        let values = State::ALL.into_iter().zip(values);
        for ((state, value), shared) in values.zip(&mut shared) {
            if value.is_empty() {
                continue;
            }
            let declarations = declaration(row, property, value, state != State::Desktop);
            let narrow = narrow_selector(row, property, state);
            if let Some(narrow) = narrow.filter(|_| property.attribute == "font_size") {
                add_at(styles, row, narrow, state, property, &declarations);
                continue;
            }
            if let Some(own) = own {
                add_at(styles, row, own, state, property, &declarations);
            }
            if matches!(state, State::Hover | State::Sticky) && property.attribute != "font" {
                let soft = row.get("soft").or(own).unwrap_or(main);
                styles.transition(property.css, soft);
            }
            // A line height is printed for the group's selector as well as for its own.
            if own.is_none() || property.attribute == "line_height" {
                append(shared, &declarations);
            }
        }
    }
    for (state, declarations) in State::ALL.into_iter().zip(&shared) {
        add_at(styles, row, main, state, &SHARED, declarations);
    }
}

/// The values of a property in the order of [`State::ALL`]; `None` when nothing is printed for it.
fn values<'a>(
    styles: &mut Styles<'a>,
    row: &Row,
    property: &Property,
    attribute: &str,
) -> Option<[&'a str; 5]> {
    let is_color = property.attribute == "text_color";
    let default = row.get("d_color").filter(|_| is_color);
    if default.is_none() && !styles.has(attribute) {
        return None;
    }
    let hidden = row.get("hide").unwrap_or_default();
    let is_hidden = hidden.split(' ').any(|name| name == property.attribute);
    let mut fields = styles.selectors.form_fields.iter();
    let is_field = is_color && fields.any(|field| field.name == row.name);
    if is_field {
        return None;
    }
    let [mut desktop, tablet, phone] = styles.by_device(attribute);
    // A hidden field has no desktop value and no hover colour, but a hover colour still has its transition.
    if is_hidden {
        desktop = "";
        if is_color && styles.hover(attribute).is_some() {
            let soft = row.get("soft").or(row.get("sel")).unwrap_or_default();
            styles.transition(property.css, soft);
        }
    }
    let has_old = row.get("d_unless").is_some_and(|old| styles.has(old));
    if default.is_some() && desktop.is_empty() && !has_old {
        desktop = styles.subject.accent;
    }
    let hover = styles.hover(attribute).filter(|_| !(is_hidden && is_color));
    let hover = hover.unwrap_or_default();
    let sticky = styles.sticky(attribute).unwrap_or_default();
    let values = [desktop, tablet, phone, hover, sticky];
    let is_turned = styles.subject.is_rtl && property.attribute == "text_align";
    Some(values.map(|value| match value {
        "left" if is_turned => "right",
        value => value,
    }))
}

const SHARED: Property = Property {
    attribute: "",
    css: "",
    column: "",
};

fn append(to: &mut String, declarations: &str) {
    if !to.is_empty() && !declarations.is_empty() {
        to.push(' ');
    }
    to.push_str(declarations);
}

/// The selector of a property on a tablet or phone, where the table has one.
fn narrow_selector<'r>(row: &'r Row, property: &Property, device: State) -> Option<&'r str> {
    let column = match (property.attribute, device) {
        ("line_height", State::Tablet) => "line_height_tablet",
        ("line_height", State::Phone) => "line_height_phone",
        ("font_size", State::Tablet) => "font_size_tablet",
        ("font_size", State::Phone) => "font_size_phone",
        _ => return None,
    };
    row.get(column)
}

/// Adds the declarations of a state.
fn add_at(
    styles: &mut Styles<'_>,
    row: &Row,
    selector: &str,
    state: State,
    property: &Property,
    declarations: &str,
) {
    if declarations.is_empty() {
        return;
    }
    match state {
        State::Hover => {
            let own = (property.attribute == "text_color" || property.attribute.is_empty())
                .then(|| row.get("color_hover").or(row.get("hover")))
                .flatten();
            let selector = own.map_or_else(|| hover_at_end(selector), str::to_owned);
            add_parts(styles, Media::General, &selector, declarations);
        }
        State::Sticky => {
            let selector = styles.sticky_selector(selector);
            add_parts(styles, Media::General, &selector, declarations);
        }
        device => {
            let selector = narrow_selector(row, property, device).unwrap_or(selector);
            let window = DEVICES.into_iter().find(|(_, state)| *state == device);
            let media = window.map_or(Media::General, |(media, _)| media);
            add_parts(styles, media, selector, declarations);
        }
    }
}

/// Adds a rule of its own for each vendor placeholder: browsers drop a whole rule for one unknown selector.
pub(super) fn add_parts(styles: &mut Styles<'_>, media: Media, selector: &str, declarations: &str) {
    if !selector.contains(":-") {
        styles.add(media, selector, declarations);
        return;
    }
    let (vendor, known): (Vec<&str>, Vec<&str>) =
        selector.split(", ").partition(|part| part.contains(":-"));
    styles.add(media, &known.join(", "), declarations);
    for part in vendor {
        styles.add(media, part, declarations);
    }
}
