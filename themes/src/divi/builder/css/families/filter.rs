//! Filters and blend modes.
//!
//! Contract "divi-css", sections 5 and 17.

use compat::divi::attributes::{State, is_filled};
use compat::divi::range_value::sanitize_filter;
use compat::divi::state_selector::ORDER_CLASS;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::flag::Flag;
use super::super::styles::{Styles, hover_at_end, name};

/// Option, CSS function and default, in printed order.
const FILTERS: [(&str, &str, &str); 8] = [
    ("hue_rotate", "hue-rotate", "0deg"),
    ("saturate", "saturate", "100%"),
    ("brightness", "brightness", "100%"),
    ("contrast", "contrast", "100%"),
    ("invert", "invert", "0%"),
    ("sepia", "sepia", "0%"),
    ("opacity", "opacity", "100%"),
    ("blur", "blur", "0px"),
];

const HIDDEN_BACK: &str = "backface-visibility:hidden;";

/// The element in the window of the builder's preview.
const PREVIEW: &str = "html:not(.et_fb_edit_enabled) #et-fb-app %%order_class%%:hover";

/// Adds the filters of the element.
pub fn add(styles: &mut Styles<'_>) {
    let config = styles.fields.advanced.get("filters");
    if config.is_off() || !has_any(styles) {
        return;
    }
    let (selector, hover) = if styles.fields.is(Flag::FiltersOwnSelector) {
        let css = config.get("css");
        (css.get("main").list(), css.text(&["hover"]))
    } else {
        (vec![ORDER_CLASS], None)
    };
    add_group(styles, "", &selector, hover.as_deref());
}

/// Whether some option opens the family.
fn has_any(styles: &Styles<'_>) -> bool {
    let is_set = |(name, value): (&str, &str)| {
        let own = name.strip_prefix("child_").unwrap_or(name);
        let Some(filter) = own.strip_prefix("filter_") else {
            return own.starts_with("mix_blend_mode") && !matches!(value, "" | "0" | "normal");
        };
        let usual = FILTERS.iter().find(|(known, ..)| *known == filter);
        is_filled(value) && usual.is_none_or(|(.., usual)| *usual != value)
    };
    (styles.has("filter_") || styles.has("child_") || styles.has("mix_blend_mode"))
        && styles.attributes.iter().any(is_set)
}

/// Adds the filters of a part, such as an image: those with the prefix `child_`.
pub fn add_of_child(styles: &mut Styles<'_>, selector: &[&str]) {
    if styles.has("child_") {
        let fields = styles.fields;
        let hover = fields
            .advanced
            .text(&["filters", "child_filters_target", "css", "hover"]);
        add_group(styles, "child_", selector, hover.as_deref());
    }
}

