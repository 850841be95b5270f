//! The manifest of a column on this floor.
//!
//! A column stands for one plugin or theme. It is used if the plugin or theme is active on the site. Each column has its
//! manifest in its `register.rs`; `crate::columns` lists them.

use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;

use super::audit::part::{ColumnAudit, InventoryItem};
use super::canonical::CanonicalHook;
use super::db::tag::{ChangedTags, Tag};
use super::db::{Db, DbError, Unrendered};
use super::l10n::Translations;
use super::object_cache::ObjectCache;
use super::options::Options;
use super::php::Value;
use super::post::Post;
use super::query::{MainQuery, QueryHook};
use super::site::{PageTree, Registry, Site};
use super::wp_config::WpConfig;
use crate::type_map::{Entry, TypeMap};

/// A pending result of the database.
pub type Loading<'a> = Pin<Box<dyn Future<Output = Result<(), DbError>> + Send + 'a>>;

/// Registers what rows of the database name.
pub type RowsRegistration = for<'a> fn(&'a Db, &'a Options, &'a mut Registry) -> Loading<'a>;

/// Loads a column's site data.
pub type SiteLoader = for<'a> fn(&'a SiteSource<'a>, &'a mut SiteData) -> Loading<'a>;

/// A pending comparison with the database.
pub type Comparing<'a> = Pin<Box<dyn Future<Output = Result<bool, DbError>> + Send + 'a>>;

/// Site data made of few rows of a table that changes often. Their loader declares an empty list of tags
/// ([`declared`](super::db::reads::declared)): no change of the table alone makes the site be read again, but two snapshots
/// are still compared by these rows.
#[derive(Debug, Clone, Copy)]
pub struct ComparedRows {
    /// The table, without prefix.
    pub table: &'static str,
    /// Whether these rows differ from the site data.
    pub differ: for<'a> fn(&'a Db, &'a SiteData) -> Comparing<'a>,
}

/// Loads what a column shows on one page.
pub type PageLoader = for<'a> fn(&'a mut PageSource<'_>, &'a mut PageData) -> Loading<'a>;

/// Finds what a column has on a site (forms, languages, products), for an audit.
pub type Inventory =
    for<'a> fn(&'a Db, &'a Site, &'a SiteData, &'a mut Vec<InventoryItem>) -> Loading<'a>;

/// Makes the site's variant for each language, by language code.
pub type SiteInLanguages = fn(&Site, &SiteData) -> Vec<(String, Site)>;

/// A column on the floor of meaning.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// Its name, the same on every floor.
    pub name: &'static str,
    /// Options that it reads although they are not autoloaded.
    pub option_names: &'static [&'static str],
    /// Whether the site has it.
    pub is_active: fn(&Options) -> bool,
    /// Registers its post types, taxonomies, rewrite rules and image sizes.
    pub register: fn(&Options, &PageTree, &mut Registry),
    /// Registers post types and taxonomies that rows of tables of its own name, after [`Self::register`].
    pub register_rows: Option<RowsRegistration>,
    /// What it changes on the main query.
    pub query_hook: Option<fn() -> Box<dyn QueryHook>>,
    /// What it changes on canonical redirects.
    pub canonical_hook: Option<fn() -> Box<dyn CanonicalHook>>,
    /// Names the files of its texts.
    pub translations: fn(&mut Translations),
    /// Loads its site data, in a few queries at most.
    pub load_site: Option<SiteLoader>,
    /// Makes the site's variant for each language, by code.
    pub in_languages: Option<SiteInLanguages>,
    /// Whether files of the site that its site data were read from have changed. Blocks on the file system.
    pub files_changed: Option<fn(&SiteData) -> bool>,
    /// What is compared after a change of a table; the site is read again only when it differs.
    pub compared_rows: Option<ComparedRows>,
    /// Loads its data for one page, besides what belongs to the page's posts.
    pub load_page: Option<PageLoader>,
    /// Options that no page shows (counters): cached pages outlive their change.
    pub unrendered_options: &'static [&'static str],
    /// Keys of meta that no page shows: cached pages outlive their change.
    pub unrendered_meta: &'static [&'static str],
    /// Post types that no page for strangers shows: cached pages outlive changes of such posts, their meta and comments.
    pub unrendered_post_types: &'static [&'static str],
    /// What it stands for, for an audit of a site.
    pub audit: ColumnAudit,
    /// Finds what the site has of it, for an audit.
    pub inventory: Option<Inventory>,
}

