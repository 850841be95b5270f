//! The switcher of languages, in the shape of WPML's click dropdown.
//!
//! Contract "wordpress-core", section 19.1.

use compat::multilingual::PageLanguages;
use compat::multilingual::Plugin;

use crate::wordpress::head::url;
use crate::wordpress::view::View;

use super::languages::{address, languages};
use super::{polylang_switcher, wpml_switcher};

/// Prints the switcher; empty for a site with one language.
pub fn switcher(view: &View) -> String {
    match view.page_data.get::<Option<PageLanguages>>() {
        Some(languages) if languages.plugin == Plugin::Wpml => {
            wpml_switcher::switcher(view, languages)
        }
        Some(languages) => polylang_switcher::switcher(languages),
        None => configured(view),
    }
}

/// The switcher of a site whose languages are configured.
fn configured(view: &View) -> String {
    const ITEM: &str = "wpml-ls-slot-shortcode_actions wpml-ls-item wpml-ls-item-";
    let languages = languages(view);
    let Some(current) = languages
        .iter()
        .find(|l| l.is_current)
        .filter(|_| languages.len() > 1)
    else {
        return String::new();
    };
    let others: String = languages
        .iter()
        .filter(|l| !l.is_current)
        .map(|l| {
            let (code, name) = (&l.code, l.native_name());
            let href = url(&address(view, l));
            format!(
                "<li class=\"{ITEM}{code}\"><a href=\"{href}\" class=\"wpml-ls-link\">\
                 <span class=\"wpml-ls-native\" lang=\"{code}\">{name}</span></a></li>"
            )
        })
        .collect();
    format!(
        "<div class=\"wpml-ls-statics-shortcode_actions wpml-ls wpml-ls-legacy-dropdown-click js-wpml-ls-legacy-dropdown-click\">\
         <ul><li class=\"{ITEM}{} wpml-ls-current-language wpml-ls-item-legacy-dropdown-click\">\
         <a href=\"#\" class=\"js-wpml-ls-item-toggle wpml-ls-item-toggle\"><span class=\"wpml-ls-native\">{}</span></a>\
         <ul class=\"js-wpml-ls-sub-menu wpml-ls-sub-menu\">{others}</ul></li></ul></div>",
        current.code,
        current.native_name()
    )
}
