//! Backgrounds: colour, image, gradient, pattern and mask.
//!
//! Contract "divi-css", section 4. A narrower device prints only what differs from the next wider one.

use compat::divi::attributes::{State, is_filled};
use compat::divi::background_image::{
    background_position, background_size, transform_css, transform_state,
};
use compat::divi::gradient::Gradient;
use compat::divi::state_selector::ORDER_CLASS;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::post::PostId;

use super::super::super::style_sheet::Media;
use super::super::module_fields::Config;
use super::super::shapes::{self, Art};
use super::super::styles::{DEVICES, Styles, hover_at_end, hover_at_order_class, name};

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

/// Whether a part is printed as a rule.
fn is_used(config: Config<'_>, part: &str) -> bool {
    let part = config.get(&name(&["use_background_", part]));
    part.text(&[]).is_none() && !part.is_off()
}

/// Adds the rules of the element's background.
#[expect(
    clippy::too_many_lines,
    reason = "the steps of the contract, in their order"
)]
pub fn add(styles: &mut Styles<'_>) {
    let fields = styles.fields;
    let config = fields.advanced.get("background");
    if config.is_off() || !config.is_set() {
        return;
    }
    if styles.get("background_color").is_empty()
        && !styles.has("background")
        && !styles.has("use_background")
    {
        return;
    }
    let main = config.text(&["css", "main"]);
    let main = main.unwrap_or_else(|| fields.main.clone());
    let background = Background {
        base: "background",
        selector: &main,
        hover: config.text(&["css", "hover"]),
        sticky: styles.sticky_after_content(&main),
        end: if config.is_all_important() {
            " !important"
        } else {
            ""
        },
        parts: ["color", "color_gradient", "image"].map(|part| is_used(config, part)),
        has_color_reset: is_used(config, "color_reset"),
        has_toggle: config.get("has_background_color_toggle").is_on(),
        own_image: None,
    };
    let layers = ["pattern", "mask"].map(|kind| {
        let own = config.text(&["css", kind]);
        let selector = own.unwrap_or_else(|| {
            let class = name(&[" > .et_pb_background_", kind]);
            let parts: Vec<_> = main
                .split(',')
                .map(|part| name(&[part.trim(), &class]))
                .collect();
            parts.join(", ")
        });
        (kind, selector)
    });
    let mut memory = Memory::of(styles, &background);
    let mut layer_memory = layers
        .each_ref()
        .map(|(kind, _)| LayerMemory::of(styles, kind));
    let devices = if styles.is_responsive("background") {
        3
    } else {
        1
    };
    for (media, device) in DEVICES.into_iter().take(devices) {
        let css = memory.device(styles, &background, device);
        styles.rule_p(media, &main, &css);
        for ((kind, selector), memory) in layers.iter().zip(&mut layer_memory) {
            let css = memory.device(styles, kind, device);
            styles.rule_p(media, selector, &css);
        }
    }
    for state in [State::Hover, State::Sticky] {
        if !background.is_enabled(styles, state) {
            continue;
        }
        let css = background.state(styles, state);
        styles.rule_p(Media::General, &background.selector_of(state), &css);
        for (kind, selector) in &layers {
            let css = layer_state(styles, kind, state);
            let selector = match state {
                State::Hover => hover_at_order_class(selector),
                _ => styles.sticky_after_content(selector),
            };
            styles.rule_p(Media::General, &selector, &css);
        }
    }
}

/// Adds the rules of a background that has no layers.
pub fn add_background(styles: &mut Styles<'_>, background: &Background<'_>) {
    let mut memory = Memory::of(styles, background);
    let devices = if background.is_responsive(styles) {
        3
    } else {
        1
    };
    for (media, device) in DEVICES.into_iter().take(devices) {
        let css = memory.device(styles, background, device);
        styles.rule(media, background.selector, &css);
    }
    for state in [State::Hover, State::Sticky] {
        if background.is_enabled(styles, state) {
            let css = background.state(styles, state);
            styles.rule(Media::General, &background.selector_of(state), &css);
        }
    }
}

