//! The command line: commands of the server, and those that columns declare in their manifests.

mod import;
mod mail;
mod mounts;
mod record;
mod replay;
mod serve;
mod settings;
pub mod site;
pub mod terminal;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use import::ImportArgs;
use mail::MailArgs;
use record::RecordArgs;
use replay::ReplayArgs;
use serve::ServeArgs;

use crate::column::Columns;

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
    /// Records an old server's exchanges: as a proxy before it, from a HAR file, or by asking for its pages.
    ///
    /// Personal data is masked before it touches the disk; what was masked is told at the end.
    ///
    /// Examples:
    ///
    ///   oxipress record --upstream http://127.0.0.1:8081 --listen 127.0.0.1:8089 --out recordings
    ///   oxipress record --upstream https://old.example/ --crawl --out recordings
    ///   oxipress record --from-har visit.har --out recordings
    #[command(verbatim_doc_comment)]
    Record(Box<RecordArgs>),
    /// Sends recorded requests to a server and tells every difference of its answers.
    ///
    /// Exit status: 0 without differences, 3 with differences (or requests without an answer, or files that are no
    /// recordings), 1 when the replay cannot be done, 2 for wrong arguments.
    ///
    /// Examples:
    ///
    ///   oxipress replay recordings --against http://127.0.0.1:8080 --report report.html
    ///   oxipress replay recordings --against http://127.0.0.1:8080 --baseline http://127.0.0.1:8081 --reading
    #[command(verbatim_doc_comment)]
    Replay(Box<ReplayArgs>),
    /// Prints every setting with its default, as an example of oxipress.toml.
    #[command(display_order = 900)]
    Settings {
        /// As a Markdown table.
        #[arg(long)]
        markdown: bool,
    },
}

/// Reads the arguments and does what they say, for a server of these columns.
///
/// # Errors
/// When the command fails.
pub fn run(columns: Columns) -> anyhow::Result<()> {
    let declared = || columns.declared(|column| column.commands);
    let with_columns = declared().fold(Cli::command(), |cli, column| {
        cli.subcommand((column.command)())
    });
    let matches = with_columns.get_matches();
    if let Some((name, arguments)) = matches.subcommand() {
        let mut of_columns = declared();
        if let Some(column) = of_columns.find(|c| (c.command)().get_name() == name) {
            return (column.run)(arguments, columns);
        }
    }
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match cli.command {
        Command::Serve(args) => serve::run(*args, columns),
        Command::Import(args) => import::run(&args),
        Command::Mail(args) => mail::run(args, columns),
        Command::Record(args) => record::run(*args),
        Command::Replay(args) => replay::run(*args),
        Command::Settings { markdown } => {
            settings::print(markdown, columns);
            Ok(())
        }
    }
}
