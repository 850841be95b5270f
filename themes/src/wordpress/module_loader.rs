//! The link to our browser modules.
//!
//! ARCHITECTURE.md, "Browser modules": the loader imports what the page's markup needs.

use crate::column::Hooks;

use super::head::url;
use super::view::Page;

/// Where the modules lie, below the site's address.
const LOADER: &str = "/wp-content/oxipress/modules/loader.js";

pub(super) fn register(hooks: &mut Hooks) {
    hooks.wp_footer(21, link);
}

fn link(page: &mut Page) -> String {
    if page.view.is_legacy() {
        return String::new();
    }
    script(&page.view.site.siteurl())
}

/// The link itself.
pub(super) fn script(siteurl: &str) -> String {
    let src = url(&format!("{siteurl}{LOADER}"));
    format!("<script type=\"module\" src=\"{src}\" id=\"oxipress-modules-js\"></script>\n")
}
