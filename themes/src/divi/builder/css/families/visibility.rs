//! Elements that are hidden on some devices.
//!
//! Contract "divi-css", section 15.6; "divi-server", sections 6.2 and 6.3 (`disabled_on`).

use super::super::super::style_sheet::Media;
use super::super::flag::Flag;
use super::super::styles::Styles;
use compat::divi::state_selector::ORDER_CLASS;

/// Media queries in the order of the flags: phone, tablet, desktop.
const WINDOWS: [Media; 3] = [Media::Max767, Media::From768To980, Media::Min981];

/// Adds the rules that hide an element.
pub fn add(styles: &mut Styles<'_>) {
    if !styles.has("disabled_on") {
        return;
    }
    let (selector, css) = if styles.fields.is(Flag::HiddenWithoutHeight) {
        let selector = [".et_pb_video", ORDER_CLASS].concat();
        let css = "min-height: 0; height: 0; margin: 0 !important; padding: 0; overflow: hidden;";
        (selector, css)
    } else {
        (ORDER_CLASS.to_owned(), "display: none !important;")
    };
    let flags = styles.text("disabled_on").split('|');
    for (media, flag) in WINDOWS.into_iter().zip(flags) {
        if flag == "on" {
            styles.rule(media, &selector, css);
        }
    }
}
