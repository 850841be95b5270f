//! The variant of a site in one language.
//!
//! Contract "wordpress-core", sections 19.1 and 19.2: address, front page, page of posts, menus, texts of the site
//! itself, and only the pages and terms of the language.

use std::collections::HashMap;

use super::language::Language;
use super::languages::Languages;
use super::negotiation::Negotiation;
use super::plugin::Plugin;
use super::posts_where::posts_where;
use crate::wordpress::options::Options;
use crate::wordpress::php::{Array, Value, serialize};
use crate::wordpress::site::{PageTree, Site};
use crate::wordpress::taxonomy::{Term, TermId, Terms};

/// Options that name a page.
const PAGES: [&str; 3] = [
    "page_on_front",
    "page_for_posts",
    "wp_page_for_privacy_policy",
];

/// Options that are texts with translations.
const TEXTS: [&str; 4] = ["blogname", "blogdescription", "date_format", "time_format"];

/// The site in a language.
pub fn site_in(site: &Site, languages: &Languages, language: &Language) -> Site {
    let (code, default) = (language.code.as_str(), languages.default.as_str());
    let pages = site.pages.iter().filter(|page| {
        let is_translated = languages.post_types.contains(&page.post_type);
        !is_translated || languages.posts.is_in(page.id.0, code, default)
    });
    let terms = site.terms.all().filter(|term| {
        let is_translated = languages.taxonomies.contains(&term.taxonomy);
        !is_translated || languages.terms.is_in(term.term_id.0, code, default)
    });
    Site {
        options: options_in(site, languages, language),
        registry: site.registry.clone(),
        terms: Terms::new(terms.map(|term| Term::clone(term))),
        pages: PageTree::new(pages.cloned()),
        menus: site.menus.clone(),
        link_query: languages.negotiation.query(code, default),
        front_page_has_name: languages.front_has_name
            && !(languages.hides_default && code == default),
        content_home: languages.from_content.then(|| site.home()),
        posts_where: Some(posts_where(site, languages, code)),
    }
}

fn options_in(site: &Site, languages: &Languages, language: &Language) -> Options {
    let code = language.code.as_str();
    let mut changed: HashMap<String, Vec<u8>> = HashMap::new();
    let home = languages.home(&site.home(), code);
    if let Negotiation::Domain(_) = languages.negotiation {
        changed.insert(
            "siteurl".into(),
            on_host_of(&site.siteurl(), &site.home(), &home).into(),
        );
    }
    changed.insert("home".into(), home.into());
    changed.insert("WPLANG".into(), language.locale.clone().into());
    for name in PAGES {
        if let Some(id) = languages.posts.translation(site.options.int(name), code) {
            changed.insert(name.into(), id.to_string().into());
        }
    }
    let strings = languages.strings.get(code);
    for name in TEXTS {
        let text = site.options.text(name);
        if let Some(translation) = strings.and_then(|map| map.get(text.as_ref())) {
            changed.insert(name.into(), translation.clone().into());
        }
    }
    let mods = format!("theme_mods_{}", site.options.text("stylesheet"));
    let value = menus_in(site, languages, code, site.options.value(&mods));
    changed.insert(mods, serialize(&value));
    let kept = site
        .options
        .names()
        .filter(|name| !changed.contains_key(*name));
    let kept: Vec<(String, Vec<u8>)> = kept
        .filter_map(|name| Some((name.to_owned(), site.options.raw(name)?.to_vec())))
        .collect();
    Options::new(kept.into_iter().chain(changed))
}

/// The address of the core files on the host of a language's address, where they lay on the host of the site's.
fn on_host_of(siteurl: &str, home: &str, language_home: &str) -> String {
    match siteurl.strip_prefix(home) {
        Some(rest) => format!("{language_home}{rest}"),
        None => siteurl.to_owned(),
    }
}

/// The theme's settings with the menus of the language at its locations.
fn menus_in(site: &Site, languages: &Languages, code: &str, mods: &Value) -> Value {
    let mut mods = match mods {
        Value::Array(map) => map.clone(),
        _ => Array::new(),
    };
    let mut locations = match mods.get("nav_menu_locations") {
        Some(Value::Array(map)) => map.clone(),
        _ => Array::new(),
    };
    for (_, menu) in locations.iter_mut() {
        let translation = languages.terms.translation(menu.to_int(), code);
        let exists = translation.filter(|id| site.menus.contains_key(&TermId(*id)));
        if let Some(id) = exists {
            *menu = Value::Int(id);
        }
    }
    if languages.plugin == Plugin::Polylang {
        let own = languages
            .menu_locations
            .iter()
            .filter(|(_, c, _)| c == code);
        for (location, _, id) in own {
            locations.insert(location.as_str(), *id);
        }
    }
    mods.insert("nav_menu_locations", locations);
    mods.into()
}
