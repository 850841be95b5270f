//! The site that a command works on: its folder, its database.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use compat::wordpress::db::{DatabaseUrl, Db, PoolOptions, TablePrefix};
use compat::wordpress::wp_config::{SystemEnvironment, WpConfig};

use crate::column::Columns;
use crate::config::{self, Settings};
use crate::demo_site::{self, DemoSite};

/// The site: the same options as of `oxipress serve`.
#[derive(Debug, clap::Args)]
pub struct SiteArgs {
    /// Folder of the WordPress site, whose wp-config.php names the database.
    #[arg(long, value_name = "DIR", global = true)]
    wp_root: Option<PathBuf>,
    /// The database, in place of the one that wp-config.php names.
    #[arg(long, value_name = "URL", global = true)]
    database: Option<String>,
    /// The configuration file of the server.
    #[arg(long, value_name = "FILE", env = "OXIPRESS_CONFIG", global = true)]
    config: Option<PathBuf>,
    /// Where the demo site lies, which is meant when no site is named.
    #[arg(long, value_name = "DIR", global = true)]
    data_dir: Option<PathBuf>,
}

/// Opens the site of a command's flags: settings and database.
///
/// # Errors
/// When the settings are invalid, no site is found, or its database is unavailable.
pub async fn open_site(site: SiteArgs, columns: Columns) -> Result<(Settings, Db)> {
    let settings = site_settings(site, columns).await?;
    let root = Some(PathBuf::from(&settings.site.wp_root)).filter(|p| !p.as_os_str().is_empty());
    let wp_config = root.as_deref().map(read_wp_config).transpose()?;
    let db = connect(&settings, wp_config.flatten().as_ref()).await?;
    Ok((settings, db))
}

/// The settings of a command's flags; those of the demo site when no site is named.
///
/// # Errors
/// When the settings are invalid, or the demo site cannot be unpacked.
pub async fn site_settings(site: SiteArgs, columns: Columns) -> Result<Settings> {
    let mut settings = config::load(
        site.config.as_deref(),
        std::env::vars(),
        &columns.sections(),
    )?;
    if let Some(root) = site.wp_root {
        settings.site.wp_root = root.to_string_lossy().into_owned();
    }
    if let Some(database) = site.database {
        settings.site.database = database;
    }
    if let Some(data_dir) = site.data_dir {
        settings.site.data_dir = data_dir.to_string_lossy().into_owned();
    }
    if DemoSite::is_wanted(&settings) {
        demo_site(&settings, columns)
            .await?
            .name_in(&mut settings, columns)?;
    }
    Ok(settings)
}

/// Connects to the database that the settings or `wp-config.php` name.
pub(super) async fn connect(settings: &Settings, wp_config: Option<&WpConfig>) -> Result<Db> {
    let url = match settings.site.database.as_str() {
        "" => match wp_config {
            Some(config) => config_url(config)?,
            None => bail!("no database: give --database, or --wp-root with a wp-config.php"),
        },
        given => DatabaseUrl::parse(given)?,
    };
    let prefix = match settings.site.table_prefix.as_str() {
        "" => wp_config.and_then(WpConfig::table_prefix).unwrap_or("wp_"),
        given => given,
    };
    let seconds = Duration::from_secs;
    let options = PoolOptions {
        max_connections: usize::try_from(settings.database.max_connections)?,
        wait_timeout: seconds(settings.database.wait_timeout),
        query_timeout: seconds(settings.database.query_timeout),
        ..PoolOptions::default()
    };
    let shown = url.to_string();
    Db::connect(&url, TablePrefix::new(prefix)?, options)
        .await
        .with_context(|| format!("database {shown}"))
}

/// Reads from the configured replicas, too.
pub(super) fn follow(settings: &Settings, db: &Db) -> Result<()> {
    let site = &settings.site;
    let urls = site.database_replicas.iter();
    let urls: Vec<_> = urls
        .map(|url| DatabaseUrl::parse(url))
        .collect::<Result<_, _>>()?;
    let max_lag = Duration::from_millis(site.database_replica_max_lag);
    db.follow(&urls, max_lag).context("site.database_replicas")
}

fn config_url(config: &WpConfig) -> Result<DatabaseUrl> {
    let text = |name: &str| {
        config
            .text(name)
            .with_context(|| format!("wp-config.php does not say {name}"))
    };
    let charset = config.text("DB_CHARSET").unwrap_or_default();
    Ok(DatabaseUrl::from_wp_config(
        &text("DB_HOST")?,
        &text("DB_USER")?,
        &text("DB_PASSWORD")?,
        &text("DB_NAME")?,
        &charset,
    )?)
}

/// The demo site, unpacked when it is missing.
pub(super) async fn demo_site(settings: &Settings, columns: Columns) -> Result<DemoSite> {
    DemoSite::below(&data_dir(settings)?, columns).await
}

/// The folder of what the binary unpacks: the configured one, that of the desktop, else a new temporary one.
pub(super) fn data_dir(settings: &Settings) -> Result<PathBuf> {
    /// The temporary folder of this process.
    static TEMPORARY: OnceLock<PathBuf> = OnceLock::new();
    let configured = Some(PathBuf::from(&settings.site.data_dir));
    let configured = configured.filter(|folder| !folder.as_os_str().is_empty());
    let known = configured
        .or_else(|| demo_site::default_data_dir(|name| std::env::var(name).ok()))
        .or_else(|| TEMPORARY.get().cloned());
    if let Some(known) = known {
        return Ok(known);
    }
    let made = tempfile::Builder::new().prefix("oxipress-").tempdir();
    let made = made
        .context("no folder to unpack into: give --data-dir")?
        .keep();
    tracing::warn!(folder = %made.display(), "no home folder: unpacked into a temporary folder (--data-dir keeps one)");
    Ok(TEMPORARY.get_or_init(|| made).clone())
}

/// Reads `wp-config.php`; none when the folder has none.
pub(super) fn read_wp_config(wp_root: &Path) -> Result<Option<WpConfig>> {
    if !wp_root.is_dir() {
        bail!("--wp-root {}: no such folder", wp_root.display());
    }
    if WpConfig::find(wp_root, &SystemEnvironment).is_none() {
        return Ok(None);
    }
    let config = WpConfig::read(wp_root, &SystemEnvironment)?;
    for unread in config.unread() {
        tracing::warn!(constant = unread.name, file = %unread.file.display(), line = unread.line, "not read: {}", unread.reason);
    }
    Ok(Some(config))
}
