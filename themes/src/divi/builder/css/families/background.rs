//! Background colour, image and gradient.
//!
//! Contract "divi-server", section 6.3. A narrower device prints only what differs from the next wider one.

use compat::divi::attributes::{AttributeValue, State};
use compat::divi::background_image::{background_position, background_size};
use compat::divi::gradient::Gradient;
use compat::divi::state_selector::ORDER_CLASS;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::kses::WP_ALLOWED_PROTOCOLS;
use compat::wordpress::post::PostId;
use compat::wordpress::url::esc_url_raw;

use super::super::super::style_sheet::Media;
use super::super::selectors::ModuleSelectors;
use super::super::styles::{DEVICES, Styles, hover_at_end, hover_at_order_class, name};

/// The declarations of a background in one state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Background {
    /// Size, position, repeat and blend mode.
    image_parts: String,
    /// Images and gradients.
    image: String,
    /// The colour; `None` where no colour is printed.
    color: Option<String>,
}

/// Which background is printed, and how.
pub struct BackgroundOf<'s> {
    /// The prefix of its attributes in place of `background_`, as in `button_bg_image`; empty for the element's background.
    pub prefix: &'s str,
    /// The selector.
    pub selector: &'s str,
    /// Text behind the values: empty or ` !important`.
    pub end: &'s str,
    /// Whether the rule contains the colour.
    pub with_color: bool,
    /// The default colour; `accent` for the site's accent colour.
    pub default_color: &'s str,
    /// An image in place of the one in the attributes.
    pub own_image: Option<&'s str>,
}

/// Adds the rules of the element's background.
pub fn add(styles: &mut Styles<'_>) {
    let selectors: &'static ModuleSelectors = styles.selectors;
    let row = selectors.family("background");
    let default_color = default_color(styles);
    if selectors.name == "button" && styles.is_hover("background") {
        styles.transition("background-color", ORDER_CLASS);
        styles.transition("background-image", ORDER_CLASS);
    }
    if row.is_off()
        || (default_color.is_empty() && !styles.has("background") && !styles.has("use_background"))
    {
        return;
    }
    // The slides of a slider print its images and colours.
    if row.get("image") == Some("own") {
        if styles.is_hover("background") {
            styles.transition("background-color", &selectors.main);
            styles.transition("background-image", &selectors.main);
        }
        return;
    }
    let is_section = selectors.name == "section";
    let of = BackgroundOf {
        prefix: "",
        selector: row.get("main").unwrap_or(&selectors.main),
        end: if is_section || row.is_important("") {
            " !important"
        } else {
            ""
        },
        with_color: row.get("color") != Some("own") && !is_section,
        default_color,
        own_image: None,
    };
    add_background(styles, &of);
}

