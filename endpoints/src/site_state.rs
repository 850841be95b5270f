//! The snapshot of the site that requests are answered from, with what follows from it; and what differs between two.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use arc_swap::ArcSwap;
use compat::type_map::TypeMap;
use compat::wordpress::canonical::CanonicalHook;
use compat::wordpress::column::{Folders, SiteData, SiteSource};
use compat::wordpress::date::WpTimezone;
use compat::wordpress::db::tag::{ChangedTags, Tags};
use compat::wordpress::db::{Db, DbError, reads};
use compat::wordpress::options::is_housekeeping;
use compat::wordpress::query::QueryHook;
use compat::wordpress::rewrite::{Rewrite, RuleTable};
use compat::wordpress::salt::Salts;
use compat::wordpress::session::CookieSite;
use compat::wordpress::site::Site;
use compat::wordpress::site_loader;
use compat::wordpress::widget::WidgetRows;
use compat::wordpress::wp_config::WpConfig;
use themes::wordpress::view::Theme;
use tokio::sync::OnceCell;

/// The columns of the floors below.
#[derive(Clone, Copy)]
pub struct ColumnLists {
    /// Those of `compat`.
    pub compat: compat::wordpress::column::Columns,
    /// Those of `themes`.
    pub themes: &'static [themes::column::Column],
}

/// The snapshot of the site, with everything derived from it.
pub struct SiteState {
    /// The site's data.
    pub site: Arc<Site>,
    /// Permalink settings.
    pub rewrite: Arc<Rewrite>,
    /// The rewrite rules.
    pub rules: RuleTable,
    /// The columns' hooks of the main query.
    pub query_hooks: Vec<Box<dyn QueryHook>>,
    /// The columns' hooks of canonical redirects.
    pub canonical_hooks: Vec<Box<dyn CanonicalHook>>,
    /// The theme.
    pub theme: Arc<Theme>,
    /// The columns' site data.
    pub site_data: Arc<SiteData>,
    /// The keys and salts.
    pub salts: Arc<Salts>,
    /// Names, paths and domain of cookies.
    pub cookies: CookieSite,
    /// The language of this variant of the snapshot; `None` for the default one.
    pub language: Option<String>,
    lists: ColumnLists,
    in_language: HashMap<String, Arc<SiteState>>,
    /// Another cell after a change of what the widgets list: the rest of the snapshot stays.
    widget_rows: ArcSwap<OnceCell<KnownWidgetRows>>,
    made_of: Tags,
    /// A digest of what columns and languages read, to compare two snapshots.
    digest: u64,
}

/// What the widgets of a snapshot list, and what it depends on.
struct KnownWidgetRows {
    rows: Arc<WidgetRows>,
    /// The tags of all but the comments.
    of_posts: Tags,
    /// Those of the comments.
    of_comments: Tags,
}

impl KnownWidgetRows {
    /// Reads them; those of posts may be known already.
    async fn load(
        site: &Site,
        posts: Option<(WidgetRows, Tags)>,
        db: &Db,
    ) -> Result<Self, DbError> {
        let (posts, of_posts) = match posts {
            Some(posts) => posts,
            None => {
                let (rows, reads) = reads::recorded(WidgetRows::load_posts(db, site)).await;
                (rows?, reads.tags())
            }
        };
        let (rows, reads) = reads::recorded(posts.with_comments(db, site)).await;
        Ok(Self {
            rows: Arc::new(rows?),
            of_posts,
            of_comments: reads.tags(),
        })
    }

    /// What is still right of posts after a change of something listed.
    fn posts_after(&self, changed: &ChangedTags) -> Option<(WidgetRows, Tags)> {
        let is_hit = changed.hit(&self.of_posts).is_some();
        (!is_hit).then(|| (WidgetRows::clone(&self.rows), self.of_posts.clone()))
    }

    fn is_hit_by(&self, changed: &ChangedTags) -> bool {
        let tags = [&self.of_posts, &self.of_comments];
        tags.into_iter().any(|tags| changed.hit(tags).is_some())
    }
}

/// What the snapshots of all languages share.
struct Shared {
    theme: Arc<Theme>,
    site_data: Arc<SiteData>,
    salts: Arc<Salts>,
    cookies: CookieSite,
    lists: ColumnLists,
    made_of: Tags,
    digest: u64,
}

