//! Rules of options that only some modules have: colours of their parts, icons, sizes.
//!
//! Contract "divi-server", section 6.7. Most are rows of `module_rules.tsv`; its columns are modules, attribute, kind of
//! value, selector, properties, hover selector (`order`: `:hover` at the order class, `end`: at the end), transition
//! selector (`=`: the selector), default value. What a row cannot express is a function in one of the submodules.

mod child_filters;
mod divider;
mod icon;
mod image;
mod menu;
mod section_divider;
mod structure;

use std::sync::LazyLock;

use compat::divi::range_value::process_range_value;
use compat::divi::state_selector::ORDER_CLASS;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::name_hash::NameMap;

use super::super::style_sheet::Media;
use super::styles::{DEVICES, Styles, hover_at_end, hover_at_order_class};

/// How a value is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Unchanged.
    Text,
    /// A length with its unit.
    Range,
    /// `none` where the value is `off`, else no rule.
    Shadow,
    /// The font of an icon.
    Icon,
    /// The font and the character of an icon.
    IconContent,
}

/// A row of the table.
#[derive(Debug)]
struct OwnRule {
    attribute: &'static str,
    kind: Kind,
    end: &'static str,
    selector: String,
    properties: Vec<&'static str>,
    hover: String,
    transition: String,
    default: &'static str,
}

impl OwnRule {
    fn parse(columns: &[&'static str]) -> Option<Self> {
        let [
            attribute,
            kind,
            selector,
            properties,
            hover,
            transition,
            default,
        ] = columns.try_into().ok()?;
        let with_class = |text: &str| text.replace('&', ORDER_CLASS);
        let selector = with_class(selector);
        let (kind, end) = match kind.strip_suffix('!') {
            Some(kind) => (kind, " !important"),
            None => (kind, ""),
        };
        let kind = match kind {
            "range" => Kind::Range,
            "shadow" => Kind::Shadow,
            "icon" => Kind::Icon,
            "icon-content" => Kind::IconContent,
            _ => Kind::Text,
        };
        let hover = match hover {
            "order" => hover_at_order_class(&selector),
            "end" => hover_at_end(&selector),
            own => with_class(own),
        };
        let transition = match transition {
            "=" => selector.clone(),
            own => with_class(own),
        };
        Some(Self {
            attribute,
            kind,
            end,
            selector,
            properties: properties.split(' ').collect(),
            hover,
            transition,
            default,
        })
    }

    fn css(&self, value: &str) -> String {
        match self.kind {
            Kind::Icon => return icon::font_css(value),
            Kind::IconContent => return icon::content_css(value),
            Kind::Shadow if value != "off" => return String::new(),
            _ => {}
        }
        let value = match self.kind {
            Kind::Range => process_range_value(value, ""),
            Kind::Shadow => "none".to_owned(),
            _ => value.to_owned(),
        };
        let value = esc_html(&value);
        let mut css = String::new();
        for property in &self.properties {
            if !css.is_empty() {
                css.push(' ');
            }
            css.extend([*property, ": ", &value, self.end, ";"]);
        }
        css
    }
}

static TABLE: LazyLock<NameMap<&'static str, Vec<OwnRule>>> = LazyLock::new(|| {
    const TEXT: &str = include_str!("../module_rules.tsv");
    let mut table: NameMap<&str, Vec<OwnRule>> = NameMap::default();
    for line in TEXT.lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        let Some((modules, columns)) = columns.split_first() else {
            continue;
        };
        for module in modules.split(' ') {
            if let Some(rule) = OwnRule::parse(columns) {
                table.entry(module).or_default().push(rule);
            }
        }
    }
    table
});

