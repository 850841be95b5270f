//! The columns of a site: which pieces of legacy software take part, and what each registers.
//!
//! Adding a plugin is adding its column and its line in [`COLUMNS`]. A column takes part when the site has its plugin
//! or theme active.

use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::contact_form_7;
use crate::contact_form_7::contact_forms::ContactForms;
use crate::divi;
use crate::moove_gdpr;
use crate::reviews::{self, SiteReviews};
use crate::wordpress::canonical::CanonicalHook;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::l10n::Translations;
use crate::wordpress::object_cache::ObjectCache;
use crate::wordpress::options::Options;
use crate::wordpress::php::Value;
use crate::wordpress::post::Post;
use crate::wordpress::query::{MainQuery, QueryHook};
use crate::wordpress::site::{PageTree, Registry, Site};

/// A column on the floor of meaning.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// Its name, the same on every floor.
    pub name: &'static str,
    /// Options that it reads although they are not autoloaded.
    pub option_names: &'static [&'static str],
    /// Whether the site has it.
    pub is_active: fn(&Options) -> bool,
    /// Puts its post types, taxonomies, rules and image sizes in place.
    pub register: fn(&Options, &PageTree, &mut Registry),
    /// What it changes on the main query.
    pub query_hook: Option<fn() -> Box<dyn QueryHook>>,
    /// What it changes on canonical redirects.
    pub canonical_hook: Option<fn() -> Box<dyn CanonicalHook>>,
    /// Names the files of its texts.
    pub translations: fn(&mut Translations),
}

/// All columns, in the order in which they register.
pub const COLUMNS: &[Column] = &[
    crate::wordpress::register::COLUMN,
    crate::divi::register::COLUMN,
    crate::woocommerce::register::COLUMN,
    contact_form_7::register::COLUMN,
    reviews::register::COLUMN,
    moove_gdpr::COLUMN,
    crate::wp_armour::register::COLUMN,
    crate::multilingual::register::COLUMN,
];

/// What the active columns register for a site with these options.
pub fn register(options: &Options, pages: &PageTree) -> Registry {
    let mut registry = Registry::default();
    for column in COLUMNS.iter().filter(|c| (c.is_active)(options)) {
        (column.register)(options, pages, &mut registry);
    }
    registry
}

/// What the active columns change on the main query, in their order.
pub fn query_hooks(options: &Options) -> Vec<Box<dyn QueryHook>> {
    let active = COLUMNS.iter().filter(|c| (c.is_active)(options));
    active
        .filter_map(|c| c.query_hook.map(|hook| hook()))
        .collect()
}

/// What the active columns change on canonical redirects, in their order.
pub fn canonical_hooks(options: &Options) -> Vec<Box<dyn CanonicalHook>> {
    let active = COLUMNS.iter().filter(|c| (c.is_active)(options));
    active
        .filter_map(|c| c.canonical_hook.map(|hook| hook()))
        .collect()
}

/// Names the files of the active columns' texts; before the first page.
pub fn register_translations(options: &Options, translations: &mut Translations) {
    for column in COLUMNS.iter().filter(|c| (c.is_active)(options)) {
        (column.translations)(translations);
    }
}

/// Writes our own wording as the language packs of a locale below `wp-content`, for all columns.
///
/// # Errors
/// When a file cannot be written.
pub fn write_language_packs(content_dir: &Path, locale: &str) -> io::Result<()> {
    let mut translations = Translations::new(Some(content_dir));
    for column in COLUMNS {
        (column.translations)(&mut translations);
    }
    translations.write_packs(locale)
}

/// What columns keep outside of the options and every page needs: loaded with the site's snapshot.
#[derive(Debug, Default)]
pub struct ColumnData {
    /// Settings of the consent banner.
    pub moove_gdpr: moove_gdpr::Settings,
    /// Presets and colours of the builder.
    pub divi: divi::BuilderSettings,
    /// Split tests that run.
    pub split_tests: divi::split_test::SplitTests,
    /// Attachments that columns show on every page: logos.
    pub attachments: Vec<i64>,
    /// Contact forms.
    pub contact_forms: ContactForms,
    /// Reviews and places.
    pub reviews: SiteReviews,
}

impl ColumnData {
    /// Loads what the active columns keep: a few queries a column at most.
    pub async fn load(db: &Db, options: &Options) -> Result<Self, DbError> {
        let mut data = Self::default();
        if (moove_gdpr::COLUMN.is_active)(options) {
            data.moove_gdpr = moove_gdpr::Settings::load(db, options).await?;
            let logo = data.moove_gdpr.int_or("moove_gdpr_company_logo_id", 0);
            data.attachments.push(logo);
        }
        if (crate::divi::register::COLUMN.is_active)(options) {
            let logo = crate::divi::logo::logo_attachment(db, options).await?;
            data.attachments.extend(logo);
            data.divi = divi::BuilderSettings::load(db, options).await?;
            data.split_tests = divi::split_test::SplitTests::load(db).await?;
        }
        if (contact_form_7::register::COLUMN.is_active)(options) {
            data.contact_forms = ContactForms::load(db, options).await?;
        }
        if (reviews::register::COLUMN.is_active)(options) {
            data.reviews = SiteReviews::of(options);
            data.attachments.extend(data.reviews.attachments());
        }
        data.attachments.retain(|id| *id > 0);
        Ok(data)
    }
}

/// Options that only count what happened. No page shows them, so kept pages outlive their change.
pub const COUNTERS: &[&str] = &[crate::wp_armour::statistics::OPTION];

/// What columns show on one page beside what belongs to its posts: loaded before it is rendered.
#[derive(Debug, Default)]
pub struct PageColumnData {
    /// What the builder's modules show.
    pub divi: divi::PageData,
}

impl PageColumnData {
    /// Loads what the content of the query's posts asks for.
    pub async fn load(
        db: &Db,
        site: &Site,
        columns: &ColumnData,
        query: &MainQuery,
        objects: &mut ObjectCache,
    ) -> Result<Self, DbError> {
        let mut data = Self::default();
        if (divi::register::COLUMN.is_active)(&site.options) {
            data.divi = divi::PageData::load(db, site, &columns.divi, query, objects).await?;
        }
        Ok(data)
    }

    /// The posts among them.
    pub fn posts(&self) -> impl Iterator<Item = &Arc<Post>> {
        self.divi.posts()
    }

    /// Ids of the attachments that they show.
    pub fn attachments(&self) -> &[i64] {
        &self.divi.attachments
    }
}

/// Names of all options that columns read although they are not autoloaded.
pub fn option_names() -> impl Iterator<Item = &'static str> {
    COLUMNS.iter().flat_map(|c| c.option_names).copied()
}

/// Whether a plugin is active, by its file as in the option `active_plugins`.
pub fn is_plugin_active(options: &Options, file: &str) -> bool {
    options
        .value("active_plugins")
        .values()
        .any(|v| v.as_bytes() == Some(file.as_bytes()))
}

/// Whether the theme, or the parent of the child theme, has this folder name.
pub fn is_theme(options: &Options, name: &str) -> bool {
    options.text("template").eq_ignore_ascii_case(name)
}

/// A string of a map option, empty when missing.
pub fn text_at(map: &Value, key: &str) -> String {
    map.at(key).as_str_lossy().unwrap_or_default().into_owned()
}
