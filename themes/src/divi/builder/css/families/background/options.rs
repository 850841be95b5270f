//! What a background is made of, read from the options of an element or of a button.

use compat::divi::attributes::{State, is_filled};
use compat::divi::background_image::background_position;
use compat::divi::gradient::Gradient;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::styles::{Styles, hover_at_end, name};

/// A background, and how it is printed.
pub struct Background<'s> {
    /// In place of `background` in names, such as `button_bg`.
    pub base: &'s str,
    /// Its selector.
    pub selector: &'s str,
    /// Its selector on hover, where it is not derived.
    pub hover: Option<String>,
    /// Its selector while sticking.
    pub sticky: String,
    /// Text behind values: empty or ` !important`.
    pub end: &'s str,
    /// Whether colour, gradient and image are printed.
    pub parts: [bool; 3],
    /// Whether the colour gives way to a blend mode.
    pub has_color_reset: bool,
    /// Whether the module has a switch for its colour.
    pub has_toggle: bool,
    /// An image in place of the one in the options.
    pub own_image: Option<&'s str>,
}

/// The states in which a state's values are looked for.
pub(super) fn chain(state: State) -> &'static [State] {
    match state {
        State::Desktop => &[State::Desktop],
        State::Tablet => &[State::Tablet, State::Desktop],
        State::Phone => &[State::Phone, State::Tablet, State::Desktop],
        State::Hover => &[State::Hover, State::Desktop],
        State::Sticky => &[State::Sticky, State::Desktop],
    }
}

/// A colour or image: the first that is set, unless it is switched off there (section 4.1). An empty switch has its
/// default.
pub(super) fn effective<'a>(
    styles: &Styles<'a>,
    part: &str,
    enable: &str,
    state: State,
) -> &'a str {
    for state in chain(state) {
        let value = styles.at(part, *state);
        let switch = match (styles.at(enable, *state), state) {
            ("", State::Desktop) => styles.default_of(enable),
            (switch, _) => switch,
        };
        let is_off = switch == "off";
        if is_off {
            return "";
        }
        if is_filled(value) {
            return value;
        }
    }
    ""
}

