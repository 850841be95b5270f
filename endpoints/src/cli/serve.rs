//! `oxipress serve`: starts the server from its settings.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::ValueEnum;
use compat::wordpress::clock::Clock;
use compat::wordpress::db::DatabaseUrl;
use compat::wordpress::mail::Transport;
use compat::wordpress::password_pool::PasswordPool;
use compat::wordpress::private_file;

use super::mounts::mounts;
use super::server_config::server_config;
use super::site::{connect, demo_site, follow, read_wp_config};
use super::terminal::log_to_stderr;
use super::upstream::upstream;
use crate::app::{App, Parts};
use crate::column::Columns;
use crate::config::settings::FrontendMode;
use crate::config::{self, Settings};
use crate::demo_site::DemoSite;
use crate::mail_worker::MailWorker;
use crate::media_store;
use crate::render_pool::RenderPool;
use crate::server::{Files, Server, ServerConfig, raise_open_files, stop_signal};
use crate::shadow::Shadow;
use crate::telemetry::Telemetry;
use crate::watch;
use crate::wordpress::FrontController;
use crate::wordpress::uploads::Spool;
use crate::{cdn, outbox, scheduled};

/// Which scripts a page links.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum FrontendArg {
    /// Our browser modules.
    React,
    /// The site's own scripts at their old URLs, from --wp-root.
    Legacy,
}

/// Flags win over OXIPRESS_* variables, those over the file, that over wp-config.php.
#[derive(Debug, clap::Args)]
pub(super) struct ServeArgs {
    /// Folder of the WordPress site: wp-config.php is read (never run), static files below it are served, .php files and dot files never.
    #[arg(long, value_name = "DIR")]
    wp_root: Option<PathBuf>,
    /// The database, in place of the one that wp-config.php names: sqlite:PATH or mysql://user:password@host:port/name.
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Where visitors are served.
    #[arg(long, value_name = "ADDR")]
    listen: Option<String>,
    /// Where /healthz, /readyz and /metrics are served; nowhere else.
    #[arg(long, value_name = "ADDR")]
    admin_listen: Option<String>,
    /// Share the port with an oxipress that runs already, so that it can be stopped without a refused connection.
    #[arg(long)]
    reuse_port: bool,
    /// Folder that keeps the unpacked demo site [default: $XDG_DATA_HOME/oxipress, else ~/.local/share/oxipress].
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// The configuration file; `oxipress settings` prints an example.
    #[arg(long, value_name = "FILE", env = "OXIPRESS_CONFIG")]
    config: Option<PathBuf>,
    /// Address that links and redirects use in place of the stored one, as in https://new.example.
    #[arg(long, value_name = "URL")]
    site_url: Option<String>,
    /// The site's PHP server: /wp-admin/, the builder, and whatever Oxipress does not know go there unchanged.
    #[arg(long, value_name = "URL")]
    legacy_upstream: Option<String>,
    /// Another server that is also asked what anonymous visitors read here; `oxipress shadow report` lists what differs.
    #[arg(long, value_name = "URL")]
    shadow: Option<String>,
    /// Share of these requests, from 0 to 1 [default: 0.1].
    #[arg(long, value_name = "RATE")]
    shadow_rate: Option<f64>,
    /// Which scripts a page links.
    #[arg(long, value_enum)]
    frontend: Option<FrontendArg>,
    /// For development: /__modules/ shows the browser modules in their states, beside their markup.
    #[arg(long)]
    dev: bool,
    /// TLS certificate chain (PEM).
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// Private key of the certificate (PEM).
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
}

pub(super) fn run(args: ServeArgs, columns: Columns) -> Result<()> {
    let settings = settings(args, columns)?;
    let telemetry = Telemetry::new(&settings.telemetry);
    log_to_stderr(settings.server.log_format, telemetry.as_ref());
    raise_open_files();
    let runtime = super::runtime::multi_thread()
        .max_blocking_threads(8)
        .build()?;
    runtime.block_on(serve(settings, columns, telemetry))
}

/// Merges file, variables and flags; later ones win.
fn settings(args: ServeArgs, columns: Columns) -> Result<Settings> {
    let mut settings = config::load(
        args.config.as_deref(),
        std::env::vars(),
        &columns.sections(),
    )?;
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
        (args.shadow, &mut settings.shadow.url),
        (args.tls_cert.map(path), &mut settings.server.tls_cert),
        (args.tls_key.map(path), &mut settings.server.tls_key),
    ] {
        if let Some(value) = flag {
            *setting = value;
        }
    }
    settings.site.frontend = frontend.unwrap_or(settings.site.frontend);
    settings.shadow.rate = args.shadow_rate.unwrap_or(settings.shadow.rate);
    settings.server.reuse_port |= args.reuse_port;
    settings.site.modules_page |= args.dev;
    config::check(&settings)?;
    Ok(settings)
}

