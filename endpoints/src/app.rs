//! The application: process-wide state, and the site snapshot, which is replaced when the database changes.

mod changes;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

use arc_swap::ArcSwap;
use compat::type_map::TypeMap;
use compat::wordpress::canonical::CanonicalHook;
use compat::wordpress::clock::Clock;
use compat::wordpress::column::{SiteData, SiteSource};
use compat::wordpress::db::tag::Tags;
use compat::wordpress::db::{Db, DbError, reads};
use compat::wordpress::l10n::{Locale, Translations};
use compat::wordpress::mail::{MailSite, Outbox};
use compat::wordpress::query::QueryHook;
use compat::wordpress::rewrite::{Rewrite, RuleTable};
use compat::wordpress::salt::Salts;
use compat::wordpress::session::CookieSite;
use compat::wordpress::site::Site;
use compat::wordpress::site_loader;
use compat::wordpress::widget::WidgetRows;
use compat::wordpress::wp_config::WpConfig;
use themes::wordpress::conversions::Conversions;
use themes::wordpress::site_files::SiteFiles;
use themes::wordpress::view::Theme;
use tokio::sync::{Mutex, OnceCell};

use crate::column::{Column, Columns, Registry, RequestLanguage};
use crate::column_states::{ColumnState, ColumnStates};
use crate::config::Settings;
use crate::config::settings::FrontendMode;
use crate::freshness::Freshness;
use crate::outbox;
use crate::render_pool::RenderPool;
use crate::server::{Files, PageCache, Request, Upstream};
use crate::wordpress::input::Input;
use crate::wordpress::rest::columns::routes;
use crate::wordpress::rest::route::Routes;
use crate::wordpress::theme_assets;
use crate::wordpress::uploads::Spool;

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
    /// What the active columns registered.
    pub columns: Registry,
    /// The language of this variant of the snapshot; `None` for the default one.
    pub language: Option<String>,
    lists: Columns,
    in_language: HashMap<String, Arc<SiteState>>,
    widget_rows: OnceCell<(Arc<WidgetRows>, Tags)>,
    made_of: Tags,
    /// A digest of what columns and languages read, to compare two snapshots.
    digest: u64,
    rest_routes: OnceLock<Routes>,
}

/// What the snapshots of all languages share.
struct Shared {
    theme: Arc<Theme>,
    site_data: Arc<SiteData>,
    salts: Arc<Salts>,
    cookies: CookieSite,
    lists: Columns,
    made_of: Tags,
    digest: u64,
}

