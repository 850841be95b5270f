//! The command line.

mod import;
mod serve;
mod settings;

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

/// Serves a WordPress site without PHP: same database, same files, same URLs, same markup.
///
/// `oxipress serve` alone shows a demo site. `oxipress serve --wp-root /srv/www` serves a site of yours: the folder's
/// wp-config.php names the database. To try it without touching the site, first copy the database:
/// `oxipress import dump.sql --to sqlite:site.sqlite`.
#[derive(Debug, Parser)]
#[command(name = "oxipress", version, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serves the site; the demo site when neither --wp-root nor --database is given.
    Serve(Box<ServeArgs>),
    /// Copies a database: from a dump (.sql, .sql.gz) or a running MySQL or MariaDB server.
    Import(ImportArgs),
    /// Prints every setting with its default, as an example of oxipress.toml.
    Settings {
        /// As a table for a README.
        #[arg(long)]
        markdown: bool,
    },
}

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
struct ServeArgs {
    /// Folder of the WordPress site: wp-config.php is read (never run), static files below it are served, .php files and dot files never.
    #[arg(long, value_name = "DIR")]
    wp_root: Option<PathBuf>,
    /// The database, in place of the one that wp-config.php names: sqlite:PATH or mysql://user:password@host:port/name.
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Where visitors are served.
    #[arg(long, value_name = "ADDR")]
    listen: Option<String>,
    /// Where /healthz and /metrics are served; nowhere else.
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
    /// The old PHP server: /wp-admin/, the builder, and whatever Oxipress does not know go there unchanged.
    #[arg(long, value_name = "URL")]
    legacy_upstream: Option<String>,
    /// Which scripts a page links.
    #[arg(long, value_enum)]
    frontend: Option<FrontendArg>,
    /// TLS certificate chain (PEM).
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// Private key of the certificate (PEM).
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
struct ImportArgs {
    /// A dump of MySQL 5.7/8 or MariaDB 10/11 (.sql or .sql.gz), or mysql://user:password@host:port/name.
    #[arg(value_name = "SOURCE")]
    source: String,
    /// Where to: sqlite:PATH or mysql://user:password@host:port/name. It is left as it was when anything fails.
    #[arg(long, value_name = "URL")]
    to: String,
    /// Show no progress.
    #[arg(long, short)]
    quiet: bool,
}

/// Reads the arguments and does what they say.
pub fn run() -> anyhow::Result<()> {
    match Cli::parse().command {
        Command::Serve(args) => serve::run(*args),
        Command::Import(args) => import::run(&args),
        Command::Settings { markdown } => {
            settings::print(markdown);
            Ok(())
        }
    }
}