async fn serve(
    mut settings: Settings,
    columns: Columns,
    telemetry: Option<Telemetry>,
) -> Result<()> {
    let now = std::env::var("OXIPRESS_NOW").ok();
    let clock = Clock::from_setting(now.as_deref()).context("OXIPRESS_NOW")?;
    let server_config = server_config(&settings, &clock)?;
    let sockets = Server::bind(&server_config)?;
    if DemoSite::is_wanted(&settings) {
        let address = sockets.first().context("no address to listen on")?;
        use_demo_site(&mut settings, columns, address.address()?).await?;
    }
    let poll = Duration::from_millis(settings.database.poll_interval_ms.max(50));
    let parts = parts(settings, columns, clock, &server_config).await?;
    let app = App::new(parts)
        .await
        .context("reading the site from the database")?;
    let shadow = Shadow::start(&app.settings.shadow)?;
    let controller = FrontController::new(app.clone(), columns).with_shadow(shadow);
    let controller = Arc::new(controller);
    let server = Server::start_on(sockets, server_config, controller)?;
    let telemetry = telemetry.map(|telemetry| {
        let numbers = server.numbers();
        telemetry.start(move || numbers.clone().text())
    });
    announce(&app, server.address()?);
    warn_of_open_files(&app);
    app.set_page_cache(server.cache().clone());
    let mail_worker = MailWorker::start(&app.outbox, app.settings.mail.concurrency);
    let timeout = Duration::from_secs(app.settings.server.shutdown_timeout);
    let registered = columns.registry(&app.state().site.options);
    let jobs = scheduled::start(&app, registered.scheduled);
    let purger = tokio::spawn(cdn::purge::run(Arc::clone(&app)));
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
    purger.abort();
    jobs.stop().await;
    if let Some(telemetry) = telemetry {
        telemetry.stop(Duration::from_secs(2)).await;
    }
    tracing::info!(?stopped, "stopped");
    Ok(())
}

/// The parts of the application: the site's folder, its database, its files, its legacy upstream.
pub(super) async fn parts(
    settings: Settings,
    columns: Columns,
    clock: Clock,
    server_config: &ServerConfig,
) -> Result<Parts> {
    let wp_root = Some(PathBuf::from(&settings.site.wp_root)).filter(|p| !p.as_os_str().is_empty());
    let wp_config = wp_root
        .as_deref()
        .map(read_wp_config)
        .transpose()?
        .flatten();
    outbox::check_spool(&settings, wp_root.as_deref())?;
    let db = connect(&settings, wp_config.as_ref()).await?;
    follow(&settings, &db)?;
    let upstream = upstream(&settings)?;
    let store = media_store::open(&settings.media)?;
    let files = Files::new(
        mounts(wp_root.as_deref(), wp_config.as_ref(), &settings)?,
        server_config.clock.clone(),
    )
    .without(columns.declared(|column| column.private_folders).copied());
    let render_pool = RenderPool::new(
        usize::try_from(settings.server.render_threads)?,
        usize::try_from(settings.server.render_queue)?,
    )?;
    let attempts = &settings.attempts;
    let password_pool = PasswordPool::new(
        usize::try_from(attempts.hash_threads)?,
        usize::try_from(attempts.hash_queue)?,
    )?;
    let server = &settings.server;
    let spool = Spool::create(&server.upload_folder, server.upload_limit)
        .context("no folder for uploaded files (server.upload_folder)")?;
    let columns = columns.for_app(&settings, clock.now());
    Ok(Parts {
        db,
        render_pool,
        password_pool,
        spool,
        clock,
        settings,
        wp_config,
        wp_root,
        files,
        store,
        upstream,
        columns,
    })
}

/// Without a configured site uses the demo site, unpacked when missing, with the server's address as site URL.
async fn use_demo_site(
    settings: &mut Settings,
    columns: Columns,
    address: SocketAddr,
) -> Result<()> {
    let site = demo_site(settings, columns).await?;
    site.name_in(settings, columns)?;
    warn_if_open(site.folder());
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

/// Names what others may read of what must be private: it was made by hand, or before permissions were set.
fn warn_of_open_files(app: &App) {
    if let DatabaseUrl::Sqlite(path) = app.db.url() {
        for suffix in ["", "-wal", "-shm"] {
            let mut name = path.as_os_str().to_owned();
            name.push(suffix);
            warn_if_open(Path::new(&name));
        }
    }
    for folder in outbox::folders(&app.settings) {
        warn_if_open(&folder);
    }
}

fn warn_if_open(path: &Path) {
    if let Some(mode) = private_file::open_mode(path) {
        tracing::warn!(path = %path.display(), mode = format!("{mode:o}"), "others on this machine may read what must be private: take their permissions away with `chmod go-rwx`");
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_on_all_addresses_is_reached_on_this_machine() {
        let shown = |text: &str| reachable(text.parse().unwrap()).to_string();
        assert_eq!(shown("0.0.0.0:80"), "127.0.0.1:80");
        assert_eq!(shown("[::]:80"), "[::1]:80");
        assert_eq!(shown("10.0.0.7:80"), "10.0.0.7:80");
    }
}
