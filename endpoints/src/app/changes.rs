//! The tags of the site snapshot, and the difference between two snapshots.

use std::collections::BTreeMap;
use std::sync::Arc;

use compat::wordpress::db::tag::ChangedTags;
use compat::wordpress::db::{Db, DbError, reads};
use compat::wordpress::options::is_housekeeping;
use compat::wordpress::widget::WidgetRows;

use super::SiteState;

impl SiteState {
    /// The rows of the site's widgets, loaded once per snapshot.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn widget_rows(&self, db: &Db) -> Result<Arc<WidgetRows>, DbError> {
        let load = || async {
            let (rows, reads) = reads::recorded(WidgetRows::load(db, &self.site)).await;
            rows.map(|rows| (Arc::new(rows), reads.tags()))
        };
        let loaded = self.widget_rows.get_or_try_init(load).await?;
        Ok(Arc::clone(&loaded.0))
    }

    /// Whether this snapshot was read from something that changed.
    pub fn is_hit(&self, changed: &ChangedTags) -> bool {
        let widgets = self.in_languages().filter_map(|s| s.widget_rows.get());
        changed.hit(&self.made_of).is_some()
            || widgets
                .into_iter()
                .any(|(_, tags)| changed.hit(tags).is_some())
    }

    /// The tags of what differs from an earlier snapshot, as far as pages depend on it.
    ///
    /// # Errors
    /// When the database failed.
    pub async fn changes_since(&self, earlier: &Self, db: &Db) -> Result<ChangedTags, DbError> {
        if self.digest != earlier.digest {
            return Ok(ChangedTags::everything());
        }
        let unshown = self.lists.compat.unshown_options();
        let is_quiet = |name: &str| unshown.contains(&name) || is_housekeeping(name);
        let mut changed = self.site.changes_since(&earlier.site, is_quiet);
        for (new, old) in self.in_languages().zip(earlier.in_languages()) {
            match old.widget_rows.get() {
                Some((rows, _)) => changed.extend(new.widget_rows(db).await?.changes_since(rows)),
                // Not loaded in the earlier snapshot, but a page may be loading them concurrently.
                None => changed.extend(WidgetRows::all_changed()),
            }
        }
        Ok(changed)
    }

    /// The snapshot and its variant for each language.
    fn in_languages(&self) -> impl Iterator<Item = &Self> {
        let codes: BTreeMap<_, _> = self.in_language.iter().collect();
        std::iter::once(self).chain(codes.into_values().map(AsRef::as_ref))
    }
}
