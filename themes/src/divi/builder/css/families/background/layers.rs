//! Patterns and masks: elements over the background.

use compat::divi::artwork::ThemeArtwork;
use compat::divi::attributes::{State, is_filled};
use compat::divi::background_image::{background_size, transform_css, transform_state};
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::shapes::{self, Art};
use super::super::super::styles::{Styles, name};
use super::options::{effective, position};

/// What the next wider device printed of a pattern or a mask.
pub(super) struct LayerMemory {
    transform: String,
    image: String,
    size: String,
    position: String,
    blend: String,
    had_layer: bool,
}

fn layer_name(kind: &str, option: &str) -> String {
    name(&["background_", kind, "_", option])
}

fn layer_style<'a>(styles: &Styles<'a>, kind: &str, state: State) -> &'a str {
    effective(
        styles,
        &layer_name(kind, "style"),
        &name(&["background_enable_", kind, "_style"]),
        state,
    )
}

/// The drawing of a pattern or a mask; empty for an unknown style.
fn drawing<'a>(
    artwork: &ThemeArtwork,
    (kind, style): (&str, &str),
    transform: &str,
    read: &dyn Fn(&str) -> &'a str,
) -> String {
    let art = Art {
        style,
        color: read("color"),
        is_rotated: transform_state(transform, "rotate"),
        is_inverted: transform_state(transform, "invert"),
        orientation: read("aspect_ratio"),
        is_stretched: matches!(read("size"), "" | "stretch"),
    };
    shapes::layer(artwork, kind, &art).map_or_else(String::new, |image| {
        format!("url( data:image/svg+xml;base64,{image} )")
    })
}

/// The flips of a drawing, and whether there is one.
fn scale(transform: &str) -> (String, bool) {
    let flips = ["horizontal", "vertical"].map(|flip| transform_state(transform, flip));
    (transform_css(flips[0], flips[1]), flips.contains(&true))
}

/// The name of the option of a layer's position.
fn place_option(kind: &str) -> &'static str {
    if kind == "mask" {
        "position"
    } else {
        "repeat_origin"
    }
}

impl LayerMemory {
    pub(super) fn of(styles: &Styles<'_>, kind: &str) -> Self {
        let word = styles.default_of(&layer_name(kind, "size"));
        Self {
            transform: String::new(),
            image: String::new(),
            size: background_size(word, "", "", "", kind),
            position: String::new(),
            blend: String::new(),
            had_layer: true,
        }
    }

    #[expect(
        clippy::too_many_lines,
        reason = "the steps of the contract, in their order"
    )]
    pub(super) fn device(&mut self, styles: &Styles<'_>, kind: &str, device: State) -> String {
        let style = layer_style(styles, kind, device);
        if !is_filled(style) {
            self.had_layer = false;
            self.size.clear();
            self.position.clear();
            self.transform.clear();
            if device != State::Desktop && !self.image.is_empty() {
                "initial".clone_into(&mut self.image);
                return "background-image: initial; ".to_owned();
            }
            return String::new();
        }
        let inherited = |option: &str| styles.forced(&layer_name(kind, option), device, "");
        let is_own = self.had_layer;
        let read = |option: &str| {
            let option = layer_name(kind, option);
            if is_own {
                styles.any(&option, device, styles.default_of(&option))
            } else {
                styles.forced(&option, device, "")
            }
        };
        self.had_layer = true;
        let (transform, is_flipped) = scale(inherited("transform"));
        let mut transform_css = String::new();
        if transform != self.transform && (is_flipped || device != State::Desktop) {
            transform_css = format!("transform: {transform}; ");
        }
        self.transform = transform;
        let image = drawing(
            styles.subject.artwork,
            (kind, style),
            inherited("transform"),
            &inherited,
        );
        let mut image_css = String::new();
        if image != self.image && !image.is_empty() {
            image_css = format!("background-image: {image}; ");
        }
        self.image = image;
        let size_css = self.size(
            kind,
            inherited("size"),
            [read("size"), read("width"), read("height")],
        );
        let is_stretched = inherited("size") == "stretch";
        let repeat = if kind == "pattern" {
            read("repeat")
        } else {
            ""
        };
        let mut repeat_css = String::new();
        if !is_stretched && !repeat.is_empty() {
            repeat_css = format!("background-repeat: {}; ", esc_html(repeat));
        }
        let mut position_css = String::new();
        if !is_stretched && (kind == "mask" || inherited("repeat") != "space") {
            let mut place = read(place_option(kind));
            let (x, y) = (read("horizontal_offset"), read("vertical_offset"));
            if !place.is_empty() || is_filled(x) || is_filled(y) {
                if place.is_empty() && kind == "mask" {
                    place = inherited("position");
                }
                let position = position(place, x, y);
                if position != self.position {
                    position_css = format!("background-position: {position}; ");
                }
                self.position = position;
            }
        }
        let mut blend_css = String::new();
        let blend = read("blend_mode");
        if !blend.is_empty() && blend != self.blend {
            blend_css = format!("mix-blend-mode: {}; ", esc_html(blend));
            blend.clone_into(&mut self.blend);
        }
        let parts = [image_css, size_css, repeat_css, position_css, blend_css];
        ordered(kind, transform_css, parts)
    }

    fn size(&mut self, kind: &str, word: &str, [own, width, height]: [&str; 3]) -> String {
        if own.is_empty() && !is_filled(width) && !is_filled(height) {
            return String::new();
        }
        let size = background_size(word, width, height, "", kind);
        if size.is_empty() || size == self.size {
            return String::new();
        }
        let css = format!("background-size: {size}; ");
        self.size = size;
        css
    }
}

