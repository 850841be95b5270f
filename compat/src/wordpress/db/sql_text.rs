//! SQL text made of static pieces, never of input.
//!
//! Every piece is a `&'static str`, every value a [`Bind`] (hardening S9). These words in a piece are filled in when
//! the statement runs:
//!
//! | word | MySQL, MariaDB | SQLite |
//! |---|---|---|
//! | `{p}` | the table prefix | the table prefix |
//! | `{ci:name}` | `name`: the column's collation decides | a key that compares and sorts as `utf8mb4_unicode_520_ci` |
//! | `{ignore}` (after `INSERT`) | `IGNORE` | `OR IGNORE` |
//! | `{for_update}` | `FOR UPDATE` | nothing: a writing transaction holds the only write lock |
//! | `{calc_found_rows}` (after `SELECT`) | `SQL_CALC_FOUND_ROWS` | nothing |
//! | `{on_duplicate}` (after the rows of `INSERT`) | `ON DUPLICATE KEY UPDATE` | `ON CONFLICT DO UPDATE SET` |

use std::collections::VecDeque;

use super::bind::Bind;
use super::error::{DbError, DbErrorKind};
use super::prefix::TablePrefix;
use super::statement_cache::is_cached;

/// Two nested selects, because neither `SELECT 1 WHERE 0` nor `DUAL` is known to both databases.
const EMPTY_LIST: &str = "(SELECT n FROM (SELECT 1 AS n) AS empty_list WHERE n = 0)";

/// Most rows of an INSERT: a power of two. Beyond it a statement saves nothing more.
const MOST_ROWS: usize = 128;

/// A statement under construction.
#[derive(Clone, Debug, Default)]
pub struct SqlText {
    text: String,
    binds: Vec<Bind>,
    /// The text depends on the length of a list or on a branch: it is not kept as a prepared statement.
    varies: bool,
    /// What the statement costs on SQLite.
    cost: Cost,
}

/// What a statement that reads costs on SQLite, declared where its text is defined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Cost {
    /// It may read many rows: it runs on a thread for blocking work.
    #[default]
    Scan,
    /// It reads few rows through an index, faster than waking another thread: it runs inline on the calling thread.
    IndexedLookup,
}

impl SqlText {
    /// A statement that begins with `piece`.
    pub fn new(piece: &'static str) -> Self {
        let mut sql = Self::default();
        sql.push(piece);
        sql.varies = true;
        sql
    }

    /// A whole statement that does not vary.
    pub(super) fn fixed(text: &'static str, binds: Vec<Bind>) -> Self {
        Self {
            text: text.to_owned(),
            binds,
            ..Self::default()
        }
    }

    /// A statement with the list `(?*)`. The list is filled up to the next power of two by its last key, so that a few
    /// prepared statements serve lists of any length.
    pub(super) fn of_keys(
        text: &'static str,
        before: Vec<Bind>,
        mut keys: Vec<Bind>,
        after: Vec<Bind>,
    ) -> Self {
        if let Some(last) = keys.last().cloned() {
            keys.resize(keys.len().next_power_of_two(), last);
        }
        let mut sql = Self {
            binds: before,
            ..Self::default()
        };
        sql.push_list(text, keys);
        sql.binds.extend(after);
        sql.varies = false;
        sql
    }

    /// A statement over tables whose names were read from the database.
    pub(super) fn over_tables(piece: &'static str, names: &[String]) -> Self {
        let mut sql = Self::new(piece);
        for (n, name) in names.iter().enumerate() {
            sql.text.push_str(if n == 0 { "`" } else { ", `" });
            sql.text.push_str(&name.replace('`', "``"));
            sql.text.push('`');
        }
        sql
    }

    /// Declares that the statement reads few rows through an index: SQLite runs it inline on the calling thread.
    #[must_use]
    pub fn indexed_lookup(mut self) -> Self {
        self.cost = Cost::IndexedLookup;
        self
    }

    /// Appends `piece`, which has no `?`.
    pub fn push(&mut self, piece: &'static str) -> &mut Self {
        self.text.push_str(piece);
        self.varies = true;
        self
    }

    /// Appends `piece`, whose `?` stand for `binds`.
    pub fn push_with(&mut self, piece: &'static str, binds: Vec<Bind>) -> &mut Self {
        self.binds.extend(binds);
        self.push(piece)
    }

    /// Appends `piece`, whose `(?*)` becomes one `?` for each item. No item makes a list that contains nothing.
    pub fn push_list<T: Into<Bind>>(
        &mut self,
        piece: &'static str,
        list: impl IntoIterator<Item = T>,
    ) -> &mut Self {
        let before = self.binds.len();
        self.binds.extend(list.into_iter().map(Into::into));
        let count = self.binds.len() - before;
        let (head, tail) = piece.split_once("(?*)").unwrap_or((piece, ""));
        self.text.push_str(head);
        if count == 0 {
            self.text.push_str(EMPTY_LIST);
        } else {
            self.text.push('(');
            self.text.push_str(&vec!["?"; count].join(","));
            self.text.push(')');
        }
        self.push(tail)
    }

    /// Appends another statement part, with its binds.
    pub fn append(&mut self, other: SqlText) -> &mut Self {
        self.text.push_str(&other.text);
        self.binds.extend(other.binds);
        self.varies = true;
        self
    }

    /// Joins parts with `between`: `SqlText::join(" AND ", parts)`.
    pub fn join(between: &'static str, parts: impl IntoIterator<Item = SqlText>) -> Self {
        let mut all = Self::default();
        for (n, part) in parts.into_iter().enumerate() {
            if n > 0 {
                all.push(between);
            }
            all.append(part);
        }
        all.varies = true;
        all
    }

