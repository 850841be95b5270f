//! Text groups: font, size, colour, spacing, alignment, lists and quotes.
//!
//! Contract "divi-css", section 7.

use compat::divi::alignment::get_alignment;
use compat::divi::attributes::{State, is_filled};
use compat::divi::font::set_element_font;
use compat::divi::range_value::process_range_value;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::config::Config;
use super::super::ligatures::Ligatures;
use super::super::styles::{Styles, hover_at_end, hover_at_order_class, name};
use super::super::values::length;

mod devices;

/// The vendors' placeholders of a form field.
const PLACEHOLDERS: [&str; 3] = [
    "::-webkit-input-placeholder",
    "::-moz-placeholder",
    "::-ms-input-placeholder",
];

/// Adds the rules of all groups.
pub fn add(styles: &mut Styles<'_>) {
    let fields = styles.fields;
    let mut ligatures = Ligatures {
        is_open: fields.has_font_defaults,
        ..Ligatures::default()
    };
    for (group, config) in fields.advanced.get("fonts").entries() {
        if styles.has(&name(&[group, "_"])) || has_default(styles, group) {
            ligatures.is_open = true;
            let main = config.get("css").get("main").list();
            let group = Group {
                name: group,
                config,
                main: if main.is_empty() {
                    fields.main.clone()
                } else {
                    main.join(", ")
                },
                is_single: main.len() < 2,
            };
            group.add(styles, &mut ligatures);
        }
    }
    styles.set_ligatures(ligatures);
}

/// Whether a group has a default that prints a rule.
fn has_default(styles: &Styles<'_>, group: &str) -> bool {
    !styles.default_of(&name(&[group, "_text_color"])).is_empty()
}

struct Group<'g> {
    name: &'g str,
    config: Config<'static>,
    main: String,
    /// Whether the main selector is one text.
    is_single: bool,
}

/// The texts of the states normal, hover and sticky.
#[derive(Default)]
struct Texts {
    normal: String,
    hover: String,
    sticky: String,
}

