//! The in-memory cache of scripts (one day), in front of the transient that the plugin in PHP reads and deletes.
//!
//! Contract "cookie-consent", section 6.1. An entry is valid while the settings do not change; after a change the
//! transient is read again, which the plugin deletes when settings are saved.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use compat::moove_gdpr::{CACHE_LIFE, CategoryScripts, Settings, load_cached, store_cached};
use compat::wordpress::column::SiteData;
use compat::wordpress::db::{Db, DbError};

use crate::column_states::ColumnState;

/// Maximum number of languages cached; the name comes from the request.
const LANGUAGES: usize = 64;

/// Maximum length of a language name.
const NAME_LENGTH: usize = 16;

struct Entry {
    scripts: Arc<CategoryScripts>,
    until: i64,
    made_of: Arc<SiteData>,
}

/// Scripts by language.
pub struct ConsentState {
    db: Db,
    languages: Mutex<HashMap<String, Entry>>,
}

impl ColumnState for ConsentState {
    fn new(db: &Db) -> Self {
        Self {
            db: db.clone(),
            languages: Mutex::default(),
        }
    }
}

impl ConsentState {
    /// The scripts of a language, and whether they were cached.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn scripts(
        &self,
        language: &str,
        data: &Arc<SiteData>,
        now: i64,
    ) -> Result<(Arc<CategoryScripts>, bool), DbError> {
        if let Some(scripts) = self.remembered(language, data, now) {
            return Ok((scripts, true));
        }
        if let Some((scripts, until)) = load_cached(&self.db, language, now).await? {
            return Ok((self.remember(language, data, scripts, until).0, true));
        }
        let made = CategoryScripts::of(data.get::<Settings>());
        let until = now.saturating_add(CACHE_LIFE);
        let (scripts, is_kept) = self.remember(language, data, made, until);
        if is_kept && let Err(error) = store_cached(&self.db, language, &scripts, now).await {
            // The response does not depend on the transient.
            tracing::warn!(%error, "the scripts of the consent plugin could not be stored");
        }
        Ok((scripts, false))
    }

    /// Caches the scripts printed by a page, in memory only.
    pub fn fill(&self, language: &str, data: &Arc<SiteData>, now: i64) {
        if self.remembered(language, data, now).is_none() {
            let made = CategoryScripts::of(data.get::<Settings>());
            self.remember(language, data, made, now.saturating_add(CACHE_LIFE));
        }
    }

    fn remembered(
        &self,
        language: &str,
        data: &Arc<SiteData>,
        now: i64,
    ) -> Option<Arc<CategoryScripts>> {
        let mut languages = self.lock();
        let entry = languages.get_mut(language).filter(|e| e.until > now)?;
        if !Arc::ptr_eq(&entry.made_of, data) {
            if entry.made_of.get::<Settings>() != data.get::<Settings>() {
                return None;
            }
            entry.made_of = Arc::clone(data);
        }
        Some(Arc::clone(&entry.scripts))
    }

    /// Caches scripts; returns whether there was room.
    fn remember(
        &self,
        language: &str,
        data: &Arc<SiteData>,
        scripts: CategoryScripts,
        until: i64,
    ) -> (Arc<CategoryScripts>, bool) {
        let scripts = Arc::new(scripts);
        let mut languages = self.lock();
        let has_room = languages.contains_key(language) || languages.len() < LANGUAGES;
        let is_kept = has_room && language.len() <= NAME_LENGTH;
        if is_kept {
            let entry = Entry {
                scripts: Arc::clone(&scripts),
                until,
                made_of: Arc::clone(data),
            };
            languages.insert(language.to_owned(), entry);
        }
        (scripts, is_kept)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Entry>> {
        self.languages
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
