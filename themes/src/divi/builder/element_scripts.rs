//! The data of one element for scripts.
//!
//! Contracts "divi-server", section 2.4, and "divi-ajax", section 6.

use compat::divi::attributes::{Attributes, State};
use compat::wordpress::php::Value;

use super::css::families::transform;
use super::element::Element;
use super::script_data::{Lists, ScriptData};

/// The data of an element.
pub fn of(element: &Element<'_>) -> ScriptData {
    let mut data = Lists {
        animations: animation(element).into_iter().collect(),
        links: link(element).into_iter().collect(),
        motion: Default::default(),
        sticky: sticky(element).into_iter().collect(),
    };
    let mut names = element.attributes.iter();
    if names.any(|(name, _)| name.starts_with("scroll_")) {
        data.motion = State::DEVICES.map(|device| motion(element, device));
    }
    data.into()
}

/// The parts of an animation: key, attribute, default.
const ANIMATION: [(&str, &str, &str); 6] = [
    ("repeat", "animation_repeat", "once"),
    ("duration", "animation_duration", "1000ms"),
    ("delay", "animation_delay", "0ms"),
    ("intensity", "animation_intensity_", "50%"),
    ("starting_opacity", "animation_starting_opacity", "0%"),
    ("speed_curve", "animation_speed_curve", "ease-in-out"),
];

/// Whether an element has an entrance animation; slides have none.
pub fn is_animated(element: &Element<'_>) -> bool {
    !matches!(element.text("animation_style"), "" | "none") && element.slug != "et_pb_slide"
}

fn animation(element: &Element<'_>) -> Option<Value> {
    if !is_animated(element) {
        return None;
    }
    let style = element.text("animation_style");
    let attributes = &element.attributes;
    let name_of = |attribute: &str| {
        if attribute.ends_with('_') {
            format!("{attribute}{style}")
        } else {
            attribute.to_owned()
        }
    };
    // The animation of an element with a transform has keyframes in the style sheet.
    let is_transformed = transform::is_transformed(attributes);
    let styled = |style: &str, direction: &str| {
        if is_transformed {
            TRANSFORMED.to_owned()
        } else {
            styled(style, direction)
        }
    };
    let first = Value::array().with("class", element.order_class()).with(
        "style",
        styled(style, attributes.text("animation_direction")),
    );
    let mut entry = ANIMATION.iter().fold(first, |entry, (key, name, default)| {
        let value = element.text(&name_of(name));
        entry.with(*key, if value.is_empty() { default } else { value })
    });
    for device in State::NARROW {
        if is_transformed {
            entry = entry.with(device.name_of("style"), TRANSFORMED);
        } else {
            let own = attributes.value("animation_style").enabled(device);
            if !own.is_empty() {
                let direction = attributes.value("animation_direction").at(device);
                entry = entry.with(device.name_of("style"), styled(own, direction));
            }
        }
        for (key, name, _) in ANIMATION {
            let own = attributes.value(&name_of(name)).enabled(device);
            if !own.is_empty() {
                entry = entry.with(device.name_of(key), own);
            }
        }
    }
    Some(entry)
}

/// The style of animations with keyframes in the style sheet.
const TRANSFORMED: &str = "transformAnim";

/// Style and direction in one word, as in `slideLeft`.
fn styled(style: &str, direction: &str) -> String {
    let mut letters = direction.chars();
    match letters.next() {
        Some(first) if style != "fade" && direction != "center" => {
            format!("{style}{}{}", first.to_ascii_uppercase(), letters.as_str())
        }
        _ => style.to_owned(),
    }
}

fn link(element: &Element<'_>) -> Option<Value> {
    if !element.is_filled("link_option_url") {
        return None;
    }
    let target = if element.is_on("link_option_url_new_window") {
        "_blank"
    } else {
        "_self"
    };
    let entry = Value::array()
        .with("class", element.order_class())
        .with("url", element.text("link_option_url"))
        .with("target", target);
    Some(entry)
}

/// The scroll effects: attribute, resolver, default.
const MOTION: [(&str, &str, &str); 6] = [
    ("vertical_motion", "translateY", "0|50|50|100|4|0|-4"),
    ("horizontal_motion", "translateX", "0|50|50|100|4|0|-4"),
    ("fade", "opacity", "0|50|50|100|0|100|100"),
    ("scaling", "scale", "0|50|50|100|70|100|100"),
    ("rotating", "rotate", "0|50|50|100|90|0|0"),
    ("blur", "blur", "0|40|60|100|10|0|0"),
];

