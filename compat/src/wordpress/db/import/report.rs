//! Progress and result of an import.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::super::error::{DbError, DbErrorKind};
use super::super::prefix::TablePrefix;
use super::super::schema::lexer::LexError;

/// The state of a running import.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The table that is being filled.
    pub table: String,
    /// Rows so far.
    pub rows: u64,
    /// Bytes of the dump, or of the source's tables, so far.
    pub bytes_done: u64,
    /// All bytes; for a running database an estimate.
    pub bytes_total: u64,
}

/// A table that was carried over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedTable {
    /// Its name.
    pub name: String,
    /// Its rows.
    pub rows: u64,
}

/// The result of an import.
#[derive(Clone, Debug, Default)]
pub struct ImportReport {
    /// The prefixes of the WordPress sites among the tables: one, as a rule.
    pub prefixes: Vec<TablePrefix>,
    /// The tables in the order of the dump.
    pub tables: Vec<ImportedTable>,
    /// What was left out or changed.
    pub warnings: Vec<String>,
}

/// Collects the report and calls the progress function.
pub(super) struct Recorder {
    source: String,
    report: ImportReport,
    progress: Progress,
    last_report: Instant,
    tell: Arc<dyn Fn(&Progress) + Send + Sync>,
}

const PAUSE: Duration = Duration::from_millis(100);
/// More would hide the first ones.
const WARNINGS: usize = 200;

impl Recorder {
    pub(super) fn new(
        source: String,
        bytes_total: u64,
        tell: Arc<dyn Fn(&Progress) + Send + Sync>,
    ) -> Self {
        Self {
            source,
            report: ImportReport::default(),
            progress: Progress {
                table: String::new(),
                rows: 0,
                bytes_done: 0,
                bytes_total,
            },
            last_report: Instant::now(),
            tell,
        }
    }

    pub(super) fn warn(&mut self, warning: impl Into<String>) {
        if self.report.warnings.len() < WARNINGS {
            self.report.warnings.push(warning.into());
        }
    }

    pub(super) fn created(&mut self, table: &str) {
        self.dropped(table);
        self.report.tables.push(ImportedTable {
            name: table.to_owned(),
            rows: 0,
        });
    }

    pub(super) fn dropped(&mut self, table: &str) {
        self.report.tables.retain(|t| t.name != table);
    }

    pub(super) fn filled(&mut self, table: &str, rows: u64) {
        if let Some(found) = self
            .report
            .tables
            .iter_mut()
            .rev()
            .find(|t| t.name == table)
        {
            found.rows += rows;
        }
        self.progress.rows += rows;
        if self.progress.table != table {
            table.clone_into(&mut self.progress.table);
        }
    }

    pub(super) fn advance(&mut self, bytes_done: u64) {
        self.progress.bytes_done = bytes_done;
        if self.last_report.elapsed() >= PAUSE {
            self.last_report = Instant::now();
            (self.tell)(&self.progress);
        }
    }

    /// An error in the source, with its place.
    pub(super) fn fault(&self, line: u64, text: &[u8], fault: &LexError) -> DbError {
        let before = text.get(..fault.at).unwrap_or(text);
        let line = line.saturating_add(
            memchr::memchr_iter(b'\n', before)
                .count()
                .try_into()
                .unwrap_or(0),
        );
        self.error_at(line, &fault.reason)
    }

    /// An error of the target, with the place of the statement.
    pub(super) fn error_at(&self, line: u64, reason: &str) -> DbError {
        DbError::new(
            DbErrorKind::Import,
            format!("{}, line {line}: {reason}", self.source),
        )
    }

    /// The prefixes of the sites among the tables so far.
    pub(super) fn prefixes(&self) -> Vec<TablePrefix> {
        detect_prefixes(&self.report.tables)
    }

    pub(super) fn finish(mut self) -> ImportReport {
        self.progress.bytes_done = self.progress.bytes_total;
        (self.tell)(&self.progress);
        self.report.prefixes = self.prefixes();
        if self.report.prefixes.is_empty() {
            self.warn("no WordPress tables (options, posts, users) are among the tables");
        }
        self.report
    }
}

/// A site has the tables `options`, `posts` and `users` under one prefix; of the blogs of a network only the first has
/// `users`.
fn detect_prefixes(tables: &[ImportedTable]) -> Vec<TablePrefix> {
    let has = |prefix: &str, name: &str| {
        let wanted = [prefix, name].concat();
        tables.iter().any(|t| t.name == wanted)
    };
    tables
        .iter()
        .filter_map(|table| table.name.strip_suffix("options"))
        .filter(|prefix| has(prefix, "posts") && has(prefix, "users"))
        .filter_map(|prefix| TablePrefix::new(prefix).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_are_found() {
        let tables = [
            "x7_gdpr_cc_options",
            "x7_options",
            "x7_posts",
            "x7_users",
            "x7_2_options",
            "x7_2_posts",
            "other",
        ]
        .map(|name| ImportedTable {
            name: name.to_owned(),
            rows: 0,
        });
        let found = detect_prefixes(&tables);
        assert_eq!(
            found.iter().map(TablePrefix::as_str).collect::<Vec<_>>(),
            ["x7_"]
        );
    }
}