/// The declarations of a pattern or a mask on hover or while sticking.
#[expect(
    clippy::too_many_lines,
    reason = "the steps of the contract, in their order"
)]
pub(super) fn layer_state(styles: &Styles<'_>, kind: &str, state: State) -> String {
    let style = layer_style(styles, kind, state);
    if !is_filled(style) {
        return String::new();
    }
    let own = |option: &str| styles.at(&layer_name(kind, option), state);
    let desktop = |option: &str| styles.at(&layer_name(kind, option), State::Desktop);
    let either = |option: &str| {
        if is_filled(own(option)) {
            own(option)
        } else {
            desktop(option)
        }
    };
    let again = |option: &str| {
        let stored = styles
            .attributes
            .value(&layer_name(kind, option))
            .get(state);
        let value = either(option);
        let has_desktop = is_filled(layer_style(styles, kind, State::Desktop));
        let is_new = stored != Some(desktop(option)) && (has_desktop || stored.is_some());
        (is_filled(value) && is_new).then_some(value)
    };
    let (transform, is_flipped) = scale(either("transform"));
    let transform_css = if is_flipped {
        format!("transform: {transform}; ")
    } else {
        String::new()
    };
    let image = drawing(
        styles.subject.artwork,
        (kind, style),
        either("transform"),
        &either,
    );
    let image_css = if image.is_empty() {
        String::new()
    } else {
        format!("background-image: {image}; ")
    };
    let (size, of_desktop) = (
        background_size(either("size"), either("width"), either("height"), "", kind),
        background_size(
            desktop("size"),
            desktop("width"),
            desktop("height"),
            "",
            kind,
        ),
    );
    let size_css = if size != of_desktop && !size.is_empty() {
        format!("background-size: {size}; ")
    } else {
        String::new()
    };
    let is_stretched = either("size") == "stretch";
    let mut repeat_css = String::new();
    if kind == "pattern"
        && !is_stretched
        && let Some(repeat) = again("repeat")
    {
        repeat_css = format!("background-repeat: {}; ", esc_html(repeat));
    }
    let option = place_option(kind);
    let place = position(
        either(option),
        either("horizontal_offset"),
        either("vertical_offset"),
    );
    let of_desktop = position(
        desktop(option),
        desktop("horizontal_offset"),
        desktop("vertical_offset"),
    );
    let has_place = !is_stretched
        && is_filled(either("size"))
        && (kind == "mask" || either("repeat") != "space");
    let position_css = if has_place && place != of_desktop {
        format!("background-position: {place}; ")
    } else {
        String::new()
    };
    let blend_css = again("blend_mode").map_or_else(String::new, |blend| {
        format!("mix-blend-mode: {}; ", esc_html(blend))
    });
    let parts = [image_css, size_css, repeat_css, position_css, blend_css];
    ordered(kind, transform_css, parts)
}

/// The declarations in their order: a mask's size stands before its image.
fn ordered(kind: &str, transform: String, mut parts: [String; 5]) -> String {
    if kind == "mask" {
        parts.swap(0, 1);
    }
    [transform, parts.concat()].concat()
}
