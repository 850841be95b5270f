//! Polylang's taxonomies and options.
//!
//! Contract "wordpress-core", section 19.2.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use indexmap::IndexMap;

use super::language::Language;
use super::languages::{Languages, Translated, XDefault, optional};
use super::negotiation::Negotiation;
use super::plugin::Plugin;
use super::switcher_settings::SwitcherSlots;
use super::visitor_language::VisitorLanguage;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::php::{Value, maybe_unserialize};
use crate::wordpress::site::Site;
use crate::wordpress::taxonomy::{Term, TermTaxonomyId};
use crate::wordpress::url::parse_url;

/// Reads the languages; none for a site without terms of the taxonomy `language` that name a locale: another plugin may
/// have a taxonomy of this name.
///
/// # Errors
/// When the database fails.
pub async fn load(db: &Db, site: &Site) -> Result<Option<Languages>, DbError> {
    let options = site.options.value("polylang");
    let mut terms: Vec<&Arc<Term>> = site.terms.of("language").iter().collect();
    terms.sort_by_key(|term| term.group);
    let all: Vec<Arc<Language>> = terms
        .iter()
        .map(|term| language(site, term))
        .filter(|language| !language.locale.is_empty())
        .collect();
    let Some(first) = all.first() else {
        return Ok(None);
    };
    let default = options.at("default_lang").to_string_lossy().into_owned();
    let default = match all.iter().any(|language| language.code == default) {
        true => default,
        false => first.code.clone(),
    };
    let hides_default = options.get("hide_default").is_none_or(Value::to_bool);
    let force_lang = options.get("force_lang").map_or(1, Value::to_int);
    let x_default = match force_lang < 3 && !hides_default {
        true => XDefault::FrontPage,
        false => XDefault::Never,
    };
    Ok(Some(Languages {
        plugin: Plugin::Polylang,
        negotiation: negotiation(site, options, force_lang, (&all, &default)),
        from_content: force_lang == 0 && !site.options.text("permalink_structure").is_empty(),
        root_page: 0,
        post_types: listed(options.at("post_types"), &["post", "page"]),
        taxonomies: listed(options.at("taxonomies"), &["category", "post_tag"]),
        posts: posts(db, site).await?,
        terms: translated_terms(db, site).await?,
        menu_locations: menu_locations(site, options),
        strings: strings(db, &all).await?,
        links_missing: true,
        x_default,
        switcher: Arc::new(SwitcherSlots::default()),
        // On hosts of their own front pages stand at the host's address.
        front_has_name: force_lang < 2 && !options.at("redirect_lang").to_bool(),
        hides_default,
        visitor: VisitorLanguage::of_polylang(options),
        all,
        default,
    }))
}

fn language(site: &Site, term: &Term) -> Arc<Language> {
    let facts = maybe_unserialize(term.description.as_bytes());
    let text = |key: &str| facts.at(key).to_string_lossy().into_owned();
    let flag = match text("flag_code") {
        code if code.is_empty() => String::new(),
        code => format!(
            "{}/wp-content/plugins/polylang/flags/{code}.png",
            site.siteurl()
        ),
    };
    Arc::new(Language {
        code: term.slug.clone(),
        locale: text("locale"),
        tag: String::new(),
        native_name: term.name.clone(),
        names: IndexMap::new(),
        flag,
        term_id: term.term_id.0,
        is_empty: term.count <= 0,
    })
}

fn negotiation(
    site: &Site,
    options: &Value,
    force_lang: i64,
    (all, default): (&[Arc<Language>], &str),
) -> Negotiation {
    let hides_default = options.get("hide_default").is_none_or(Value::to_bool);
    let home = site.home();
    if site.options.text("permalink_structure").is_empty() && force_lang < 2 {
        return Negotiation::Parameter;
    }
    match force_lang {
        2 => {
            let (scheme, rest) = home.split_once("://").unwrap_or(("http", &home));
            let host = rest.strip_prefix("www.").unwrap_or(rest);
            let named = all.iter().filter(|l| l.code != default || !hides_default);
            let domain =
                |l: &Arc<Language>| (l.code.clone(), format!("{scheme}://{}.{host}", l.code));
            Negotiation::Domain(named.map(domain).collect())
        }
        3 => {
            let domains = options.at("domains").iter();
            let url = |url: &Value| url.to_string_lossy().trim_end_matches('/').to_owned();
            let named = domains.map(|(code, value)| (code.to_string_lossy(), url(value)));
            let valid = named.filter(|(_, url)| parse_url(url).is_some_and(|u| u.host.is_some()));
            Negotiation::Domain(valid.collect())
        }
        _ => Negotiation::Directory {
            before: match options.get("rewrite").is_none_or(Value::to_bool) {
                true => "",
                false => "language/",
            },
            default_has_one: !hides_default,
        },
    }
}

