//! What the application does when the database or its files have changed: the snapshot first, then the pages.
//!
//! [`Freshness`] tells what changed.

use std::sync::Arc;

use compat::wordpress::db::DbError;
use compat::wordpress::db::tag::{ChangedTags, Tag};
use compat::wordpress::post::PostId;

use super::{App, sources};
use crate::freshness::{Freshness, Others, Polled};
use crate::site_state::SiteState;

impl App {
    /// After a write to these tables (named without prefix) that visitors see: what shows it goes, without waiting for
    /// the next poll of the watch.
    ///
    /// # Errors
    /// When the database fails; the next poll makes the write visible.
    pub async fn changed(&self, tables: &[&str]) -> Result<(), DbError> {
        let mut freshness = self.freshness.lock().await;
        freshness.wrote(tables).await?;
        self.refresh(&mut freshness).await
    }

    /// As [`changed`](Self::changed), after a write to these posts, their meta, terms and comments, and to other tables.
    ///
    /// # Errors
    /// When the database fails; the next poll makes the write visible.
    pub async fn saved_posts(&self, ids: &[i64], tables: &[&str]) -> Result<(), DbError> {
        let mut freshness = self.freshness.lock().await;
        freshness.wrote_posts(ids, tables).await?;
        self.refresh(&mut freshness).await
    }

    /// After a write to these posts, their meta or their terms alone: pages that show them go. Pages that would show them
    /// now, such as lists by their stock, go with the next poll of the watch. Costs nothing that grows with the site.
    pub fn changed_posts(&self, ids: impl IntoIterator<Item = PostId>) {
        let mut changed = ChangedTags::default();
        for id in ids {
            changed.add(Tag::Post(id.0));
        }
        self.invalidate(&changed);
    }

    /// Polls whether anybody changed the database; nothing when that failed. A database that does not answer is polled again
    /// the next time; kept pages stay meanwhile.
    pub async fn poll_changes(&self, others: Others) -> Option<Polled> {
        let mut freshness = self.freshness.lock().await;
        let polled = freshness.poll(others).await;
        let refreshed = self.refresh(&mut freshness).await;
        match polled.and_then(|polled| refreshed.map(|()| polled)) {
            Ok(polled) => {
                self.readiness.watches();
                Some(polled)
            }
            Err(error) => {
                tracing::warn!(%error, "changes of the database cannot be read");
                None
            }
        }
    }

    /// Whether kept pages may be older than a second, or two intervals of polls, although the database answers: the watch
    /// was stopped with this process, does not get through, or has not yet polled the node of a cluster that is in use. In an
    /// outage kept pages are shown.
    pub fn is_watch_late(&self) -> bool {
        let is_answered = || match self.db.is_cluster() {
            true => self.db.has_fit_node(),
            false => !self.renewals.is_in_vain(),
        };
        !self.renewals.is_recent(self.db.node_in_use()) && is_answered()
    }

    /// Looks whether files that the site's data were read from have changed; then everything is read and made again.
    pub async fn poll_files(&self) {
        let state = self.state();
        let looked = tokio::task::spawn_blocking(move || state.site_data.files_changed()).await;
        if !looked.unwrap_or_default() {
            return;
        }
        let mut freshness = self.freshness.lock().await;
        freshness.behind = ChangedTags::everything();
        if let Err(error) = self.refresh(&mut freshness).await {
            tracing::warn!(%error, "the site cannot be read again after a change of its files");
        }
    }

    /// Makes visible what changed: the snapshot first, then the pages.
    async fn refresh(&self, freshness: &mut Freshness) -> Result<(), DbError> {
        if freshness.behind.is_empty() {
            return Ok(());
        }
        self.db.replicas_must_follow();
        let before = self.state();
        let is_affected = before.is_affected_by(&freshness.behind)
            || Box::pin(before.site_data.rows_changed(&freshness.behind, &self.db)).await?;
        if is_affected {
            // Boxed, as below: every write to the site waits for this, most of them on another way.
            Box::pin(self.reload()).await?;
            let state = self.state();
            let differs = Box::pin(state.changes_since(&before, &self.db)).await;
            // The snapshot before is gone: what differs from it cannot be found out later.
            freshness
                .behind
                .extend(differs.unwrap_or_else(|_| ChangedTags::everything()));
        } else {
            let differs = Box::pin(before.renew_widget_rows(&freshness.behind, &self.db)).await;
            freshness.behind.extend(differs);
        }
        let changed = std::mem::take(&mut freshness.behind);
        tracing::debug!(everything = changed.is_everything(), "the database changed");
        self.invalidate(&changed);
        Ok(())
    }

    /// Throws away kept results and pages, here and in the cache in front of the site. Replicas answer again when they have
    /// the change.
    fn invalidate(&self, changed: &ChangedTags) {
        self.db.replicas_must_follow();
        self.db.forget_results(changed);
        if let Some(cache) = self.page_cache() {
            cache.invalidate(changed);
        }
        self.cdn.changed(changed);
    }

    /// Loads the site again and replaces the snapshot.
    ///
    /// # Errors
    /// When the database fails; the old snapshot stays.
    async fn reload(&self) -> Result<(), DbError> {
        let before = self.state();
        let (root, content) = (self.wp_root.as_deref(), self.content_dir.as_deref());
        let sources = sources(self.wp_config.as_ref(), root, content);
        let set = (self.lists, &self.configured);
        let state = SiteState::load(&self.db, sources, set, Some(&before)).await?;
        self.state.store(Arc::new(state));
        Ok(())
    }
}