impl Shared {
    /// Makes the snapshot of a site in a language.
    fn state(&self, site: Site, language: Option<&str>) -> SiteState {
        let rewrite = Rewrite::new(&site, &site.registry.rewrite);
        SiteState {
            columns: self.lists.registry(&site.options),
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
            widget_rows: OnceCell::new(),
            made_of: self.made_of.clone(),
            digest: self.digest,
            rest_routes: OnceLock::new(),
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
    async fn load(
        db: &Db,
        wp_config: Option<&WpConfig>,
        (lists, configured): (Columns, &TypeMap),
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
        for option in created {
            option.store(db).await?;
        }
        let domain = wp_config.and_then(WpConfig::cookie_domain);
        let cookies = CookieSite::new(&site.home(), &site.siteurl()).with_domain(domain.as_deref());
        let source = SiteSource {
            db,
            site: &site,
            wp_config,
            configured,
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

    /// The snapshot in a language; the default one when the language does not exist.
    pub fn speaking(self: &Arc<Self>, code: &str) -> Arc<Self> {
        self.in_language
            .get(code)
            .map_or_else(|| Arc::clone(self), Arc::clone)
    }

    /// What the active columns declare on this floor.
    pub fn declared<T>(
        &self,
        field: fn(&Column) -> &'static [T],
    ) -> impl Iterator<Item = &'static T> {
        self.lists.active(&self.site.options, field)
    }

    /// The routes of the REST API, described in the site's language; built once per snapshot.
    pub fn rest_routes(&self, locale: &Locale) -> &Routes {
        self.rest_routes.get_or_init(|| routes(self, locale))
    }
}

/// Whether the same plugins and theme are active, so that the registries can be reused.
fn same_columns(before: &Site, after: &Site) -> bool {
    ["active_plugins", "template", "stylesheet"]
        .iter()
        .all(|name| before.options.raw(name) == after.options.raw(name))
}

/// The `wp-content` folder of a site with files.
fn content_dir(wp_root: Option<&Path>, wp_config: Option<&WpConfig>) -> Option<PathBuf> {
    let root = wp_root?;
    Some(match wp_config {
        Some(config) => config.content_dir(root),
        None => root.join("wp-content"),
    })
}

/// The WordPress version in a site's folder; without one, that of the recordings.
fn wp_version(wp_root: Option<&Path>) -> String {
    let installed = wp_root.and_then(installed_version);
    installed.unwrap_or_else(|| WP_VERSION.to_owned())
}

/// The state shared by all requests.
pub struct App {
    /// The database.
    pub db: Db,
    /// The clock.
    pub clock: Clock,
    /// The settings.
    pub settings: Settings,
    /// The parsed `wp-config.php`, if there is one.
    pub wp_config: Option<WpConfig>,
    /// The folder of the WordPress site, if there is one.
    pub wp_root: Option<PathBuf>,
    /// Static files.
    pub files: Files,
    /// The legacy upstream, if configured.
    pub upstream: Option<Upstream>,
    /// The site's existing files that pages link.
    pub site_files: SiteFiles,
    /// The translations of every locale.
    pub translations: Arc<Translations>,
    /// The site's WordPress version.
    pub wp_version: String,
    /// The folder for uploaded files during a request.
    pub spool: Spool,
    /// `wp-content`, if the site has files.
    pub content_dir: Option<PathBuf>,
    /// The threads on which pages are rendered.
    pub render_pool: RenderPool,
    /// The mail outbox.
    pub outbox: Arc<Outbox>,
    /// Conversion event names for an analytics service.
    pub conversions: Arc<Conversions>,
    /// The columns of each floor.
    pub columns: Columns,
    configured: TypeMap,
    column_states: ColumnStates,
    page_cache: OnceLock<Arc<PageCache>>,
    freshness: Mutex<Freshness>,
    state: ArcSwap<SiteState>,
}

/// The parts of an [`App`] that tests replace.
pub struct Parts {
    /// The database.
    pub db: Db,
    /// The threads on which pages are rendered.
    pub render_pool: RenderPool,
    /// The clock.
    pub clock: Clock,
    /// The settings.
    pub settings: Settings,
    /// The parsed `wp-config.php`.
    pub wp_config: Option<WpConfig>,
    /// The folder of the site.
    pub wp_root: Option<PathBuf>,
    /// Static files.
    pub files: Files,
    /// The legacy upstream.
    pub upstream: Option<Upstream>,
    /// The columns of each floor.
    pub columns: Columns,
}

impl App {
    /// Loads the site and builds the application.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn new(parts: Parts) -> Result<Arc<Self>, DbError> {
        let Parts {
            db,
            render_pool,
            clock,
            settings,
            wp_config,
            wp_root,
            files,
            upstream,
            columns,
        } = parts;
        let spool = Spool::new(&settings.server.upload_folder, settings.server.upload_limit);
        if let Err(error) = spool.sweep(SystemTime::now()) {
            tracing::warn!(%error, "the folder of uploaded files cannot be swept");
        }
        let configured = columns.configured(&settings, clock.now());
        let state = SiteState::load(&db, wp_config.as_ref(), (columns, &configured), None).await?;
        let state = ArcSwap::from_pointee(state);
        let content = content_dir(wp_root.as_deref(), wp_config.as_ref());
        let mut translations = Translations::new(content.as_deref());
        columns
            .compat
            .register_translations(&state.load().site.options, &mut translations);
        let links_all = settings.site.frontend == FrontendMode::Legacy || upstream.is_some();
        let site_files = if links_all {
            SiteFiles::default()
        } else {
            theme_assets::existing(columns, wp_root.clone(), content.clone())
        };
        let outbox = outbox::open(&db, &clock, &settings, &state.load().site.home());
        Ok(Arc::new(Self {
            conversions: Arc::new(settings.conversions.labels()),
            freshness: Mutex::new(Freshness::new(&db, columns.compat.unshown_meta())),
            wp_version: wp_version(wp_root.as_deref()),
            db,
            clock,
            settings,
            wp_config,
            wp_root,
            files,
            upstream,
            site_files,
            translations: Arc::new(translations),
            spool,
            columns,
            configured,
            column_states: ColumnStates::default(),
            content_dir: content,
            render_pool,
            outbox,
            page_cache: OnceLock::new(),
            state,
        }))
    }

    /// A column's process-wide state.
    pub fn column_state<T: ColumnState>(&self) -> Arc<T> {
        self.column_states.of(&self.db)
    }

    /// The snapshot in the language of a request's URL.
    pub fn state_for(&self, request: &Request) -> Arc<SiteState> {
        self.state_in(|language, state| language.of_address(state, request))
    }

    /// The snapshot in the language of a REST request.
    pub fn state_for_rest(&self, input: &Input) -> Arc<SiteState> {
        self.state_in(|language, state| language.of_rest(state, input))
    }

    /// The snapshot in the language of a script's request.
    pub fn state_for_script(&self, input: &Input) -> Arc<SiteState> {
        self.state_in(|language, state| language.of_script(state, input))
    }

    /// The snapshot in the language of a page request; where the URL does not determine it, in that of the found post.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn state_for_content(&self, request: &Request) -> Result<Arc<SiteState>, DbError> {
        let state = self.state();
        let code = match state.columns.request_language {
            Some(language) => language.of_content(&self.db, &state, request).await?,
            None => None,
        };
        Ok(code.map_or_else(|| Arc::clone(&state), |code| state.speaking(&code)))
    }

    fn state_in(
        &self,
        find: impl for<'s> Fn(&dyn RequestLanguage, &'s SiteState) -> Option<&'s str>,
    ) -> Arc<SiteState> {
        let state = self.state();
        let code = state.columns.request_language;
        let code = code.and_then(|language| find(language, &state));
        code.map_or_else(|| Arc::clone(&state), |code| state.speaking(code))
    }

