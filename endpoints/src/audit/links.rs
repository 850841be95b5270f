//! Follows the internal links of contents and menus.

use std::collections::HashMap;

use compat::wordpress::audit::limits;
use compat::wordpress::audit::report::{AuditedAddress, BrokenLink, Server};

use super::ask::Asker;
use super::contents::Contents;
use super::progress::Progress;
use super::site_url::SiteOrigin;
use crate::app::App;
use crate::site_state::SiteState;

/// The number of different targets, and those that nobody serves.
pub async fn check(
    app: &App,
    asker: &Asker,
    state: &SiteState,
    contents: &mut Contents,
    addresses: &[AuditedAddress],
    told: Progress<'_>,
) -> (usize, Vec<BrokenLink>) {
    let origin = SiteOrigin::of(&state.site.home());
    let links = std::mem::take(&mut contents.links);
    if links.len() >= limits::LINKS {
        let most = limits::LINKS;
        contents.notes.push(format!(
            "Only {most} different internal links were followed."
        ));
    }
    let known: HashMap<&str, Server> = addresses
        .iter()
        .map(|a| (path_of(&a.url), a.served_by))
        .collect();
    let has_files = app.wp_root.is_some();
    let is_asked = |target: &str| {
        let is_good = known
            .get(target)
            .is_some_and(|server| *server != Server::Nobody);
        let is_file = target.starts_with("/wp-content/") || target.starts_with("/wp-includes/");
        !is_good && origin.has(target) && (has_files || !is_file)
    };
    let followed = links.len();
    let asked: Vec<_> = links
        .into_iter()
        .filter(|(target, _)| is_asked(target))
        .collect();
    let targets = asked.iter().map(|(target, _)| target.clone()).collect();
    let verdicts = asker.ask("links", targets, told).await;
    let mut broken = Vec::new();
    for ((target, found), verdict) in asked.into_iter().zip(verdicts) {
        let (server, status) = verdict.server();
        if server != Server::Nobody {
            continue;
        }
        broken.push(BrokenLink {
            is_file: is_file(&target),
            status: status.unwrap_or(500),
            why: verdict.why(),
            pages: found.pages,
            places: found.places,
            target,
        });
    }
    broken.sort_by(|a, b| b.pages.cmp(&a.pages).then_with(|| a.target.cmp(&b.target)));
    (followed, broken)
}

/// Path and query of an address.
fn path_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let at = rest.find('/').unwrap_or(rest.len());
    rest.get(at..).unwrap_or_default()
}

/// Whether a target is a file: its last part has an ending.
fn is_file(target: &str) -> bool {
    let path = target.split('?').next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    (1..=5).contains(&ending.len()) && ending.bytes().all(|b| b.is_ascii_alphanumeric())
}
