//! The date in a URL as a condition on `post_date`.

use crate::wordpress::db::SqlText;
use crate::wordpress::query::MainQuery;

/// Adds year, month and day, as far as the variables have them.
pub(super) fn add_date(sql: &mut SqlText, query: &MainQuery) {
    for (name, piece) in [
        ("year", " AND YEAR(post_date) = ?"),
        ("monthnum", " AND MONTH(post_date) = ?"),
        ("day", " AND DAYOFMONTH(post_date) = ?"),
    ] {
        if query.vars.is_set(name) {
            sql.push_with(piece, vec![query.vars.int(name).into()]);
        }
    }
}
