//! Looks whether somebody changed the database, and makes the change visible: the site is read again and kept pages go.
//!
//! What no page is made of does not end kept pages: our own tables, and options that only count. Else every message
//! and every robot that is caught would.

use std::sync::Arc;
use std::time::Duration;

use compat::columns::COLUMNS;
use compat::wordpress::db::{ChangeWatch, Changes};

use crate::app::App;
use crate::server::PageCache;

/// What changed, as far as pages are made of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Scope {
    Nothing,
    /// Options, and nothing else: reading them again tells whether pages follow from the change.
    Options,
    Anything,
}

/// The beginning of the names of our own tables.
const OWN_TABLES: &str = "oxipress_";

/// Runs until it is aborted. A database that does not answer is asked again; kept pages stay meanwhile.
pub async fn watch(app: Arc<App>, cache: Arc<PageCache>, interval: Duration) {
    let mut changes = ChangeWatch::new(app.db.clone());
    // A change is told once: when the site cannot be read at that moment, it is read at a later look.
    let mut behind = Scope::Nothing;
    loop {
        match changes.poll().await {
            Ok(changed) => {
                tracing::trace!(?changed, "the database was looked at");
                behind = behind.max(scope(&changed));
            }
            Err(error) => tracing::warn!(%error, "the database does not tell whether it changed"),
        }
        if behind > Scope::Nothing && refresh(&app, &cache, behind).await {
            behind = Scope::Nothing;
        }
        tokio::time::sleep(interval).await;
    }
}

fn scope(changed: &Changes) -> Scope {
    match changed {
        Changes::Nothing => Scope::Nothing,
        Changes::Everything => Scope::Anything,
        Changes::Tables(tables) => tables
            .iter()
            .map(|table| match table.as_str() {
                "options" => Scope::Options,
                own if own.starts_with(OWN_TABLES) => Scope::Nothing,
                unshown if COLUMNS.is_unshown_table(unshown) => Scope::Nothing,
                _ => Scope::Anything,
            })
            .max()
            .unwrap_or(Scope::Nothing),
    }
}

/// Whether the site could be read again.
async fn refresh(app: &App, cache: &PageCache, behind: Scope) -> bool {
    let before = app.state();
    if let Err(error) = app.reload().await {
        tracing::warn!(%error, "the site could not be read again");
        return false;
    }
    let (old, new) = (&before.site.options, &app.state().site.options);
    if behind == Scope::Anything || !old.is_same_but(new, &COLUMNS.unshown_options()) {
        tracing::debug!(?behind, "the database changed");
        cache.clear();
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_page_is_made_of_is_no_change() {
        let of = |tables: &[&str]| {
            scope(&Changes::Tables(
                tables.iter().map(|t| (*t).to_owned()).collect(),
            ))
        };
        assert_eq!(of(&["oxipress_submissions"]), Scope::Nothing);
        assert_eq!(of(&["options", "oxipress_mails"]), Scope::Options);
        assert_eq!(of(&["options", "posts"]), Scope::Anything);
        assert_eq!(of(&["comments"]), Scope::Anything);
        assert_eq!(scope(&Changes::Everything), Scope::Anything);
    }
}