impl Column {
    /// A column that registers nothing.
    pub const fn new(name: &'static str, is_active: fn(&Options) -> bool) -> Self {
        Self {
            name,
            is_active,
            option_names: &[],
            register: |_, _, _| {},
            register_rows: None,
            query_hook: None,
            canonical_hook: None,
            translations: |_| {},
            load_site: None,
            in_languages: None,
            files_changed: None,
            compared_rows: None,
            load_page: None,
            unrendered_options: &[],
            unrendered_meta: &[],
            unrendered_post_types: &[],
            audit: ColumnAudit::NONE,
            inventory: None,
        }
    }
}

/// A list of columns, in the order in which they register.
#[derive(Debug, Clone, Copy)]
pub struct Columns(pub &'static [Column]);

impl Columns {
    /// Those that a site has.
    pub fn active(self, options: &Options) -> impl Iterator<Item = &'static Column> {
        self.0.iter().filter(|column| (column.is_active)(options))
    }

    /// What the active columns register for a site with these options.
    pub fn register(self, options: &Options, pages: &PageTree) -> Registry {
        let mut registry = Registry::default();
        for column in self.active(options) {
            (column.register)(options, pages, &mut registry);
        }
        registry
    }

    /// What the active columns change on the main query.
    pub fn query_hooks(self, options: &Options) -> Vec<Box<dyn QueryHook>> {
        let hooks = self.active(options).filter_map(|column| column.query_hook);
        hooks.map(|hook| hook()).collect()
    }

    /// What the active columns change on canonical redirects.
    pub fn canonical_hooks(self, options: &Options) -> Vec<Box<dyn CanonicalHook>> {
        let hooks = self
            .active(options)
            .filter_map(|column| column.canonical_hook);
        hooks.map(|hook| hook()).collect()
    }

    /// Names the files of the active columns' texts; before the first page.
    pub fn register_translations(self, options: &Options, translations: &mut Translations) {
        for column in self.active(options) {
            (column.translations)(translations);
        }
    }

    /// Writes our own wording as the language packs of a locale below `wp-content`, for all columns.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write_language_packs(self, content_dir: &Path, locale: &str) -> io::Result<()> {
        let mut translations = Translations::new(Some(content_dir));
        for column in self.0 {
            (column.translations)(&mut translations);
        }
        translations.write_packs(locale)
    }

    /// Names of all options that columns read although they are not autoloaded.
    pub fn option_names(self) -> impl Iterator<Item = &'static str> {
        self.0
            .iter()
            .flat_map(|column| column.option_names)
            .copied()
    }

    /// Options that no page shows.
    pub fn unrendered_options(self) -> Vec<&'static str> {
        let names = self.0.iter().flat_map(|column| column.unrendered_options);
        names.copied().collect()
    }

    /// What no page shows.
    pub fn unrendered(self) -> Unrendered {
        let all = |names: fn(&Column) -> &'static [&'static str]| {
            self.0.iter().flat_map(names).copied().collect()
        };
        Unrendered {
            options: self.unrendered_options(),
            meta: all(|column| column.unrendered_meta),
            post_types: all(|column| column.unrendered_post_types),
        }
    }
}

/// The folders of a site that has files.
#[derive(Debug, Clone, Copy, Default)]
pub struct Folders<'a> {
    /// WordPress's own.
    pub wp_root: Option<&'a Path>,
    /// `wp-content`.
    pub content_dir: Option<&'a Path>,
}

/// What site data is loaded from.
#[derive(Clone, Copy)]
pub struct SiteSource<'a> {
    /// The database.
    pub db: &'a Db,
    /// The site's snapshot.
    pub site: &'a Site,
    /// The parsed `wp-config.php`, if there is one.
    pub wp_config: Option<&'a WpConfig>,
    /// The columns' settings.
    pub configured: &'a TypeMap,
    /// The site's folders.
    pub folders: Folders<'a>,
    /// The data of the snapshot before, when the site is read again.
    pub before: Option<&'a SiteData>,
}

