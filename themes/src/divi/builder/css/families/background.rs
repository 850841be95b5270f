//! Colour, image and gradient behind an element.
//!
//! Contract "divi-server", section 6.3. A narrower window repeats only what differs from the next wider one.

use compat::divi::background_image::{background_position, background_size};
use compat::divi::gradient::Gradient;
use compat::divi::hover::ORDER_CLASS;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::kses::WP_ALLOWED_PROTOCOLS;
use compat::wordpress::post::PostId;
use compat::wordpress::url::esc_url_raw;

use super::super::super::style_sheet::Media;
use super::super::selectors::ModuleSelectors;
use super::super::styles::{DEVICES, Styles, hover_at_end, hover_at_order_class, name};

/// Which of the values of a background is meant: a device, or the one under the mouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Desktop,
    Tablet,
    Phone,
    Hover,
    Sticky,
}

impl Mode {
    fn suffix(self) -> &'static str {
        match self {
            Self::Desktop => "",
            Self::Tablet => "_tablet",
            Self::Phone => "_phone",
            Self::Hover => "__hover",
            Self::Sticky => "__sticky",
        }
    }

    /// Whose values count where this one has none.
    fn wider(self) -> Option<Self> {
        match self {
            Self::Desktop => None,
            Self::Phone => Some(Self::Tablet),
            _ => Some(Self::Desktop),
        }
    }
}

/// What a background's rule says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Background {
    /// Size, place and the like.
    image_parts: String,
    /// Images and gradients.
    image: String,
    color: String,
}

/// How a background is printed.
pub struct BackgroundOf<'s> {
    /// What the names of its attributes begin with in place of `background_`, as in `button_bg_image`: nothing for the
    /// element's own.
    pub prefix: &'s str,
    /// Whom it is about.
    pub selector: &'s str,
    /// Behind the values of images.
    pub end: &'s str,
    /// Whether the colour goes into the same rule.
    pub with_color: bool,
    /// The colour that the element begins with.
    pub default_color: &'s str,
    /// An image in place of the one that the attributes name.
    pub own_image: Option<&'s str>,
}

/// Adds the rules of the element's own background.
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
    // Pictures and colours of sliders are those of their slides.
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

/// Modules that stand on a coloured ground.
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

/// Adds the rules of the picture of a post in a slider of posts.
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
    let background = read(styles, &of, Mode::Desktop);
    let ground = css(&background, &Background::default(), &of, Mode::Desktop);
    styles.add(Media::General, &selector, &ground);
    if styles.is_hover("background") {
        let hover = read(styles, &of, Mode::Hover);
        let plain = Background {
            image_parts: background.image_parts,
            image: hover.image,
            color: hover.color,
        };
        let ground = css(&plain, &Background::default(), &of, Mode::Desktop);
        styles.add(Media::General, &hover_at_order_class(&selector), &ground);
    }
}

/// Adds the rules of a background.
pub fn add_background(styles: &mut Styles<'_>, of: &BackgroundOf<'_>) {
    let mut before = Background::default();
    let is_button = !of.prefix.is_empty();
    let base = if is_button { of.prefix } else { "background_" };
    let switch = base.trim_end_matches('_').to_owned();
    let is_responsive = styles.is_responsive(&switch);
    for (mode, (media, _)) in [Mode::Desktop, Mode::Tablet, Mode::Phone]
        .into_iter()
        .zip(DEVICES)
    {
        if mode != Mode::Desktop && !is_responsive {
            break;
        }
        let background = read(styles, of, mode);
        let css = css(&background, &before, of, mode);
        styles.add(media, of.selector, &css);
        before = background;
    }
    let color = name(&[base, "color"]);
    let is_hover = styles.is_hover(&switch) || (is_button && styles.is_hover(&color));
    if is_hover {
        let desktop = read(styles, of, Mode::Desktop);
        let background = read(styles, of, Mode::Hover);
        let css = css(&background, &desktop, of, Mode::Hover);
        styles.add(Media::General, &hover_at_end(of.selector), &css);
        let image = name(&[base, "image"]);
        let is_soft = [&color, &image]
            .iter()
            .any(|part| !styles.joined(&[part, "__hover"]).is_empty());
        if !is_button && is_soft {
            styles.transition("background-color", of.selector);
            styles.transition("background-image", of.selector);
        }
    }
    // The family has one switch (section 1.2).
    if styles.has_sticky_value(&switch) {
        let desktop = read(styles, of, Mode::Desktop);
        let background = read(styles, of, Mode::Sticky);
        let css = css(&background, &desktop, of, Mode::Sticky);
        let selector = styles.sticky_selector(of.selector);
        styles.add(Media::General, &selector, &css);
        styles.sticky_transition("background-color", of.selector);
        styles.sticky_transition("background-image", of.selector);
    }
}

