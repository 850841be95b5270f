//! The background on hover and while sticking.

use compat::divi::attributes::{State, is_filled};
use compat::divi::background_image::background_size;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::styles::Styles;
use super::options::{Background, known_color, position, position_of, url};

impl Background<'_> {
    /// The declarations of hover or sticky (section 4.5).
    pub(super) fn state(&self, styles: &Styles<'_>, state: State) -> String {
        let mut out = String::new();
        let mut images = Vec::new();
        let mut is_reset = false;
        let has_gradient = self.has_gradient(styles, state);
        if has_gradient {
            images.push(self.gradient(styles, state));
        }
        let image = self.image(styles, state);
        if self.parts[2]
            && is_filled(image)
            && !(self.is_of_element() && self.at(styles, "parallax", state) == "on")
        {
            is_reset = self.state_image(styles, state, has_gradient, &mut out);
            images.push(url(image));
        }
        if images.is_empty() {
            if !has_gradient && !is_filled(image) && (self.parts[1] || self.parts[2]) {
                out.push_str(&format!("background-image: initial {};", self.end));
            }
        } else {
            let overlays = match self.at(styles, "color_gradient_overlays_image", state) {
                "" => self.at(styles, "color_gradient_overlays_image", State::Desktop),
                own => own,
            };
            if overlays != "on" {
                images.reverse();
            }
            out.push_str(&format!(
                "background-image: {}{};",
                images.join(", "),
                self.end
            ));
        }
        let switch = match self.at(styles, "use_color", state) {
            "" => self.at(styles, "use_color", State::Desktop),
            own => own,
        };
        if self.parts[0] && switch != "off" && !is_reset {
            let color = match self.effective(styles, "color", state) {
                "" => "transparent",
                color => color,
            };
            out.push_str(&format!(
                "background-color: {}{}; ",
                known_color(&esc_html(color)),
                self.end
            ));
        }
        out
    }

    /// Size, repeat, position and blend mode of an image on hover or while sticking; whether the colour is reset.
    #[expect(
        clippy::too_many_lines,
        reason = "the steps of the contract, in their order"
    )]
    fn state_image(
        &self,
        styles: &Styles<'_>,
        state: State,
        has_gradient: bool,
        out: &mut String,
    ) -> bool {
        let own = |option: &str| self.at(styles, option, state);
        let desktop = |option: &str| self.at(styles, option, State::Desktop);
        let either = |option: &str| {
            if is_filled(own(option)) {
                own(option)
            } else {
                desktop(option)
            }
        };
        let word = either("size");
        if is_filled(word) && word != desktop("size") {
            let size = background_size(
                word,
                either("image_width"),
                either("image_height"),
                "",
                "image",
            );
            let of_desktop = background_size(
                desktop("size"),
                desktop("image_width"),
                desktop("image_height"),
                "",
                "image",
            );
            if size != of_desktop && !size.is_empty() {
                out.push_str(&format!("background-size: {size}; "));
            }
        }
        let again = |option: &str| {
            let is_same =
                styles.attributes.value(&self.name(option)).get(state) == Some(desktop(option));
            let value = either(option);
            (is_filled(value) && !is_same).then_some(value)
        };
        if word != "stretch"
            && let Some(repeat) = again("repeat")
        {
            out.push_str(&format!("background-repeat: {}; ", esc_html(repeat)));
        }
        if word != "stretch" && either("repeat") != "space" {
            let position = position(
                either("position"),
                either("horizontal_offset"),
                either("vertical_offset"),
            );
            let of_desktop = position_of(&desktop);
            if is_filled(either("position")) && position != of_desktop {
                out.push_str(&format!("background-position: {position}; "));
            }
        }
        let Some(blend) = again("blend") else {
            return false;
        };
        out.push_str(&format!("background-blend-mode: {}; ", esc_html(blend)));
        let is_reset =
            has_gradient && self.has_color_reset && blend != self.default(styles, "blend");
        if is_reset {
            out.push_str(&format!("background-color: initial{}; ", self.end));
        }
        is_reset
    }
}
