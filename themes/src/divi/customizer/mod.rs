//! The rules that follow from the theme's options.
//!
//! Contract "divi-theme", section 8. They are always printed in the page: the folder of generated files belongs to the
//! old software, and a cached page finds its files there as before.

mod computed;
mod rules;
mod sheet;
mod value;

use crate::hooks::Hooks;
use crate::wordpress::view::{Page, View};

use super::options::DiviOptions;

pub(super) fn register(hooks: &mut Hooks) {
    hooks.wp_head(PRIORITY, print);
}

/// Where the rules stand in the head.
pub const PRIORITY: i32 = 100;

/// The rules, with those that the owner wrote behind them.
fn customizer_css(view: &View) -> String {
    let options = DiviOptions::of(view);
    let mut sheet = sheet::Sheet::default();
    computed::add_accent(&mut sheet, options);
    rules::add(&mut sheet, options);
    computed::add(&mut sheet, options);
    // A closing tag would end the element; nothing in CSS needs one.
    let own = options.text("divi_custom_css").replace("</", "<\\/");
    sheet.print() + &own
}

fn print(page: &mut Page) -> String {
    format!(
        "<style id=\"et-divi-customizer-global-cached-inline-styles\">{}</style>",
        customizer_css(&page.view)
    )
}
