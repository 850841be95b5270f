//! Borders: radii and the styles of the four edges.
//!
//! Contract "divi-css", section 9.

use compat::divi::attributes::{State, is_filled};
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::config::Config;
use super::super::flag::Flag;
use super::super::styles::{DEVICES, Styles, hover_at_end, hover_at_order_class, name};
use super::super::values::length;

const EDGES: [&str; 4] = ["top", "right", "bottom", "left"];
const PROPERTIES: [&str; 3] = ["width", "style", "color"];
const NO_RADII: &str = "on||||";

/// Adds the rules of all groups.
pub fn add(styles: &mut Styles<'_>) {
    let is_option = |name: &str| name == "border_radii" || name.matches('_').count() > 1;
    let mut names = styles.attributes.iter().map(|(name, _)| name);
    if !names.any(|name| name.starts_with("border_") && is_option(name)) {
        return;
    }
    let borders = styles.fields.advanced.get("borders");
    if !borders.is_off() && !borders.get("default").is_set() {
        Group::new(styles, "default", borders.get("default")).add(styles);
    }
    for (group, config) in borders.entries() {
        if !config.is_off() && styles.is_shown(config) {
            Group::new(styles, group, config).add(styles);
        }
    }
}

struct Group<'g> {
    config: Config<'g>,
    suffix: String,
    is_default: bool,
    end: &'static str,
}

impl<'g> Group<'g> {
    fn new(_: &Styles<'_>, group: &str, config: Config<'g>) -> Self {
        let is_default = group == "default";
        Self {
            config,
            suffix: if is_default {
                String::new()
            } else {
                name(&["_", group])
            },
            is_default,
            end: if config.is_all_important() {
                " !important"
            } else {
                ""
            },
        }
    }

    fn add(&self, styles: &mut Styles<'_>) {
        self.radii(styles);
        self.styles(styles);
    }

    fn selector(&self, styles: &Styles<'_>, key: &str, state: State) -> String {
        let main = self.config.text(&["css", "main", key]);
        match state {
            State::Hover => {
                let own = self.config.text(&["css", "main", &name(&[key, "_hover"])]);
                let main = main.or_else(|| self.config.text(&["css", "hover"]));
                own.unwrap_or_else(|| {
                    let main = main.unwrap_or_else(|| styles.fields.main.clone());
                    if self.is_default {
                        hover_at_order_class(&main)
                    } else {
                        hover_at_end(&main)
                    }
                })
            }
            State::Sticky => {
                let own = self.config.text(&["css", "main", &name(&[key, "_sticky"])]);
                own.unwrap_or_else(|| {
                    styles.sticky_of(&main.unwrap_or_else(|| styles.fields.main.clone()))
                })
            }
            _ => main.unwrap_or_else(|| styles.fields.main.clone()),
        }
    }

    fn radii(&self, styles: &mut Styles<'_>) {
        let option = name(&["border_radii", &self.suffix]);
        let own = styles.default_of(&option);
        let default = if own.is_empty() { NO_RADII } else { own };
        let is_responsive = styles.is_responsive(&option);
        let mut wider = default;
        for (media, state) in states() {
            let value = match state {
                State::Desktop => styles.get(&option),
                State::Tablet | State::Phone if !is_responsive => continue,
                State::Tablet | State::Phone => styles.at(&option, state),
                State::Hover => styles.hover(&option),
                State::Sticky => styles.sticky(&option),
            };
            let before = match state {
                State::Tablet | State::Phone => wider,
                _ => default,
            };
            if matches!(state, State::Desktop | State::Tablet) && is_filled(value) {
                wider = value;
            }
            if is_filled(value) && value != before {
                let css = self.radii_css(styles, value);
                let selector = self.selector(styles, "border_radii", state);
                styles.rule_p(media, &selector, &css);
            }
        }
    }

