//! Buttons: text, border, icon and background.
//!
//! Contract "divi-css", section 13.

use compat::divi::attributes::{State, is_filled};
use compat::divi::font::set_element_font;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::config::Config;
use super::super::flag::Flag;
use super::super::icon_font::icon_font;
use super::super::styles::{DEVICES, Styles, hover_at_end, inside_sticky, name};
use super::super::values::length;
use super::background::{Background, add_background};

mod icon;

/// What stands before the selectors of buttons.
const BEFORE: &str = "body #page-container .et_pb_section ";

/// Adds the rules of all buttons.
pub fn add(styles: &mut Styles<'_>) {
    for (button, config) in styles.fields.advanced.get("button").entries() {
        if config.is_off() {
            continue;
        }
        let main = config.text(&["css", "main"]);
        let main = main.unwrap_or_else(|| name(&[&styles.fields.main, " .et_pb_button"]));
        let button = Button {
            name: button,
            config,
            selector: each(&main, |part| name(&[BEFORE, part])),
            main,
        };
        button.add(styles);
    }
}

/// Changes each part of a list of selectors.
fn each(selectors: &str, change: impl Fn(&str) -> String) -> String {
    let parts: Vec<_> = selectors
        .split(',')
        .map(|part| change(part.trim()))
        .collect();
    parts.join(", ")
}

struct Button<'b> {
    name: &'b str,
    config: Config<'b>,
    main: String,
    /// The selector behind [`BEFORE`].
    selector: String,
}

/// The icon of a device.
#[derive(Clone, Copy)]
struct Icon<'a> {
    icon: &'a str,
    is_left: bool,
    /// Whether it is shown on hover only.
    is_on_hover: bool,
}

impl Icon<'_> {
    /// The pseudo-elements of the icon and of the other side.
    fn pseudo(self) -> [&'static str; 2] {
        if self.is_left {
            [":before", ":after"]
        } else {
            [":after", ":before"]
        }
    }

    fn font(self) -> String {
        let (family, weight) = icon_font(self.icon);
        format!("font-family: {family} !important; font-weight: {weight} !important;")
    }

    /// Where it stands beside the text.
    fn margin(self) -> &'static str {
        match (self.is_on_hover, self.is_left) {
            (true, false) => "margin-left: -1em; left: auto;",
            (true, true) => "margin-left: -1.3em; right: auto;",
            (false, false) => "margin-left: .3em; left:auto;",
            (false, true) => "margin-left: -1.3em; right:auto;",
        }
    }

    /// The declarations with which it appears on hover.
    fn appears(self) -> String {
        let mut css = Vec::new();
        if !self.icon.is_empty() {
            css.push("margin-left: .3em;");
            css.push(if self.is_left {
                "right: auto; margin-left: -1.3em;"
            } else {
                "left: auto; margin-left: .3em;"
            });
        }
        if self.is_on_hover {
            css.push("opacity: 1;");
        }
        css.join("")
    }
}

