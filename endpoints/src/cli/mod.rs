//! The command line.

mod import;
mod mail;
mod reviews;
mod serve;
mod settings;
mod split_tests;
mod subscribers;

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use compat::wordpress::mail::outbox::State;

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
    /// Shows the mails that wait, were delivered or given up, and tries them again.
    ///
    /// Every mail of the site (password resets, comment notices, forms) is stored in the database before the visitor is
    /// answered, and delivered afterwards. A mail that is refused waits a minute, then two, up to an hour; after
    /// `mail.attempts` refusals it is dead: it stays here until it is tried again or purged.
    ///
    /// Examples:
    ///
    ///   oxipress mail list --wp-root /srv/www --state dead
    ///   oxipress mail show 17 --wp-root /srv/www
    ///   oxipress mail retry --all --wp-root /srv/www
    #[command(verbatim_doc_comment)]
    Mail(MailArgs),
    /// Adds reviews from a file to those of the site.
    ///
    /// A JSON list of reviews (or the place service's own answer), or a table with a first line of names. Each needs
    /// `author_name`, `rating` (1 to 5) and `time` (seconds since 1970, or a date such as 2026-11-21); `text`,
    /// `author_url`, `language` and so on may follow. What the site has already is not added again.
    ///
    /// Example:
    ///
    ///   oxipress reviews import reviews.csv --wp-root /srv/www
    #[command(verbatim_doc_comment)]
    Reviews(ReviewsArgs),
    /// Shows what the page builder's split tests say: views, clicks, conversions, rates, confidence.
    SplitTests(SplitTestsArgs),
    /// Shows or exports the site's own list of newsletter subscribers.
    Subscribers(SubscribersArgs),
    /// Prints every setting with its default, as an example of oxipress.toml.
    Settings {
        /// As a Markdown table.
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

#[derive(Debug, clap::Args)]
struct ReviewsArgs {
    #[command(subcommand)]
    command: ReviewsCommand,
    #[command(flatten)]
    site: SiteArgs,
}

#[derive(Debug, Subcommand)]
enum ReviewsCommand {
    /// Adds the reviews of a JSON or CSV file; all of them or, when one is wrong, none.
    Import {
        /// The file.
        file: PathBuf,
        /// The place that they are about [default: the site's].
        #[arg(long, value_name = "ID")]
        place_id: Option<String>,
    },
}

#[derive(Debug, clap::Args)]
struct MailArgs {
    #[command(subcommand)]
    command: MailCommand,
    #[command(flatten)]
    site: SiteArgs,
}

#[derive(Debug, clap::Args)]
struct SplitTestsArgs {
    /// As JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    site: SiteArgs,
}

#[derive(Debug, clap::Args)]
struct SubscribersArgs {
    #[command(subcommand)]
    command: SubscribersCommand,
    #[command(flatten)]
    site: SiteArgs,
}

#[derive(Debug, Subcommand)]
enum SubscribersCommand {
    /// Prints the confirmed subscribers as CSV.
    Export {
        /// Those too that are not confirmed, or wait for a service.
        #[arg(long)]
        all: bool,
    },
    /// Lists everybody with the state of the subscription.
    List,
}

/// The site: the same options as of `oxipress serve`.
#[derive(Debug, clap::Args)]
struct SiteArgs {
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

#[derive(Debug, Subcommand)]
enum MailCommand {
    /// Lists mails, the newest first: number, state, attempts, when it was stored, recipient, subject, and what went
    /// wrong last.
    List {
        /// Only these: queued (waits), sending (being delivered), sent, dead (given up).
        #[arg(long, value_name = "STATE")]
        state: Option<State>,
        /// At most so many.
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u32,
    },
    /// Prints a mail as it goes out, with its headers. Of a delivered mail only the head is left.
    Show {
        /// The number in the list.
        #[arg(value_name = "ID")]
        id: i64,
    },
    /// Tries mails again at once that wait or are dead. The running server delivers them within seconds.
    Retry {
        /// The numbers in the list.
        #[arg(
            value_name = "ID",
            required_unless_present = "all",
            conflicts_with = "all"
        )]
        ids: Vec<i64>,
        /// All that wait or are dead.
        #[arg(long)]
        all: bool,
    },
    /// Removes dead mails and their attached files for good.
    Purge {
        /// The numbers in the list.
        #[arg(
            value_name = "ID",
            required_unless_present = "all",
            conflicts_with = "all"
        )]
        ids: Vec<i64>,
        /// All that are dead.
        #[arg(long)]
        all: bool,
    },
}

/// Reads the arguments and does what they say.
///
/// # Errors
/// When the command fails.
pub fn run() -> anyhow::Result<()> {
    match Cli::parse().command {
        Command::Serve(args) => serve::run(*args),
        Command::Import(args) => import::run(&args),
        Command::Mail(args) => mail::run(args),
        Command::Reviews(args) => reviews::run(args),
        Command::SplitTests(args) => split_tests::run(args),
        Command::Subscribers(args) => subscribers::run(args),
        Command::Settings { markdown } => {
            settings::print(markdown);
            Ok(())
        }
    }
}
