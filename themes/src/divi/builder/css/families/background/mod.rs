//! Backgrounds: colour, image, gradient, pattern and mask.
//!
//! Contract "divi-css", section 4. A narrower device prints only what differs from the next wider one.

use compat::divi::attributes::State;
use compat::divi::state_selector::ORDER_CLASS;
use compat::wordpress::post::PostId;

use super::super::super::style_sheet::Media;
use super::super::config::Config;
use super::super::styles::{DEVICES, Styles, hover_at_order_class, name};
use super::super::subject::HELD_BACKGROUND;

mod devices;
mod layers;
mod options;
mod state;

use devices::Memory;
use layers::{LayerMemory, layer_state};

pub use options::Background;

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
    let is_held = styles.text(HELD_BACKGROUND) == "on";
    for (media, device) in DEVICES.into_iter().take(devices) {
        let css = memory.device(styles, &background, device);
        if is_held {
            styles.rule(media, &main, &css);
        } else {
            styles.rule_p(media, &main, &css);
        }
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
        styles.rule_p(media, background.selector, &css);
    }
    for state in [State::Hover, State::Sticky] {
        if background.is_enabled(styles, state) {
            let css = background.state(styles, state);
            styles.rule_p(Media::General, &background.selector_of(state), &css);
        }
    }
}

/// Adds the rules of a post's image in a post slider.
pub fn add_post_slide(styles: &mut Styles<'_>, post: PostId, image: &str) {
    let placement = styles.text("image_placement");
    let is_behind = matches!(placement, "" | "background");
    let is_moved = styles.get("parallax") == "on";
    if !is_behind || is_moved {
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
    for state in [State::Hover, State::Sticky] {
        if background.is_enabled(styles, state) {
            let css = background.state(styles, state);
            styles.rule_p(Media::General, &background.selector_of(state), &css);
        }
    }
}
