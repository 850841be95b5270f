//! The application: process-wide state, and the site snapshot, which is replaced when the database changes.
//!
//! Handlers receive the application; it knows none of them.

mod refresh;

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use arc_swap::ArcSwap;
use compat::type_map::TypeMap;
use compat::wordpress::audit::php_file;
use compat::wordpress::clock::Clock;
use compat::wordpress::column::Folders;
use compat::wordpress::db::{Db, DbError};
use compat::wordpress::environment_type::wp_get_environment_type;
use compat::wordpress::l10n::Translations;
use compat::wordpress::mail::Outbox;
use compat::wordpress::media::library::files::Library;
use compat::wordpress::password_pool::PasswordPool;
use compat::wordpress::user::attempts::Attempts;
use compat::wordpress::wp_config::WpConfig;
use object_store::ObjectStore;
use themes::wordpress::conversions::Conversions;
use themes::wordpress::site_files::SiteFiles;
use tokio::sync::Mutex;

use crate::cdn::Cdn;
use crate::column_states::{ColumnState, ColumnStates};
use crate::config::Settings;
use crate::config::settings::FrontendMode;
use crate::freshness::Freshness;
use crate::legacy_routes::LegacyRoutes;
use crate::media_folder;
use crate::outbox;
use crate::readiness::Readiness;
use crate::render_pool::RenderPool;
use crate::renewals::Renewals;
use crate::server::{Files, PageCache, Upstream};
use crate::site_state::{ColumnLists, SiteState};
use crate::wordpress::fallback_files::FallbackFiles;
use crate::wordpress::theme_assets;
use crate::wordpress::uploads::Spool;

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
    let installed = wp_root.and_then(php_file::wp_version);
    installed.unwrap_or_else(|| WP_VERSION.to_owned())
}

/// `WP_ENVIRONMENT_TYPE` of the environment and of `wp-config.php`.
fn environment_type(wp_config: Option<&WpConfig>) -> &'static str {
    const NAME: &str = "WP_ENVIRONMENT_TYPE";
    let variable = std::env::var(NAME).ok();
    let constant = wp_config.and_then(|config| config.text(NAME));
    wp_get_environment_type(variable.as_deref(), constant.as_deref())
}

/// The attempts at the site; all its instances share the salt that names their rows.
fn attempts(db: &Db, pool: PasswordPool, settings: &Settings, state: &SiteState) -> Attempts {
    let key = state.salts.wp_salt("auth");
    Attempts::new(db.clone(), pool, settings.attempts.limits(), key.as_bytes())
}

/// The operator's rules; they were checked when the settings were read.
fn legacy_routes(settings: &Settings) -> LegacyRoutes {
    let (site, routes) = (&settings.site, &settings.routes);
    LegacyRoutes::new(&site.legacy_routes, &routes.legacy, &routes.native).unwrap_or_default()
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
    /// The operator's rules for what the legacy upstream answers.
    pub legacy_routes: LegacyRoutes,
    /// Asks for polls of the database out of turn.
    pub renewals: Arc<Renewals>,
    /// The site's existing files that pages link.
    pub site_files: SiteFiles,
    /// The translations of every locale.
    pub translations: Arc<Translations>,
    /// The site's WordPress version.
    pub wp_version: String,
    /// `wp_get_environment_type()`.
    pub environment_type: &'static str,
    /// The folder for uploaded files during a request.
    pub spool: Spool,
    /// The media library, if the site has files.
    pub library: Option<Arc<Library>>,
    /// `wp-content`, if the site has files.
    pub content_dir: Option<PathBuf>,
    /// The threads on which pages are rendered.
    pub render_pool: RenderPool,
    /// The mail outbox.
    pub outbox: Arc<Outbox>,
    /// The attempts to guess passwords and keys, and the threads on which passwords are hashed.
    pub attempts: Attempts,
    /// The cache in front of the site.
    pub cdn: Cdn,
    /// What `/readyz` asks.
    pub readiness: Readiness,
    /// Conversion event names for an analytics service.
    pub conversions: Arc<Conversions>,
    /// Files of ours in place of those of plugins and themes.
    pub fallback_files: FallbackFiles,
    lists: ColumnLists,
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
    /// The threads on which passwords are hashed.
    pub password_pool: PasswordPool,
    /// The folder for uploaded files during a request.
    pub spool: Spool,
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
    /// The store of the media library's files, when they are not in the site's folder.
    pub store: Option<Arc<dyn ObjectStore>>,
    /// The legacy upstream.
    pub upstream: Option<Upstream>,
    /// What the application takes from the columns.
    pub columns: AppColumns,
}

