//! The application: what lives from start to stop, and the site's snapshot that is replaced when the database changed.

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

/// The site as requests see it until the next edit, with what follows from it.
pub struct SiteState {
    /// The snapshot.
    pub site: Arc<Site>,
    /// Permalink settings.
    pub rewrite: Arc<Rewrite>,
    /// The rewrite rules.
    pub rules: RuleTable,
    /// What columns change on the main query.
    pub query_hooks: Vec<Box<dyn QueryHook>>,
    /// What columns change on canonical redirects.
    pub canonical_hooks: Vec<Box<dyn CanonicalHook>>,
    /// How the site looks.
    pub theme: Arc<Theme>,
    /// What columns keep for all pages.
    pub site_data: Arc<SiteData>,
    /// Secrets.
    pub salts: Arc<Salts>,
    /// Names, paths and domain of cookies.
    pub cookies: CookieSite,
    /// What the columns answer.
    pub columns: Registry,
    /// The code of the language in which the site stands here; none for the site as it is stored.
    pub language: Option<String>,
    lists: Columns,
    in_language: HashMap<String, Arc<SiteState>>,
    widget_rows: OnceCell<(Arc<WidgetRows>, Tags)>,
    made_of: Tags,
    /// Differs when what columns and languages read differs.
    digest: u64,
    rest_routes: OnceLock<Routes>,
}

/// What the site in every language shares.
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
    /// A site with what follows from it.
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
    /// Reads the site, and makes of it the site in each of its languages.
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

    /// The site in a language; as it is without one of this code.
    pub fn speaking(self: &Arc<Self>, code: &str) -> Arc<Self> {
        self.in_language
            .get(code)
            .map_or_else(|| Arc::clone(self), Arc::clone)
    }

    /// What the site's columns of the requests' floor declare.
    pub fn declared<T>(
        &self,
        field: fn(&Column) -> &'static [T],
    ) -> impl Iterator<Item = &'static T> {
        self.lists.active(&self.site.options, field)
    }

    /// The routes of the REST API, described in the site's language; built once for each state of the site.
    pub fn rest_routes(&self, locale: &Locale) -> &Routes {
        self.rest_routes.get_or_init(|| routes(self, locale))
    }
}

/// Whether the same plugins and theme are active, so that what columns registered stays.
fn same_columns(before: &Site, after: &Site) -> bool {
    ["active_plugins", "template", "stylesheet"]
        .iter()
        .all(|name| before.options.raw(name) == after.options.raw(name))
}

/// `wp-content` of a site with a folder.
fn content_dir(wp_root: Option<&Path>, wp_config: Option<&WpConfig>) -> Option<PathBuf> {
    let root = wp_root?;
    Some(match wp_config {
        Some(config) => config.content_dir(root),
        None => root.join("wp-content"),
    })
}

/// The version of WordPress in a site's folder; without one, that of the recordings.
fn wp_version(wp_root: Option<&Path>) -> String {
    let installed = wp_root.and_then(installed_version);
    installed.unwrap_or_else(|| WP_VERSION.to_owned())
}

/// Everything that requests share.
pub struct App {
    /// The database.
    pub db: Db,
    /// The clock.
    pub clock: Clock,
    /// The settings.
    pub settings: Settings,
    /// What `wp-config.php` says, when there is one.
    pub wp_config: Option<WpConfig>,
    /// The folder of the WordPress site, when there is one.
    pub wp_root: Option<PathBuf>,
    /// Files that are served as they are.
    pub files: Files,
    /// The old PHP server, when the site still has one.
    pub upstream: Option<Upstream>,
    /// Which of the site's files pages link.
    pub site_files: SiteFiles,
    /// The texts of every language.
    pub translations: Arc<Translations>,
    /// The version of WordPress that the site runs.
    pub wp_version: String,
    /// Where uploaded files are until their request is answered.
    pub spool: Spool,
    /// `wp-content`, when the site has a folder.
    pub content_dir: Option<PathBuf>,
    /// The threads on which pages are rendered.
    pub render_pool: RenderPool,
    /// Takes the site's mails.
    pub outbox: Arc<Outbox>,
    /// Names of what visitors do, for an analytics service.
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
    /// What `wp-config.php` says.
    pub wp_config: Option<WpConfig>,
    /// The folder of the site.
    pub wp_root: Option<PathBuf>,
    /// Files served.
    pub files: Files,
    /// The old server.
    pub upstream: Option<Upstream>,
    /// The columns of each floor.
    pub columns: Columns,
}

impl App {
    /// Reads the site and puts the application together.
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
            freshness: Mutex::new(Freshness::new(&db)),
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

    /// What a column remembers between requests.
    pub fn column_state<T: ColumnState>(&self) -> Arc<T> {
        self.column_states.of(&self.db)
    }

    /// The site in the language of a request's address.
    pub fn state_for(&self, request: &Request) -> Arc<SiteState> {
        self.state_in(|language, state| language.of_address(state, request))
    }

    /// The site in the language of a request of the REST API.
    pub fn state_for_rest(&self, input: &Input) -> Arc<SiteState> {
        self.state_in(|language, state| language.of_rest(state, input))
    }

    /// The site in the language of a script's request.
    pub fn state_for_script(&self, input: &Input) -> Arc<SiteState> {
        self.state_in(|language, state| language.of_script(state, input))
    }

    /// The site in the language of a request for a page, also where only what it leads to says the language.
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

    /// The site as it stands.
    pub fn state(&self) -> Arc<SiteState> {
        self.state.load_full()
    }

    /// What `wp_mail` takes from the site.
    pub fn mail_site(&self) -> MailSite {
        outbox::mail_site(&self.state().site.home())
    }

    /// Names the kept pages, so that a change of our own ends them at once.
    pub fn set_page_cache(&self, cache: Arc<PageCache>) {
        // Set once, at start; a second server of the same application keeps the watch alone.
        let _ = self.page_cache.set(cache);
    }

    /// The cache of pages, when a server keeps one.
    pub fn page_cache(&self) -> Option<&PageCache> {
        self.page_cache.get().map(AsRef::as_ref)
    }

    /// After a write to these tables (named without prefix) that visitors see: what shows it goes, without waiting for
    /// the next look of the watch.
    ///
    /// # Errors
    /// When the database failed; the watch makes the write visible later.
    pub async fn changed(&self, tables: &[&str]) -> Result<(), DbError> {
        self.freshness.lock().await.wrote(self, tables).await
    }

    /// Looks whether anybody changed the database.
    pub async fn look(&self) {
        self.freshness.lock().await.look(self).await;
    }

    /// Reads the site again after somebody changed it, and makes it the one that requests see.
    ///
    /// # Errors
    /// When the database failed; requests see the site as it was.
    pub async fn reload(&self) -> Result<(), DbError> {
        let before = self.state();
        let config = self.wp_config.as_ref();
        let set = (self.columns, &self.configured);
        let state = SiteState::load(&self.db, config, set, Some(&before)).await?;
        self.state.store(Arc::new(state));
        Ok(())
    }
}

/// The release that Oxipress stands for when the site's files do not tell theirs.
const WP_VERSION: &str = "6.8.7";

/// The version in `wp-includes/version.php`, read without running it.
fn installed_version(wp_root: &Path) -> Option<String> {
    let text = std::fs::read_to_string(wp_root.join("wp-includes/version.php")).ok()?;
    let line = text
        .lines()
        .find(|l| l.trim_start().starts_with("$wp_version"))?;
    line.split(['\'', '"']).nth(1).map(str::to_owned)
}
