//! The table prefix of a site, checked once before it enters SQL text.
//!
//! Contract: `wordpress-core`, tables. WordPress itself refuses any other character in `$table_prefix`.

use std::fmt;

use super::error::{DbError, DbErrorKind};

/// The prefix of a site's tables (`wp_`), made of letters, digits and underscores only.
///
/// An empty prefix is allowed: some hosts install WordPress so.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TablePrefix(String);

impl TablePrefix {
    /// The longest prefix: MySQL identifiers have 64 characters and the longest core name needs 21.
    pub const MAX_LENGTH: usize = 40;

    /// Checks `prefix` against `^[A-Za-z0-9_]*$`.
    ///
    /// # Errors
    /// When the database fails.
    pub fn new(prefix: &str) -> Result<Self, DbError> {
        let clean = prefix
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'_');
        if !clean || prefix.len() > Self::MAX_LENGTH {
            return Err(DbError::new(
                DbErrorKind::Configuration,
                format!(
                    "table prefix {prefix:?}: only letters, digits and underscores are allowed, at most {}",
                    Self::MAX_LENGTH
                ),
            ));
        }
        Ok(Self(prefix.to_owned()))
    }

    /// The prefix as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name of `table` without this prefix, if it has it.
    pub fn strip<'t>(&self, table: &'t str) -> Option<&'t str> {
        table.strip_prefix(self.as_str())
    }
}

impl Default for TablePrefix {
    fn default() -> Self {
        Self("wp_".to_owned())
    }
}

impl fmt::Display for TablePrefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_what_could_leave_the_identifier() {
        for bad in ["wp-", "wp_`", "wp ", "a'b", "ñ_", &"x".repeat(41)] {
            assert!(TablePrefix::new(bad).is_err(), "{bad}");
        }
        for good in ["", "wp_", "X7_2_"] {
            assert_eq!(TablePrefix::new(good).unwrap().as_str(), good);
        }
        assert_eq!(TablePrefix::default().strip("wp_posts"), Some("posts"));
    }
}
