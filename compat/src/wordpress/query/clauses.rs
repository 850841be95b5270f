//! The parts of the statement that reads posts.

use crate::wordpress::db::{Bind, SqlText};

/// Joins, conditions, order and page of a query on `{p}posts p`.
#[derive(Debug, Clone, Default)]
pub struct Clauses {
    /// Joins; each must leave one row a post, unless [`Self::is_grouped`].
    pub join: SqlText,
    /// Whether joins give several rows a post.
    pub is_grouped: bool,
    /// Conditions, all of which hold.
    pub conditions: Vec<SqlText>,
    /// `ORDER BY` without the words; empty for none.
    pub order: SqlText,
    /// What follows the order on SQLite, where posts are equal in it.
    pub ties: &'static str,
    /// Rows to skip and to read.
    pub limit: Option<(i64, i64)>,
    /// Whether no index gives the order, or texts are searched: SQLite then sorts ids only, not the texts.
    pub sorts_ids: bool,
    /// Whether few rows are read through an index: of a post that is named by its id or its name, or the newest ones of a
    /// type ([`SqlText::indexed_lookup`]).
    pub is_indexed_lookup: bool,
    /// Whether a name is found by comparing all names, without an index on what they compare as (SQLite).
    pub compares_all_names: bool,
}

impl Clauses {
    /// Adds a condition; `?` in it stand for the values.
    pub fn and(&mut self, condition: &'static str, binds: Vec<Bind>) {
        let mut sql = SqlText::default();
        sql.push_with(condition, binds);
        self.conditions.push(sql);
    }

    /// Adds a condition with a list at `(?*)`.
    pub fn and_list<T: Into<Bind>>(
        &mut self,
        condition: &'static str,
        list: impl IntoIterator<Item = T>,
    ) {
        let mut sql = SqlText::default();
        sql.push_list(condition, list);
        self.conditions.push(sql);
    }

    /// The statement for the rows, after `SELECT columns`.
    pub(super) fn rows(&self, columns: &'static str) -> SqlText {
        self.select(columns, self.ties)
    }

    /// WordPress's statement for the ids. The order of rows that are equal in what they are sorted by depends on the
    /// database's plan, so on all of the statement: its one column, `SQL_CALC_FOUND_ROWS`, its conditions.
    pub(super) fn ids(&self, is_sqlite: bool) -> SqlText {
        let ties = if is_sqlite { self.ties } else { "" };
        self.select("SELECT {calc_found_rows} p.ID", ties)
    }

    fn select(&self, columns: &'static str, ties: &'static str) -> SqlText {
        let mut sql = SqlText::new(columns);
        sql.append(self.tables_and_conditions());
        if self.is_grouped {
            sql.push(" GROUP BY p.ID");
        }
        if !self.order.is_empty() {
            sql.push(" ORDER BY ").append(self.order.clone());
            sql.push(ties);
        }
        if let Some((skip, count)) = self.limit {
            sql.push_with(" LIMIT ? OFFSET ?", vec![count.into(), skip.into()]);
        }
        if self.is_indexed_lookup {
            return sql.indexed_lookup();
        }
        sql
    }

    /// The statement for the number of rows without the limit.
    pub(super) fn count(&self) -> SqlText {
        let mut sql = SqlText::new(match self.is_grouped {
            true => "SELECT COUNT(DISTINCT p.ID)",
            false => "SELECT COUNT(*)",
        });
        sql.append(self.tables_and_conditions());
        sql
    }

    fn tables_and_conditions(&self) -> SqlText {
        let mut sql = SqlText::new(" FROM {p}posts p ");
        sql.append(self.join.clone());
        if !self.conditions.is_empty() {
            sql.push(" WHERE ");
            sql.append(SqlText::join(" AND ", self.conditions.iter().cloned()));
        }
        sql
    }
}