    /// The current snapshot.
    pub fn state(&self) -> Arc<SiteState> {
        self.state.load_full()
    }

    /// The site data used by `wp_mail`.
    pub fn mail_site(&self) -> MailSite {
        outbox::mail_site(&self.state().site.home())
    }

    /// Sets the page cache, so that our own writes invalidate it at once.
    pub fn set_page_cache(&self, cache: Arc<PageCache>) {
        // Set once, at start; a second server of the same application relies on polling.
        let _ = self.page_cache.set(cache);
    }

    /// The page cache, if set.
    pub fn page_cache(&self) -> Option<&PageCache> {
        self.page_cache.get().map(AsRef::as_ref)
    }

    /// Call after a write to these tables (without prefix): invalidates what depends on it without waiting for the next
    /// poll.
    ///
    /// # Errors
    /// When the database fails; the next poll makes the write visible.
    pub async fn changed(&self, tables: &[&str]) -> Result<(), DbError> {
        self.freshness.lock().await.wrote(self, tables).await
    }

    /// Polls the database for changes.
    pub async fn look(&self) {
        self.freshness.lock().await.look(self).await;
    }

    /// Loads the site again and replaces the snapshot.
    ///
    /// # Errors
    /// When the database fails; the old snapshot stays.
    pub async fn reload(&self) -> Result<(), DbError> {
        let before = self.state();
        let config = self.wp_config.as_ref();
        let set = (self.columns, &self.configured);
        let state = SiteState::load(&self.db, config, set, Some(&before)).await?;
        self.state.store(Arc::new(state));
        Ok(())
    }
}

/// The WordPress version assumed when the site's files do not contain one.
const WP_VERSION: &str = "6.8.7";

/// The version in `wp-includes/version.php`, parsed without running it.
fn installed_version(wp_root: &Path) -> Option<String> {
    let text = std::fs::read_to_string(wp_root.join("wp-includes/version.php")).ok()?;
    let line = text
        .lines()
        .find(|l| l.trim_start().starts_with("$wp_version"))?;
    line.split(['\'', '"']).nth(1).map(str::to_owned)
}