/// The default background colour of modules that have one.
fn default_color(styles: &Styles<'_>) -> &'static str {
    match styles.module() {
        "cta" | "signup" | "login" | "countdown_timer"
            if styles.text("use_background_color") != "off" =>
        {
            "accent"
        }
        "audio" | "slide" | "post_slider" | "fullwidth_post_slider" | "fullwidth_header" => {
            "accent"
        }
        "testimonial" => "#f5f5f5",
        "menu" | "fullwidth_menu" => "#ffffff",
        _ => "",
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
    let of = BackgroundOf {
        prefix: "",
        selector: &selector,
        end: "",
        with_color: true,
        default_color: "accent",
        own_image: Some(image),
    };
    let background = read(styles, &of, State::Desktop);
    let declarations = css(&background, &Background::default(), &of, State::Desktop);
    styles.add(Media::General, &selector, &declarations);
    if styles.is_hover("background") {
        let hover = read(styles, &of, State::Hover);
        let plain = Background {
            image_parts: background.image_parts,
            image: hover.image,
            color: hover.color,
        };
        let declarations = css(&plain, &Background::default(), &of, State::Desktop);
        styles.add(
            Media::General,
            &hover_at_order_class(&selector),
            &declarations,
        );
    }
}

/// Adds the rules of a background.
pub fn add_background(styles: &mut Styles<'_>, of: &BackgroundOf<'_>) {
    let mut before = Background::default();
    let is_button = !of.prefix.is_empty();
    let base = if is_button { of.prefix } else { "background_" };
    let switch = base.trim_end_matches('_').to_owned();
    let is_responsive = styles.is_responsive(&switch);
    for (media, device) in DEVICES {
        if device != State::Desktop && !is_responsive {
            break;
        }
        let background = read(styles, of, device);
        let css = css(&background, &before, of, device);
        styles.add(media, of.selector, &css);
        before = background;
    }
    let color = name(&[base, "color"]);
    let is_hover = styles.is_hover(&switch) || (is_button && styles.is_hover(&color));
    if is_hover {
        let desktop = read(styles, of, State::Desktop);
        let background = read(styles, of, State::Hover);
        let css = css(&background, &desktop, of, State::Hover);
        styles.add(Media::General, &hover_at_end(of.selector), &css);
        let values = ["color", "image"].map(|part| styles.attributes.value_of(&[base, part]));
        let mut values = values.iter().map(|value| value.at(State::Hover));
        let is_soft = values.any(|value| !value.is_empty());
        if !is_button && is_soft {
            styles.transition("background-color", of.selector);
            styles.transition("background-image", of.selector);
        }
    }
    // All background options share one switch (section 1.2).
    if styles.has_sticky_value(&switch) {
        let desktop = read(styles, of, State::Desktop);
        let background = read(styles, of, State::Sticky);
        let css = css(&background, &desktop, of, State::Sticky);
        let selector = styles.sticky_selector(of.selector);
        styles.add(Media::General, &selector, &css);
        styles.sticky_transition("background-color", of.selector);
        styles.sticky_transition("background-image", of.selector);
    }
}

fn css(
    background: &Background,
    before: &Background,
    of: &BackgroundOf<'_>,
    state: State,
) -> String {
    let mut out = String::new();
    let is_first = state == State::Desktop;
    if background.image.is_empty() {
        if !is_first {
            let space = if matches!(state, State::Hover | State::Sticky) {
                " "
            } else {
                ""
            };
            out = format!("background-image: initial{space}{};", of.end);
        }
    } else if is_first || background.image != before.image {
        let parts = &background.image_parts;
        out = format!("{parts}background-image: {}{};", background.image, of.end);
    }
    let is_new = background.color != before.color;
    if let Some(color) = &background.color
        && of.with_color
        && (is_first || is_new)
    {
        out.push_str(&format!("background-color: {color}{};", of.end));
    }
    out
}

/// The value of an option of this background.
fn value<'a>(styles: &Styles<'a>, of: &BackgroundOf<'_>, part: &str) -> AttributeValue<'a> {
    let (use_or_not, part) = match part.strip_prefix("use_") {
        Some(rest) => ("use_", rest),
        None => ("", part),
    };
    let part = if of.prefix.is_empty() {
        part
    } else {
        part.strip_prefix("background_").unwrap_or(part)
    };
    styles.attributes.value_of(&[of.prefix, use_or_not, part])
}

fn read(styles: &Styles<'_>, of: &BackgroundOf<'_>, state: State) -> Background {
    let mut images = Vec::new();
    let mut image_parts = String::new();
    let get = |part: &str| value(styles, of, part).inherited(state);
    if let Some(image) = image(styles, of, state) {
        images.push(image);
        image_parts = parts(styles, of, state);
    }
    // Over a parallax image the gradient is an element of its own.
    let is_over = get("background_color_gradient_overlays_image") == "on"
        && get("parallax") == "on"
        && !get("background_image").is_empty();
    if is_over && get("use_background_color_gradient") == "on" {
        images.push("initial".to_owned());
    } else if get("use_background_color_gradient") == "on" {
        images.push(gradient(styles, of, state));
    }
    if get("background_color_gradient_overlays_image") == "on" {
        images.reverse();
    }
    Background {
        image_parts,
        image: images.join(", "),
        color: color(styles, of, state),
    }
}

fn image(styles: &Styles<'_>, of: &BackgroundOf<'_>, state: State) -> Option<String> {
    let get = |part: &str| value(styles, of, part).inherited(state);
    let image = of.own_image.unwrap_or_else(|| get("background_image"));
    let is_parallax = match state {
        State::Hover | State::Sticky => styles.joined(&[of.prefix, "parallax"]) == "on",
        _ => get("parallax") == "on",
    };
    if image.is_empty() || is_parallax || get("background_enable_image") == "off" {
        return None;
    }
    let url = esc_url_raw(image, &WP_ALLOWED_PROTOCOLS);
    Some(format!("url({})", esc_html(&url)))
}

/// Size, position, repeat and blend mode, where they are not the defaults.
fn parts(styles: &Styles<'_>, of: &BackgroundOf<'_>, state: State) -> String {
    let get = |part: &str| value(styles, of, part).inherited(state);
    let mut out = String::new();
    let size = get("background_size");
    if !matches!(size, "" | "cover") {
        let (width, height) = (
            get("background_image_width"),
            get("background_image_height"),
        );
        let size = background_size(size, width, height, "", "image");
        out.push_str(&format!("background-size: {}; ", esc_html(&size)));
    }
    let position = get("background_position");
    if !matches!(position, "" | "center") {
        let (x, y) = (
            get("background_horizontal_offset"),
            get("background_vertical_offset"),
        );
        let position = background_position(position, x, y, "center").position;
        out.push_str(&format!("background-position: {}; ", esc_html(&position)));
    }
    let is_hover = state == State::Hover;
    let repeat = get("background_repeat");
    if !matches!(repeat, "" | "no-repeat") || is_hover {
        let repeat = if repeat.is_empty() {
            "no-repeat"
        } else {
            repeat
        };
        out.push_str(&format!("background-repeat: {}; ", esc_html(repeat)));
    }
    let blend = get("background_blend");
    if !matches!(blend, "" | "normal") || is_hover {
        let blend = if blend.is_empty() { "normal" } else { blend };
        out.push_str(&format!("background-blend-mode: {}; ", esc_html(blend)));
    }
    out
}

fn gradient(styles: &Styles<'_>, of: &BackgroundOf<'_>, state: State) -> String {
    let own = |part: &str, default: &'static str| {
        let value = value(styles, of, part).inherited(state);
        if value.is_empty() {
            default.to_owned()
        } else {
            esc_html(value).into_owned()
        }
    };
    let kind = own("background_color_gradient_type", "linear");
    let direction = own("background_color_gradient_direction", "180deg");
    let radial = own("background_color_gradient_direction_radial", "center");
    let stops = own("background_color_gradient_stops", "#2b87da 0%|#29c4a9 100%");
    let repeat = own("background_color_gradient_repeat", "off");
    let gradient = Gradient {
        kind: &kind,
        direction: &direction,
        radial_direction: &radial,
        stops: &stops,
        repeat: &repeat,
    };
    gradient.css()
}

fn color(styles: &Styles<'_>, of: &BackgroundOf<'_>, state: State) -> Option<String> {
    let is_off = value(styles, of, "background_enable_color").inherited(state) == "off";
    let written = value(styles, of, "background_color").inherited(state);
    let default = match of.default_color {
        "accent" => styles.subject.accent,
        color => color,
    };
    let color = if written.is_empty() { default } else { written };
    let color = match state {
        State::Desktop if is_off || color.is_empty() => return None,
        State::Hover | State::Sticky if color.is_empty() || is_off => "transparent".to_owned(),
        State::Tablet | State::Phone if color.is_empty() || is_off => "initial".to_owned(),
        // A global colour that the site does not have: the declaration is printed without a value.
        _ if color.starts_with("gcid-") => String::new(),
        _ => esc_html(color).into_owned(),
    };
    Some(color)
}