fn css(background: &Background, before: &Background, of: &BackgroundOf<'_>, mode: Mode) -> String {
    let mut out = String::new();
    let is_first = mode == Mode::Desktop;
    if background.image.is_empty() {
        if !is_first {
            let space = if matches!(mode, Mode::Hover | Mode::Sticky) {
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
    if of.with_color && !background.color.is_empty() && (is_first || is_new) {
        let color = background
            .color
            .strip_prefix('\u{0}')
            .unwrap_or(&background.color);
        out.push_str(&format!("background-color: {color}{};", of.end));
    }
    out
}

/// The value of a mode, or what it takes over.
fn value<'a>(styles: &Styles<'a>, of: &BackgroundOf<'_>, part: &str, mode: Mode) -> &'a str {
    let (use_or_not, part) = match part.strip_prefix("use_") {
        Some(rest) => ("use_", rest),
        None => ("", part),
    };
    let part = if of.prefix.is_empty() {
        part
    } else {
        part.strip_prefix("background_").unwrap_or(part)
    };
    let mut at = Some(mode);
    while let Some(mode) = at {
        let value = styles.joined(&[of.prefix, use_or_not, part, mode.suffix()]);
        if !value.is_empty() {
            return value;
        }
        at = mode.wider();
    }
    ""
}

fn read(styles: &Styles<'_>, of: &BackgroundOf<'_>, mode: Mode) -> Background {
    let mut images = Vec::new();
    let mut image_parts = String::new();
    let get = |part: &str| value(styles, of, part, mode);
    if let Some(image) = image(styles, of, mode) {
        images.push(image);
        image_parts = parts(styles, of, mode);
    }
    // Over a picture that moves the gradient is an element of its own.
    let is_over = get("background_color_gradient_overlays_image") == "on"
        && get("parallax") == "on"
        && !get("background_image").is_empty();
    if is_over && get("use_background_color_gradient") == "on" {
        images.push("initial".to_owned());
    } else if get("use_background_color_gradient") == "on" {
        images.push(gradient(styles, of, mode));
    }
    if get("background_color_gradient_overlays_image") == "on" {
        images.reverse();
    }
    Background {
        image_parts,
        image: images.join(", "),
        color: color(styles, of, mode),
    }
}

fn image(styles: &Styles<'_>, of: &BackgroundOf<'_>, mode: Mode) -> Option<String> {
    let get = |part: &str| value(styles, of, part, mode);
    let image = of.own_image.unwrap_or_else(|| get("background_image"));
    let is_parallax = match mode {
        Mode::Hover | Mode::Sticky => styles.joined(&[of.prefix, "parallax"]) == "on",
        _ => get("parallax") == "on",
    };
    if image.is_empty() || is_parallax || get("background_enable_image") == "off" {
        return None;
    }
    let url = esc_url_raw(image, &WP_ALLOWED_PROTOCOLS);
    Some(format!("url({})", esc_html(&url)))
}

/// Size, place and the like, where they are not those that images begin with.
fn parts(styles: &Styles<'_>, of: &BackgroundOf<'_>, mode: Mode) -> String {
    let get = |part: &str| value(styles, of, part, mode);
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
    let is_hover = mode == Mode::Hover;
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

fn gradient(styles: &Styles<'_>, of: &BackgroundOf<'_>, mode: Mode) -> String {
    let own = |part: &str, default: &'static str| {
        let value = value(styles, of, part, mode);
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

fn color(styles: &Styles<'_>, of: &BackgroundOf<'_>, mode: Mode) -> String {
    let is_off = value(styles, of, "background_enable_color", mode) == "off";
    let written = value(styles, of, "background_color", mode);
    let default = match of.default_color {
        "accent" => styles.subject.accent,
        color => color,
    };
    let color = if written.is_empty() { default } else { written };
    match mode {
        Mode::Desktop if is_off => String::new(),
        Mode::Hover | Mode::Sticky if color.is_empty() || is_off => "transparent".to_owned(),
        Mode::Tablet | Mode::Phone if color.is_empty() || is_off => "initial".to_owned(),
        // The name of a global colour that the site does not have. Not empty: the declaration is printed.
        _ if color.starts_with("gcid-") => "\u{0}".to_owned(),
        _ => esc_html(color).into_owned(),
    }
}