    fn radii_css(&self, styles: &Styles<'_>, value: &str) -> String {
        let pieces: Vec<&str> = value.split('|').collect();
        let [_, corners @ ..] = pieces.as_slice() else {
            return String::new();
        };
        if corners.len() != 4 {
            return String::new();
        }
        let corners = corners
            .iter()
            .map(|corner| if is_filled(corner) { *corner } else { "0" });
        let corners: Vec<_> = corners.map(|corner| esc_html(corner.trim())).collect();
        let borders = styles.fields.advanced.get("borders");
        let end = if borders.is_all_important() {
            " !important"
        } else {
            ""
        };
        let mut css = format!("border-radius: {}{end};", corners.join(" "));
        let is_other = |option: &str| !matches!(styles.get(option), "" | "default" | "hidden");
        if !styles.fields.is(Flag::KeepsOverflow) {
            css += &match (is_other("overflow-x"), is_other("overflow-y")) {
                (false, false) => format!("overflow: hidden{end};"),
                (true, false) => format!("overflow-y: hidden{end};"),
                (false, true) => format!("overflow-x: hidden{end};"),
                (true, true) => String::new(),
            };
        }
        css
    }

    fn styles(&self, styles: &mut Styles<'_>) {
        for (media, state) in states() {
            let css = self.edges_css(styles, state);
            if !css.is_empty() {
                let selector = self.selector(styles, "border_styles", state);
                styles.rule_p(media, &selector, &css);
            }
        }
    }

    /// The value of a property of an edge, or of all edges.
    fn edge<'a>(&self, styles: &Styles<'a>, property: &str, edge: &str, state: State) -> &'a str {
        let own = name(&["border_", property, "_", edge, &self.suffix]);
        let all = name(&["border_", property, "_all", &self.suffix]);
        let or_raw = |option: &str, is_on: bool| match styles.value(option).get(state) {
            _ if !is_on => "",
            None => styles.get(option),
            Some(value) => value,
        };
        let first = match state {
            State::Desktop => styles.get(&own),
            State::Tablet | State::Phone if styles.is_responsive(&own) => {
                styles.forced(&own, state, "")
            }
            State::Tablet | State::Phone => styles.get(&own),
            State::Hover => or_raw(&own, styles.is_hover(&own)),
            State::Sticky => or_raw(&own, styles.is_sticky(&own)),
        };
        if is_filled(first) {
            return first;
        }
        match state {
            State::Desktop => styles.get(&all),
            State::Tablet | State::Phone if styles.is_responsive(&all) => {
                styles.any(&all, state, "")
            }
            State::Tablet | State::Phone => "",
            State::Hover => or_raw(&all, styles.is_hover(&all)),
            State::Sticky => or_raw(&all, styles.is_sticky(&all)),
        }
    }

    fn edges_css(&self, styles: &Styles<'_>, state: State) -> String {
        let mut order: Vec<&str> = Vec::new();
        let value = |property: &str, edge: &str| {
            let value = self.edge(styles, property, edge, state);
            match property {
                _ if !is_filled(value) => None,
                "color" if value == "off" => None,
                "width" => Some(length(value, "")),
                _ => Some(esc_html(value).into_owned()),
            }
        };
        let values = EDGES.map(|edge| PROPERTIES.map(|property| value(property, edge)));
        for of_edge in &values {
            for (property, value) in PROPERTIES.iter().zip(of_edge) {
                if value.is_some() && !order.contains(property) {
                    order.push(property);
                }
            }
        }
        let mut css = String::new();
        for property in order {
            let Some(at) = PROPERTIES.iter().position(|known| *known == property) else {
                continue;
            };
            let of_edges = values
                .each_ref()
                .map(|values| values.get(at).and_then(Option::as_deref));
            css.push_str(&self.property_css(property, of_edges));
        }
        css
    }

    fn property_css(&self, property: &str, edges: [Option<&str>; 4]) -> String {
        let end = self.end;
        if let [Some(top), Some(right), Some(bottom), Some(left)] = edges {
            let value = match () {
                () if top == right && top == bottom && top == left => top.to_owned(),
                () if top == bottom && left == right => format!("{top} {right}"),
                () => format!("{top} {right} {bottom} {left}"),
            };
            return format!("border-{property}:{value}{end};");
        }
        let single = EDGES
            .iter()
            .zip(edges)
            .filter_map(|(edge, value)| Some(format!("border-{edge}-{property}:{}{end};", value?)));
        single.collect()
    }
}

fn states() -> impl Iterator<Item = (Media, State)> {
    let states = [
        (Media::General, State::Hover),
        (Media::General, State::Sticky),
    ];
    DEVICES.into_iter().chain(states)
}
