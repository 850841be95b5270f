//! Prints the names of analytics events ([`super::conversions`]) at the end of the body.

use compat::wordpress::php::json::json_encode;

use crate::column::Hooks;

use super::view::Page;

/// PHP's flag that keeps `<` and `>` out of JSON: no text can end the element.
const JSON_HEX_TAG: u32 = 1;

/// Prints the data at the end of pages.
pub fn register(hooks: &mut Hooks) {
    hooks.wp_footer(20, print);
}

fn print(page: &mut Page) -> String {
    let data = page.view.conversions.data();
    if data.is_empty() {
        return String::new();
    }
    let json = json_encode(&data, JSON_HEX_TAG).unwrap_or_default();
    format!("<script type=\"application/json\" id=\"oxipress-conversions\">{json}</script>\n")
}