/// What the application takes from the columns.
pub struct AppColumns {
    /// Those of the floors below.
    pub lists: ColumnLists,
    /// What the configuration says about the columns.
    pub configured: TypeMap,
    /// The files that they bring.
    pub fallback_files: FallbackFiles,
}

/// The files of plugins and themes that ours stand for; none when the site's own are linked.
fn site_files(
    links_all: bool,
    ours: &FallbackFiles,
    (root, content): (Option<&Path>, Option<&Path>),
) -> SiteFiles {
    if links_all {
        return SiteFiles::default();
    }
    theme_assets::existing(
        ours.clone(),
        root.map(Path::to_owned),
        content.map(Path::to_owned),
    )
}

/// The translations of the installed languages, and of what the columns name.
fn translations(
    lists: ColumnLists,
    content: Option<&Path>,
    state: &SiteState,
) -> Arc<Translations> {
    let mut translations = Translations::new(content);
    let options = &state.site.options;
    lists
        .compat
        .register_translations(options, &mut translations);
    Arc::new(translations)
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
            password_pool,
            spool,
            clock,
            settings,
            wp_config,
            wp_root,
            mut files,
            store,
            upstream,
            columns,
        } = parts;
        let (lists, configured) = (columns.lists, columns.configured);
        let content = content_dir(wp_root.as_deref(), wp_config.as_ref());
        let sources = sources(wp_config.as_ref(), wp_root.as_deref(), content.as_deref());
        let lists_and_types = (lists, &configured);
        let state = Box::pin(SiteState::load(&db, sources, lists_and_types, None)).await?;
        let translations = translations(lists, content.as_deref(), &state);
        let links_all = settings.site.frontend == FrontendMode::Legacy || upstream.is_some();
        let (in_content, in_root) = (content.as_deref(), wp_root.as_deref());
        let site_files = site_files(links_all, &columns.fallback_files, (in_root, in_content));
        let store = store.map(|store| (store, spool.folder()));
        let options = (&state.site.options, &settings.media);
        let library = media_folder::open((in_content, in_root), options, store, &mut files);
        let outbox = outbox::open(&db, &clock, &settings, &state.site.home());
        Ok(Arc::new(Self {
            attempts: attempts(&db, password_pool, &settings, &state),
            cdn: Cdn::new(&settings.cdn, &db),
            readiness: Readiness::default(),
            conversions: Arc::new(settings.conversions.labels()),
            freshness: Mutex::new(Freshness::new(&db, lists.compat.unrendered())),
            wp_version: wp_version(wp_root.as_deref()),
            environment_type: environment_type(wp_config.as_ref()),
            db,
            clock,
            legacy_routes: legacy_routes(&settings),
            renewals: Arc::new(Renewals::new(settings.database.poll_interval_ms)),
            settings,
            wp_config,
            wp_root,
            files,
            upstream,
            site_files,
            translations,
            spool,
            fallback_files: columns.fallback_files,
            lists,
            configured,
            column_states: ColumnStates::default(),
            library,
            content_dir: content,
            render_pool,
            outbox,
            page_cache: OnceLock::new(),
            state: ArcSwap::from_pointee(state),
        }))
    }

    /// A column's process-wide state.
    pub fn column_state<T: ColumnState>(&self) -> Arc<T> {
        self.column_states.of(&self.db)
    }

    /// The snapshot of the site. The front controller takes one for each request; what answers the request reads that
    /// one ([`RequestContext`](crate::wordpress::request_context::RequestContext)).
    pub fn state(&self) -> Arc<SiteState> {
        self.state.load_full()
    }

    /// Sets the page cache, so that our own writes invalidate it at once. With it, results of the database are kept.
    pub fn set_page_cache(&self, cache: Arc<PageCache>) {
        if cache.is_on() {
            self.db.keep_results(self.settings.cache.max_query_bytes);
        }
        // Set once, at start; a second server of the same application relies on polling.
        let _ = self.page_cache.set(cache);
    }

    /// The page cache, if set.
    pub fn page_cache(&self) -> Option<&PageCache> {
        self.page_cache.get().map(AsRef::as_ref)
    }
}

/// What the snapshot is made of besides the database.
fn sources<'a>(
    wp_config: Option<&'a WpConfig>,
    wp_root: Option<&'a Path>,
    content_dir: Option<&'a Path>,
) -> (Option<&'a WpConfig>, Folders<'a>) {
    let folders = Folders {
        wp_root,
        content_dir,
    };
    (wp_config, folders)
}

/// The WordPress version assumed when the site's files do not contain one.
const WP_VERSION: &str = "6.8.7";
