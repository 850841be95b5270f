//! Options of plugins that no column reads.

use std::collections::BTreeMap;

use serde::Serialize;

use super::limits;
use super::part::is_named;
use crate::wordpress::column::{Column, Columns};
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::options::{Options, is_housekeeping};

/// Options that nobody reads, of one owner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnreadOptions {
    /// The software of a column, or the word that the names begin with.
    pub owner: String,
    /// The column, where one stands for the owner.
    pub column: Option<&'static str>,
    /// Whether that column is active on the site.
    pub is_active: bool,
    /// How many there are.
    pub count: usize,
    /// Bytes of their values.
    pub bytes: u64,
    /// Their names, the first of them.
    pub names: Vec<String>,
}

/// The options of a site.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct OptionsReport {
    /// Options stored, without transients and schedules.
    pub stored: usize,
    /// Those that columns read.
    pub read: usize,
    /// Those of plugins and themes that nobody reads, by owner.
    pub unread: Vec<UnreadOptions>,
}

/// Compares the stored options with those that columns read.
///
/// # Errors
/// When the database fails.
pub async fn options(db: &Db, columns: Columns, site: &Options) -> Result<OptionsReport, DbError> {
    const SQL: &str =
        "SELECT option_name, LENGTH(option_value) FROM {p}options ORDER BY option_name";
    let rows: Vec<(String, i64)> = db.load(SQL, vec![]).await?;
    Ok(report(rows, columns, site))
}

fn report(rows: Vec<(String, i64)>, columns: Columns, site: &Options) -> OptionsReport {
    let mut report = OptionsReport::default();
    let mut unread: BTreeMap<(bool, String), UnreadOptions> = BTreeMap::new();
    for (name, bytes) in rows {
        if is_housekeeping(&name) {
            continue;
        }
        report.stored += 1;
        if columns.0.iter().any(|column| reads(column, &name)) {
            report.read += 1;
            continue;
        }
        let owner = columns
            .0
            .iter()
            .find(|c| is_named(c.audit.own_options, &name));
        // WordPress's own settings are no plugin's.
        if owner.is_some_and(|column| column.name == super::part::CORE) {
            continue;
        }
        let (label, column) = match owner {
            Some(column) => (title(column), Some(column)),
            None => (first_word(&name).to_owned(), None),
        };
        let group = unread.entry((column.is_none(), label.clone()));
        let group = group.or_insert_with(|| UnreadOptions {
            owner: label,
            column: column.map(|column| column.name),
            is_active: column.is_some_and(|column| (column.is_active)(site)),
            count: 0,
            bytes: 0,
            names: Vec::new(),
        });
        group.count += 1;
        group.bytes = group
            .bytes
            .saturating_add(u64::try_from(bytes).unwrap_or_default());
        if group.names.len() < limits::OPTIONS {
            group.names.push(limits::cut(&name, 191).to_owned());
        }
    }
    report.unread = unread.into_values().collect();
    report
}

fn reads(column: &Column, name: &str) -> bool {
    column.option_names.contains(&name) || is_named(column.audit.read_options, name)
}

/// The name of the software that a column stands for.
fn title(column: &Column) -> String {
    let software = column.audit.software.first();
    software
        .map_or(column.name, |software| software.name)
        .to_owned()
}

/// What the names of a plugin's options have in common, mostly.
fn first_word(name: &str) -> &str {
    let plain = name.trim_start_matches('_');
    let word = plain.split(['_', '-', '.', ':']).next().unwrap_or_default();
    match word {
        "" => name,
        // `widget_x`, `theme_mods_x`: the kind says nothing.
        "widget" => "widgets",
        "theme" => "themes",
        word => word,
    }
}
