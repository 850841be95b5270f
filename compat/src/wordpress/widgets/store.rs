//! The rows of widgets: the option `sidebars_widgets` and one option for each kind.
//!
//! Contract "wordpress-rest", section 15. Read and written in one transaction; the rows are locked meanwhile.

use crate::binds;
use crate::wordpress::db::{Db, DbError, Transaction};
use crate::wordpress::php::{Array, Value, maybe_unserialize, serialize};

use super::arrangement::Arrangement;

const AREAS: &str = "sidebars_widgets";
const MULTIPLE: &str = "_multiwidget";

/// What is stored, as an edit changes it.
#[derive(Debug, Clone, Default)]
pub struct StoredWidgets {
    /// The areas.
    pub areas: Arrangement,
    /// The settings of the edited kind by number.
    settings: Array,
}

impl StoredWidgets {
    /// The settings of a widget.
    pub fn settings_of(&self, number: i64) -> Option<&Value> {
        self.settings.get(number)
    }

    /// The next free number of a kind (`next_widget_id_number`).
    pub fn next_number(&self) -> i64 {
        let numbers = self.settings.keys().filter_map(|key| key.as_int());
        numbers.max().unwrap_or(1).max(1).saturating_add(1)
    }

    /// Sets the settings of a widget.
    pub fn set_settings(&mut self, number: i64, settings: Value) {
        self.settings.insert(number, settings);
    }

    /// Removes the settings of a widget.
    pub fn remove_settings(&mut self, number: i64) {
        self.settings.remove(number);
    }

    /// Settings by number, then the mark of a kind with several widgets.
    fn settings_value(&self) -> Value {
        let mut settings = self.settings.clone();
        settings.remove(MULTIPLE);
        settings.insert(MULTIPLE, 1);
        settings.into()
    }
}

/// Changes the areas, and the settings of a kind when one is named; caches in options of these names go. What `work`
/// refuses is not written.
///
/// # Errors
/// When the database failed; then nothing is written.
pub async fn edit_widgets<T: Send + 'static, E: Send + 'static>(
    db: &Db,
    (id_base, caches): (Option<String>, Vec<&'static str>),
    work: impl FnOnce(&mut StoredWidgets) -> Result<T, E> + Clone + Send + 'static,
) -> Result<Result<T, E>, DbError> {
    let running = db.transaction(async move |tx| {
        let areas = option(&tx, AREAS).await?;
        let settings_name = id_base.map(|base| format!("widget_{base}"));
        let mut stored = StoredWidgets {
            areas: Arrangement::new(&value_of(areas.as_deref())),
            settings: Array::new(),
        };
        let mut settings_before = None;
        if let Some(name) = &settings_name {
            settings_before = option(&tx, name).await?;
            let value = value_of(settings_before.as_deref());
            stored.settings = value.as_array().cloned().unwrap_or_default();
            stored.settings.remove(MULTIPLE);
        }
        let before = serialize(&stored.settings.clone().into());
        let done = match work(&mut stored) {
            Ok(done) => done,
            Err(refusal) => return Ok(Err(refusal)),
        };
        if let Some(name) = &settings_name
            && serialize(&stored.settings.clone().into()) != before
        {
            let value = serialize(&stored.settings_value());
            write(&tx, name, (settings_before.as_deref(), value)).await?;
        }
        let value = serialize(&stored.areas.to_value());
        if areas.as_deref() != Some(value.as_slice()) {
            write(&tx, AREAS, (areas.as_deref(), value)).await?;
            for cache in caches {
                const DELETE: &str = "DELETE FROM {p}options WHERE option_name = ?";
                tx.execute(DELETE, binds![cache]).await?;
            }
        }
        Ok(Ok(done))
    });
    running.await
}

async fn option(tx: &Transaction, name: &str) -> Result<Option<Vec<u8>>, DbError> {
    const SQL: &str =
        "SELECT option_value FROM {p}options WHERE option_name = ? LIMIT 1 {for_update}";
    let row: Option<(Vec<u8>,)> = tx.load_first(SQL, binds![name]).await?;
    Ok(row.map(|(value,)| value))
}

fn value_of(raw: Option<&[u8]>) -> Value {
    raw.map_or(Value::Null, maybe_unserialize)
}

async fn write(
    tx: &Transaction,
    name: &str,
    (before, value): (Option<&[u8]>, Vec<u8>),
) -> Result<(), DbError> {
    const UPDATE: &str = "UPDATE {p}options SET option_value = ? WHERE option_name = ?";
    const INSERT: &str =
        "INSERT INTO {p}options (option_name, option_value, autoload) VALUES (?, ?, 'auto')";
    if before.is_some() {
        tx.execute(UPDATE, binds![value, name]).await?;
    } else {
        tx.execute(INSERT, binds![name, value]).await?;
    }
    Ok(())
}