fn listed(list: &Value, always: &[&str]) -> HashSet<String> {
    let always = always.iter().map(|name| (*name).to_owned());
    let more = list
        .values()
        .map(|name| name.to_string_lossy().into_owned());
    always.chain(more).collect()
}

/// Groups that the terms of a taxonomy hold in their descriptions.
fn groups(site: &Site, taxonomy: &str) -> Translated {
    let mut translated = Translated::default();
    for term in site.terms.of(taxonomy) {
        let map = maybe_unserialize(term.description.as_bytes());
        let members = map
            .iter()
            .filter(|(code, _)| code.to_string_lossy() != "sync");
        let members = members.map(|(code, id)| (code.to_string_lossy(), id.to_int()));
        translated.add_group(members.filter(|(_, id)| *id > 0).collect());
    }
    translated
}

/// Adds the languages that stand in relationships: also of what has no translation.
fn add_codes(
    translated: &mut Translated,
    site: &Site,
    rows: Vec<(i64, i64)>,
    code: impl Fn(&Term) -> String,
) {
    for (id, relation) in rows {
        if let Some(term) = site.terms.get(TermTaxonomyId(relation)) {
            translated.codes.insert(id, code(term));
        }
    }
}

async fn posts(db: &Db, site: &Site) -> Result<Translated, DbError> {
    const SQL: &str = "SELECT r.object_id, r.term_taxonomy_id FROM {p}term_relationships r \
        JOIN {p}term_taxonomy t ON t.term_taxonomy_id = r.term_taxonomy_id AND t.taxonomy = 'language' \
        JOIN {p}posts p ON p.ID = r.object_id WHERE p.post_type = 'page'";
    let mut translated = groups(site, "post_translations");
    let rows: Vec<(i64, i64)> = db.load(SQL, vec![]).await?;
    add_codes(&mut translated, site, rows, |term| term.slug.clone());
    Ok(translated)
}

async fn translated_terms(db: &Db, site: &Site) -> Result<Translated, DbError> {
    const SQL: &str = "SELECT r.object_id, r.term_taxonomy_id FROM {p}term_relationships r \
        JOIN {p}term_taxonomy t ON t.term_taxonomy_id = r.term_taxonomy_id AND t.taxonomy = 'term_language'";
    let mut translated = groups(site, "term_translations");
    let rows: Vec<(i64, i64)> = db.load(SQL, vec![]).await?;
    let code = |term: &Term| term.slug.trim_start_matches("pll_").to_owned();
    add_codes(&mut translated, site, rows, code);
    Ok(translated)
}

fn menu_locations(site: &Site, options: &Value) -> Vec<(String, String, i64)> {
    let stylesheet = site.options.text("stylesheet");
    let locations = options.at("nav_menus").at(stylesheet.as_ref()).iter();
    let menus = locations.flat_map(|(location, menus)| {
        let location = location.to_string_lossy();
        let menus = menus.iter();
        menus.map(move |(code, id)| (location.clone(), code.to_string_lossy(), id.to_int()))
    });
    menus.filter(|(_, _, id)| *id > 0).collect()
}

/// Translations of texts: pairs in the meta of a language's term.
async fn strings(
    db: &Db,
    all: &[Arc<Language>],
) -> Result<HashMap<String, HashMap<String, String>>, DbError> {
    const SQL: &str =
        "SELECT term_id, meta_value FROM {p}termmeta WHERE meta_key = '_pll_strings_translations'";
    let rows: Vec<(i64, Vec<u8>)> = optional(db.load(SQL, vec![]).await)?;
    let mut strings = HashMap::new();
    for (term_id, value) in rows {
        let Some(language) = all.iter().find(|language| language.term_id == term_id) else {
            continue;
        };
        let value = maybe_unserialize(&value);
        let text = |pair: &Value, n: i64| pair.at(n).to_string_lossy().into_owned();
        let pairs = value.values().map(|pair| (text(pair, 0), text(pair, 1)));
        let map: HashMap<String, String> = pairs.filter(|(_, t)| !t.is_empty()).collect();
        strings.insert(language.code.clone(), map);
    }
    Ok(strings)
}