impl Shared {
    /// Makes the snapshot of a site in a language.
    fn state(&self, site: Site, language: Option<&str>) -> SiteState {
        let rewrite = Rewrite::new(&site, &site.registry.rewrite);
        SiteState {
            rules: rewrite.rules(),
            rewrite: Arc::new(rewrite),
            query_hooks: self.lists.compat.query_hooks(&site.options),
            canonical_hooks: self.lists.compat.canonical_hooks(&site.options),
            site: Arc::new(site),
            theme: self.theme.clone(),
            site_data: self.site_data.clone(),
            salts: self.salts.clone(),
            cookies: self.cookies.clone(),
            lists: self.lists,
            language: language.map(str::to_owned),
            in_language: HashMap::new(),
            widget_rows: ArcSwap::default(),
            made_of: self.made_of.clone(),
            digest: self.digest,
        }
    }

    fn in_each_language(&self, site: &Site) -> HashMap<String, Arc<SiteState>> {
        let sites = self.site_data.in_languages(site).into_iter();
        let states = sites.map(|(code, site)| {
            let state = self.state(site, Some(&code));
            (code, Arc::new(state))
        });
        states.collect()
    }
}

impl SiteState {
    /// Loads the site and makes its snapshot in each language.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(
        db: &Db,
        (wp_config, folders): (Option<&WpConfig>, Folders<'_>),
        (lists, configured): (ColumnLists, &TypeMap),
        before: Option<&Self>,
    ) -> Result<Self, DbError> {
        let (site, site_reads) = reads::recorded(site_loader::load(db, lists.compat)).await;
        let site = site?;
        let (salts, created) = Salts::collect(
            |name| wp_config.and_then(|c| c.text(name)),
            |name| {
                site.options
                    .raw(name)
                    .map(|raw| String::from_utf8_lossy(raw).into_owned())
            },
            compat::wordpress::password::generate_salt,
        );
        let mut is_stored = true;
        for option in created {
            is_stored &= option.store(db).await?;
        }
        if !is_stored {
            // An instance that starts at the same moment was first: the site is read with its secrets.
            let again = Self::load(db, (wp_config, folders), (lists, configured), before);
            return Box::pin(again).await;
        }
        let domain = wp_config.and_then(WpConfig::cookie_domain);
        let cookies = CookieSite::new(&site.home(), &site.siteurl()).with_domain(domain.as_deref());
        let source = SiteSource {
            db,
            site: &site,
            wp_config,
            configured,
            folders,
            before: before.map(|before| &*before.site_data),
        };
        let load = SiteData::load(lists.compat, &source);
        let (site_data, column_reads) = reads::recorded(load).await;
        let site_data = site_data?;
        let theme = match before {
            Some(before) if same_columns(&before.site, &site) => before.theme.clone(),
            _ => Arc::new(Theme::new(lists.themes, &site.options, configured)),
        };
        let all_reads = [&site_reads, &column_reads].map(|reads| reads.tags());
        let shared = Shared {
            theme,
            lists,
            site_data: Arc::new(site_data),
            salts: Arc::new(salts),
            cookies,
            made_of: all_reads.iter().flat_map(Tags::iter).collect(),
            digest: column_reads.digest(),
        };
        let in_language = shared.in_each_language(&site);
        let mut state = shared.state(site, None);
        state.in_language = in_language;
        Ok(state)
    }

    /// The locale of the site: the option WPLANG, English without one.
    pub fn locale_code(&self) -> String {
        let code = self.site.options.text("WPLANG");
        if code.is_empty() {
            "en_US".to_owned()
        } else {
            code.into_owned()
        }
    }

    /// The site's time zone.
    pub fn timezone(&self) -> WpTimezone {
        let options = &self.site.options;
        let offset = options.text("gmt_offset").parse().unwrap_or(0.0);
        WpTimezone::from_options(&options.text("timezone_string"), offset)
    }

    /// The snapshot in a language; the default one when the language does not exist.
    pub fn for_language(self: &Arc<Self>, code: &str) -> Arc<Self> {
        self.in_language
            .get(code)
            .map_or_else(|| Arc::clone(self), Arc::clone)
    }