fn motion(element: &Element<'_>, device: State) -> Vec<Value> {
    // Phones inherit from tablets: recording pages/modulos-desplazamiento.
    let value = |name: &str| {
        let value = element.attributes.value(name);
        let value = if value.is_enabled(device) {
            value.inherited(device)
        } else {
            ""
        };
        let value = if value.is_empty() {
            element.text(name)
        } else {
            value
        };
        value.to_owned()
    };
    let moves = |kind: &str| value(&format!("scroll_{kind}_enable")) == "on";
    let entry = |(kind, resolver, default): &(&str, &'static str, &'static str)| {
        let value = match value(&format!("scroll_{kind}")) {
            value if value.is_empty() => (*default).to_owned(),
            value => value,
        };
        let numbers = value.split('|').zip(default.split('|'));
        let keys = [
            "start",
            "midStart",
            "midEnd",
            "end",
            "startValue",
            "midValue",
            "endValue",
        ];
        let first = Value::array().with("id", format!(".{}", element.order_class()));
        let entry = keys
            .iter()
            .zip(numbers)
            .fold(first, |entry, (key, (n, _))| entry.with(*key, number(n)));
        let trigger = |name: &str| {
            match element.text(name) {
                "" => "middle",
                trigger => trigger,
            }
            .to_owned()
        };
        entry
            .with("resolver", *resolver)
            .with("module_type", element.slug)
            .with("trigger_start", trigger("motion_trigger_start"))
            .with("trigger_end", trigger("motion_trigger_end"))
    };
    let kinds = MOTION.iter().filter(|(kind, ..)| moves(kind));
    kinds.map(entry).collect()
}

/// The number at the start of a text, an integer where possible; the unit is dropped.
fn number(text: &str) -> Value {
    let end = text
        .find(|c: char| !(c.is_ascii_digit() || matches!(c, '-' | '+' | '.')))
        .unwrap_or(text.len());
    let text = text.get(..end).unwrap_or_default();
    match (text.parse::<i64>(), text.parse::<f64>()) {
        (Ok(whole), _) => Value::from(whole),
        (_, Ok(float)) => Value::from(float),
        _ => Value::from(0_i64),
    }
}

fn sticky(element: &Element<'_>) -> Option<(String, Value)> {
    let position = element.text("sticky_position");
    if matches!(position, "" | "none") {
        return None;
    }
    let class = element.order_class();
    // The wrapper of a button is sticky: recordings sticky/*.
    let wrapper = match element.slug {
        "et_pb_button" => "_wrapper",
        _ => "",
    };
    let first = Value::array()
        .with("id", class.clone())
        .with("selector", format!(".{class}{wrapper}"));
    let entry = STICKY.iter().fold(first, |entry, (key, name, default)| {
        entry.with(*key, by_device(&element.attributes, name, default))
    });
    let positioning = match element.text("positioning") {
        "" if is_relative(element.slug) => "relative",
        positioning => positioning,
    };
    let mut styles = by_devices(&element.attributes, "module_alignment", "");
    styles = Value::array().with("module_alignment", styles);
    if matches!(positioning, "" | "none") {
        return Some((class, entry.with("styles", styles)));
    }
    let origin = match positioning {
        "absolute" => "position_origin_a",
        "fixed" => "position_origin_f",
        _ => "position_origin_r",
    };
    let text = |name: &str, default: &'static str| match element.text(name) {
        "" => default.to_owned(),
        value => value.to_owned(),
    };
    let sticky_styles = Value::array()
        .with(origin, text(origin, "top_left"))
        .with("horizontal_offset", text("horizontal_offset", ""))
        .with("vertical_offset", text("vertical_offset", ""));
    let styles = styles.with("positioning", positioning);
    let entry = entry.with("styles", styles);
    Some((class, entry.with("stickyStyles", sticky_styles)))
}

/// The parts of a sticky element: key, attribute, default.
const STICKY: [(&str, &str, &str); 7] = [
    ("position", "sticky_position", "none"),
    ("topOffset", "sticky_offset_top", "0px"),
    ("bottomOffset", "sticky_offset_bottom", "0px"),
    ("topLimit", "sticky_limit_top", "none"),
    ("bottomLimit", "sticky_limit_bottom", "none"),
    ("offsetSurrounding", "sticky_offset_surrounding", "on"),
    ("transition", "sticky_transition", "on"),
];

/// Whether elements of a kind are relative by default.
fn is_relative(slug: &str) -> bool {
    matches!(
        slug,
        "et_pb_section" | "et_pb_row" | "et_pb_row_inner" | "et_pb_column" | "et_pb_column_inner"
    )
}

/// A value, or an object of the values by device where they are switched on (contract "divi-client", section 6.22).
fn by_device(attributes: &Attributes, name: &str, default: &'static str) -> Value {
    if attributes.value(name).is_responsive() {
        return by_devices(attributes, name, default);
    }
    match attributes.text(name) {
        "" => Value::from(default),
        value => Value::from(value),
    }
}

/// An object of the values by device.
fn by_devices(attributes: &Attributes, name: &str, default: &'static str) -> Value {
    let values = attributes.value(name).property_values(default, false);
    let values = State::DEVICES.iter().zip(values);
    values.fold(Value::array(), |object, (device, value)| {
        object.with(device.name(), value)
    })
}
