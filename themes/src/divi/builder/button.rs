//! Button links of modules.
//!
//! Contract "divi-modules", conventions.

use compat::divi::attributes::State;
use compat::divi::font_icon::process_font_icon;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::php::html::html_entity_decode;

use crate::wordpress::head::url;

use super::element::Element;
use super::multi_view::MultiView;

/// A button of a module.
#[derive(Debug, Clone, Copy)]
pub struct Button<'b> {
    /// The attribute of its text.
    pub text: &'b str,
    /// The attribute of its URL.
    pub url: &'b str,
    /// The attribute that opens a new window.
    pub new_window: &'b str,
    /// The prefix of its other attributes, as in `button_one`.
    pub prefix: &'b str,
    /// Its classes.
    pub class: &'b str,
    /// Whether it is wrapped in `div.et_pb_button_wrapper`.
    pub is_wrapped: bool,
    /// Whether it is printed without a URL.
    pub shows_without_url: bool,
}

impl Default for Button<'_> {
    fn default() -> Self {
        Self {
            text: "button_text",
            url: "button_url",
            new_window: "url_new_window",
            prefix: "button",
            class: "et_pb_button",
            is_wrapped: true,
            shows_without_url: false,
        }
    }
}

/// The `rel` values by flag index.
const RELS: [&str; 5] = ["bookmark", "external", "nofollow", "noreferrer", "noopener"];

/// ` rel="…"` of an attribute of flags. A flag that is neither empty nor `off` is on; a single word sets the first
/// (recording pages/modulos-botones).
pub fn rel_attribute(switches: &str) -> String {
    let on = switches.split('|').zip(RELS);
    let rels: Vec<&str> = on
        .filter(|(is, _)| !matches!(*is, "" | "off"))
        .map(|(_, rel)| rel)
        .collect();
    if rels.is_empty() {
        String::new()
    } else {
        format!(" rel=\"{}\"", rels.join(" "))
    }
}

/// ` data-icon="…"` and its variants of a button's own icon.
pub fn icon_attributes(element: &Element<'_>, prefix: &str) -> String {
    if !element.is_on(&format!("custom_{prefix}")) {
        return String::new();
    }
    let icons = element.attributes.value_of(&[prefix, "_icon"]);
    let mut out = String::new();
    for device in State::DEVICES {
        let icon = icons.enabled(device);
        if !icon.is_empty() {
            let data = device.name_of("data-icon").replace('_', "-");
            let icon = process_font_icon(element.theme_tables(), icon).replace("&amp;#", "&#");
            out.push_str(&format!(" {data}=\"{}\"", esc_attr(&icon)));
        }
    }
    out
}

/// ` data-icon="…"` and its variants.
pub fn data_icons(element: &Element<'_>, name: &str) -> String {
    let icons = element.attributes.value(name);
    let mut out = String::new();
    for device in State::DEVICES {
        let icon = icons.enabled(device);
        if !icon.is_empty() {
            let data = device.name_of("data-icon").replace('_', "-");
            out.push_str(&format!(" {data}=\"{}\"", icon_attribute(element, icon)));
        }
    }
    out
}

/// `span.et_overlay` with the icons of an attribute, over an image.
pub fn overlay(element: &Element<'_>, name: &str) -> String {
    let icons = element.attributes.value(name);
    let classes: String = State::DEVICES
        .into_iter()
        .filter(|device| !icons.enabled(*device).is_empty())
        .map(|device| device.name_of(" et_pb_inline_icon"))
        .collect();
    let data = data_icons(element, name);
    format!("<span class=\"et_overlay{classes}\"{data}></span>")
}

/// The character of an icon in an attribute.
pub fn icon_attribute(element: &Element<'_>, icon: &str) -> String {
    let icon = process_font_icon(element.theme_tables(), icon).replace("&amp;#", "&#");
    let decoded = html_entity_decode(icon.as_bytes());
    esc_attr(&String::from_utf8_lossy(&decoded)).into_owned()
}

impl Button<'_> {
    /// Its markup; empty without text or URL.
    pub fn print(self, element: &Element<'_>) -> String {
        let values = element.values(self.text);
        let href = element.text(self.url);
        if !values.is_any() || (href.is_empty() && !self.shows_without_url) {
            return String::new();
        }
        let target = if element.is_on(self.new_window) {
            " target=\"_blank\""
        } else {
            ""
        };
        let link = format!(
            "<a class=\"{}\" href=\"{}\"{target}{}{}{}>{}</a>",
            self.class,
            url(href),
            rel_attribute(element.text(&format!("{}_rel", self.prefix))),
            icon_attributes(element, self.prefix),
            MultiView::default().content(&values).print(element.slug),
            esc_html(values.desktop())
        );
        if self.is_wrapped {
            format!("<div class=\"et_pb_button_wrapper\">{link}</div>")
        } else {
            link
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_become_rel() {
        assert_eq!(
            rel_attribute("off|on|off|off|on"),
            " rel=\"external noopener\""
        );
        assert_eq!(rel_attribute("nofollow"), " rel=\"bookmark\"");
        assert_eq!(rel_attribute("off|off|off|off|off"), "");
        assert_eq!(rel_attribute(""), "");
    }
}
