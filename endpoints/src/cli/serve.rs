//! `oxipress serve`: starts the server from its settings.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, bail};
use compat::wordpress::clock::Clock;
use compat::wordpress::db::{DatabaseUrl, Db, PoolOptions, TablePrefix};
use compat::wordpress::mail::Transport;
use compat::wordpress::wp_config::{SystemSurroundings, WpConfig};

use super::{FrontendArg, ServeArgs, SiteArgs};
use crate::app::{App, Parts};
use crate::columns::COLUMNS;
use crate::config::settings::FrontendMode;
use crate::config::{self, Settings};
use crate::demo_site::{self, DemoSite};
use crate::mail_worker::MailWorker;
use crate::render_pool::RenderPool;
use crate::server::config::TlsFiles;
use crate::server::files::MODULES_PAGE;
use crate::server::{Files, Mount, Server, ServerConfig, Upstream, raise_open_files, stop_signal};
use crate::watch;
use crate::wordpress::FrontController;
use crate::{outbox, scheduled};

/// Timeout of the legacy upstream in seconds.
const UPSTREAM_TIMEOUT: Duration = Duration::from_secs(60);

/// The folder of the browser modules' builds in the source tree.
const BUNDLES: &str = "react-modules/dist";

pub(super) fn run(args: ServeArgs) -> Result<()> {
    let settings = settings(args)?;
    log_to_stderr(settings.server.access_log);
    raise_open_files();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .max_blocking_threads(8)
        .enable_all()
        .build()?;
    runtime.block_on(serve(settings))
}

/// Logs to standard error, with or without the access log.
pub(super) fn log_to_stderr(has_access_log: bool) {
    let filter = std::env::var("OXIPRESS_LOG").unwrap_or_else(|_| "info".to_owned());
    let filter = if has_access_log {
        filter
    } else {
        format!("{filter},access=off")
    };
    let filter = tracing_subscriber::EnvFilter::new(filter);
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .try_init();
}

/// Merges file, variables and flags; later ones win.
fn settings(args: ServeArgs) -> Result<Settings> {
    let mut settings = config::load(args.config.as_deref(), std::env::vars())?;
    let path = |p: PathBuf| p.to_string_lossy().into_owned();
    let frontend = args.frontend.map(|f| match f {
        FrontendArg::React => FrontendMode::React,
        FrontendArg::Legacy => FrontendMode::Legacy,
    });
    for (flag, setting) in [
        (args.wp_root.map(path), &mut settings.site.wp_root),
        (args.database, &mut settings.site.database),
        (args.listen, &mut settings.server.listen),
        (args.data_dir.map(path), &mut settings.site.data_dir),
        (args.admin_listen, &mut settings.server.admin_listen),
        (args.site_url, &mut settings.site.site_url),
        (args.legacy_upstream, &mut settings.site.legacy_upstream),
        (args.tls_cert.map(path), &mut settings.server.tls_cert),
        (args.tls_key.map(path), &mut settings.server.tls_key),
    ] {
        if let Some(value) = flag {
            *setting = value;
        }
    }
    settings.site.frontend = frontend.unwrap_or(settings.site.frontend);
    settings.server.reuse_port |= args.reuse_port;
    settings.site.modules_page |= args.dev;
    Ok(settings)
}

async fn serve(mut settings: Settings) -> Result<()> {
    let now = std::env::var("OXIPRESS_NOW").ok();
    let clock = Clock::from_setting(now.as_deref()).context("OXIPRESS_NOW")?;
    let server_config = server_config(&settings, &clock)?;
    let sockets = Server::bind(&server_config)?;
    if DemoSite::is_wanted(&settings) {
        let address = sockets.first().context("no address to listen on")?;
        use_demo_site(&mut settings, address.address()?).await?;
    }
    let poll = Duration::from_millis(settings.database.poll_interval_ms.max(50));
    let parts = parts(settings, clock, &server_config).await?;
    let app = App::new(parts)
        .await
        .context("reading the site from the database")?;
    let controller = Arc::new(FrontController::new(app.clone()));
    let server = Server::start_on(sockets, server_config, controller)?;
    announce(&app, server.address()?);
    app.set_page_cache(server.cache().clone());
    let mail_worker = MailWorker::start(&app.outbox, app.settings.mail.concurrency);
    let timeout = Duration::from_secs(app.settings.server.shutdown_timeout);
    let scheduled = scheduled::start(&app);
    let watcher = tokio::spawn(watch::watch(app, poll));
    let asked_to_stop = OnceLock::new();
    let stopped = server.until(async {
        let signal = stop_signal().await;
        asked_to_stop.get_or_init(Instant::now);
        if let Err(error) = signal {
            tracing::error!(
                error = format!("{error:#}"),
                "no stop signal can be received"
            );
        }
    });
    let stopped = stopped.await?;
    // After the last request its mails are still delivered, within the rest of the drain timeout.
    let spent = asked_to_stop.get().map_or(timeout, Instant::elapsed);
    let left = timeout.saturating_sub(spent);
    mail_worker.stop(left.max(Duration::from_secs(1))).await;
    watcher.abort();
    drop(scheduled);
    tracing::info!(?stopped, "stopped");
    Ok(())
}

