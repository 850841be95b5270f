//! Backgrounds that are elements of their own: parallax images, videos, patterns, masks.
//!
//! Contract "divi-server", section 2.2. Colours and plain images are CSS ([`super::css`]).

use std::fmt::Write as _;

use compat::divi::attributes::{State, is_filled};
use compat::divi::gradient::Gradient;
use compat::wordpress::formatting::escape::esc_attr;

use crate::wordpress::head::url;

use super::css::Flag;
use super::element::Element;

/// The backgrounds of an element.
#[derive(Clone, Copy)]
pub struct Background<'e, 'a> {
    element: &'e Element<'a>,
    /// Whether any attribute of an image, video, pattern or mask is stored.
    has_layers: bool,
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

/// The stops of a gradient without stops.
const DEFAULT_STOPS: &str = "#2b87da 0%|#29c4a9 100%";

impl<'e, 'a> Background<'e, 'a> {
    /// The backgrounds of an element.
    pub fn of(element: &'e Element<'a>) -> Self {
        let is_layer = |name: &str| {
            name.starts_with("parallax")
                || name.strip_prefix("background_").is_some_and(|part| {
                    ["image", "video", "enable", "pattern", "mask"]
                        .iter()
                        .any(|layer| part.starts_with(layer))
                })
        };
        let mut names = element.attributes.iter();
        Self {
            element,
            has_layers: names.any(|(name, _)| is_layer(name)),
        }
    }

    /// A background attribute on a device; all share the switch of `background`.
    fn text(self, name: &str, device: State) -> &'e str {
        let attributes = &self.element.attributes;
        let switch = attributes.value("background");
        let is_on = match device {
            State::Hover => switch.is_hover_enabled(),
            State::Sticky => switch.is_sticky_enabled(),
            device => switch.is_enabled(device),
        };
        if is_on {
            attributes.value(name).at(device)
        } else {
            ""
        }
    }

    /// Whether hover backgrounds are switched on.
    pub fn is_hover(self) -> bool {
        let attributes = &self.element.attributes;
        attributes.value("background").is_hover_enabled()
    }

    /// Whether there is an image on hover or while sticking: its own, or that of desktop.
    pub fn has_image(self, state: State) -> bool {
        let attributes = &self.element.attributes;
        let switch = attributes.value("background");
        let is_on = match state {
            State::Hover => switch.is_hover_enabled(),
            _ => switch.is_sticky_enabled(),
        };
        is_on && self.has_layers && !self.image(state).is_empty()
    }

    /// Whether there is a parallax image in any state.
    pub fn has_parallax(self) -> bool {
        let moves = |(state, image): (State, &str)| !image.is_empty() && self.is_moved(state);
        self.has_layers && self.images().into_iter().any(moves)
    }

