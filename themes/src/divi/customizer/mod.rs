//! Customizer CSS: rules from the theme's options.
//!
//! Contract "divi-theme", section 8. Always inline: the folder of generated CSS files (`et-cache`) is left to PHP.

mod computed;
mod rules;
mod sheet;
mod value;

use crate::column::Hooks;
use crate::wordpress::view::{Page, View};

use super::options::DiviOptions;

pub(super) fn register(hooks: &mut Hooks) {
    hooks.wp_head(PRIORITY, print);
}

/// The priority in `wp_head`. The rules of builder elements follow.
pub const PRIORITY: i32 = 100;

/// The rules, followed by the custom CSS.
fn customizer_css(view: &View) -> String {
    let options = DiviOptions::of(view);
    let mut sheet = sheet::Sheet::default();
    computed::add_accent(&mut sheet, options);
    rules::add(&mut sheet, options);
    computed::add(&mut sheet, options);
    // `</` would close the style element; CSS never needs it.
    let own = options.text("divi_custom_css").replace("</", "<\\/");
    sheet.print() + &own
}

fn print(page: &mut Page) -> String {
    format!(
        "<style id=\"et-divi-customizer-global-cached-inline-styles\">{}</style>",
        customizer_css(&page.view)
    )
}
