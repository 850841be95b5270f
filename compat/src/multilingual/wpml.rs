//! WPML's tables and options.
//!
//! Contract "wordpress-core", section 19.1.

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
use crate::wordpress::php::Value;
use crate::wordpress::site::Site;
use crate::wordpress::taxonomy::TermTaxonomyId;

/// Reads the languages; none for a site without WPML's settings or without an active language.
///
/// # Errors
/// When the database fails.
pub async fn load(db: &Db, site: &Site) -> Result<Option<Languages>, DbError> {
    let settings = site.options.value("icl_sitepress_settings");
    let default = settings
        .at("default_language")
        .to_string_lossy()
        .into_owned();
    if default.is_empty() {
        return Ok(None);
    }
    let all = languages(db, site, settings).await?;
    if !all.iter().any(|language| language.code == default) {
        return Ok(None);
    }
    let (posts, terms) = elements(db, site).await?;
    let urls = settings.at("urls");
    let has_directory = urls.at("directory_for_default_language").to_int() == 1;
    let root_page = match urls.at("show_on_root").to_string_lossy().as_ref() {
        "page" => urls.at("root_page").to_int(),
        _ => 0,
    };
    let is_in_head = settings
        .at("seo")
        .get("head_langs")
        .is_none_or(Value::to_bool);
    let slots = SwitcherSlots::of_wpml(site.options.value("wpml_language_switcher"), |menu| {
        let group = terms.groups.get(&menu).map(|group| group.iter());
        group.into_iter().flatten().map(|(_, id)| *id).collect()
    });
    Ok(Some(Languages {
        plugin: Plugin::Wpml,
        negotiation: negotiation(settings, &site.home(), has_directory),
        from_content: false,
        root_page,
        post_types: synced(settings.at("custom_posts_sync_option"), &["post", "page"]),
        taxonomies: synced(
            settings.at("taxonomies_sync_option"),
            &["category", "post_tag"],
        ),
        posts,
        terms,
        menu_locations: Vec::new(),
        strings: strings(db).await?,
        links_missing: settings.at("icl_lso_link_empty").to_int() == 1,
        x_default: if is_in_head {
            XDefault::Always
        } else {
            XDefault::Never
        },
        switcher: Arc::new(slots),
        front_has_name: false,
        hides_default: !has_directory,
        visitor: VisitorLanguage::of_wpml(settings),
        all,
        default,
    }))
}

fn negotiation(settings: &Value, home: &str, default_has_one: bool) -> Negotiation {
    match settings.at("language_negotiation_type").to_int() {
        2 => {
            let scheme = home.split("://").next().unwrap_or("http");
            let domains = settings.at("language_domains").iter().map(|(code, host)| {
                let host = host.to_string_lossy();
                let host = host.trim_end_matches('/');
                let url = match host.contains("://") {
                    true => host.to_owned(),
                    false => format!("{scheme}://{host}"),
                };
                (code.to_string_lossy(), url)
            });
            let named = domains.filter(|(_, url)| !url.ends_with("//"));
            Negotiation::Domain(named.collect())
        }
        3 => Negotiation::Parameter,
        _ => Negotiation::Directory {
            before: "",
            default_has_one,
        },
    }
}

/// The names that a map of switches has on, with those that are on unless it says otherwise.
fn synced(map: &Value, usual: &[&str]) -> HashSet<String> {
    let usual = usual.iter().filter(|name| map.get(**name).is_none());
    let on = map
        .iter()
        .filter(|(_, value)| matches!(value.to_int(), 1 | 2));
    usual
        .map(|name| (*name).to_owned())
        .chain(on.map(|(name, _)| name.to_string_lossy()))
        .collect()
}

crate::row! {
    struct LanguageRow {
        code: String,
        locale: Option<String>,
        tag: Option<String>,
        english_name: Option<String>,
    }
}