impl Group<'_> {
    fn option(&self, option: &str) -> String {
        name(&[self.name, "_", option])
    }

    fn css(&self, key: &str) -> Option<String> {
        self.config.text(&["css", key])
    }

    fn end(&self, key: &str) -> &'static str {
        if self.config.is_important(key) {
            " !important"
        } else {
            ""
        }
    }

    fn hover_selector(&self) -> String {
        self.css("hover")
            .unwrap_or_else(|| hover_at_end(&self.main))
    }

    fn add(&self, styles: &mut Styles<'_>, ligatures: &mut Ligatures) {
        let mut texts = Texts::default();
        self.font(styles, &mut texts);
        self.size(styles, &mut texts);
        self.color(styles, &mut texts);
        self.spacing(styles, &mut texts);
        self.line_height(styles, &mut texts);
        let align = styles.get(&self.option("text_align"));
        if !align.is_empty() && !self.config.get("hide_text_align").is_on() {
            let css = format!(
                "text-align: {}{}; ",
                self.align(styles, align),
                self.end("text-align")
            );
            match self.css("text_align") {
                Some(own) => styles.rule_p(Media::General, &own, &css),
                None => texts.normal.push_str(&css),
            }
        }
        if self.config.get("use_all_caps").is_on() && styles.get(&self.option("all_caps")) == "on" {
            texts.normal.push_str(&format!(
                "text-transform: uppercase{}; ",
                self.end("all_caps")
            ));
        }
        self.print(styles, &texts, ligatures);
        let end = self.devices(styles, ligatures);
        self.lists(styles, end);
    }

    fn align(&self, styles: &Styles<'_>, value: &str) -> String {
        match value {
            "left" | "force_left" if styles.subject.is_rtl && value == "left" => "right".to_owned(),
            value => esc_html(get_alignment(value)).into_owned(),
        }
    }

    fn font(&self, styles: &mut Styles<'_>, texts: &mut Texts) {
        let option = self.option("font");
        let value = styles.get(&option);
        let css = set_element_font(
            &styles.subject.artwork.tables,
            value,
            self.config.is_important("font"),
            styles.default_of(&option),
        );
        let family = |device| {
            styles
                .forced(&option, device, "")
                .split('|')
                .next()
                .unwrap_or_default()
        };
        let desktop = value.split('|').next().unwrap_or_default();
        let is_real = !matches!(desktop, "" | "Default");
        let is_responsive = styles.is_responsive(&option);
        let media = match () {
            () if is_real && is_responsive && family(State::Tablet) == "Default" => Media::Min981,
            () if is_real && is_responsive && family(State::Phone) == "Default" => Media::Min768,
            () => Media::General,
        };
        let own = self.css("font");
        if own.is_some() || media != Media::General {
            styles.rule_p(media, own.as_deref().unwrap_or(&self.main), &css);
        } else {
            texts.normal.push_str(css.trim_end());
        }
    }

    fn size(&self, styles: &Styles<'_>, texts: &mut Texts) {
        let option = self.option("font_size");
        let end = self.end("size");
        let value = styles.get(&option).trim();
        let mut printed = String::new();
        if !matches!(value, "" | "px") && value != styles.default_of(&option).trim() {
            printed = process_range_value(value, "");
            texts
                .normal
                .push_str(&format!("font-size: {}{end}; ", esc_html(&printed)));
        }
        for (value, out) in [
            (styles.hover(&option), &mut texts.hover),
            (styles.sticky(&option), &mut texts.sticky),
        ] {
            let value = value.trim();
            if !matches!(value, "" | "px") && value != printed {
                out.push_str(&format!("font-size: {}{end}; ", length(value, "")));
            }
        }
    }

    fn color(&self, styles: &mut Styles<'_>, texts: &mut Texts) {
        let option = self.option("text_color");
        let color = |value: &str| format!("color: {} !important; ", esc_html(value));
        let is_hidden = self.config.get("hide_text_color").is_on();
        let own = self.css("color");
        let value = styles.get(&option);
        let old = self.config.text(&["text_color", "old_option_ref"]);
        let has_old = old.is_some_and(|old| !styles.text(&old).is_empty());
        let default = if has_old {
            styles.default_of(&option)
        } else {
            ""
        };
        if !value.is_empty() && !is_hidden && value != default {
            match &own {
                Some(own) => styles.rule_p(Media::General, own, &color(value)),
                None => texts.normal.push_str(&color(value)),
            }
        }
        let hover = Some(styles.hover(&option)).filter(|value| is_filled(value) && !is_hidden);
        let hover_selector = own
            .as_ref()
            .map(|own| self.css("color_hover").unwrap_or_else(|| hover_at_end(own)));
        if let Some(value) = hover {
            match &hover_selector {
                Some(selector) => styles.rule_p(Media::General, selector, &color(value)),
                None => texts.hover.push_str(&color(value)),
            }
        }
        let sticky = Some(styles.sticky(&option)).filter(|value| is_filled(value) && !is_hidden);
        if let Some(value) = sticky {
            match &own {
                Some(own) => {
                    let selector = self
                        .css("color_sticky")
                        .unwrap_or_else(|| styles.sticky_of(own));
                    styles.rule_p(Media::General, &selector, &color(value));
                    if let (Some(hover), Some(selector)) = (hover, &hover_selector) {
                        let selector = styles.sticky_of(selector);
                        styles.rule_p(Media::General, &selector, &color(hover));
                    }
                }
                None => texts.sticky.push_str(&color(value)),
            }
        }
    }

    fn spacing(&self, styles: &mut Styles<'_>, texts: &mut Texts) {
        let option = self.option("letter_spacing");
        let end = self.end("letter-spacing");
        let default = styles.default_of(&option).trim();
        let css =
            |value: &str| format!("letter-spacing: {}{end}; ", length(value, "letter_spacing"));
        let own = self.css("letter_spacing");
        let value = styles.get(&option).trim();
        let mut printed = String::new();
        if !matches!(value, "" | "px") && value != default {
            printed = process_range_value(value, "letter_spacing");
            texts.normal.push_str(&css(value));
            if let Some(own) = &own {
                styles.rule_p(Media::General, own, &css(value));
            }
        }
        let hover = styles.hover(&option).trim();
        if !matches!(hover, "" | "px") && hover != printed {
            match self.css("letter_spacing_hover") {
                Some(selector) => styles.rule_p(Media::General, &selector, &css(hover)),
                None => texts.hover.push_str(&css(hover)),
            }
            if let Some(own) = &own
                && self.css("color").is_some()
                && hover != default
            {
                let selector = self
                    .css("letter_spacing_hover")
                    .unwrap_or_else(|| hover_at_end(own));
                styles.rule_p(
                    Media::General,
                    &selector,
                    &format!("color: {};", esc_html(hover)),
                );
            }
        }
        let sticky = styles.sticky(&option).trim();
        if !matches!(sticky, "" | "px") && sticky != printed {
            match self.css("letter_spacing_sticky") {
                Some(selector) => styles.rule_p(Media::General, &selector, &css(sticky)),
                None => texts.sticky.push_str(&css(sticky)),
            }
        }
    }

    fn line_height(&self, styles: &mut Styles<'_>, texts: &mut Texts) {
        if self.config.get("hide_line_height").is_on() {
            return;
        }
        let option = self.option("line_height");
        let end = self.end("line-height");
        let default = styles.default_of(&option).trim();
        let css = |value: &str| format!("line-height: {}{end}; ", length(value, "line_height"));
        let own = self.css("line_height");
        let value = styles.get(&option).trim();
        let mut printed = String::new();
        if !matches!(value, "" | "px") && value != default {
            printed = process_range_value(value, "line_height");
            texts.normal.push_str(&css(value));
            if let Some(own) = &own {
                styles.rule_p(Media::General, own, &css(value));
            }
        }
        let has_color = self.css("color").is_some();
        let raw = |value: &str| format!("line-height: {}{end};", esc_html(value));
        let hover = styles.hover(&option).trim();
        let is_hover = !matches!(hover, "" | "px") && hover != printed;
        let own_hover = own.as_ref().filter(|_| has_color);
        let own_hover = own_hover.map(|own| {
            self.css("line_height_hover")
                .unwrap_or_else(|| hover_at_end(own))
        });
        if is_hover {
            texts.hover.push_str(&css(hover));
            if let Some(selector) = &own_hover {
                styles.rule_p(Media::General, selector, &raw(hover));
            }
        }
        let sticky = styles.sticky(&option).trim();
        if !matches!(sticky, "" | "px") && sticky != printed {
            texts.sticky.push_str(&css(sticky));
            if let Some(own) = own.as_ref().filter(|_| has_color) {
                let selector = self
                    .css("line_height_sticky")
                    .unwrap_or_else(|| styles.sticky_of(own));
                styles.rule_p(Media::General, &selector, &raw(sticky));
                if let Some(selector) = own_hover.filter(|_| is_hover) {
                    let selector = styles.sticky_of(&selector);
                    styles.rule_p(Media::General, &selector, &raw(hover));
                }
            }
        }
    }

    /// Prints the texts of the states.
    fn print(&self, styles: &mut Styles<'_>, texts: &Texts, ligatures: &mut Ligatures) {
        let hover = self.hover_selector();
        self.print_one(styles, &self.main, &texts.normal, Some(ligatures), false);
        self.print_one(styles, &hover, &texts.hover, Some(ligatures), true);
        if !texts.sticky.trim_end().is_empty() {
            if !texts.hover.trim_end().is_empty() {
                let selector = styles.sticky_of(&hover);
                self.print_one(styles, &selector, &texts.hover, None, true);
            }
            let selector = self
                .css("sticky")
                .unwrap_or_else(|| styles.sticky_of(&self.main));
            self.print_one(styles, &selector, &texts.sticky, Some(ligatures), false);
        }
    }

    fn print_one(
        &self,
        styles: &mut Styles<'_>,
        selector: &str,
        text: &str,
        ligatures: Option<&mut Ligatures>,
        is_hover: bool,
    ) {
        let text = text.trim_end();
        if text.is_empty() {
            return;
        }
        styles.rule_p(Media::General, selector, text);
        if self.config.get("css").get("placeholder").is_on() && self.is_single {
            for placeholder in PLACEHOLDERS {
                let target = name(&[if is_hover { &self.main } else { selector }, placeholder]);
                let target = if is_hover {
                    hover_at_order_class(&target)
                } else {
                    target
                };
                styles.rule_p(Media::General, &target, text);
            }
        }
        if let Some(ligatures) = ligatures {
            let default = styles.default_of(&self.option("letter_spacing"));
            ligatures.note(selector, text, default);
        }
    }
}
