//! The application: what lives from start to stop, and the site's snapshot that is replaced when the database changed.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use arc_swap::ArcSwap;
use compat::wordpress::clock::Clock;
use compat::wordpress::db::{Db, DbError};
use compat::wordpress::l10n::Translations;
use compat::wordpress::mail::{Mailer, MemoryMailer};
use compat::wordpress::rewrite::{Rewrite, RuleTable};
use compat::wordpress::salt::Salts;
use compat::wordpress::session::CookieSite;
use compat::wordpress::site::Site;
use compat::wordpress::site_loader;
use compat::wordpress::widget::WidgetRows;
use compat::wordpress::wp_config::WpConfig;
use themes::engine::Engine;
use tokio::sync::OnceCell;

use crate::columns::Registry;
use crate::config::Settings;
use crate::server::{Files, Upstream};

/// The site as requests see it until the next edit, with what follows from it.
pub struct SiteState {
    /// The snapshot.
    pub site: Site,
    /// Permalink settings.
    pub rewrite: Rewrite,
    /// The rewrite rules.
    pub rules: RuleTable,
    /// Secrets.
    pub salts: Salts,
    /// Names, paths and domain of cookies.
    pub cookies: CookieSite,
    /// What the columns answer.
    pub columns: Registry,
    widget_rows: OnceCell<WidgetRows>,
}

impl SiteState {
    /// Reads the site.
    pub async fn load(db: &Db, wp_config: Option<&WpConfig>) -> Result<Self, DbError> {
        let site = site_loader::load(db).await?;
        let rewrite = Rewrite::new(&site, &site.registry.rewrite);
        let rules = rewrite.rules();
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
            // Like WordPress: secrets that nobody set are drawn once and kept.
            db.execute(
                "INSERT INTO {p}options (option_name, option_value, autoload) VALUES (?, ?, 'off')",
                vec![option.name.into(), option.value.into()],
            )
            .await?;
        }
        let domain = wp_config.and_then(WpConfig::cookie_domain);
        let cookies = CookieSite::new(&site.home(), &site.siteurl()).with_domain(domain.as_deref());
        let columns = Registry::new(&site.options);
        Ok(Self {
            columns,
            site,
            rewrite,
            rules,
            salts,
            cookies,
            widget_rows: OnceCell::new(),
        })
    }

    /// The rows of the site's widgets, loaded once for each state of the site.
    pub async fn widget_rows(&self, db: &Db) -> Result<&WidgetRows, DbError> {
        self.widget_rows
            .get_or_try_init(|| WidgetRows::load(db, &self.site))
            .await
    }
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
    /// The templates.
    pub engine: Engine,
    /// The languages.
    pub translations: Translations,
    /// Takes the site's mails.
    pub mailer: Arc<dyn Mailer>,
    state: ArcSwap<SiteState>,
}

/// The parts of an [`App`] that tests replace.
pub struct Parts {
    /// The database.
    pub db: Db,
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
}

impl App {
    /// Reads the site and puts the application together.
    pub async fn new(parts: Parts) -> Result<Arc<Self>, DbError> {
        let Parts {
            db,
            clock,
            settings,
            wp_config,
            wp_root,
            files,
            upstream,
        } = parts;
        let translations = Translations::new(content_dir(wp_root.as_deref(), wp_config.as_ref()).as_deref());
        let state = SiteState::load(&db, wp_config.as_ref()).await?;
        let state = ArcSwap::from_pointee(state);
        Ok(Arc::new(Self {
            db,
            clock,
            settings,
            wp_config,
            wp_root,
            files,
            upstream,
            engine: Engine::new(),
            translations,
            mailer: Arc::new(MemoryMailer::default()),
            state,
        }))
    }

    /// The site as it stands.
    pub fn state(&self) -> Arc<SiteState> {
        self.state.load_full()
    }

    /// Reads the site again after somebody changed it.
    pub async fn reload(&self) -> Result<(), DbError> {
        let state = SiteState::load(&self.db, self.wp_config.as_ref()).await?;
        self.state.store(Arc::new(state));
        Ok(())
    }
}

/// The folder `wp-content`.
fn content_dir(wp_root: Option<&Path>, wp_config: Option<&WpConfig>) -> Option<PathBuf> {
    let root = wp_root?;
    Some(wp_config.map_or_else(|| root.join("wp-content"), |c| c.content_dir(root)))
}
