//! `oxipress record`: recordings of a PHP server.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use http::HeaderValue;
use recordings::har;
use recordings::masking::{MaskRules, Masker};
use recordings::recording::{Recorder, utf8};

use super::terminal::{block_on_all, print};
use crate::recorder::crawl::{Bounds, CrawledSite, crawl};
use crate::recorder::proxy::{Proxy, listen};
use crate::recorder::store::{Store, Stored};
use crate::replayer::client::Target;
use crate::server::stop_signal;

#[derive(Debug, clap::Args)]
pub(super) struct RecordArgs {
    /// The PHP server, as in http://127.0.0.1:8081; with --crawl with the page to start from.
    #[arg(long, value_name = "URL", required_unless_present = "from_har")]
    upstream: Option<String>,
    /// Where the proxy is reached; what goes through it is recorded.
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8089")]
    listen: SocketAddr,
    /// Folder of the recordings; it is added to.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Take the exchanges from a HAR file of Chromium or Firefox.
    #[arg(long, value_name = "FILE", conflicts_with = "upstream")]
    from_har: Option<PathBuf>,
    /// The site's host, with its port where it has one, as in www.example.org: the PHP server is asked for it, and links
    /// to it are followed [default: that of --upstream]; from a HAR file its exchanges are taken [default: that of the
    /// first entry].
    #[arg(long, value_name = "HOST", conflicts_with = "keep_host")]
    host: Option<String>,
    /// Ask for the pages that sitemaps and links name, and stop; started again, it goes on.
    #[arg(long)]
    crawl: bool,
    /// Pages of one crawl.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pages: usize,
    /// Milliseconds between two requests of a crawl.
    #[arg(long, value_name = "MS", default_value_t = 200)]
    pause: u64,
    /// Pass the visitor's Host on, in place of the PHP server's.
    #[arg(long)]
    keep_host: bool,
    /// Rules of masking besides the built-in ones (TOML, see docs/recording.md).
    #[arg(long, value_name = "FILE")]
    masks: Option<PathBuf>,
    /// Store personal data as it is. Only for sites without visitors.
    #[arg(long, conflicts_with = "masks")]
    no_masks: bool,
    /// The recordings' area, a part of their names.
    #[arg(long, value_name = "NAME", default_value = "recorded")]
    area: String,
}

pub(super) fn run(args: RecordArgs) -> Result<()> {
    let masker = match args.no_masks {
        true => None,
        false => Some(Masker::new(mask_rules(&args)?, rand::random())),
    };
    let recorder = Recorder::open(&args.out, &args.area, masker)?;
    let (store, thread) = Store::start(recorder);
    let notes = block_on_all(recorded(args, store))?;
    let stored = thread
        .join()
        .map_err(|_| anyhow::anyhow!("writing failed"))?;
    print((notes + &summary(&stored)).as_bytes())?;
    match stored.failed {
        Some(reason) => bail!("not every exchange was written: {reason}"),
        None => Ok(()),
    }
}

fn mask_rules(args: &RecordArgs) -> Result<MaskRules> {
    let Some(file) = &args.masks else {
        return Ok(MaskRules::default());
    };
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    MaskRules::parse(&text).with_context(|| file.display().to_string())
}

/// Stores the exchanges of a HAR file; what is said of those that are left out.
fn from_har(file: &Path, host: Option<&str>, store: &Store) -> Result<String> {
    let shown = file.display();
    let size = std::fs::metadata(file).with_context(|| shown.to_string())?;
    let size = size.len();
    let most = har::FILE_LIMIT;
    ensure!(size <= most, "{shown}: {size} bytes are more than {most}");
    let bytes = std::fs::read(file).with_context(|| shown.to_string())?;
    let found = utf8(bytes).and_then(|text| har::parse(&text, host));
    let found =
        found.map_err(|(line, reason)| anyhow::anyhow!("{shown}, line {line}: {reason}"))?;
    for exchange in found.exchanges {
        store.put(exchange);
    }
    let problems = found.problems.iter();
    let problems: String = problems
        .map(|(number, reason)| format!("{shown}, entry {number}: {reason}\n"))
        .collect();
    let others = found.others;
    Ok(format!(
        "{problems}{others} entries of other sites or without an answer\n"
    ))
}

async fn recorded(args: RecordArgs, store: Store) -> Result<String> {
    if let Some(file) = &args.from_har {
        return from_har(file, args.host.as_deref(), &store);
    }
    let address = args.upstream.as_deref().unwrap_or_default();
    let target = Target::parse(address)?;
    let host = args.host.clone();
    let host = host.unwrap_or_else(|| target.authority().to_owned());
    ensure!(
        HeaderValue::from_str(&host).is_ok() && !host.contains(['/', ' ']),
        "--host: {host:?} is no host"
    );
    if args.crawl {
        let rest = address.split_once("://").map_or("", |(_, rest)| rest);
        let start = rest.find('/').and_then(|at| rest.get(at..)).unwrap_or("/");
        let bounds = Bounds {
            pages: args.pages,
            pause: Duration::from_millis(args.pause),
        };
        let site = CrawledSite {
            target: &target,
            host: &host,
        };
        let crawled = tokio::select! {
            crawled = crawl(site, start, &args.out, bounds, &store) => Some(crawled?),
            () = stopped() => None,
        };
        return Ok(match crawled {
            Some((asked, left)) => format!("{asked} pages asked for, {left} left\n"),
            None => "stopped; the same command goes on\n".to_owned(),
        });
    }
    let listener = listen(args.listen).await?;
    println!(
        "Recording {} at http://{}/ into {}; stop with Ctrl-C",
        target.origin(),
        listener.local_addr()?,
        args.out.display()
    );
    let proxy = Proxy {
        upstream: target,
        host: (!args.keep_host).then_some(host),
        store,
    };
    proxy.run(listener, stopped()).await?;
    Ok(String::new())
}

/// Ends when the program is told to stop.
async fn stopped() {
    if let Err(error) = stop_signal().await {
        tracing::error!(
            error = format!("{error:#}"),
            "no stop signal can be received"
        );
    }
}

fn summary(stored: &Stored) -> String {
    let mut lines = vec![format!("{} exchanges recorded", stored.written)];
    if stored.dropped > 0 {
        lines.push(format!(
            "{} exchanges were not recorded: they came too fast",
            stored.dropped
        ));
    }
    let masked = stored
        .masked
        .iter()
        .map(|(kind, count)| format!("{count} {kind}"));
    let masked: Vec<String> = masked.collect();
    lines.push(match masked.is_empty() {
        true => "nothing was masked".to_owned(),
        false => format!("masked: {}", masked.join(", ")),
    });
    lines.join("\n") + "\n"
}
