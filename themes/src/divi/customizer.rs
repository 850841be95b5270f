//! The rules that follow from the theme's options.
//!
//! Contract "divi-theme", section 8. They are always printed in the page: the folder of generated files belongs to the
//! old software, and a cached page finds its files there as before.

use crate::hooks::Hooks;
use crate::wordpress::view::Page;

pub(super) fn register(hooks: &mut Hooks) {
    hooks.wp_head(100, print);
}

fn print(_page: &mut Page) -> String {
    String::new()
}
