//! Height, overflow, width and the alignment of the module.
//!
//! Contract "divi-css", sections 8, 10 and 12.

use compat::divi::alignment::get_alignment;
use compat::divi::attributes::{State, is_filled};
use compat::divi::state_selector::ORDER_CLASS;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::config::Config;
use super::super::flag::Flag;
use super::super::styles::{DEVICES, Styles, hover_at_end, hover_at_order_class, name};
use super::super::values::{length, plain};

/// The options of height, and the configuration that switches each off.
const HEIGHTS: [&str; 3] = ["height", "min_height", "max_height"];

/// Adds the alignment of the element's text.
pub fn add_text_align(styles: &mut Styles<'_>) {
    let fields = styles.fields;
    let config = fields.advanced.get("text");
    let Some(selector) = config
        .text(&["css", "text_orientation"])
        .filter(|_| !config.is_off())
    else {
        return;
    };
    let default = styles.default_of("text_orientation");
    let values =
        DEVICES.map(|(media, device)| (media, styles.any("text_orientation", device, default)));
    for (media, value) in values {
        if is_filled(value) {
            let css = format!("text-align: {};", esc_html(get_alignment(value)));
            styles.rule_p(media, &selector, &css);
        }
    }
}

/// The names of a group of options: the plain one, then those with a prefix.
fn groups(config: Config<'static>) -> Vec<(String, Config<'static>)> {
    let mut groups = vec![(String::new(), config)];
    let extra = config.get("extra").entries();
    groups.extend(extra.map(|(prefix, config)| (name(&[prefix, "_"]), config)));
    groups
}

/// Adds the rules of heights.
pub fn add_height(styles: &mut Styles<'_>) {
    let config = styles.fields.advanced.get("height");
    if config.is_off()
        || !HEIGHTS.iter().any(|option| styles.has(option)) && !styles.has("content_")
    {
        return;
    }
    for (prefix, config) in groups(config) {
        for height in HEIGHTS {
            let is_off = config.get(&name(&["use_", height])).is_off();
            let option = name(&[&prefix, height]);
            if !is_off && (styles.fields.has(&option) || config.is_set()) {
                add_one_height(styles, &option, height, config);
            }
        }
    }
}

fn add_one_height(styles: &mut Styles<'_>, option: &str, height: &str, config: Config<'static>) {
    let selector = config
        .text(&["css", height])
        .or_else(|| config.text(&["css", "main"]));
    let mut selector = selector.unwrap_or_else(|| styles.fields.main.clone());
    let property = height.replace('_', "-");
    let value = styles.get(option);
    if styles.is_responsive(option) {
        let default = styles.default_of(option);
        let own = config.get("device_defaults").list();
        let own = |at: usize| own.get(at).copied().filter(|_| height == "height");
        let defaults = [
            default,
            own(0).unwrap_or(default),
            own(1).unwrap_or(default),
        ];
        let mut values = DEVICES.map(|(_, device)| styles.at(option, device));
        for (value, default) in values.iter_mut().zip(defaults) {
            if value.is_empty() {
                *value = default;
            }
        }
        styles.print3(values, &selector, &[&property], ";", length);
    } else if !value.is_empty() && value != styles.default_of(option) {
        let css = format!("{property}: {};", esc_html(value));
        styles.rule(Media::General, &selector, &css);
    }
    let hover = styles.at(option, State::Hover);
    if styles.is_hover(option) {
        selector = hover_at_end(&selector);
        if !hover.is_empty() && hover != value {
            let css = format!("{property}: {};", esc_html(hover));
            styles.rule(Media::General, &selector, &css);
        }
    }
    let sticky = styles.sticky(option);
    if !sticky.is_empty() && sticky != value {
        let css = format!("{property}: {};", esc_html(sticky));
        let selector = styles.sticky_of(&selector);
        styles.rule(Media::General, &selector, &css);
    }
}

/// Adds the rules of what runs over.
pub fn add_overflow(styles: &mut Styles<'_>) {
    if !styles.has("overflow-") && styles.default_of("overflow-x").is_empty() {
        return;
    }
    let selector = styles.fields.advanced.text(&["overflow", "css", "main"]);
    let selector = selector.unwrap_or_else(|| styles.fields.main.clone());
    for option in ["overflow-x", "overflow-y"] {
        let values = styles.three(option, "");
        styles.print3(values, &selector, &[option], ";", plain);
        let (hover, sticky) = (styles.hover(option), styles.sticky(option));
        if is_filled(hover) {
            let css = format!("{option}: {};", esc_html(hover));
            styles.rule(Media::General, &hover_at_end(&selector), &css);
        }
        if is_filled(sticky) {
            let css = format!("{option}: {};", esc_html(sticky));
            let selector = styles.sticky_of(&selector);
            styles.rule(Media::General, &selector, &css);
        }
    }
}

/// Adds the rules of widths, and of the module's alignment.
pub fn add_width(styles: &mut Styles<'_>) {
    let config = styles.fields.advanced.get("max_width");
    if config.is_off() {
        return;
    }
    for (prefix, config) in groups(config) {
        if styles.is_shown(config) {
            add_width_group(styles, &prefix, config);
        }
    }
}