    /// The image of a state: its own, or that of the next wider one.
    fn image(self, state: State) -> &'e str {
        let attributes = &self.element.attributes;
        let (image, enable) = (
            attributes.value("background_image"),
            attributes.value("background_enable_image"),
        );
        for state in chain(state) {
            if enable.at(*state) == "off" {
                return "";
            }
            if is_filled(image.at(*state)) {
                return image.at(*state);
            }
        }
        ""
    }

    /// Whether there is a video on any device.
    pub fn has_video(self) -> bool {
        let is_hover = || {
            let files = ["background_video_mp4", "background_video_webm"];
            let attributes = &self.element.attributes;
            self.is_hover()
                && files
                    .iter()
                    .any(|file| !attributes.value(file).at(State::Hover).is_empty())
        };
        let mut devices = State::DEVICES.iter();
        self.has_layers && (devices.any(|device| self.is_video(*device)) || is_hover())
    }

    fn is_video(self, device: State) -> bool {
        let files = ["background_video_mp4", "background_video_webm"];
        let is_known = if self.element.has_flag(Flag::VideoOfDesktop) {
            device == State::Desktop
        } else {
            self.text("background_enable_video_mp4", device) != "off"
        };
        is_known && files.iter().any(|f| !self.text(f, device).is_empty())
    }

    /// Whether a colour, an image or a video is set.
    pub fn is_set(self) -> bool {
        let is_color_off = self.element.text("background_enable_color") == "off";
        let mut devices = State::DEVICES.iter();
        self.has_video()
            || devices.any(|device| {
                let color = self.text("background_color", *device);
                let image = self.text("background_image", *device);
                (!color.is_empty() && !is_color_off) || !image.is_empty()
            })
    }

    /// All slots, in the order of modules.
    pub fn slots(self) -> String {
        if !self.has_layers {
            return String::new();
        }
        [self.parallax(), self.video(), self.pattern_and_mask()].concat()
    }

    /// The images of all states, in the order in which their spans are printed.
    fn images(self) -> [(State, &'e str); 5] {
        let switch = self.element.attributes.value("background");
        [
            State::Hover,
            State::Sticky,
            State::Phone,
            State::Tablet,
            State::Desktop,
        ]
        .map(|state| {
            let is_on = match state {
                State::Hover => switch.is_hover_enabled(),
                State::Sticky => switch.is_sticky_enabled(),
                device => switch.is_enabled(device),
            };
            (state, if is_on { self.image(state) } else { "" })
        })
    }

    /// Whether the image of a state moves with the page; a narrower device does what the next wider one does.
    fn is_moved(self, state: State) -> bool {
        let parallax = self.element.attributes.value("parallax");
        let own = |state| parallax.at(state);
        match state {
            State::Hover | State::Sticky | State::Desktop => own(state) == "on",
            device => {
                let mut values = chain(device).iter().map(|state| own(*state));
                values.find(|value| is_filled(value)) == Some("on")
            }
        }
    }

    /// The parallax images.
    pub fn parallax(self) -> String {
        const LAYER: &str = " et_parallax_bg";
        let mut out = String::new();
        if !self.has_layers || !self.has_parallax() {
            return out;
        }
        let mut others = String::new();
        for (state, image) in self.images() {
            if image.is_empty() {
                continue;
            }
            let (class, other) = match state {
                State::Desktop => (String::new(), ""),
                State::Hover => (state.name_of(LAYER), "et_parallax_bg_hover_exist "),
                State::Sticky => (state.name_of(LAYER), "et_parallax_bg_sticky_exist "),
                State::Phone => (state.name_of(LAYER), "et_parallax_bg_phone_exist "),
                State::Tablet => (state.name_of(LAYER), "et_parallax_bg_tablet_exist "),
            };
            if self.is_moved(state) {
                let method = match self.text("parallax_method", state) {
                    "" => self.element.text("parallax_method"),
                    method => method,
                };
                let css = if method == "off" {
                    " et_pb_parallax_css"
                } else {
                    ""
                };
                let _ = write!(
                    out,
                    "<span class=\"et_parallax_bg_wrap\"><span\n class=\"{others}et_parallax_bg{class}{css}\"\n \
                     style=\"background-image: url({});\"\n ></span>{}</span>",
                    url(image),
                    self.parallax_gradient(state)
                );
            }
            others.push_str(other);
        }
        out
    }

    /// The gradient over a parallax image.
    fn parallax_gradient(self, device: State) -> String {
        let text = |name: &str| match self.text(name, device) {
            "" => self.element.text(name),
            own => own,
        };
        let is_over = text("background_color_gradient_overlays_image") == "on";
        if text("use_background_color_gradient") != "on" || !is_over {
            return String::new();
        }
        let part = |name: &str, default: &'static str| match text(name) {
            "" => default.to_owned(),
            value => esc_attr(value).into_owned(),
        };
        let gradient = Gradient {
            kind: &part("background_color_gradient_type", "linear"),
            direction: &part("background_color_gradient_direction", "180deg"),
            radial_direction: &part("background_color_gradient_direction_radial", "center"),
            stops: &part("background_color_gradient_stops", DEFAULT_STOPS),
            repeat: &part("background_color_gradient_repeat", "off"),
        };
        let blend = match text("background_blend") {
            "" | "normal" => String::new(),
            blend => format!("mix-blend-mode: {};", esc_attr(blend)),
        };
        format!(
            "<span\n class=\"et_parallax_gradient\"\n style=\"background-image: {};{blend}\"\n ></span>",
            gradient.css()
        )
    }

    /// The videos.
    pub fn video(self) -> String {
        let mut out = String::new();
        for device in [State::Desktop, State::Tablet, State::Phone, State::Hover] {
            if !self.is_video(device) {
                continue;
            }
            let class = |is: bool, class: &str| {
                if is {
                    format!(" {class}")
                } else {
                    String::new()
                }
            };
            let of_device = match device {
                State::Hover => "et_pb_section_video_bg_hover".to_owned(),
                State::Desktop if self.is_hover() && !self.is_video(State::Hover) => {
                    " et_pb_section_video_bg_hover_inherit".to_owned()
                }
                State::Desktop => String::new(),
                device => device.name_of("et_pb_section_video_bg"),
            };
            let pauses = class(
                self.element.is_on("allow_player_pause"),
                "et_pb_allow_player_pause",
            );
            let stops = self.element.text("background_video_pause_outside_viewport") == "off";
            let outside = class(stops, "et_pb_video_play_outside_viewport");
            let size = |name: &str| match self.text(name, device) {
                "" => String::new(),
                value => {
                    let name = name.trim_start_matches("background_video_");
                    format!("{name}=\"{}\" ", esc_attr(value))
                }
            };
            let source = |kind: &str| match self.text(&format!("background_video_{kind}"), device) {
                "" => String::new(),
                src => format!("\n<source type=\"video/{kind}\" src=\"{}\" />", url(src)),
            };
            let _ = write!(
                out,
                "<span class=\"et_pb_section_video_bg {of_device} {pauses}{outside}\">\n\
                 <video loop=\"loop\" autoplay playsinline muted {}{}>{}{}\n</video>\n</span>",
                size("background_video_width"),
                size("background_video_height"),
                source("mp4"),
                source("webm")
            );
        }
        out
    }

    /// Patterns and masks.
    pub fn pattern_and_mask(self) -> String {
        let attributes = &self.element.attributes;
        let switch = attributes.value("background");
        let has = |kind: &str| {
            let enable = attributes.value_of(&["background_enable_", kind, "_style"]);
            let style = attributes.value_of(&["background_", kind, "_style"]);
            let is_shown = |state: State| {
                let is_on = match state {
                    State::Hover => switch.is_hover_enabled(),
                    State::Sticky => switch.is_sticky_enabled(),
                    device => switch.is_enabled(device),
                };
                // Without a switch it is off on desktop, on in other states.
                let is_off = |state: State| match enable.at(state) {
                    "" => state == State::Desktop,
                    switch => switch == "off",
                };
                let chain = chain(state).iter();
                let mut known =
                    chain.filter(|state| is_off(**state) || is_filled(style.at(**state)));
                is_on && known.next().is_some_and(|state| !is_off(*state))
            };
            State::ALL.into_iter().any(is_shown)
        };
        let mut out = String::new();
        if has("pattern") {
            out.push_str("<span class=\"et_pb_background_pattern\"></span>");
        }
        if has("mask") {
            out.push_str("<span class=\"et_pb_background_mask\"></span>");
        }
        out
    }
}
