//! The background on each device: a narrower one prints only what differs from the next wider one.

use compat::divi::attributes::{State, is_filled};
use compat::divi::background_image::background_size;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::styles::Styles;
use super::options::{Background, known_color, position, url};

/// What the next wider device printed.
pub(super) struct Memory {
    size: String,
    position: String,
    blend: String,
    images: String,
    color: String,
    /// Whether it has an image.
    had_image: bool,
}

impl Memory {
    pub(super) fn of(styles: &Styles<'_>, background: &Background<'_>) -> Self {
        Self {
            size: background.default(styles, "size").to_owned(),
            position: String::new(),
            blend: String::new(),
            images: String::new(),
            color: String::new(),
            had_image: true,
        }
    }

    /// The declarations of a device (section 4.4).
    pub(super) fn device(
        &mut self,
        styles: &Styles<'_>,
        of: &Background<'_>,
        device: State,
    ) -> String {
        let mut out = String::new();
        let mut images = Vec::new();
        let has_gradient = of.has_gradient(styles, device);
        if has_gradient {
            images.push(of.gradient(styles, device));
        }
        let image = if of.parts[2] {
            of.image(styles, device)
        } else {
            ""
        };
        let parallax = of.parallax(styles, device);
        let is_image = is_filled(image) && parallax != "on";
        let mut is_reset = false;
        if is_image {
            is_reset = self.image(styles, of, device, has_gradient, &mut out);
            images.push(url(image));
        } else {
            self.size.clear();
            self.position.clear();
            if !is_filled(image) && !self.blend.is_empty() {
                out.push_str("background-blend-mode: normal; ");
                self.blend.clear();
            }
        }
        self.had_image = is_image;
        let overlays = of.forced(styles, "color_gradient_overlays_image", device, "") == "on";
        if !overlays {
            images.reverse();
        }
        let is_over_parallax =
            overlays && has_gradient && of.forced(styles, "parallax", device, "") == "on";
        let text = if is_over_parallax {
            "initial".to_owned()
        } else {
            images.join(", ")
        };
        if !text.is_empty() {
            if text != self.images {
                out.push_str(&format!("background-image: {text}{};", of.end));
            }
            self.images = text;
        } else if device != State::Desktop
            && !has_gradient
            && !is_filled(image)
            && (of.parts[1] || of.parts[2])
        {
            out.push_str(&format!("background-image: initial{};", of.end));
            "initial".clone_into(&mut self.images);
        } else {
            self.images.clear();
        }
        self.color(styles, of, device, is_reset, &mut out);
        out
    }

    /// Size, repeat, position and blend mode of an image; whether the colour is reset.
    fn image(
        &mut self,
        styles: &Styles<'_>,
        of: &Background<'_>,
        device: State,
        has_gradient: bool,
        out: &mut String,
    ) -> bool {
        let inherited = |option: &str| of.forced(styles, option, device, "");
        let is_own = self.had_image;
        let read = |option: &str| {
            let name = of.name(option);
            if is_own {
                styles.any(&name, device, of.default(styles, option))
            } else {
                styles.forced(&name, device, "")
            }
        };
        let word = inherited("size");
        let (width, height) = (inherited("image_width"), inherited("image_height"));
        if !word.is_empty() || is_filled(width) || is_filled(height) {
            let default = of.default(styles, "size");
            let size = background_size(word, width, height, default, "image");
            if !size.is_empty() && size != self.size {
                out.push_str(&format!("background-size: {size}; "));
            }
            self.size = size;
        }
        let repeat = read("repeat");
        if word != "stretch" && !repeat.is_empty() {
            out.push_str(&format!("background-repeat: {}; ", esc_html(repeat)));
        }
        if word != "stretch" && inherited("repeat") != "space" {
            let (place, x, y) = (
                read("position"),
                read("horizontal_offset"),
                read("vertical_offset"),
            );
            if !place.is_empty() || is_filled(x) || is_filled(y) {
                let position = position(place, x, y);
                if position != self.position {
                    out.push_str(&format!("background-position: {position}; "));
                }
                self.position = position;
            }
        }
        let blend = read("blend");
        if blend.is_empty() {
            return false;
        }
        if blend != self.blend {
            out.push_str(&format!("background-blend-mode: {}; ", esc_html(blend)));
        }
        let is_reset = has_gradient && of.has_color_reset && blend != of.default(styles, "blend");
        if is_reset {
            out.push_str(&format!("background-color: initial{}; ", of.end));
        }
        blend.clone_into(&mut self.blend);
        is_reset
    }

    fn color(
        &mut self,
        styles: &Styles<'_>,
        of: &Background<'_>,
        device: State,
        is_reset: bool,
        out: &mut String,
    ) {
        if !of.parts[0] {
            return;
        }
        let end = of.end;
        let after_image = if is_reset { "initial" } else { "" };
        if of.forced(styles, "use_color", device, "on") == "off" {
            if of.has_toggle && device != State::Desktop {
                out.push_str(&format!("background-color: initial {end}; "));
            }
            after_image.clone_into(&mut self.color);
            return;
        }
        if is_reset {
            after_image.clone_into(&mut self.color);
            return;
        }
        let color = match of.effective(styles, "color", device) {
            "" if device != State::Desktop => "initial",
            color => color,
        };
        if !color.is_empty() && color != self.color {
            out.push_str(&format!(
                "background-color: {}{end}; ",
                known_color(&esc_html(color))
            ));
        }
        color.clone_into(&mut self.color);
    }
}
