//! Core's own shortcodes for images: `[caption]`, `[wp_caption]` and `[gallery]`.
//!
//! Contract "wordpress-core", section 8.4; recording pages/modulos-texto. The markup is that for themes which do not ask
//! for HTML5 galleries and captions, as the recorded one does not. Players (`[audio]`, `[video]`, `[playlist]`) and
//! `[embed]` are not here.

mod caption;
pub mod gallery;
pub mod player;

use crate::theme::Registry;

pub(super) fn register(registry: &mut Registry) {
    let shortcodes = &mut registry.shortcodes;
    for tag in ["wp_caption", "caption"] {
        shortcodes.register(tag, caption::img_caption_shortcode);
    }
    shortcodes.register("gallery", |call, page| {
        gallery::gallery_shortcode(&call.atts, page)
    });
}