/// The default of a width on a device: that of the next wider one.
fn width_values<'a>(styles: &Styles<'a>, option: &str) -> [&'a str; 3] {
    let default = styles.default_of(option);
    let desktop = styles.get(option);
    let tablet = styles.at(option, State::Tablet);
    let phone = styles.at(option, State::Phone);
    let unless = |value: &'a str, other: &str| if value == other { "" } else { value };
    let wider = if tablet.is_empty() { desktop } else { tablet };
    [
        unless(desktop, default),
        unless(tablet, desktop),
        unless(phone, wider),
    ]
}

#[expect(
    clippy::too_many_lines,
    reason = "the steps of the contract, in their order"
)]
fn add_width_group(styles: &mut Styles<'_>, prefix: &str, config: Config<'_>) {
    let fields = styles.fields;
    let uses = |key: &str| {
        !config.get(&name(&["use_", key])).is_off() && fields.has(&name(&[prefix, key]))
    };
    let important = config.get("css").get("important").is_set();
    let after = config.text(&["after"]).unwrap_or_default();
    let end = if important { " !important;" } else { ";" };
    let end = &name(&[end, &after]);
    // The declarations of hover and sticky end themselves.
    let state_end = if after.is_empty() {
        ";".to_owned()
    } else {
        name(&[end, ";"])
    };
    let mut is_customised = !uses("width") && !uses("max_width");
    for width in ["width", "max_width"] {
        if !uses(width) {
            continue;
        }
        let option = name(&[prefix, width]);
        let property = width.replace('_', "-");
        let default = styles.default_of(&option);
        let main = config.text(&["css", "main"]);
        let selector = config.text(&["css", width]).or_else(|| main.clone());
        let selector = selector.unwrap_or_else(|| ORDER_CLASS.to_owned());
        let values = width_values(styles, &option);
        let is_responsive = styles.is_responsive(&option);
        if values.iter().any(|value| !value.is_empty()) {
            if is_responsive {
                let windows = [Media::Min981, Media::Max980, Media::Max767];
                for (media, value) in windows.into_iter().zip(values) {
                    if is_filled(value) {
                        let css = format!("{property}: {}{end}", length(value, &property));
                        styles.rule(media, &selector, &css);
                    }
                }
            } else {
                styles.print3([values[0], "", ""], &selector, &[&property], end, length);
            }
        }
        let stored = DEVICES.map(|(_, device)| styles.attributes.value(&option).at(device));
        let devices = if is_responsive { 3 } else { 1 };
        let is_stored = stored
            .iter()
            .take(devices)
            .any(|value| !value.is_empty() && *value != default);
        let has_default = stored[0].is_empty() && !matches!(default, "" | "100%" | "auto" | "none");
        let (hover, sticky) = (styles.hover(&option), styles.sticky(&option));
        is_customised |= is_stored || has_default || !hover.is_empty() || !sticky.is_empty();
        if hover.is_empty() && sticky.is_empty() {
            continue;
        }
        let selector = main.unwrap_or_else(|| ORDER_CLASS.to_owned());
        if values[0].is_empty() {
            let value = if default.is_empty() { "100%" } else { default };
            styles.rule(
                Media::General,
                &selector,
                &format!("{property}: {};", esc_html(value)),
            );
        }
        if !hover.is_empty() {
            let css = format!("{property}: {}{state_end}", esc_html(hover));
            styles.rule(Media::General, &hover_at_order_class(&selector), &css);
        }
        if !sticky.is_empty() && styles.is_in_sticky() {
            let css = format!("{property}: {}{state_end}", esc_html(sticky));
            let selector = super::super::styles::inside_sticky(&selector);
            styles.rule(Media::General, &selector, &css);
        }
    }
    if uses("module_alignment") && is_customised {
        add_alignment(styles, prefix, config);
    }
}

fn add_alignment(styles: &mut Styles<'_>, prefix: &str, config: Config<'_>) {
    let option = name(&[prefix, "module_alignment"]);
    let css = config.get("css");
    let selector = css
        .text(&["module_alignment"])
        .or_else(|| css.text(&["main"]));
    let selector = selector.unwrap_or_else(|| name(&[ORDER_CLASS, ".et_pb_module"]));
    let values = styles.three(&option, "");
    for ((media, device), value) in DEVICES.into_iter().zip(values) {
        let declarations = match value {
            "left" => "margin-left: 0px !important; margin-right: auto !important;",
            "center" => "margin-left: auto !important; margin-right: auto !important;",
            "right" => "margin-left: auto !important; margin-right: 0px !important;",
            _ => continue,
        };
        let is_field = styles.fields.is(Flag::AlignedAsParagraph) && device == State::Desktop;
        let selector = if is_field {
            name(&["p", ORDER_CLASS])
        } else {
            selector.clone()
        };
        styles.put(media, &selector, declarations, Some(20));
    }
}
