//! Dividers at the top and bottom edges of sections.
//!
//! Contract "divi-server", section 3. The shapes are drawn in [`shapes`].

use compat::divi::attributes::State;
use compat::divi::state_selector::ORDER_CLASS;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::php::cast::string_to_float;
use compat::wordpress::php::float::to_php_string;

use super::super::super::style_sheet::Media;
use super::super::shapes;
use super::super::styles::{DEVICES, Styles, hover_at_order_class, name};

/// Adds the rules of both dividers, in the order in which their styles are stored (vectors divi-modules-2).
pub fn add(styles: &mut Styles<'_>) {
    for place in places(styles) {
        let style = styles.text(&name(&[place, "_divider_style"]));
        if !matches!(style, "" | "none") {
            add_divider(styles, place, style);
        }
    }
}

fn places(styles: &Styles<'_>) -> [&'static str; 2] {
    let mut names = styles.subject.attributes.iter().map(|(name, _)| name);
    let first = names.find(|name| matches!(*name, "top_divider_style" | "bottom_divider_style"));
    match first {
        Some("bottom_divider_style") => ["bottom", "top"],
        _ => ["top", "bottom"],
    }
}

fn add_divider(styles: &mut Styles<'_>, place: &'static str, style: &str) {
    let selector = format!(
        "{ORDER_CLASS}.section_has_divider.et_pb_{place}_divider .et_pb_{place}_inside_divider"
    );
    let is_responsive = ["arrangement", "height", "repeat", "flip", "color"]
        .iter()
        .any(|part| styles.is_responsive(&format!("{place}_divider_{part}")));
    let mut before = String::new();
    for (at, (media, device)) in DEVICES.into_iter().enumerate() {
        if at > 0 && !is_responsive {
            break;
        }
        let css = css(styles, place, style, device);
        if css != before {
            styles.add(media, &selector, &css);
        }
        before = css;
    }
    let color = format!("{place}_divider_color");
    if !styles.hover(&color).is_empty() {
        let css = css(styles, place, style, State::Hover);
        styles.add(Media::General, &hover_at_order_class(&selector), &css);
    }
}

fn css(styles: &Styles<'_>, place: &str, style: &str, state: State) -> String {
    let get = |part: &str, default: &'static str| {
        let option = name(&[place, "_divider_", part]);
        let value = match state {
            State::Hover | State::Sticky => styles.value(&option).or_desktop(state),
            State::Desktop => styles.text(&option),
            device if styles.is_responsive(&option) => styles.forced(&option, device, ""),
            _ => styles.text(&option),
        };
        if value.is_empty() { default } else { value }.to_owned()
    };
    let neighbour = styles.text(if place == "top" {
        "prev_background_color"
    } else {
        "next_background_color"
    });
    let color = match get("color", "") {
        color if !color.is_empty() => color,
        _ if neighbour.is_empty() => "#ffffff".to_owned(),
        _ => neighbour.to_owned(),
    };
    let height = get("height", "100px");
    let flip = get("flip", "");
    let is_flipped = |word: &str| flip.split('|').any(|part| part == word);
    // A vertically flipped divider uses the shape of the opposite edge.
    let drawn = if is_flipped("vertical") {
        edge(place)
    } else {
        place
    };
    let Some(image) = shapes::divider(styles.subject.artwork, (style, drawn), &color, &height)
    else {
        return String::new();
    };
    let size = size(style, &get("repeat", "1x"), &height);
    let factor = |word: &str| if is_flipped(word) { -1 } else { 1 };
    let is_above = get("arrangement", "below_content") == "above_content";
    let layer = if is_above || styles.text("fullwidth") == "on" {
        10
    } else {
        1
    };
    // Over the first section there is nothing whose colour could be shown.
    let is_first = styles.subject.is_first && state == State::Desktop;
    let background = if place == "top" && is_first && get("color", "").is_empty() {
        "background-color:transparent;"
    } else {
        ""
    };
    format!(
        "background-image:url( data:image/svg+xml;base64,{image} );background-size:{};{place}:0;height:{};\
         z-index:{layer};transform:scale({}, {});{background}",
        esc_html(&size),
        esc_html(&height),
        factor("horizontal"),
        factor("vertical"),
    )
}

fn size(style: &str, repeat: &str, height: &str) -> String {
    match style {
        "triangle" => "cover;background-position-x:center".to_owned(),
        "clouds" | "clouds2" => "cover;background-position:center top".to_owned(),
        _ => format!("{}% {}", share(repeat), tall(height)),
    }
}

fn edge(place: &str) -> &'static str {
    if place == "top" { "bottom" } else { "top" }
}

/// The width of one repetition, in per cent of the section.
fn share(repeat: &str) -> String {
    let times = string_to_float(repeat.as_bytes());
    to_php_string(if times > 0.0 { 100.0 / times } else { 100.0 })
}

/// The height in `background-size`: a percentage already sets the height of the box, which the shape fills.
fn tall(height: &str) -> &str {
    if height.ends_with('%') {
        "100%"
    } else {
        height
    }
}
