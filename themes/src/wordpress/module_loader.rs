//! The script tag of the browser modules' loader.
//!
//! `docs/architecture.md`, "Browser modules": the loader imports the modules that the page's markup needs.

use crate::column::Hooks;

use super::head::url;
use super::view::Page;

/// The loader's path, relative to the site URL.
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

/// The tag.
pub(super) fn script(siteurl: &str) -> String {
    let src = url(&format!("{siteurl}{LOADER}"));
    format!("<script type=\"module\" src=\"{src}\" id=\"oxipress-modules-js\"></script>\n")
}
