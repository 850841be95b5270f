//! Audits a site: reads what it holds, and asks the front controller who serves each address.
//!
//! Nothing is rendered, and nothing is written.

mod ask;
mod contents;
mod links;
mod progress;
pub mod site_url;
mod verdict;

use std::collections::HashMap;
use std::sync::Arc;

use compat::wordpress::audit::addresses::{Address, AddressKind, of_lists, services};
use compat::wordpress::audit::foreign_types::{self, PostTypeFinding, StoredRules};
use compat::wordpress::audit::report::{
    AuditReport, AuditedAddress, AuditedSite, FORMAT, LinksReport, Readiness, Server,
};
use compat::wordpress::audit::{limits, options, software, uploads};
use compat::wordpress::column::Folders;
use compat::wordpress::db::DbError;

use crate::app::App;
use crate::column::Columns;
use crate::site_state::SiteState;
use crate::wordpress::FrontController;

use ask::Asker;
use contents::Contents;
use progress::Progress;
use site_url::SiteOrigin;

/// Audits the site of an application.
///
/// # Errors
/// When the database fails.
pub async fn audit(
    app: &Arc<App>,
    columns: Columns,
    told: Progress<'_>,
) -> Result<AuditReport, DbError> {
    let state = app.state();
    let site = &state.site;
    let origin = SiteOrigin::of(&site.home());
    let asker = Asker::new(
        Arc::new(FrontController::new(Arc::clone(app), columns)),
        origin.clone(),
    );
    let mut contents = Contents::read(app, columns, &origin, told).await?;
    let rules = StoredRules::of(site);
    let post_types = foreign_types::post_types(&app.db, site, &rules).await?;
    let mut addresses = std::mem::take(&mut contents.addresses);
    add_lists(app, &state, &mut addresses).await?;
    addresses.extend(foreign_types::addresses(&app.db, site, &post_types, &rules).await?);
    addresses.extend(services(site, &state.rewrite));
    let addresses = distinct(addresses, &mut contents.notes);
    let addresses = judge(&asker, addresses, &contents, &post_types, told).await;
    let links = links::check(app, &asker, &state, &mut contents, &addresses, told).await;
    told("options and files", 0, 0);
    let folders = Folders {
        wp_root: app.wp_root.as_deref(),
        content_dir: app.content_dir.as_deref(),
    };
    let mut inventory = state.site_data.inventory(&app.db, site).await?;
    inventory.extend(std::mem::take(&mut contents.items));
    inventory.sort_by(|a, b| (a.group, a.id, &a.title).cmp(&(b.group, b.id, &b.title)));
    let files = match &app.content_dir {
        Some(content) => Some(uploads::files(&app.db, &content.join("uploads")).await?),
        None => None,
    };
    note_what_is_missing(app, &mut contents.notes);
    Ok(AuditReport {
        format: FORMAT,
        site: audited_site(app, &state),
        readiness: Readiness::of(&addresses),
        software: software::software(columns.compat, &site.options, folders),
        code: software::code_files(&site.options, folders),
        elements: contents.elements.into_list(),
        inventory: inventory.into_iter().take(limits::NAMES).collect(),
        rules: rules.foreign(&state.rules),
        post_types,
        options: options::options(&app.db, columns.compat, &site.options).await?,
        links: LinksReport {
            followed: links.0,
            broken: links.1,
        },
        files,
        addresses,
        notes: contents.notes,
    })
}

fn audited_site(app: &App, state: &SiteState) -> AuditedSite {
    AuditedSite {
        home: state.site.home(),
        title: state.site.options.text("blogname").into_owned(),
        database: if app.db.is_sqlite() {
            "sqlite"
        } else {
            "mysql"
        },
        has_files: app.wp_root.is_some(),
        has_upstream: app.upstream.is_some(),
        oxipress: env!("CARGO_PKG_VERSION").to_owned(),
        time: app.clock.now(),
    }
}

/// The addresses of lists in every language.
async fn add_lists(
    app: &App,
    state: &SiteState,
    addresses: &mut Vec<Address>,
) -> Result<(), DbError> {
    for variant in state.variants() {
        addresses.extend(of_lists(&app.db, &variant.site, &variant.rewrite).await?);
    }
    Ok(())
}

/// Each address once; a post before the list that stands at the same address.
fn distinct(addresses: Vec<Address>, notes: &mut Vec<String>) -> Vec<Address> {
    let mut seen = HashMap::new();
    let mut found: Vec<Address> = Vec::new();
    let all = addresses.len();
    for address in addresses.into_iter().take(limits::ADDRESSES) {
        let at = found.len();
        if *seen.entry(address.url.clone()).or_insert(at) == at {
            found.push(address);
        }
    }
    if all > limits::ADDRESSES {
        let left = all - limits::ADDRESSES;
        notes.push(format!("{left} further addresses were not looked at."));
    }
    found
}

/// Asks who serves each address.
async fn judge(
    asker: &Asker,
    addresses: Vec<Address>,
    contents: &Contents,
    types: &[PostTypeFinding],
    told: Progress<'_>,
) -> Vec<AuditedAddress> {
    let urls = addresses
        .iter()
        .map(|address| address.url.clone())
        .collect();
    let verdicts = asker.ask("addresses", urls, told).await;
    let is_known = |of: &str| types.iter().all(|t| t.is_known || t.name != of);
    let judged = addresses
        .into_iter()
        .zip(verdicts)
        .map(|(address, verdict)| {
            let unknown = address.id.and_then(|id| contents.unknown.get(&id));
            let mut judged = verdict.of(address, unknown.cloned().unwrap_or_default());
            let is_post = matches!(judged.kind, AddressKind::Post | AddressKind::Archive);
            if is_post && judged.served_by == Server::Nobody && !is_known(&judged.of) {
                judged.why = format!(
                    "no column stands for posts of the type {}: a plugin brought them",
                    judged.of
                );
            }
            judged
        });
    judged.collect()
}

fn note_what_is_missing(app: &App, notes: &mut Vec<String>) {
    if app.wp_root.is_none() {
        notes.push(
            "Without the site's folder (--wp-root) versions come from the database alone, and neither files nor the \
             site's own PHP code were looked at."
                .to_owned(),
        );
    }
    if app.upstream.is_none() {
        notes.push(
            "No PHP server is configured (site.legacy_upstream): the back office, /wp-admin/, is not served."
                .to_owned(),
        );
    }
}