impl Button<'_> {
    fn option(&self, option: &str) -> String {
        name(&[self.name, "_", option])
    }

    /// The default of an option, looked up under the name `button` whatever the button is called.
    fn default<'a>(styles: &Styles<'a>, option: &str) -> Option<&'a str> {
        let option = name(&["button_", option]);
        styles
            .fields
            .has(&option)
            .then(|| styles.default_of(&option))
    }

    fn is_default(&self, styles: &Styles<'_>, option: &str, value: &str) -> bool {
        Self::default(styles, option) == Some(value)
    }

    fn three<'a>(&self, styles: &Styles<'a>, option: &str) -> [&'a str; 3] {
        styles.three(&self.option(option), "")
    }

    /// The padding's option.
    fn padding_option(&self, styles: &Styles<'_>) -> String {
        if styles.fields.is(Flag::WrappedLink) {
            "custom_padding".to_owned()
        } else {
            self.option("custom_padding")
        }
    }

    fn add(&self, styles: &mut Styles<'_>) {
        self.alignment(styles);
        let custom = name(&["custom_", self.name]);
        if styles.get(&custom) != "on" {
            return;
        }
        let use_icon = match styles.get(&self.option("use_icon")) {
            _ if self.config.get("hide_icon").is_on() => "off",
            "" => "on",
            value => value,
        };
        let has_icon = use_icon != "off";
        let placements = self.forced(styles, "icon_placement");
        let on_hovers = self.forced(styles, "on_hover");
        let icons = self.forced(styles, "icon");
        let is_hidden = self.config.get("hide_icon").is_on();
        let icon = |at: usize| Icon {
            icon: if is_hidden { "" } else { icons[at] },
            is_left: placements[at] == "left",
            is_on_hover: on_hovers[at] != "off",
        };
        self.normal(styles, icon(0));
        self.states(styles, icon(0), placements[0], on_hovers[0]);
        if has_icon {
            self.icon(styles, icon(0), placements[0], on_hovers[0]);
        } else {
            self.no_icon(styles, icon(0));
        }
        for (at, media) in [(1, Media::Max980), (2, Media::Max767)] {
            self.device(
                styles,
                media,
                at,
                has_icon,
                icon(at),
                &icons,
                placements[at],
            );
        }
        let selector = self.selector.clone();
        let base = self.option("bg");
        let background = Background {
            base: &base,
            selector: &selector,
            hover: None,
            sticky: self.sticky(styles, &selector),
            end: if self.config.get("css").get("important").is_set() {
                " !important"
            } else {
                ""
            },
            parts: [true; 3],
            has_color_reset: true,
            has_toggle: false,
            own_image: None,
        };
        add_background(styles, &background);
    }

    /// The selector while the element sticks: the wrapper of a button module sticks in its place.
    fn sticky(&self, styles: &Styles<'_>, selector: &str) -> String {
        if styles.fields.is(Flag::WrappedLink) {
            inside_sticky(selector)
        } else {
            styles.sticky_of(selector)
        }
    }

    /// The values of all devices, each inherited from the next wider one.
    fn forced<'a>(&self, styles: &Styles<'a>, option: &str) -> [&'a str; 3] {
        let option = self.option(option);
        let is_responsive = styles.is_responsive(&option);
        DEVICES.map(|(_, device)| match device {
            State::Desktop => styles.get(&option),
            device if is_responsive => styles.forced(&option, device, ""),
            _ => styles.get(&option),
        })
    }

    fn alignment(&self, styles: &mut Styles<'_>) {
        let selector = self.config.text(&["css", "alignment"]);
        let Some(selector) = selector.filter(|_| self.config.get("use_alignment").is_on()) else {
            return;
        };
        let option = self.option("alignment");
        let is_responsive = styles.is_responsive(&option);
        for (media, device) in DEVICES {
            let value = styles.at(&option, device);
            if is_filled(value) && (device == State::Desktop || is_responsive) {
                let value = if value == "force_left" { "left" } else { value };
                styles.rule(
                    media,
                    &selector,
                    &format!("text-align: {};", esc_html(value)),
                );
            }
        }
    }

    /// Whether the right and left padding is set, in a state.
    fn has_padding(&self, value: &str) -> [bool; 2] {
        let side = |at: usize| {
            value
                .split('|')
                .nth(at)
                .is_some_and(|side| !side.is_empty())
        };
        [side(1), side(3)]
    }

    /// The declarations of colour, border, letter spacing, size and font on a device.
    fn text(&self, styles: &Styles<'_>, at: usize) -> [String; 7] {
        let value = |option: &str| self.three(styles, option)[at];
        let print = |option: &str, property: &str, end: &str, is_length: bool| {
            let value = value(option);
            let is_zero = value == "0" && option == "letter_spacing" && at == 0;
            if value == "px" || !(is_filled(value) || is_zero) {
                return String::new();
            }
            let value = if is_length {
                length(value, "")
            } else {
                esc_html(value).into_owned()
            };
            format!("{property}:{value}{end};")
        };
        let size = if at == 0 && self.is_default(styles, "text_size", value("text_size")) {
            String::new()
        } else {
            print(
                "text_size",
                "font-size",
                if at == 0 { "" } else { " !important" },
                true,
            )
        };
        [
            print("text_color", "color", " !important", false),
            print("border_width", "border-width", " !important", true),
            print("border_color", "border-color", "", false),
            print("border_radius", "border-radius", "", true),
            print("letter_spacing", "letter-spacing", "", true),
            size,
            set_element_font(&styles.subject.artwork.tables, value("font"), true, ""),
        ]
    }

    fn normal(&self, styles: &mut Styles<'_>, icon: Icon<'_>) {
        let mut css = self.text(styles, 0).to_vec();
        if !icon.is_on_hover && !self.config.get("hide_custom_padding").is_on() {
            let [right, left] = self.has_padding(styles.get(&self.padding_option(styles)));
            if !right {
                css.push(format!(
                    "padding-right: {};",
                    if icon.is_left { "0.7em" } else { "2em" }
                ));
            }
            if !left {
                css.push(format!(
                    "padding-left:{};",
                    if icon.is_left { "2em" } else { "0.7em" }
                ));
            }
        }
        // Empty slots leave blanks, so that the rule is not merged with one of another text.
        let selector = self.selector.clone();
        styles.rule(Media::General, &selector, &css.join(" "));
    }

    fn states(&self, styles: &mut Styles<'_>, icon: Icon<'_>, placement: &str, on_hover: &str) {
        for state in [State::Hover, State::Sticky] {
            let read = |option: &str| {
                let option = self.option(option);
                if state == State::Hover {
                    styles.hover(&option)
                } else {
                    styles.sticky(&option)
                }
            };
            let print = |option: &str, property: &str| {
                let value = read(option);
                if is_filled(value) {
                    format!("{property}:{} !important;", esc_html(value))
                } else {
                    String::new()
                }
            };
            let spacing = read("letter_spacing");
            let spacing = if is_filled(spacing) && spacing != "px" {
                format!("letter-spacing:{} !important;", length(spacing, ""))
            } else {
                String::new()
            };
            let mut padding = String::new();
            let is_default = self.is_default(styles, "icon_placement", placement);
            let is_hidden = self.config.get("hide_custom_padding").is_on();
            if state == State::Hover && !is_default && on_hover != "off" && !is_hidden {
                let stored = styles.hover(&self.padding_option(styles));
                let [right, left] = self.has_padding(stored);
                if !right {
                    padding += if icon.is_left {
                        "padding-right: 0.7em;"
                    } else {
                        "padding-right: 2em;"
                    };
                }
                if !left {
                    padding += if icon.is_left {
                        "padding-left: 2em;"
                    } else {
                        "padding-left: 0.7em;"
                    };
                }
            }
            let css = [
                print("text_color", "color"),
                print("border_color", "border-color"),
                print("border_radius", "border-radius"),
                spacing,
                padding,
                print("text_size", "font-size"),
                print("border_width", "border-width"),
            ];
            let selector = match state {
                State::Hover => hover_at_end(&self.selector),
                _ => self.sticky(styles, &self.selector),
            };
            styles.rule(Media::General, &selector, &css.concat());
        }
    }

    /// The selector with something behind each part.
    fn with(&self, end: &str) -> String {
        each(&self.selector, |part| name(&[part, end]))
    }
}
