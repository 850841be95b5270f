//! The languages of a site from its multilingual plugin, and the languages of its objects.
//!
//! Contract "wordpress-core", sections 19.1 and 19.2.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::language::Language;
use super::negotiation::Negotiation;
use super::plugin::Plugin;
use super::switcher_settings::SwitcherSlots;
use super::visitor_language::VisitorLanguage;
use crate::wordpress::db::DbError;

/// Objects that are translations of each other: code and id of each.
pub type Group = Arc<[(String, i64)]>;

/// Which objects of a kind are in which language, by id.
#[derive(Debug, Default)]
pub struct Translated {
    /// The code of an object's language.
    pub codes: HashMap<i64, String>,
    /// The group of an object.
    pub groups: HashMap<i64, Group>,
}

impl Translated {
    /// The translation of an object into a language.
    pub fn translation(&self, id: i64, code: &str) -> Option<i64> {
        let group = self.groups.get(&id)?;
        let found = group.iter().find(|(c, _)| c == code);
        found.map(|(_, id)| *id)
    }

    /// Remembers a group under each of its members.
    pub fn add_group(&mut self, members: Vec<(String, i64)>) {
        let group: Group = members.into();
        for (code, id) in group.iter() {
            self.codes.entry(*id).or_insert_with(|| code.clone());
            self.groups.insert(*id, Arc::clone(&group));
        }
    }

    /// Whether an object shows in a language. What has no language is in the site's own.
    pub fn is_in(&self, id: i64, code: &str, default: &str) -> bool {
        self.codes.get(&id).map_or(default, String::as_str) == code
    }
}

/// The languages.
#[derive(Debug)]
pub struct Languages {
    /// The plugin.
    pub plugin: Plugin,
    /// The languages that visitors see, in the site's order.
    pub all: Vec<Arc<Language>>,
    /// The code of the site's own language.
    pub default: String,
    /// How addresses name a language.
    pub negotiation: Negotiation,
    /// Whether posts, pages and terms have no language in their addresses: their own one counts (Polylang's
    /// `force_lang` 0). Front pages and archives still name it.
    pub from_content: bool,
    /// The page that stands for all languages at the site's address; 0 for none.
    pub root_page: i64,
    /// Types of posts that are translated.
    pub post_types: HashSet<String>,
    /// Taxonomies that are translated.
    pub taxonomies: HashSet<String>,
    /// Pages; with Polylang all posts.
    pub posts: Translated,
    /// Terms, by the id of the term.
    pub terms: Translated,
    /// Menus at a location in a language: location, code, id of the menu.
    pub menu_locations: Vec<(String, String, i64)>,
    /// Texts by language: the text and its translation.
    pub strings: HashMap<String, HashMap<String, String>>,
    /// Whether a switcher links a language's front page where the translation is missing.
    pub links_missing: bool,
    /// Whether the head names the default language's page as `x-default`, and where.
    pub x_default: XDefault,
    /// The switcher settings.
    pub switcher: Arc<SwitcherSlots>,
    /// Whether front pages that are pages stand under the page's name (Polylang's `redirect_lang` 0), except that of a
    /// hidden default language.
    pub front_has_name: bool,
    /// Whether the code of the default language is left out of addresses (Polylang's `hide_default`).
    pub hides_default: bool,
    /// What the site does about the language of a visitor.
    pub visitor: VisitorLanguage,
}

/// Where the head names the default language's page as `x-default`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum XDefault {
    /// Nowhere.
    Never,
    /// On front pages.
    FrontPage,
    /// On every page.
    Always,
}

impl Languages {
    /// A language by its code.
    pub fn get(&self, code: &str) -> Option<&Arc<Language>> {
        self.all.iter().find(|language| language.code == code)
    }

    /// The language of a request by its address; the site's own when it names none.
    pub fn of_request(&self, home: &str, request: (&str, &str, &str)) -> &str {
        self.named(home, request).unwrap_or(&self.default)
    }

    /// The language that an address names.
    pub fn named(&self, home: &str, request: (&str, &str, &str)) -> Option<&str> {
        let codes = self.all.iter().map(|language| language.code.as_str());
        self.negotiation.code(codes, home, request)
    }

    /// The language of an address of the site (`Referer`).
    pub fn of_url(&self, home: &str, url: &str) -> Option<&str> {
        let (_, rest) = url.split_once("//")?;
        let at = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (host, path) = rest.split_at(at);
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        self.named(home, (host, path, query))
    }

    /// The site's address in a language.
    pub fn home(&self, home: &str, code: &str) -> String {
        self.negotiation.home(home, code, &self.default)
    }
}

/// Rows of a table that a site need not have.
pub(super) fn optional<T>(rows: Result<Vec<T>, DbError>) -> Result<Vec<T>, DbError> {
    match rows {
        Err(error) if error.is_missing_table() => Ok(Vec::new()),
        rows => rows,
    }
}
