//! `<link rel="alternate" hreflang>`: the page in its other languages.
//!
//! Contract "wordpress-core", section 19.1.

use compat::wordpress::formatting::escape::esc_attr;

use crate::wordpress::head::url;
use crate::wordpress::view::Page;

use super::languages::shown_path;

/// Prints the links of a page that has translations.
pub fn hreflang(page: &mut Page) -> String {
    let view = &page.view;
    let Some(group) = view.multilingual.translations_of(&shown_path(view)) else {
        return String::new();
    };
    let home = view.site.home();
    let link = |(code, path): (&String, &String)| {
        format!(
            "<link rel=\"alternate\" hreflang=\"{}\" href=\"{}\" />\n",
            esc_attr(code),
            url(&format!("{home}{path}"))
        )
    };
    group.iter().map(link).collect()
}