/// Adds the rules of a post's image in a post slider.
pub fn add_post_slide(styles: &mut Styles<'_>, post: PostId, image: &str) {
    let placement = styles.text("image_placement");
    let is_behind = matches!(placement, "" | "background");
    if !is_behind || styles.text("show_image") == "off" {
        return;
    }
    let selector = format!("{ORDER_CLASS} .et_pb_post_slide-{}", post.0);
    let background = Background {
        base: "background",
        selector: &selector,
        hover: Some(hover_at_order_class(&selector)),
        sticky: styles.sticky_of(&selector),
        end: "",
        parts: [true; 3],
        has_color_reset: true,
        has_toggle: false,
        own_image: Some(image),
    };
    let mut memory = Memory::of(styles, &background);
    let devices = if styles.is_responsive("background") {
        3
    } else {
        1
    };
    for (media, device) in DEVICES.into_iter().take(devices) {
        let css = memory.device(styles, &background, device);
        styles.rule_p(media, &selector, &css);
    }
    if styles.is_hover("background") {
        let css = background.state(styles, State::Hover);
        styles.rule_p(Media::General, &hover_at_order_class(&selector), &css);
    }
}

/// The states in which a state's values are looked for.
fn chain(state: State) -> &'static [State] {
    match state {
        State::Desktop => &[State::Desktop],
        State::Tablet => &[State::Tablet, State::Desktop],
        State::Phone => &[State::Phone, State::Tablet, State::Desktop],
        State::Hover => &[State::Hover, State::Desktop],
        State::Sticky => &[State::Sticky, State::Desktop],
    }
}

