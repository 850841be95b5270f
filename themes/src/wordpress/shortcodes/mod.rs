//! Core's own shortcodes for images and players: `[caption]`, `[wp_caption]`, `[gallery]`, `[audio]` and `[video]`.
//!
//! Contract "wordpress-core", section 8.4; recording pages/modulos-texto. The markup is that for themes without HTML5
//! support for galleries and captions, like the recorded one. `[playlist]` and `[embed]` are not implemented.

mod caption;
pub mod gallery;
pub mod player;

use crate::column::Registry;

use player::{Kind, player};

pub(super) fn register(registry: &mut Registry) {
    let shortcodes = &mut registry.shortcodes;
    for tag in ["wp_caption", "caption"] {
        shortcodes.register(tag, caption::img_caption_shortcode);
    }
    for (tag, kind) in [("audio", Kind::Audio), ("video", Kind::Video)] {
        shortcodes.register(tag, move |call, page| {
            player(kind, &call.atts, call.content, page)
        });
    }
    shortcodes.register("gallery", |call, page| {
        gallery::gallery_shortcode(&call.atts, page)
    });
}