    /// INSERTs of rows in order: `head` ends with `VALUES`, `row` is the places of one. Each has a power of two of
    /// rows, so that a few prepared statements serve any number of them.
    pub fn inserts(
        head: &'static str,
        row: &'static str,
        rows: impl IntoIterator<Item = Vec<Bind>>,
    ) -> Vec<Self> {
        let mut rows: VecDeque<Vec<Bind>> = rows.into_iter().collect();
        let mut inserts = Vec::new();
        while let Some(power) = rows.len().checked_ilog2() {
            let part = (1 << power).min(MOST_ROWS);
            let mut sql = Self::new(head);
            for (n, binds) in rows.drain(..part).enumerate() {
                if n > 0 {
                    sql.push(", ");
                }
                sql.push_with(row, binds);
            }
            sql.varies = false;
            inserts.push(sql);
        }
        inserts
    }

    /// The text as it stands in the program.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Yes if no text was added.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The text as the database gets it, and the binds. The one place where the prefix enters SQL.
    pub(super) fn finish(self, prefix: &TablePrefix, sqlite: bool) -> Finished {
        let mut text = String::with_capacity(self.text.len() + 32);
        let mut rest = self.text.as_str();
        while let Some(open) = rest.find('{') {
            let (head, tail) = rest.split_at(open);
            text.push_str(head);
            rest = fill(&mut text, tail, prefix, sqlite);
        }
        text.push_str(rest);
        let binds = if sqlite {
            self.binds.into_iter().map(text_if_utf8).collect()
        } else {
            self.binds
        };
        let keep_prepared = !self.varies || is_cached(&text);
        Finished {
            text,
            binds,
            keep_prepared,
            cost: self.cost,
        }
    }
}

/// SQLite distinguishes TEXT and BLOB by value, not by column: bytes that are valid UTF-8 are bound as TEXT, so that
/// comparisons and searches do not depend on who wrote the value.
fn text_if_utf8(bind: Bind) -> Bind {
    match bind {
        Bind::Bytes(bytes) => match String::from_utf8(bytes) {
            Ok(text) => Bind::Text(text),
            Err(error) => Bind::Bytes(error.into_bytes()),
        },
        other => other,
    }
}

/// Appends what stands for the word at the start of `tail`, and returns what follows it.
fn fill<'t>(text: &mut String, tail: &'t str, prefix: &TablePrefix, sqlite: bool) -> &'t str {
    const WORDS: [(&str, &str, &str); 4] = [
        ("{calc_found_rows}", "SQL_CALC_FOUND_ROWS", ""),
        ("{ignore}", "IGNORE", "OR IGNORE"),
        ("{for_update}", "FOR UPDATE", ""),
        (
            "{on_duplicate}",
            "ON DUPLICATE KEY UPDATE",
            "ON CONFLICT DO UPDATE SET",
        ),
    ];
    if let Some(rest) = tail.strip_prefix("{p}") {
        text.push_str(prefix.as_str());
        return rest;
    }
    if let Some((expression, rest)) = tail
        .strip_prefix("{ci:")
        .and_then(|rest| rest.split_once('}'))
    {
        text.push_str(if sqlite { "unicode_ci(" } else { "(" });
        text.push_str(expression);
        text.push(')');
        return rest;
    }
    for (word, mysql, lite) in WORDS {
        if let Some(rest) = tail.strip_prefix(word) {
            text.push_str(if sqlite { lite } else { mysql });
            return rest;
        }
    }
    text.push('{');
    tail.get(1..).unwrap_or("")
}

/// A statement ready to be sent.
#[derive(Clone, Debug)]
pub(super) struct Finished {
    pub(super) text: String,
    pub(super) binds: Vec<Bind>,
    pub(super) keep_prepared: bool,
    pub(super) cost: Cost,
}

impl Finished {
    /// An error if values are missing, because SQLite would bind NULL.
    pub(super) fn check(&self) -> Result<(), DbError> {
        let mut quoted = false;
        let mut wanted = 0_usize;
        for byte in self.text.bytes() {
            match byte {
                b'\'' => quoted = !quoted,
                b'?' if !quoted => wanted += 1,
                _ => {}
            }
        }
        if wanted == self.binds.len() {
            return Ok(());
        }
        Err(DbError::new(
            DbErrorKind::Query,
            format!(
                "{wanted} places for {} values: {}",
                self.binds.len(),
                self.text
            ),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(sql: SqlText, sqlite: bool) -> String {
        sql.finish(&TablePrefix::new("x7_").unwrap(), sqlite).text
    }

    #[test]
    fn words_are_filled_in() {
        let sql = || SqlText::new("SELECT '{' FROM {p}posts ORDER BY {ci:post_title} {for_update}");
        assert_eq!(
            finished(sql(), true),
            "SELECT '{' FROM x7_posts ORDER BY unicode_ci(post_title) "
        );
        assert_eq!(
            finished(sql(), false),
            "SELECT '{' FROM x7_posts ORDER BY (post_title) FOR UPDATE"
        );
    }

    #[test]
    fn lists_expand() {
        let mut sql = SqlText::new("SELECT 1 FROM {p}posts WHERE ID ");
        sql.push_list("IN (?*) AND 1", [1_i64, 2, 3]);
        assert_eq!(
            finished(sql, true),
            "SELECT 1 FROM x7_posts WHERE ID IN (?,?,?) AND 1"
        );
        let mut none = SqlText::default();
        none.push_list("ID NOT IN (?*)", Vec::<i64>::new());
        assert!(finished(none, true).ends_with("WHERE n = 0)"));
    }
}
