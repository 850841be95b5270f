//! Box shadows.
//!
//! Contract "divi-css", section 15.1.

use compat::divi::attributes::State;
use compat::divi::state_selector::{self, ORDER_CLASS};
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::config::Config;
use super::super::flag::Flag;
use super::super::styles::{Styles, hover_at_end, hover_at_order_class, name};

/// Styles: whether they are inset; horizontal and vertical offset, blur, spread.
const PRESETS: [(&str, bool, [&str; 4]); 7] = [
    ("preset1", false, ["0px", "2px", "18px", "0px"]),
    ("preset2", false, ["6px", "6px", "18px", "0px"]),
    ("preset3", false, ["0px", "12px", "18px", "-6px"]),
    ("preset4", false, ["10px", "10px", "0px", "0px"]),
    ("preset5", false, ["0px", "6px", "0px", "10px"]),
    ("preset6", true, ["0px", "0px", "18px", "0px"]),
    ("preset7", true, ["10px", "10px", "0px", "0px"]),
];

const COLOR: &str = "rgba(0,0,0,0.3)";

/// Adds the rules of all groups.
pub fn add(styles: &mut Styles<'_>) {
    if !styles
        .attributes
        .iter()
        .any(|(name, _)| name.contains("box_shadow_style"))
    {
        return;
    }
    let shadows = styles.fields.advanced.get("box_shadow");
    if !shadows.is_off() && !shadows.get("default").is_set() {
        add_group(styles, "default", shadows.get("default"));
    }
    for (group, config) in shadows.entries() {
        if !config.is_off() && is_shown(styles, config) {
            add_group(styles, group, config);
        }
    }
}

/// Whether the options on which a group depends have their values.
fn is_shown(styles: &Styles<'_>, config: Config<'_>) -> bool {
    let css = config.get("css");
    let has = |(option, value): (&str, Config<'_>)| {
        value.text(&[]).as_deref() == Some(styles.get(option))
    };
    css.get("show_if").entries().all(has) && !css.get("show_if_not").entries().any(has)
}

fn add_group(styles: &mut Styles<'_>, group: &str, config: Config<'_>) {
    let suffix = if group == "default" {
        String::new()
    } else {
        name(&["_", group])
    };
    let desktop = css(styles, &suffix, config, State::Desktop);
    let main = config
        .text(&["css", "inset"])
        .filter(|_| desktop.contains("inset"))
        .or_else(|| config.text(&["css", "main"]))
        .unwrap_or_else(|| ORDER_CLASS.to_owned());
    let is_raised = styles.fields.is(Flag::RaisedByShadow);
    let mut last = String::new();
    for (media, device) in super::super::styles::DEVICES {
        let css = css(styles, &suffix, config, device);
        if !css.is_empty() && css != last {
            if is_raised && device == State::Desktop && !css.contains("inset") {
                styles.rule(media, ORDER_CLASS, "z-index: 10;");
            }
            styles.rule(media, &overlaid(&main, config, &desktop), &css);
            last = css;
        }
    }
    let hover = css(styles, &suffix, config, State::Hover);
    if hover != desktop && !hover.is_empty() {
        let selector = config
            .text(&["css", "hover"])
            .unwrap_or_else(|| match group {
                "default" => hover_at_order_class(&main),
                _ => hover_at_end(&main),
            });
        let selector = overlaid(&selector, config, &desktop);
        if is_raised && !hover.contains("inset") {
            styles.rule(Media::General, &selector, "z-index: 10;");
        }
        styles.rule(Media::General, &selector, &hover);
    }
    if styles.subject.in_sticky || styles.sticks() {
        let sticky = css(styles, &suffix, config, State::Sticky);
        let is_own = styles.sticks() && !styles.fields.is(Flag::WrappedLink);
        let selector = config.text(&["css", "sticky"]);
        let selector =
            selector.unwrap_or_else(|| state_selector::add_sticky_to_order_class(&main, is_own));
        styles.rule(
            Media::General,
            &overlaid(&selector, config, &desktop),
            &sticky,
        );
    }
}

/// The selector of an inset shadow is that of an element over the content.
fn overlaid(selector: &str, config: Config<'_>, css: &str) -> String {
    let overlay = config.text(&["css", "overlay"]);
    let is_over = match overlay.as_deref() {
        Some("always") => true,
        Some("inset") => css.contains("inset"),
        _ => false,
    };
    if !is_over {
        return selector.to_owned();
    }
    let parts = selector.split(',').map(|part| {
        let part = part.trim();
        format!("{part}>.box-shadow-overlay, {part}.et-box-shadow-no-overlay")
    });
    parts.collect::<Vec<_>>().join(",")
}

#[expect(
    clippy::too_many_lines,
    reason = "the steps of the contract, in their order"
)]
fn css(styles: &Styles<'_>, suffix: &str, config: Config<'_>, state: State) -> String {
    let option = |part: &str| name(&["box_shadow_", part, suffix]);
    let style = styles.get(&option("style"));
    if matches!(style, "" | "0" | "none") {
        return String::new();
    }
    let preset = PRESETS.iter().find(|(name, ..)| *name == style);
    let (is_inset, defaults) =
        preset.map_or((false, ["0"; 4]), |(_, inset, values)| (*inset, *values));
    let read = |part: &str| {
        let option = option(part);
        let plain = styles.get(&option);
        let or_plain = |value: &'_ str| {
            if value.is_empty() {
                styles.forced(&option, State::Desktop, "").to_owned()
            } else {
                value.to_owned()
            }
        };
        match state {
            State::Desktop => styles.forced(&option, state, "").to_owned(),
            State::Tablet | State::Phone if styles.is_responsive(&option) => {
                styles.forced(&option, state, "").to_owned()
            }
            State::Hover => or_plain(styles.hover(&option)),
            State::Sticky => or_plain(styles.sticky(&option)),
            _ => plain.to_owned(),
        }
    };
    let or = |part: &str, default: &str| {
        let is_stored = !styles
            .attributes
            .value(&option(part))
            .at(State::Desktop)
            .is_empty();
        let value = read(part);
        // A `0` counts as nothing but on narrower devices.
        let is_zero = default == "0" && !matches!(state, State::Tablet | State::Phone);
        if value.is_empty() && !is_stored && !is_zero {
            default.to_owned()
        } else {
            value
        }
    };
    let inset = match read("position").as_str() {
        "inner" => "inset",
        "" if is_inset => "inset",
        _ => "",
    };
    let [horizontal, vertical, blur, spread] = defaults;
    let values = [
        inset.to_owned(),
        or("horizontal", horizontal),
        or("vertical", vertical),
        or("blur", blur),
        or("spread", spread),
        or("color", COLOR),
    ];
    let values = values
        .each_ref()
        .map(|value| esc_html(value).into_owned())
        .join(" ");
    let end = if config.get("css").get("important").is_on() {
        "!important"
    } else {
        ""
    };
    format!("box-shadow: {values} {end};")
}