/// Records transitions of options with a hover value; the transition rule comes before those of [`add`].
pub fn note_transitions(styles: &mut Styles<'_>) {
    if styles.module() == "counters" && styles.hover("bar_bg_color").is_some() {
        let bar = format!("{ORDER_CLASS} .et_pb_counter_amount");
        styles.transition("background-color", &bar);
    }
    if styles.module() == "counter" && styles.hover("bar_background_color").is_some() {
        let bar = format!("{ORDER_CLASS} .et_pb_counter_amount");
        styles.transition("background-color", &bar);
    }
    menu::note_transitions(styles);
    note_color_and_size(styles);
    if styles.hover("arrows_custom_color").is_some() {
        let arrows =
            "& .et-pb-slider-arrows .et-pb-arrow-prev,& .et-pb-slider-arrows .et-pb-arrow-next";
        styles.transition("all", &arrows.replace('&', ORDER_CLASS));
    }
    let Some(rules) = TABLE.get(styles.module()) else {
        return;
    };
    for rule in rules {
        let changes = styles.hover(rule.attribute).is_some();
        if changes
            && !rule.transition.is_empty()
            && rule.kind != Kind::Icon
            && rule.kind != Kind::IconContent
        {
            for property in &rule.properties {
                styles.transition(property, &rule.transition);
            }
        }
    }
}

/// Records transitions of options whose hover rule is printed by a family.
fn note_color_and_size(styles: &mut Styles<'_>) {
    let with_class = |selector: &str| selector.replace('&', ORDER_CLASS);
    match styles.module() {
        "post_title" | "fullwidth_post_title" if styles.hover("text_color").is_some() => {
            let texts = "& .entry-title, & .et_pb_title_meta_container";
            styles.transition("color", &with_class(texts));
        }
        "video" | "video_slider" if styles.hover("icon_font_size").is_some() => {
            let icon = match styles.module() {
                "video" => "& .et_pb_video_overlay .et_pb_video_play",
                _ => "& .et_pb_video_play, & .et_pb_carousel .et_pb_video_play",
            };
            for property in ["font-size", "margin-left", "margin-top", "line-height"] {
                styles.transition(property, &with_class(icon));
            }
        }
        _ => {}
    }
}

/// Adds the rules.
pub fn add(styles: &mut Styles<'_>) {
    child_filters::add(styles);
    structure::add(styles);
    structure::add_counter(styles);
    structure::add_price_list(styles);
    structure::add_network(styles);
    icon::add(styles);
    image::add(styles);
    menu::add(styles);
    divider::add(styles);
    let Some(rules) = TABLE.get(styles.module()) else {
        return;
    };
    for rule in rules {
        add_rule(styles, rule);
    }
    icon::add_sizes(styles);
    structure::add_search(styles);
}

fn add_rule(styles: &mut Styles<'_>, rule: &OwnRule) {
    let is_written = styles.has(rule.attribute);
    if !is_written && rule.default.is_empty() {
        return;
    }
    let mut values = styles.by_device(rule.attribute);
    if values[0].is_empty() {
        values[0] = match rule.default {
            "accent" => styles.subject.accent,
            default => default,
        };
    }
    let mut before = "";
    for ((media, _), value) in DEVICES.into_iter().zip(values) {
        if !value.is_empty() && value != before {
            before = value;
            add_parts(styles, media, &rule.selector, &rule.css(value));
        }
    }
    if let Some(value) = styles.hover(rule.attribute)
        && !rule.hover.is_empty()
    {
        add_parts(styles, Media::General, &rule.hover, &rule.css(value));
    }
    if let Some(value) = styles.sticky(rule.attribute) {
        let selector = styles.sticky_selector(&rule.selector);
        add_parts(styles, Media::General, &selector, &rule.css(value));
    }
}

/// Adds a rule for each part of a list with vendor placeholders: browsers drop a whole rule for one unknown selector.
fn add_parts(styles: &mut Styles<'_>, media: Media, selector: &str, css: &str) {
    if selector.contains(":-") {
        for part in selector.split(", ") {
            styles.add(media, part, css);
        }
    } else {
        styles.add(media, selector, css);
    }
}
