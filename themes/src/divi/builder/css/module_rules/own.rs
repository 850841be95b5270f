//! Rules of the options of a single module, as its fields list them.
//!
//! Contract "divi-css", section 18.1.

use compat::divi::attributes::{State, is_filled};
use compat::wordpress::php::cast::string_to_float;
use compat::wordpress::php::float::to_php_string;

use super::super::super::style_sheet::Media;
use super::super::own_rule::OwnRule;
use super::super::styles::{DEVICES, Styles, hover_at_end, hover_at_order_class, inside_sticky};
use super::super::values::{length, plain};
use super::{icon, image};

/// Adds the rules of an option.
pub(super) fn add(styles: &mut Styles<'_>, rule: &OwnRule) {
    Printed(rule).add(styles);
}

/// A rule that is printed.
struct Printed<'r>(&'r OwnRule);

/// Options that count only where a switch is on.
const SWITCHES: [(&str, &str, &str); 14] = [
    ("", "bg_overlay_color", "use_bg_overlay"),
    ("", "text_overlay_color", "use_text_overlay"),
    ("", "icon_font_size", "use_icon_font_size"),
    ("", "open_icon_font_size", "open_use_icon_font_size"),
    ("", "text_bg_color", "text_background"),
    ("blurb", "icon_color", "use_icon"),
    ("blurb", "font_icon", "use_icon"),
    ("blurb", "image_icon_width", "use_icon"),
    ("image", "hover_icon", "use_overlay"),
    ("image", "hover_overlay_color", "use_overlay"),
    ("image", "overlay_icon_color", "use_overlay"),
    ("fullwidth_image", "hover_icon", "use_overlay"),
    ("fullwidth_image", "hover_overlay_color", "use_overlay"),
    ("fullwidth_image", "overlay_icon_color", "use_overlay"),
];