/// The active columns' site data.
#[derive(Debug, Default)]
pub struct SiteData {
    columns: Vec<&'static Column>,
    values: TypeMap,
    attachments: Vec<i64>,
}

impl SiteData {
    /// Loads the active columns' site data.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(columns: Columns, source: &SiteSource<'_>) -> Result<Self, DbError> {
        let mut data = Self {
            columns: columns.active(&source.site.options).collect(),
            ..Self::default()
        };
        let loaders: Vec<SiteLoader> = data.columns.iter().filter_map(|c| c.load_site).collect();
        for load in loaders {
            load(source, &mut data).await?;
        }
        Ok(data)
    }

    /// What the active columns have on the site.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn inventory(&self, db: &Db, site: &Site) -> Result<Vec<InventoryItem>, DbError> {
        let mut items = Vec::new();
        for find in self.columns.iter().filter_map(|column| column.inventory) {
            find(db, site, self, &mut items).await?;
        }
        Ok(items)
    }

    /// The site's variants by language code; empty for a site with one language.
    pub fn in_languages(&self, site: &Site) -> Vec<(String, Site)> {
        let columns = self.columns.iter();
        let all = columns.filter_map(|column| column.in_languages);
        all.flat_map(|of| of(site, self)).collect()
    }

    /// Whether files that the data were read from have changed. Blocks on the file system.
    pub fn files_changed(&self) -> bool {
        let mut columns = self
            .columns
            .iter()
            .filter_map(|column| column.files_changed);
        columns.any(|changed| changed(self))
    }

    /// Whether rows that columns compare differ, where their tables changed.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn rows_changed(&self, changed: &ChangedTags, db: &Db) -> Result<bool, DbError> {
        for rows in self.columns.iter().filter_map(|c| c.compared_rows) {
            let tags = [Tag::table(rows.table)].into_iter().collect();
            if changed.hit(&tags).is_some() && (rows.differ)(db, self).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A column's value.
    pub fn get<T: Entry>(&self) -> &T {
        self.values.get()
    }

    /// Inserts a value.
    pub fn insert<T: Entry>(&mut self, value: T) {
        self.values.insert(value);
    }

    /// Names attachments that a column shows on every page (logos); ids below 1 are left out.
    pub fn add_attachments(&mut self, ids: impl IntoIterator<Item = i64>) {
        self.attachments
            .extend(ids.into_iter().filter(|id| *id > 0));
    }

    /// Attachments that columns show on every page.
    pub fn attachments(&self) -> &[i64] {
        &self.attachments
    }
}

/// What page data is loaded from.
pub struct PageSource<'a> {
    /// The database.
    pub db: &'a Db,
    /// The site's snapshot.
    pub site: &'a Site,
    /// The columns' site data.
    pub site_data: &'a SiteData,
    /// The main query.
    pub query: &'a MainQuery,
    /// The objects loaded so far.
    pub objects: &'a mut ObjectCache,
}

/// The active columns' data for one page.
#[derive(Debug, Default)]
pub struct PageData {
    values: TypeMap,
    posts: Vec<Arc<Post>>,
    attachments: Vec<i64>,
}

impl PageData {
    /// Loads the data for the page of a query.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(mut source: PageSource<'_>) -> Result<Self, DbError> {
        let mut data = Self::default();
        let columns = source.site_data.columns.iter();
        for load in columns.filter_map(|column| column.load_page) {
            load(&mut source, &mut data).await?;
        }
        Ok(data)
    }

    /// What a column shows.
    pub fn get<T: Entry>(&self) -> &T {
        self.values.get()
    }

    /// Inserts a value.
    pub fn insert<T: Entry>(&mut self, value: T) {
        self.values.insert(value);
    }

    /// Adds posts whose meta, terms and authors the page needs.
    pub fn add_posts(&mut self, posts: impl IntoIterator<Item = Arc<Post>>) {
        self.posts.extend(posts);
    }

    /// Names attachments that the page shows.
    pub fn add_attachments(&mut self, ids: impl IntoIterator<Item = i64>) {
        self.attachments.extend(ids);
    }

    /// The posts that columns named.
    pub fn posts(&self) -> &[Arc<Post>] {
        &self.posts
    }

    /// Ids of the attachments that columns named.
    pub fn attachments(&self) -> &[i64] {
        &self.attachments
    }
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