/// The parts of the application: the site's folder, its database, its files, its legacy upstream.
async fn parts(settings: Settings, clock: Clock, server_config: &ServerConfig) -> Result<Parts> {
    let wp_root = Some(PathBuf::from(&settings.site.wp_root)).filter(|p| !p.as_os_str().is_empty());
    let wp_config = wp_root
        .as_deref()
        .map(read_wp_config)
        .transpose()?
        .flatten();
    outbox::check_spool(&settings, wp_root.as_deref())?;
    let db = connect(&settings, wp_config.as_ref()).await?;
    let upstream = match settings.site.legacy_upstream.as_str() {
        "" => None,
        address => Some(Upstream::new(address, UPSTREAM_TIMEOUT).map_err(anyhow::Error::msg)?),
    };
    let files = Files::new(
        mounts(wp_root.as_deref(), wp_config.as_ref(), &settings),
        server_config.clock.clone(),
    );
    let render_pool = RenderPool::new(
        usize::try_from(settings.server.render_threads)?,
        usize::try_from(settings.server.render_queue)?,
    )?;
    Ok(Parts {
        db,
        render_pool,
        clock,
        settings,
        wp_config,
        wp_root,
        files,
        upstream,
        columns: COLUMNS,
    })
}

/// The demo site, unpacked when it is missing.
async fn demo_site(settings: &Settings) -> Result<DemoSite> {
    let data_dir = match settings.site.data_dir.as_str() {
        "" => demo_site::default_data_dir(|name| std::env::var(name).ok()).context(
            "no folder for the demo site: give --data-dir, or --wp-root to serve a site of yours",
        )?,
        given => PathBuf::from(given),
    };
    DemoSite::below(&data_dir).await
}

/// Without a configured site uses the demo site, unpacked when missing, with the server's address as site URL.
async fn use_demo_site(settings: &mut Settings, address: SocketAddr) -> Result<()> {
    let site = demo_site(settings).await?;
    site.name_in(settings)?;
    println!(
        "No site is named: this is the demo site, kept in {}",
        site.folder().display()
    );
    println!("(`oxipress serve --wp-root DIR` serves a site of yours.)");
    if settings.site.site_url.is_empty() {
        let scheme = match settings.server.tls_cert.as_str() {
            "" => "http",
            _ => "https",
        };
        settings.site.site_url = format!("{scheme}://{}", reachable(address));
    }
    Ok(())
}

/// A loopback address for a server that listens on all addresses.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

fn announce(app: &App, address: SocketAddr) {
    let state = app.state();
    let base = match app.settings.site.site_url.trim_end_matches('/') {
        "" => format!("http://{address}"),
        url => url.to_owned(),
    };
    println!(
        "{} is served at {base}/",
        state.site.options.text("blogname")
    );
    let posts = state
        .site
        .page_for_posts()
        .and_then(|id| state.site.pages.get(id));
    for path in [
        "/".to_owned(),
        format!("/{}/", posts.map_or("blog", |p| &p.name)),
        "/?s=a".into(),
        "/feed/".into(),
        "/wp-json/".into(),
    ] {
        println!("  {base}{path}");
    }
    let way = match app.outbox.transport() {
        Transport::Folder(folder) => {
            let path = std::path::absolute(folder.folder());
            let path = path.unwrap_or_else(|_| folder.folder().to_owned());
            format!("the folder {}", path.display())
        }
        other => other.to_string(),
    };
    println!("Mails go to {way}");
}

fn read_wp_config(wp_root: &Path) -> Result<Option<WpConfig>> {
    if !wp_root.is_dir() {
        bail!("--wp-root {}: no such folder", wp_root.display());
    }
    if WpConfig::find(wp_root, &SystemSurroundings).is_none() {
        return Ok(None);
    }
    let config = WpConfig::read(wp_root, &SystemSurroundings)?;
    for unread in config.unread() {
        tracing::warn!(constant = unread.name, file = %unread.file.display(), line = unread.line, "not read: {}", unread.reason);
    }
    Ok(Some(config))
}

/// Opens the site of a command's flags: settings and database.
pub(super) async fn open_site(site: SiteArgs) -> Result<(Settings, Db)> {
    let mut settings = config::load(site.config.as_deref(), std::env::vars())?;
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
        demo_site(&settings).await?.name_in(&mut settings)?;
    }
    let root = Some(PathBuf::from(&settings.site.wp_root)).filter(|p| !p.as_os_str().is_empty());
    let wp_config = root.as_deref().map(read_wp_config).transpose()?;
    let db = connect(&settings, wp_config.flatten().as_ref()).await?;
    Ok((settings, db))
}

