//! The command line: commands of the server, and those that columns declare in their manifests.

mod audit;
mod audit_text;
mod completions;
mod decode_av1;
mod doctor;
mod import;
mod mail;
mod mounts;
mod record;
mod replay;
mod runtime;
mod serve;
mod server_config;
mod settings;
mod shadow;
pub mod site;
pub mod terminal;
mod upstream;
mod version;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use audit::AuditArgs;
use doctor::DoctorArgs;
use import::ImportArgs;
use mail::MailArgs;
use record::RecordArgs;
use replay::ReplayArgs;
use serve::ServeArgs;
use shadow::ShadowArgs;

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
    /// Says what Oxipress would do with a site: who serves each address, and what nobody knows. Nothing is written.
    ///
    /// Without --html or --json a summary for people is printed. Exit status: 0 when every address is served whole, 1
    /// when something is not, 2 when the site could not be audited.
    ///
    /// Examples:
    ///
    ///   oxipress audit --wp-root /srv/www
    ///   oxipress audit --wp-root /srv/www --html audit.html --json audit.json
    #[command(verbatim_doc_comment)]
    Audit(AuditArgs),
    /// Decodes the AV1 data of an AVIF that comes in by the standard input, for a server that runs.
    #[command(hide = true)]
    DecodeAv1 {
        /// Width, height, bits and sampling of the picture.
        expected: Vec<String>,
    },
    /// Looks at a set-up and says what to do: configuration, database, clock, folders, mail, proxies, cache, files.
    ///
    /// Exit status: 0 without errors, 1 with some, 2 when the set-up could not be looked at.
    ///
    /// Examples:
    ///
    ///   oxipress doctor --wp-root /srv/www --url http://127.0.0.1:8080
    ///   oxipress doctor --wp-root /srv/www --send-test-to me@example.org
    ///   oxipress doctor --wp-root /srv/www --submission 17
    ///   oxipress doctor --wp-root /srv/www --page /contact/
    #[command(verbatim_doc_comment)]
    Doctor(DoctorArgs),
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
    /// Shows what differed from the other server (`oxipress serve --shadow URL`).
    Shadow(ShadowArgs),
    /// Prints a completion script for a shell: `oxipress completions bash`.
    #[command(display_order = 901)]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Writes the man pages, a file for each command.
    #[command(display_order = 902)]
    Man {
        /// The folder that they are written to.
        #[arg(long, value_name = "DIR", default_value = ".")]
        out: std::path::PathBuf,
    },
    /// Records a PHP server's exchanges: as a proxy before it, from a HAR file, or by asking for its pages.
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

/// The program: reads the arguments and does what they say, for a server of these columns; errors are printed.
#[must_use]
pub fn main(columns: Columns) -> ExitCode {
    run(columns).unwrap_or_else(|error| {
        let text = format!("oxipress: {error:#}");
        eprintln!("{}", crate::secrets::masked(&text));
        ExitCode::FAILURE
    })
}

/// Reads the arguments and does what they say, for a server of these columns; the exit status.
///
/// # Errors
/// When the command fails.
pub fn run(columns: Columns) -> anyhow::Result<ExitCode> {
    let declared = || columns.declared(|column| column.commands);
    let cli = Cli::command().long_version(version::long(columns));
    let mut with_columns = declared().fold(cli, |cli, column| cli.subcommand((column.command)()));
    let matches = with_columns.get_matches_mut();
    if let Some((name, arguments)) = matches.subcommand() {
        let mut of_columns = declared();
        if let Some(column) = of_columns.find(|c| (c.command)().get_name() == name) {
            return (column.run)(arguments, columns).map(|()| ExitCode::SUCCESS);
        }
    }
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match cli.command {
        Command::Serve(args) => serve::run(*args, columns)?,
        Command::Audit(args) => return Ok(audit::run(args, columns)),
        Command::DecodeAv1 { expected } => decode_av1::run(&expected)?,
        Command::Doctor(args) => return Ok(doctor::run(args, columns)),
        Command::Import(args) => import::run(&args)?,
        Command::Mail(args) => mail::run(args, columns)?,
        Command::Record(args) => record::run(*args)?,
        Command::Replay(args) => replay::run(*args)?,
        Command::Shadow(args) => shadow::run(args, columns)?,
        Command::Completions { shell } => completions::print(shell, &mut with_columns),
        Command::Man { out } => completions::write_man_pages(&out, with_columns)?,
        Command::Settings { markdown } => settings::print(markdown, columns),
    }
    Ok(ExitCode::SUCCESS)
}
