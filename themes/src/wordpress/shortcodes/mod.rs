//! Core's own shortcodes for images and players: `[caption]`, `[wp_caption]`, `[gallery]`, `[audio]` and `[video]`.
//!
//! Contract "wordpress-core", section 8.4; recording pages/modulos-texto. The markup is that for themes which do not ask
//! for HTML5 galleries and captions, as the recorded one does not. `[playlist]` and `[embed]` are
//! not here.

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