impl Printed<'_> {
    fn end(&self, state: State) -> &'static str {
        let (is_important, states) = &self.0.important;
        let named = match state {
            State::Hover => "hover",
            State::Sticky => "sticky",
            _ => "desktop",
        };
        let is_named = states.is_empty() || states.contains(&named);
        if *is_important && is_named {
            " !important"
        } else {
            ""
        }
    }

    /// Whether the switch of the option is on.
    fn is_on(&self, styles: &Styles<'_>) -> bool {
        if matches!(styles.module(), "post_title" | "fullwidth_post_title")
            && self.0.option.starts_with("image_")
        {
            let is_width = self.0.option.ends_with("width");
            return image::has_own_image(styles)
                && (!is_width || styles.get("force_fullwidth") == "off");
        }
        SWITCHES.iter().all(|(module, option, switch)| {
            let is_meant = *option == self.0.option
                && (module.is_empty() || *module == styles.module())
                && styles.fields.has(switch);
            !is_meant || styles.get(switch) == "on"
        })
    }

    fn hover_selector(&self, selector: &str) -> String {
        match self.0.hover {
            Some(own) => own.to_owned(),
            None if self.0.is_hover_at_end => hover_at_end(selector),
            None => hover_at_order_class(selector),
        }
    }

    fn sticky_selector(&self, styles: &Styles<'_>, selector: &str) -> String {
        match self.0.sticks {
            "never" | "parent" => inside_sticky(selector),
            _ => styles.sticky_of(selector),
        }
    }

    /// Adds the rules.
    fn add(&self, styles: &mut Styles<'_>) {
        if !self.is_on(styles) {
            return;
        }
        match self.0.processor {
            Some("extended_icon") => self.icon(styles),
            Some("toggle_title_icon_font_size") => self.toggle_size(styles),
            Some("social_media_icon_font_size") => self.social_size(styles),
            Some("overlay_icon_font_size") => self.overlay_size(styles),
            _ => self.plain(styles),
        }
    }

    fn values<'a>(&self, styles: &Styles<'a>) -> [&'a str; 3] {
        if self.0.states[0] {
            styles.three(self.0.option, "")
        } else {
            [""; 3]
        }
    }

    fn changed<'a>(&self, styles: &Styles<'a>) -> [(State, &'a str); 2] {
        let hover = if self.0.states[1] {
            styles.hover(self.0.option)
        } else {
            ""
        };
        let sticky = if self.0.states[2] {
            styles.sticky(self.0.option)
        } else {
            ""
        };
        [(State::Hover, hover), (State::Sticky, sticky)]
    }

    /// The selector of a state.
    fn selector_of(&self, styles: &Styles<'_>, selector: &str, state: State) -> String {
        match state {
            State::Hover => self.hover_selector(selector),
            State::Sticky => self.sticky_selector(styles, selector),
            _ => selector.to_owned(),
        }
    }

    fn plain(&self, styles: &mut Styles<'_>) {
        let values = self.values(styles);
        for ((media, state), value) in DEVICES.into_iter().zip(values) {
            if is_filled(value) {
                let css = self.0.properties.iter().map(|property| {
                    let value = if self.0.is_range {
                        length(value, property)
                    } else {
                        plain(value, property)
                    };
                    format!("{property}: {value}{};", self.end(state))
                });
                let css = css.collect::<Vec<_>>().join(" ");
                styles.rule(media, self.0.selector, &format!("{css} {}", self.0.more));
            }
        }
        for (state, value) in self.changed(styles) {
            if is_filled(value) {
                let css = self.0.properties.iter();
                let css: String = css
                    .map(|property| {
                        format!("{property}: {}{};", plain(value, property), self.end(state))
                    })
                    .collect();
                let selector = self.selector_of(styles, self.0.selector, state);
                styles.rule(Media::General, &selector, &format!("{css} {}", self.0.more));
            }
        }
    }

    fn icon(&self, styles: &mut Styles<'_>) {
        let values = DEVICES.into_iter().zip(self.values(styles));
        let devices = values.map(|((media, state), value)| (media, state, value));
        let changed = self
            .changed(styles)
            .map(|(state, value)| (Media::General, state, value));
        for (media, state, value) in devices.chain(changed).collect::<Vec<_>>() {
            if !is_filled(value) {
                continue;
            }
            let css = if self.0.mode == "icon_font_family_and_content" {
                icon::content_css(&styles.subject.artwork.tables, value)
            } else {
                icon::font_css(value)
            };
            let selector = self.selector_of(styles, self.0.selector, state);
            styles.rule(media, &selector, &css);
        }
    }

    fn toggle_size(&self, styles: &mut Styles<'_>) {
        for ((media, _), value) in DEVICES.into_iter().zip(self.values(styles)) {
            if is_filled(value) {
                let mut css = format!("font-size: {};", length(value, "font-size"));
                let right = offset(value);
                if value != "16px" && !right.is_empty() {
                    css.push_str(&format!(" right: {};", length(&right, "right")));
                }
                styles.rule(media, self.0.selector, &css);
            }
        }
        for (state, value) in self.changed(styles) {
            if is_filled(value) {
                let mut css = format!("font-size:{};", plain(value, ""));
                let right = offset(value);
                if value != "16px" && !right.is_empty() {
                    css.push_str(&format!("right:{};", plain(&right, "")));
                }
                let selector = self.selector_of(styles, self.0.selector, state);
                styles.rule(Media::General, &selector, &css);
            }
        }
    }

    fn social_size(&self, styles: &mut Styles<'_>) {
        let devices = DEVICES.into_iter().zip(self.values(styles));
        let devices = devices.map(|((media, state), value)| (media, state, value));
        let changed = self
            .changed(styles)
            .map(|(state, value)| (Media::General, state, value));
        for (media, state, value) in devices.chain(changed).collect::<Vec<_>>() {
            if !is_filled(value) {
                continue;
            }
            let double = times(value, 2.0);
            let value = plain(value, "");
            let css = format!(
                "font-size:{value}; line-height:{double}; height:{double}; width:{double};"
            );
            let selector = self.selector_of(styles, self.0.selector, state);
            styles.rule(media, &selector, &css);
            let second = self.0.second.unwrap_or_default();
            let second = match state {
                State::Hover => hover_at_end(second),
                state => self.selector_of(styles, second, state),
            };
            styles.rule(media, &second, &format!("height:{double}; width:{double};"));
        }
    }

    fn overlay_size(&self, styles: &mut Styles<'_>) {
        const FORMAT: &str =
            "font-size:%1$s; line-height:%1$s; margin-top:-%2$s; margin-left:-%2$s;";
        let devices = DEVICES.into_iter().zip(self.values(styles));
        let devices = devices.map(|((media, state), value)| (media, state, value));
        let changed = self
            .changed(styles)
            .map(|(state, value)| (Media::General, state, value));
        for (media, state, value) in devices.chain(changed).collect::<Vec<_>>() {
            if value.is_empty() {
                continue;
            }
            let css = self.0.format.unwrap_or(FORMAT);
            let css = css
                .replace("%1$s", &plain(value, ""))
                .replace("%2$s", &times(value, 0.5));
            let selector = self.selector_of(styles, self.0.selector, state);
            styles.rule(media, &selector, &css);
        }
    }
}

/// The integer at the beginning of a length, and what follows it.
fn parts(value: &str) -> (f64, String) {
    let integer = string_to_float(value.as_bytes()).trunc();
    let unit = value.replacen(&to_php_string(integer), "", 1);
    (integer, unit)
}

/// Half of the difference to the usual size keeps the centre of a toggle's icon in place.
fn offset(value: &str) -> String {
    let (size, unit) = parts(value);
    let half = ((16.0 - size) / 2.0).round();
    if half == 0.0 {
        String::new()
    } else {
        format!("{}{unit}", to_php_string(half))
    }
}

/// A multiple of a length.
fn times(value: &str, factor: f64) -> String {
    let (size, unit) = parts(value);
    plain(&format!("{}{unit}", to_php_string(size * factor)), "")
}
