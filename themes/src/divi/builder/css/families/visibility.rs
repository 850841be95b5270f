//! Elements that are hidden on some devices.
//!
//! Contract "divi-server", sections 6.2 and 6.3 (`disabled_on`).

use super::super::super::style_sheet::Media;
use super::super::styles::Styles;
use compat::divi::state_selector::ORDER_CLASS;

/// Media queries in the order of the flags: phone, tablet, desktop.
const WINDOWS: [Media; 3] = [Media::Max767, Media::From768To980, Media::Min981];

/// Adds the rules that hide an element.
pub fn add(styles: &mut Styles<'_>) {
    if !styles.has("disabled_on") {
        return;
    }
    let is_video = matches!(styles.module(), "video" | "video_slider");
    let css = if is_video {
        "height: 0 !important; min-height: 0 !important; width: 0 !important; padding: 0 !important; overflow: hidden;"
    } else {
        "display: none !important;"
    };
    let flags = styles.text("disabled_on").split('|');
    for (media, flag) in WINDOWS.into_iter().zip(flags) {
        if flag == "on" {
            styles.add(media, ORDER_CLASS, css);
        }
    }
}