/// A filter and its value, in the order in which they are printed.
type Values = Vec<(&'static str, String)>;

fn text(values: &Values, is_kept: impl Fn(&str) -> bool) -> String {
    let parts = values.iter().filter(|(name, _)| is_kept(name));
    let parts: Vec<_> = parts
        .map(|(name, value)| format!("{name}({value})"))
        .collect();
    if parts.is_empty() {
        return String::new();
    }
    format!("filter: {};", parts.join(" "))
}

fn is_color(name: &str) -> bool {
    !matches!(name, "opacity" | "blur")
}

/// The filters of a state that have values.
fn values_of(styles: &Styles<'_>, prefix: &str, state: State) -> Values {
    let option = |filter: &str| name(&[prefix, "filter_", filter]);
    let has = |test: &dyn Fn(&str) -> bool| {
        let mut filters = FILTERS.iter();
        filters.any(|(filter, ..)| test(&option(filter)))
    };
    let is_responsive = has(&|option| styles.is_responsive(option));
    let is_hover = has(&|option| styles.is_hover(option));
    let values = FILTERS.iter().filter_map(|(filter, function, default)| {
        let option = option(filter);
        let value = match state {
            State::Desktop => {
                let value = styles.get(&option);
                let is_dropped = value == *default && !(is_responsive && is_hover);
                if is_dropped { "" } else { value }
            }
            State::Tablet | State::Phone if !is_responsive => "",
            State::Tablet | State::Phone if styles.is_responsive(&option) => {
                styles.forced(&option, state, "")
            }
            State::Tablet | State::Phone => styles.get(&option),
            State::Hover => styles.hover(&option),
            State::Sticky => styles.sticky(&option),
        };
        (!value.is_empty()).then(|| (*function, esc_html(&sanitize_filter(value)).into_owned()))
    });
    values.collect()
}

#[expect(
    clippy::too_many_lines,
    reason = "the steps of the contract, in their order"
)]
fn add_group(styles: &mut Styles<'_>, prefix: &str, selectors: &[&str], hover: Option<&str>) {
    let blend_option = name(&[prefix, "mix_blend_mode"]);
    let mut base: Values = Vec::new();
    let mut hovered: Values = Vec::new();
    let hover_selectors: Vec<String> = match hover {
        Some(own) => vec![own.to_owned()],
        None => selectors
            .iter()
            .map(|selector| hover_at_end(selector))
            .collect(),
    };
    for (media, state) in [
        (Media::General, State::Desktop),
        (Media::Max980, State::Tablet),
        (Media::Max767, State::Phone),
        (Media::General, State::Hover),
        (Media::General, State::Sticky),
    ] {
        let targets: Vec<String> = match state {
            State::Hover => hover_selectors.clone(),
            State::Sticky => {
                let list = selectors.iter().map(|selector| styles.sticky_of(selector));
                list.collect()
            }
            _ => selectors
                .iter()
                .map(|selector| (*selector).to_owned())
                .collect(),
        };
        let is_device = matches!(state, State::Tablet | State::Phone);
        let blend = if is_device && !styles.is_responsive(&blend_option) {
            ""
        } else {
            styles.get(&blend_option)
        };
        let has_blend = is_filled(blend) && blend != "normal" && state != State::Sticky;
        if has_blend {
            let css = format!("mix-blend-mode: {};{HIDDEN_BACK}", esc_html(blend));
            if state == State::Hover {
                for selector in selectors {
                    styles.rule(media, &hover_at_end(selector), &css);
                }
            } else {
                for target in &targets {
                    styles.rule(media, target, &css);
                }
            }
        }
        let values = values_of(styles, prefix, state);
        if values.is_empty() {
            continue;
        }
        let has_color = values.iter().any(|(name, _)| is_color(name));
        let values = match state {
            State::Hover => {
                let mut merged = base.clone();
                merge(&mut merged, values);
                hovered.clone_from(&merged);
                merged
            }
            State::Sticky => values,
            _ => {
                merge(&mut base, values.clone());
                values
            }
        };
        let back = if has_blend { "" } else { HIDDEN_BACK };
        let css = text(&values, |_| true);
        for target in &targets {
            styles.rule(media, target, &format!("{css}{back}"));
        }
        if state == State::Sticky {
            if !hovered.is_empty() {
                let css = format!("{}{back}", text(&hovered, |_| true));
                for selector in &hover_selectors {
                    let selector = styles.sticky_of(selector);
                    styles.rule(media, &selector, &css);
                }
            }
        } else if has_color {
            let css = text(&values, is_color);
            for target in &targets {
                let preview = target.replace(ORDER_CLASS, PREVIEW);
                styles.rule(Media::General, &preview, &css);
            }
        }
    }
}

/// Puts values over those with the same name; new ones come last.
fn merge(base: &mut Values, values: Values) {
    for (name, value) in values {
        match base.iter_mut().find(|(known, _)| *known == name) {
            Some(known) => known.1 = value,
            None => base.push((name, value)),
        }
    }
}

/// The selectors of a list, as the family splits it.
pub fn split(selector: &str) -> Vec<&str> {
    selector.split(',').map(str::trim).collect()
}
