//! Whether an instance may take traffic (`/readyz`): the database answers, its tables are of the version that the site was
//! read with, and its changes are watched.

use std::sync::atomic::{AtomicBool, Ordering};

use compat::wordpress::db::Db;
use compat::wordpress::option_row::option_value;

/// What is known so far.
#[derive(Debug, Default)]
pub struct Readiness {
    /// The state of the database was read once, so that changes are noticed.
    is_watching: AtomicBool,
}

impl Readiness {
    /// Changes are watched from now on.
    pub fn watches(&self) {
        self.is_watching.store(true, Ordering::Relaxed);
    }

    /// Whether requests may be sent here; the text says what is missing. `read_version` is the `db_version` that the site was
    /// read with.
    ///
    /// # Errors
    /// When something is missing.
    pub async fn check(&self, db: &Db, read_version: &str) -> Result<(), String> {
        let stored = option_value(db, "db_version").await;
        let stored = stored.map_err(|error| error.to_string())?;
        let stored = stored.unwrap_or_default();
        if stored != read_version {
            return Err(format!(
                "the tables have db_version {stored:?}, the site was read with {read_version:?}"
            ));
        }
        match self.is_watching.load(Ordering::Relaxed) {
            true => Ok(()),
            false => Err("changes of the database are not watched yet".to_owned()),
        }
    }
}