impl Background<'_> {
    /// The name of an option: `image`, `color_gradient_type`.
    pub(super) fn name(&self, option: &str) -> String {
        match (self.base, option) {
            ("background", "image_width") => "background_image_width".to_owned(),
            ("background", "parallax") => "parallax".to_owned(),
            ("background", "use_color") => "use_background_color".to_owned(),
            ("background", "use_color_gradient") => "use_background_color_gradient".to_owned(),
            (base, option) => name(&[base, "_", option]),
        }
    }

    pub(super) fn is_of_element(&self) -> bool {
        self.base == "background"
    }

    pub(super) fn at<'a>(&self, styles: &Styles<'a>, option: &str, state: State) -> &'a str {
        styles.at(&self.name(option), state)
    }

    /// The value on a device, inherited; on desktop the value.
    pub(super) fn forced<'a>(
        &self,
        styles: &Styles<'a>,
        option: &str,
        device: State,
        default: &'a str,
    ) -> &'a str {
        styles.forced(&self.name(option), device, default)
    }

    /// The name of the option whose switches count.
    pub(super) fn switch(&self) -> String {
        if self.is_of_element() {
            self.base.to_owned()
        } else {
            self.name("color")
        }
    }

    pub(super) fn is_responsive(&self, styles: &Styles<'_>) -> bool {
        styles.is_responsive(&self.switch())
    }

    pub(super) fn is_enabled(&self, styles: &Styles<'_>, state: State) -> bool {
        match state {
            State::Hover => styles.is_hover(&self.switch()),
            _ => styles.is_sticky(&self.switch()),
        }
    }

    pub(super) fn selector_of(&self, state: State) -> String {
        match (state, &self.hover) {
            (State::Hover, Some(own)) => own.clone(),
            (State::Hover, None) => hover_at_end(self.selector),
            _ => self.sticky.clone(),
        }
    }

    pub(super) fn effective<'a>(&self, styles: &Styles<'a>, part: &str, state: State) -> &'a str {
        effective(
            styles,
            &self.name(part),
            &self.name(&format!("enable_{part}")),
            state,
        )
    }

    pub(super) fn image<'b>(&'b self, styles: &Styles<'b>, state: State) -> &'b str {
        self.own_image
            .unwrap_or_else(|| self.effective(styles, "image", state))
    }

    /// Whether a device moves the image with the page; that of a button stays.
    pub(super) fn parallax<'a>(&self, styles: &Styles<'a>, device: State) -> &'a str {
        if self.is_of_element() {
            styles.any("parallax", device, "off")
        } else {
            ""
        }
    }

    /// The default of an option: buttons have none.
    pub(super) fn default<'a>(&self, styles: &Styles<'a>, option: &str) -> &'a str {
        if self.is_of_element() {
            styles.default_of(&self.name(option))
        } else {
            ""
        }
    }

    /// Whether a state has a gradient.
    pub(super) fn has_gradient(&self, styles: &Styles<'_>, state: State) -> bool {
        self.parts[1]
            && chain(state)
                .iter()
                .find_map(|state| self.gradient_switch(styles, *state))
                .unwrap_or(false)
    }

    /// Whether the gradient is on in a state; `None` where that is said elsewhere.
    pub(super) fn gradient_switch(&self, styles: &Styles<'_>, state: State) -> Option<bool> {
        let read = |option: &str| match state {
            State::Hover | State::Sticky => self.at(styles, option, state),
            State::Desktop => self.at(styles, option, state),
            device => self.forced(styles, option, device, ""),
        };
        let is_state = matches!(state, State::Hover | State::Sticky);
        let switch = match read("use_color_gradient") {
            switch if is_filled(switch) => switch,
            _ if is_state => "off",
            _ => "",
        };
        let has_stops = ["stops", "start", "end"]
            .iter()
            .any(|part| !read(&format!("color_gradient_{part}")).is_empty());
        match switch {
            "off" => Some(false),
            "" => None,
            _ if has_stops => Some(true),
            _ => None,
        }
    }

    pub(super) fn gradient(&self, styles: &Styles<'_>, state: State) -> String {
        let is_state = matches!(state, State::Hover | State::Sticky);
        let is_desktop = is_state && self.has_gradient(styles, State::Desktop);
        let read = |part: &str, default: &'static str| {
            let option = format!("color_gradient_{part}");
            let value = match state {
                State::Hover | State::Sticky => match self.at(styles, &option, state) {
                    "" if is_desktop => self.at(styles, &option, State::Desktop),
                    value => value,
                },
                device => self.forced(styles, &option, device, ""),
            };
            esc_html(if is_filled(value) { value } else { default }).into_owned()
        };
        let stops = read("stops", "#2b87da 0%|#29c4a9 100%");
        // One colour that the site does not have leaves no stops.
        let is_known = stops.split('|').all(|stop| known_color(stop) == stop);
        let stops = if is_known { stops } else { String::new() };
        let gradient = Gradient {
            kind: &read("type", "linear"),
            direction: &read("direction", "180deg"),
            radial_direction: &read("direction_radial", "center"),
            stops: &stops,
            repeat: if is_state {
                "off"
            } else {
                &read("repeat", "off")
            },
        };
        gradient.css()
    }
}

/// A position, as it is printed.
pub(super) fn position(word: &str, horizontal: &str, vertical: &str) -> String {
    background_position(word, horizontal, vertical, "").position
}

pub(super) fn position_of<'a>(read: &dyn Fn(&str) -> &'a str) -> String {
    position(
        read("position"),
        read("horizontal_offset"),
        read("vertical_offset"),
    )
}

pub(super) fn url(image: &str) -> String {
    format!("url({})", esc_html(image))
}

/// A colour; empty for a global colour that the site does not have.
pub(super) fn known_color(color: &str) -> &str {
    if color.trim_start().starts_with("gcid-") {
        ""
    } else {
        color
    }
}