async fn connect(settings: &Settings, wp_config: Option<&WpConfig>) -> Result<Db> {
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

/// The static file mounts: the site's folder, and the bundles of the browser modules.
fn mounts(wp_root: Option<&Path>, wp_config: Option<&WpConfig>, settings: &Settings) -> Vec<Mount> {
    let mut mounts = Vec::new();
    if let Some(root) = wp_root {
        let content = wp_config.map_or_else(|| root.join("wp-content"), |c| c.content_dir(root));
        mounts.push(Mount {
            prefix: "/wp-content/".into(),
            folder: content,
            is_ours: false,
        });
        mounts.push(Mount {
            prefix: "/".into(),
            folder: root.to_owned(),
            is_ours: false,
        });
    }
    let modules = match settings.site.modules_dir.as_str() {
        "" => modules_dir(std::env::current_exe().ok().as_deref()),
        given => PathBuf::from(given),
    };
    let build = modules.join(settings.site.modules.folder());
    if !build.is_dir() {
        tracing::warn!(folder = %build.display(), "no browser modules there: pages come without scripts of ours");
    }
    if settings.site.modules_page {
        mounts.push(Mount {
            prefix: MODULES_PAGE.into(),
            folder: modules.with_file_name("modules-page"),
            is_ours: true,
        });
    }
    mounts.push(Mount {
        prefix: "/wp-content/oxipress/modules/".into(),
        folder: build,
        is_ours: true,
    });
    mounts
}

/// The folder of the bundles: `modules` next to the binary, else `react-modules/dist` of the source tree that the
/// binary was built in, else of the current folder.
fn modules_dir(binary: Option<&Path>) -> PathBuf {
    let folder = binary.and_then(Path::parent);
    let beside = folder.map(|folder| folder.join("modules"));
    // `target/release/oxipress`, or `target/TRIPLE/release/oxipress`.
    let sources = folder
        .into_iter()
        .flat_map(|f| f.ancestors().skip(2).take(2));
    let mut built = sources.map(|tree| tree.join(BUNDLES));
    let found = beside
        .filter(|f| f.is_dir())
        .or_else(|| built.find(|f| f.is_dir()));
    found.unwrap_or_else(|| PathBuf::from(BUNDLES))
}

fn server_config(settings: &Settings, clock: &Clock) -> Result<ServerConfig> {
    let s = &settings.server;
    let address = |text: &str, key: &str| {
        text.parse::<SocketAddr>().with_context(|| {
            format!("{key}: {text:?} is not an address with a port, as in 127.0.0.1:8080")
        })
    };
    let mut config = ServerConfig {
        listen: vec![address(&s.listen, "server.listen")?],
        ..ServerConfig::default()
    };
    config.reuse_port = s.reuse_port;
    if !s.admin_listen.is_empty() {
        config.admin_listen = Some(address(&s.admin_listen, "server.admin_listen")?);
    }
    if !s.tls_cert.is_empty() {
        config.tls = Some(TlsFiles {
            certificate: PathBuf::from(&s.tls_cert),
            key: PathBuf::from(&s.tls_key),
        });
    }
    config.trusted_proxies = s
        .trusted_proxies
        .iter()
        .map(|n| n.parse())
        .collect::<Result<Vec<_>, _>>()
        .map(crate::server::proxy::TrustedProxies::new)
        .map_err(|e| anyhow::anyhow!("server.trusted_proxies: {e}"))?;
    config.limits.body = s.body_limit;
    config.limits.connections = usize::try_from(s.max_connections)?;
    config.timeouts.header = Duration::from_secs(s.header_timeout);
    config.timeouts.idle = Duration::from_secs(s.idle_timeout);
    config.timeouts.answer = Duration::from_secs(s.answer_timeout);
    config.timeouts.drain = Duration::from_secs(s.shutdown_timeout);
    config.page_cache.bytes = if settings.cache.enabled {
        settings.cache.max_bytes
    } else {
        0
    };
    config.page_cache.longest = Duration::from_secs(settings.cache.max_age);
    let clock = clock.clone();
    config.clock = Arc::new(move || {
        SystemTime::UNIX_EPOCH + Duration::from_secs(u64::try_from(clock.now()).unwrap_or(0))
    });
    Ok(config)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundles_are_found_beside_the_binary_and_in_its_source_tree() {
        let dir = tempfile::tempdir().unwrap();
        let place = |path: &str| {
            let path = dir.path().join(path);
            std::fs::create_dir_all(&path).unwrap();
            path
        };
        for profile in ["release", "x86_64-unknown-linux-gnu/debug"] {
            let binary = place("tree/target").join(profile).join("oxipress");
            let bundles = place("tree/react-modules/dist");
            assert_eq!(modules_dir(Some(&binary)), bundles);
        }
        let bundles = place("opt/modules");
        assert_eq!(modules_dir(Some(&dir.path().join("opt/oxipress"))), bundles);
        let nowhere = Path::new("/nowhere/bin/oxipress");
        assert_eq!(modules_dir(Some(nowhere)), Path::new(BUNDLES));
    }

    #[test]
    fn a_server_on_all_addresses_is_reached_on_this_machine() {
        let shown = |text: &str| reachable(text.parse().unwrap()).to_string();
        assert_eq!(shown("0.0.0.0:80"), "127.0.0.1:80");
        assert_eq!(shown("[::]:80"), "[::1]:80");
        assert_eq!(shown("10.0.0.7:80"), "10.0.0.7:80");
    }
}