/// A colour or image: the first that is set, unless it is switched off there (section 4.1).
fn effective<'a>(styles: &Styles<'a>, part: &str, enable: &str, state: State) -> &'a str {
    for state in chain(state) {
        let value = styles.at(part, *state);
        let is_off = styles.at(enable, *state) == "off";
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
    fn name(&self, option: &str) -> String {
        match (self.base, option) {
            ("background", "image_width") => "background_image_width".to_owned(),
            ("background", "parallax") => "parallax".to_owned(),
            ("background", "use_color") => "use_background_color".to_owned(),
            ("background", "use_color_gradient") => "use_background_color_gradient".to_owned(),
            (base, option) => name(&[base, "_", option]),
        }
    }

    fn is_of_element(&self) -> bool {
        self.base == "background"
    }

    fn at<'a>(&self, styles: &Styles<'a>, option: &str, state: State) -> &'a str {
        styles.at(&self.name(option), state)
    }

    /// The value on a device, inherited; on desktop the value.
    fn forced<'a>(
        &self,
        styles: &Styles<'a>,
        option: &str,
        device: State,
        default: &'a str,
    ) -> &'a str {
        styles.forced(&self.name(option), device, default)
    }

    /// The name of the option whose switches count.
    fn switch(&self) -> String {
        if self.is_of_element() {
            self.base.to_owned()
        } else {
            self.name("color")
        }
    }

    fn is_responsive(&self, styles: &Styles<'_>) -> bool {
        styles.is_responsive(&self.switch())
    }

    fn is_enabled(&self, styles: &Styles<'_>, state: State) -> bool {
        match state {
            State::Hover => styles.is_hover(&self.switch()),
            _ => styles.is_sticky(&self.switch()),
        }
    }

    fn selector_of(&self, state: State) -> String {
        match (state, &self.hover) {
            (State::Hover, Some(own)) => own.clone(),
            (State::Hover, None) => hover_at_end(self.selector),
            _ => self.sticky.clone(),
        }
    }

    fn effective<'a>(&self, styles: &Styles<'a>, part: &str, state: State) -> &'a str {
        effective(
            styles,
            &self.name(part),
            &self.name(&format!("enable_{part}")),
            state,
        )
    }

    fn image<'b>(&'b self, styles: &Styles<'b>, state: State) -> &'b str {
        self.own_image
            .unwrap_or_else(|| self.effective(styles, "image", state))
    }

    /// Whether a device moves the image with the page; that of a button stays.
    fn parallax<'a>(&self, styles: &Styles<'a>, device: State) -> &'a str {
        if self.is_of_element() {
            styles.any("parallax", device, "off")
        } else {
            ""
        }
    }

    /// The default of an option: buttons have none.
    fn default<'a>(&self, styles: &Styles<'a>, option: &str) -> &'a str {
        if self.is_of_element() {
            styles.default_of(&self.name(option))
        } else {
            ""
        }
    }

    /// Whether a state has a gradient.
    fn has_gradient(&self, styles: &Styles<'_>, state: State) -> bool {
        self.parts[1]
            && chain(state)
                .iter()
                .find_map(|state| self.gradient_switch(styles, *state))
                .unwrap_or(false)
    }

    /// Whether the gradient is on in a state; `None` where that is said elsewhere.
    fn gradient_switch(&self, styles: &Styles<'_>, state: State) -> Option<bool> {
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

    fn gradient(&self, styles: &Styles<'_>, state: State) -> String {
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

    /// The declarations of hover or sticky (section 4.5).
    fn state(&self, styles: &Styles<'_>, state: State) -> String {
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

/// A position, as it is printed.
fn position(word: &str, horizontal: &str, vertical: &str) -> String {
    background_position(word, horizontal, vertical, "").position
}

fn position_of<'a>(read: &dyn Fn(&str) -> &'a str) -> String {
    position(
        read("position"),
        read("horizontal_offset"),
        read("vertical_offset"),
    )
}

fn url(image: &str) -> String {
    format!("url({})", esc_html(image))
}

/// A colour; empty for a global colour that the site does not have.
fn known_color(color: &str) -> &str {
    if color.trim_start().starts_with("gcid-") {
        ""
    } else {
        color
    }
}

/// What the next wider device printed.
struct Memory {
    size: String,
    position: String,
    blend: String,
    images: String,
    color: String,
    /// Whether it has an image.
    had_image: bool,
}

impl Memory {
    fn of(styles: &Styles<'_>, background: &Background<'_>) -> Self {
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
    fn device(&mut self, styles: &Styles<'_>, of: &Background<'_>, device: State) -> String {
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

/// What the next wider device printed of a pattern or a mask.
struct LayerMemory {
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
fn drawing<'a>(kind: &str, style: &str, transform: &str, read: &dyn Fn(&str) -> &'a str) -> String {
    let art = Art {
        style,
        color: read("color"),
        is_rotated: transform_state(transform, "rotate"),
        is_inverted: transform_state(transform, "invert"),
    };
    shapes::layer(kind, &art).map_or_else(String::new, |image| {
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
    fn of(styles: &Styles<'_>, kind: &str) -> Self {
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
    fn device(&mut self, styles: &Styles<'_>, kind: &str, device: State) -> String {
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
        let image = drawing(kind, style, inherited("transform"), &inherited);
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
        if kind == "mask" {
            [transform_css, size_css, image_css, position_css, blend_css].concat()
        } else {
            [
                transform_css,
                image_css,
                size_css,
                repeat_css,
                position_css,
                blend_css,
            ]
            .concat()
        }
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
fn layer_state(styles: &Styles<'_>, kind: &str, state: State) -> String {
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
    let image = drawing(kind, style, either("transform"), &either);
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
    if kind == "mask" {
        [transform_css, size_css, image_css, position_css, blend_css].concat()
    } else {
        [
            transform_css,
            image_css,
            size_css,
            repeat_css,
            position_css,
            blend_css,
        ]
        .concat()
    }
}
