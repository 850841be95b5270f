//! `oxipress import`: copies a database and shows how far it is.

use std::io::{IsTerminal as _, Write as _};

use anyhow::Result;
use compat::wordpress::db::DatabaseUrl;
use compat::wordpress::db::import::{ImportSource, Progress, import};

#[derive(Debug, clap::Args)]
pub(super) struct ImportArgs {
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

/// Characters of the progress bar.
const BAR: u64 = 30;

pub(super) fn run(args: &ImportArgs) -> Result<()> {
    let source = ImportSource::parse(&args.source)?;
    let target = DatabaseUrl::parse(&args.to)?;
    let is_shown = !args.quiet && std::io::stderr().is_terminal();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let report = runtime.block_on(import(&source, &target, move |progress| {
        if is_shown {
            show(progress);
        }
    }))?;
    if is_shown {
        eprintln!();
    }
    for warning in &report.warnings {
        eprintln!("warning: {warning}");
    }
    if !args.quiet {
        let rows: u64 = report.tables.iter().map(|t| t.rows).sum();
        println!(
            "{} tables, {rows} rows imported into {target}",
            report.tables.len()
        );
        let prefixes: Vec<_> = report.prefixes.iter().map(|p| p.as_str()).collect();
        println!("table prefix: {}", prefixes.join(", "));
    }
    Ok(())
}

fn show(progress: &Progress) {
    let total = progress.bytes_total.max(1);
    let done = progress.bytes_done.min(total);
    let filled = done * BAR / total;
    let bar: String = (0..BAR)
        .map(|i| if i < filled { '#' } else { '.' })
        .collect();
    let mut out = std::io::stderr();
    let _ = write!(
        out,
        "\r[{bar}] {:3} %  {:<40}",
        done * 100 / total,
        progress.table
    );
    let _ = out.flush();
}