    /// The rows of the site's widgets, loaded once per snapshot. A snapshot serves everybody, so it is read from the
    /// primary, whoever asks first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn widget_rows(&self, db: &Db) -> Result<Arc<WidgetRows>, DbError> {
        self.widget_rows_with(None, db).await
    }

    /// The same, when those of posts are known.
    async fn widget_rows_with(
        &self,
        posts: Option<(WidgetRows, Tags)>,
        db: &Db,
    ) -> Result<Arc<WidgetRows>, DbError> {
        // Boxed: each page holds this future, and nearly none of them runs it.
        let load = || Box::pin(db.on_primary(KnownWidgetRows::load(&self.site, posts, db)));
        let cell = self.widget_rows.load_full();
        let loaded = cell.get_or_try_init(load).await?;
        Ok(Arc::clone(&loaded.rows))
    }

    /// Whether this snapshot, but for the rows of its widgets, was read from something that changed.
    pub fn is_affected_by(&self, changed: &ChangedTags) -> bool {
        changed.hit(&self.made_of).is_some()
    }

    /// Reads the rows of widgets again where something that they list changed; the tags of what differs, as far as pages
    /// depend on it. Rows that cannot be read now count as changed, and are read when somebody asks for them.
    pub async fn renew_widget_rows(&self, changed: &ChangedTags, db: &Db) -> ChangedTags {
        let mut differs = ChangedTags::default();
        for state in self.in_languages() {
            let known = state.widget_rows.load_full();
            if known.get().is_some_and(|known| !known.is_hit_by(changed)) {
                continue;
            }
            drop(known);
            let earlier = state.widget_rows.swap(Arc::default());
            match earlier.get() {
                Some(known) => {
                    let posts = known.posts_after(changed);
                    differs.extend(match state.widget_rows_with(posts, db).await {
                        Ok(new) => new.changes_since(&known.rows),
                        Err(_) => WidgetRows::all_changed(),
                    });
                }
                // Somebody reads them at this moment, perhaps as they were.
                None if Arc::strong_count(&earlier) > 1 => {
                    differs.extend(WidgetRows::all_changed());
                }
                None => {}
            }
        }
        differs
    }

    /// The tags of what differs from an earlier snapshot, as far as pages depend on it.
    ///
    /// # Errors
    /// When the database failed.
    pub async fn changes_since(&self, earlier: &Self, db: &Db) -> Result<ChangedTags, DbError> {
        if self.digest != earlier.digest {
            return Ok(ChangedTags::everything());
        }
        let unshown = self.lists.compat.unrendered_options();
        let is_quiet = |name: &str| unshown.contains(&name) || is_housekeeping(name);
        let mut changed = self.site.changes_since(&earlier.site, is_quiet);
        for (new, old) in self.in_languages().zip(earlier.in_languages()) {
            match old.widget_rows.load_full().get() {
                Some(known) => {
                    changed.extend(new.widget_rows(db).await?.changes_since(&known.rows));
                }
                // Not loaded in the earlier snapshot, but a page may be loading them concurrently.
                None => changed.extend(WidgetRows::all_changed()),
            }
        }
        Ok(changed)
    }

    /// Whether another snapshot has the same languages, and in each of them the same options, post types and taxonomies: what
    /// follows from these alone need not be made again.
    pub fn registers_as(&self, other: &Self) -> bool {
        let mut both = self.in_languages().zip(other.in_languages());
        self.in_language.len() == other.in_language.len()
            && both.all(|(a, b)| {
                let (post_types, taxonomies) =
                    (&a.site.registry.post_types, &a.site.registry.taxonomies);
                a.language == b.language
                    && a.site.options.is_same_but(&b.site.options, is_housekeeping)
                    && post_types.iter().eq(&b.site.registry.post_types)
                    && taxonomies.iter().eq(&b.site.registry.taxonomies)
            })
    }

    /// The variants that pages are made of: one for each language, or the snapshot itself on a site without languages.
    pub fn variants(&self) -> Vec<&Self> {
        let has_languages = !self.in_language.is_empty();
        self.in_languages()
            .skip(usize::from(has_languages))
            .collect()
    }

    /// The snapshot and its variant for each language.
    fn in_languages(&self) -> impl Iterator<Item = &Self> {
        let codes: BTreeMap<_, _> = self.in_language.iter().collect();
        std::iter::once(self).chain(codes.into_values().map(AsRef::as_ref))
    }
}

/// Whether the same plugins and theme are active, so that the registries can be reused.
fn same_columns(before: &Site, after: &Site) -> bool {
    ["active_plugins", "template", "stylesheet"]
        .iter()
        .all(|name| before.options.raw(name) == after.options.raw(name))
}
