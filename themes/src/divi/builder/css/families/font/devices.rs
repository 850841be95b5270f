//! Text groups on devices; lists and quotes.

use compat::divi::attributes::{State, is_filled};
use compat::divi::font::{font_resets, set_element_font};
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::super::style_sheet::Media;
use super::super::super::flag::Flag;
use super::super::super::ligatures::Ligatures;
use super::super::super::styles::{Styles, name};
use super::super::super::values::{length, plain};
use super::{Group, PLACEHOLDERS};

impl Group<'_> {
    /// Adds the values of devices; returns the tail of the last one.
    pub(super) fn devices(
        &self,
        styles: &mut Styles<'_>,
        ligatures: &mut Ligatures,
    ) -> &'static str {
        const OPTIONS: [(&str, &str, &str); 6] = [
            ("font", "font", "font"),
            ("font_size", "font-size", "size"),
            ("text_color", "color", "color"),
            ("line_height", "line-height", "line-height"),
            ("letter_spacing", "letter-spacing", "letter-spacing"),
            ("text_align", "text-align", "text-align"),
        ];
        let mut last = "";
        for (suffix, property, important) in OPTIONS {
            let option = self.option(suffix);
            if !styles.is_responsive(&option) {
                continue;
            }
            for (media, device) in [
                (Media::Max980, State::Tablet),
                (Media::Max767, State::Phone),
            ] {
                let value = styles.at(&option, device);
                if value.is_empty() {
                    continue;
                }
                let tail = if property == "color" {
                    " !important"
                } else {
                    self.end(important)
                };
                last = tail;
                let css = match property {
                    "font" => {
                        let wider = styles.prev(&option, device, "");
                        let is_important = self.config.is_important("font");
                        let tables = &styles.subject.artwork.tables;
                        let font = set_element_font(tables, value, is_important, "");
                        font + &font_resets(value, wider, is_important)
                    }
                    "color" | "text-align" => format!("{property}: {}{tail};", esc_html(value)),
                    _ => format!("{property}: {}{tail};", length(value, "")),
                };
                let selector = self.css(&device.name_of(suffix));
                let selector = selector.or_else(|| match property {
                    "color" => self.css("color"),
                    _ => self.css(suffix),
                });
                let selector = selector.unwrap_or_else(|| self.main.clone());
                styles.rule_p(media, &selector, &css);
                if self.config.get("css").get("placeholder").is_on() && self.is_single {
                    for placeholder in PLACEHOLDERS {
                        styles.rule_p(media, &name(&[&selector, placeholder]), &css);
                    }
                }
                if property == "letter-spacing" {
                    let default = styles.default_of(&option);
                    ligatures.note_device(&selector, &css, default, device);
                }
            }
        }
        last
    }

    /// Lists and quotes. The text module prints its own.
    pub(super) fn lists(&self, styles: &mut Styles<'_>, end: &str) {
        if styles.fields.is(Flag::OwnLists) {
            return;
        }
        let kind = self.config.text(&["sub_toggle"]).unwrap_or_default();
        let main = self.main.clone();
        match kind.as_str() {
            "ul" | "ol" => {
                let mut types = styles.three(
                    &self.option("type"),
                    styles.default_of(&self.option("type")),
                );
                // The phone's type is that of the tablet.
                types[2] = types[1];
                styles.print3(types, &main, &["list-style-type"], " !important;", plain);
                let values = styles.three(&self.option("position"), "");
                styles.print3(values, &main, &["list-style-position"], ";", plain);
                let values = styles.three(&self.option("item_indent"), "");
                let selector = self.css("item_indent").unwrap_or(main);
                styles.print3(values, &selector, &["padding-left"], " !important;", length);
            }
            "quote" => {
                let hover = name(&[&main, ":hover"]);
                let (weight, color) = (self.option("border_weight"), self.option("border_color"));
                let values = styles.three(&weight, "");
                styles.print3(values, &main, &["border-width"], ";", length);
                if is_filled(styles.hover(&weight)) {
                    let css = format!("border-width: {}{end};", length(styles.hover(&weight), ""));
                    styles.rule(Media::General, &hover, &css);
                }
                let values = styles.three(&color, "");
                styles.print3(values, &main, &["border-color"], ";", plain);
                if is_filled(styles.hover(&color)) {
                    let css = format!("border-color: {}{end};", esc_html(styles.hover(&color)));
                    styles.rule(Media::General, &hover, &css);
                }
            }
            _ => {}
        }
    }
}
