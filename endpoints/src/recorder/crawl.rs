//! Asks a PHP server for the pages that its sitemaps and links name: one at a time, with pauses, within bounds. What is
//! left is kept in the folder, so that a crawl that was stopped goes on.

use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use recordings::links::{links, path_on_site, robots};
use recordings::masking::Exchange;
use recordings::recording::Request;
use serde::{Deserialize, Serialize};

use super::store::Store;
use crate::replayer::client::Target;

/// Addresses that wait or were asked for.
const KNOWN: usize = 200_000;
/// Time for one answer.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Parts of addresses that change something, or lead to pages of one person.
const AVOIDED: [&str; 9] = [
    "/wp-admin",
    "/wp-login.php",
    "add-to-cart=",
    "remove_item=",
    "replytocom=",
    "action=logout",
    "customer-logout",
    "_wpnonce=",
    "/wp-json/oembed",
];

/// Bounds of a crawl.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// Pages of this run.
    pub pages: usize,
    /// Pause between two requests.
    pub pause: Duration,
}

/// The site that is crawled.
#[derive(Debug, Clone, Copy)]
pub struct CrawledSite<'a> {
    /// Its server.
    pub target: &'a Target,
    /// Its host, which the server is asked for; links to it are followed.
    pub host: &'a str,
}

/// What is known of a site, kept between runs.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Frontier {
    waiting: VecDeque<String>,
    known: BTreeSet<String>,
    forbidden: Vec<String>,
}

impl Frontier {
    fn file(folder: &Path) -> PathBuf {
        folder.join("crawl.state")
    }

    fn read(folder: &Path) -> Option<Self> {
        let text = std::fs::read_to_string(Self::file(folder)).ok()?;
        serde_json::from_str(&text).ok()
    }

    fn write(&self, folder: &Path) -> Result<()> {
        let file = tempfile::NamedTempFile::new_in(folder)?;
        std::fs::write(file.path(), serde_json::to_string(self)?)?;
        file.persist(Self::file(folder))?;
        Ok(())
    }

    fn add(&mut self, path: String) {
        let is_avoided = AVOIDED.iter().any(|part| path.contains(part))
            || self.forbidden.iter().any(|start| path.starts_with(start));
        if !is_avoided && self.known.len() < KNOWN && self.known.insert(path.clone()) {
            self.waiting.push_back(path);
        }
    }
}

/// Crawls a site from its start page; the number of pages asked for, and of those that are left.
///
/// # Errors
/// When the start page cannot be asked for, or the folder cannot be written.
pub async fn crawl(
    site: CrawledSite<'_>,
    start: &str,
    folder: &Path,
    bounds: Bounds,
    store: &Store,
) -> Result<(usize, usize)> {
    let mut frontier = match Frontier::read(folder) {
        Some(frontier) => frontier,
        None => first(site, start).await,
    };
    let mut asked = 0;
    while asked < bounds.pages {
        let Some(path) = frontier.waiting.pop_front() else {
            break;
        };
        match ask(site, &path).await {
            Ok(exchange) => {
                let kind = Exchange::header(&exchange.response_headers, "content-type");
                let is_page = kind.contains("html") || kind.contains("xml");
                let location = Exchange::header(&exchange.response_headers, "location").to_owned();
                let text = if is_page {
                    String::from_utf8_lossy(&exchange.response_body)
                } else {
                    "".into()
                };
                for link in links(&text)
                    .into_iter()
                    .chain(Some(location).filter(|l| !l.is_empty()))
                {
                    if let Some(path) = path_on_site(site.host, &path, &link) {
                        frontier.add(path);
                    }
                }
                let store = store.clone();
                tokio::task::spawn_blocking(move || store.put(exchange)).await?;
            }
            Err(error) if asked == 0 => return Err(error),
            Err(error) => tracing::warn!(path, error = format!("{error:#}"), "no answer"),
        }
        asked += 1;
        frontier
            .write(folder)
            .with_context(|| folder.display().to_string())?;
        tokio::time::sleep(bounds.pause).await;
    }
    Ok((asked, frontier.waiting.len()))
}

/// The start page, what `robots.txt` forbids, and the sitemaps.
async fn first(site: CrawledSite<'_>, start: &str) -> Frontier {
    let mut frontier = Frontier::default();
    let mut sitemaps = vec![
        "/wp-sitemap.xml".to_owned(),
        "/sitemap_index.xml".to_owned(),
    ];
    if let Ok(answer) = ask(site, "/robots.txt").await {
        let text = String::from_utf8_lossy(&answer.response_body).into_owned();
        let (forbidden, named) = robots(&text);
        frontier.forbidden = forbidden;
        let named = named
            .iter()
            .filter_map(|map| path_on_site(site.host, "/", map));
        sitemaps.splice(0..0, named);
    }
    frontier.add(start.to_owned());
    sitemaps.into_iter().for_each(|map| frontier.add(map));
    frontier
}

async fn ask(site: CrawledSite<'_>, path: &str) -> Result<Exchange> {
    let agent = concat!("Oxipress/", env!("CARGO_PKG_VERSION"), " (record --crawl)");
    let request = Request {
        method: "GET".to_owned(),
        path: path.to_owned(),
        headers: vec![
            ("Host".to_owned(), site.host.to_owned()),
            ("User-Agent".to_owned(), agent.to_owned()),
            (
                "Accept".to_owned(),
                "text/html,application/xhtml+xml,*/*;q=0.8".to_owned(),
            ),
        ],
        ..Request::default()
    };
    let answer = site.target.ask(&request, TIMEOUT).await?;
    Ok(Exchange {
        method: request.method,
        path: request.path,
        request_headers: request.headers,
        status: answer.status,
        response_headers: answer.headers,
        response_body: answer.bytes,
        ..Exchange::default()
    })
}
