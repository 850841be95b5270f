//! `<link rel="alternate" hreflang>`: the page in its other languages.
//!
//! Contract "wordpress-core", sections 19.1 and 19.2: WPML and Polylang print the attributes in different order.

use compat::multilingual::settings::MultilingualSettings;
use compat::multilingual::{LanguageLink, PageLanguages, Plugin};
use compat::wordpress::formatting::escape::esc_attr;

use crate::wordpress::head::url;
use crate::wordpress::view::Page;

use super::languages::shown_path;

/// Prints the links of a page that has translations.
pub fn hreflang(page: &mut Page) -> String {
    let view = &page.view;
    if let Some(languages) = view.page_data.get::<Option<PageLanguages>>() {
        return alternates(languages);
    }
    let Some(group) = view
        .site_data
        .get::<MultilingualSettings>()
        .translations_of(&shown_path(view))
    else {
        return String::new();
    };
    let home = view.site.home();
    let link = |(code, path): (&String, &String)| wpml(code, &format!("{home}{path}"));
    group.iter().map(link).collect()
}

fn wpml(code: &str, address: &str) -> String {
    let (code, address) = (esc_attr(code), url(address));
    format!("<link rel=\"alternate\" hreflang=\"{code}\" href=\"{address}\" />\n")
}

fn polylang(code: &str, address: &str) -> String {
    let (code, address) = (esc_attr(code), url(address));
    format!("<link rel=\"alternate\" href=\"{address}\" hreflang=\"{code}\" />\n")
}

/// The links of a site with a multilingual plugin.
fn alternates(languages: &PageLanguages) -> String {
    if !languages.has_alternates {
        return String::new();
    }
    let print = match languages.plugin {
        Plugin::Wpml => wpml,
        Plugin::Polylang => polylang,
    };
    let translated = languages.links.iter().filter(|link| link.is_translated);
    let link = |link: &LanguageLink| print(&languages.hreflang(&link.language), &link.url);
    let mut out: String = translated.clone().map(link).collect();
    let mut of_default = translated.filter(|link| link.language.code == languages.default);
    if let Some(link) = of_default.next().filter(|_| languages.has_x_default) {
        out.push_str(&print("x-default", &link.url));
    }
    out
}