/// The active languages in the site's order, without those that visitors do not see.
async fn languages(db: &Db, site: &Site, settings: &Value) -> Result<Vec<Arc<Language>>, DbError> {
    const LANGUAGES: &str = "SELECT code, default_locale, tag, english_name FROM {p}icl_languages WHERE active = 1 ORDER BY id";
    const NAMES: &str =
        "SELECT language_code, display_language_code, name FROM {p}icl_languages_translations";
    const LOCALES: &str = "SELECT code, locale FROM {p}icl_locale_map";
    let rows: Vec<LanguageRow> = optional(db.load(LANGUAGES, vec![]).await)?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let names: Vec<(String, String, String)> = optional(db.load(NAMES, vec![]).await)?;
    let locales: Vec<(String, String)> = optional(db.load(LOCALES, vec![]).await)?;
    let locales: HashMap<String, String> = locales.into_iter().collect();
    let flags = flags(db, site).await?;
    let hidden: HashSet<String> = codes(settings.at("hidden_languages")).collect();
    let language = |row: LanguageRow| {
        let of_map = locales.get(&row.code).cloned();
        let locale = of_map.or(row.locale).filter(|l| !l.is_empty());
        let own = names.iter().filter(|(code, _, _)| *code == row.code);
        let names: IndexMap<String, String> = own
            .map(|(_, by, name)| (by.clone(), name.clone()))
            .collect();
        let native = names.get(&row.code).cloned().or(row.english_name);
        Arc::new(Language {
            locale: locale.unwrap_or_else(|| row.code.clone()),
            tag: row.tag.unwrap_or_default(),
            native_name: native.unwrap_or_else(|| row.code.clone()),
            names,
            flag: flags.get(&row.code).cloned().unwrap_or_default(),
            code: row.code,
            term_id: 0,
            is_empty: false,
        })
    };
    let mut all: Vec<Arc<Language>> = rows.into_iter().map(language).collect();
    all.retain(|language| !hidden.contains(&language.code));
    let order: Vec<String> = codes(settings.at("languages_order")).collect();
    let place = |language: &Arc<Language>| order.iter().position(|code| *code == language.code);
    all.sort_by_key(|language| place(language).unwrap_or(usize::MAX));
    Ok(all)
}

fn codes(list: &Value) -> impl Iterator<Item = String> {
    list.values()
        .map(|code| code.to_string_lossy().into_owned())
}

/// Addresses of flags by code: the plugin's own, or files that the owner uploaded.
async fn flags(db: &Db, site: &Site) -> Result<HashMap<String, String>, DbError> {
    const FLAGS: &str = "SELECT lang_code, flag, from_template FROM {p}icl_flags";
    let rows: Vec<(String, Option<String>, i64)> = optional(db.load(FLAGS, vec![]).await)?;
    let url = |(code, flag, from_template): (String, Option<String>, i64)| {
        let flag = flag.filter(|flag| !flag.is_empty())?;
        let folder = match from_template {
            0 => format!(
                "{}/wp-content/plugins/sitepress-multilingual-cms/res/flags",
                site.siteurl()
            ),
            _ => format!("{}/flags", site.uploads_url()),
        };
        Some((code, format!("{folder}/{flag}")))
    };
    Ok(rows.into_iter().filter_map(url).collect())
}

crate::row! {
    struct ElementRow {
        element_type: String,
        element_id: i64,
        trid: i64,
        code: String,
    }
}

/// Pages and terms with their languages and groups. Terms stand under the id of their row in `term_taxonomy`.
async fn elements(db: &Db, site: &Site) -> Result<(Translated, Translated), DbError> {
    const SQL: &str = "SELECT element_type, element_id, trid, language_code FROM {p}icl_translations \
        WHERE element_id IS NOT NULL AND (element_type = 'post_page' OR SUBSTR(element_type, 1, 4) = 'tax_') \
        ORDER BY translation_id";
    let rows: Vec<ElementRow> = optional(db.load(SQL, vec![]).await)?;
    let mut groups: IndexMap<(bool, i64), Vec<(String, i64)>> = IndexMap::new();
    for row in rows {
        let is_page = row.element_type == "post_page";
        let id = match is_page {
            true => Some(row.element_id),
            false => site
                .terms
                .get(TermTaxonomyId(row.element_id))
                .map(|term| term.term_id.0),
        };
        if let Some(id) = id {
            let group = groups.entry((is_page, row.trid)).or_default();
            group.push((row.code, id));
        }
    }
    let (mut pages, mut terms) = (Translated::default(), Translated::default());
    for ((is_page, _), members) in groups {
        if is_page { &mut pages } else { &mut terms }.add_group(members);
    }
    Ok((pages, terms))
}

/// Complete translations of the site's own texts: title, tagline, widgets.
async fn strings(db: &Db) -> Result<HashMap<String, HashMap<String, String>>, DbError> {
    const SQL: &str = "SELECT t.language, s.value, t.value FROM {p}icl_strings s \
        JOIN {p}icl_string_translations t ON t.string_id = s.id \
        WHERE t.status = 10 AND s.context IN ('WP', 'Widgets')";
    let rows: Vec<(String, Option<String>, Option<String>)> = optional(db.load(SQL, vec![]).await)?;
    let mut strings: HashMap<String, HashMap<String, String>> = HashMap::new();
    for (code, text, translation) in rows {
        if let (Some(text), Some(translation)) = (text, translation.filter(|t| !t.is_empty())) {
            strings.entry(code).or_default().insert(text, translation);
        }
    }
    Ok(strings)
}
