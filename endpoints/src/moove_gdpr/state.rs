//! The one-day cache of scripts in memory, in front of the transient that PHP beside us reads and drops.
//!
//! Contract "cookie-consent", section 6.1. What is kept counts while the settings stay as they were. Once they
//! changed the stored transient decides: the plugin deletes it when settings are saved.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use compat::columns::ColumnData;
use compat::moove_gdpr::{CACHE_LIFE, CategoryScripts, load_cached, store_cached};
use compat::wordpress::db::{Db, DbError};

use crate::column_states::ColumnState;

/// Most languages that are remembered: the name comes from the visitor.
const LANGUAGES: usize = 64;

/// Longest name of a language that is remembered.
const NAME_LENGTH: usize = 16;

struct Entry {
    scripts: Arc<CategoryScripts>,
    until: i64,
    made_of: Arc<ColumnData>,
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
    /// The scripts of a language, and whether they were there before.
    pub async fn scripts(
        &self,
        language: &str,
        data: &Arc<ColumnData>,
        now: i64,
    ) -> Result<(Arc<CategoryScripts>, bool), DbError> {
        if let Some(scripts) = self.remembered(language, data, now) {
            return Ok((scripts, true));
        }
        if let Some((scripts, until)) = load_cached(&self.db, language, now).await? {
            return Ok((self.remember(language, data, scripts, until).0, true));
        }
        let made = CategoryScripts::of(&data.moove_gdpr);
        let until = now.saturating_add(CACHE_LIFE);
        let (scripts, is_kept) = self.remember(language, data, made, until);
        if is_kept && let Err(error) = store_cached(&self.db, language, &scripts, now).await {
            // The visitor's answer does not depend on it.
            tracing::warn!(%error, "the scripts of the consent plugin could not be stored");
        }
        Ok((scripts, false))
    }

    /// Remembers what a page printed; in memory only.
    pub fn fill(&self, language: &str, data: &Arc<ColumnData>, now: i64) {
        if self.remembered(language, data, now).is_none() {
            let made = CategoryScripts::of(&data.moove_gdpr);
            self.remember(language, data, made, now.saturating_add(CACHE_LIFE));
        }
    }

    fn remembered(
        &self,
        language: &str,
        data: &Arc<ColumnData>,
        now: i64,
    ) -> Option<Arc<CategoryScripts>> {
        let mut languages = self.lock();
        let entry = languages.get_mut(language).filter(|e| e.until > now)?;
        if !Arc::ptr_eq(&entry.made_of, data) {
            if entry.made_of.moove_gdpr != data.moove_gdpr {
                return None;
            }
            entry.made_of = Arc::clone(data);
        }
        Some(Arc::clone(&entry.scripts))
    }

    /// Whether there was room for it, too.
    fn remember(
        &self,
        language: &str,
        data: &Arc<ColumnData>,
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
