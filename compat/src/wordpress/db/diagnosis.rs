//! What a database says about itself, for a diagnosis: product, clock, character set, privileges. Reads only.

use super::error::DbError;
use super::{Db, SqlText};

/// A database server or file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DatabaseFacts {
    /// `SQLite`, `MariaDB` or `MySQL`.
    pub product: &'static str,
    /// Its version.
    pub version: String,
    /// Its clock, in seconds since 1970.
    pub now: i64,
    /// Whether it takes no writes.
    pub is_read_only: bool,
    /// The character set of the connection; empty for SQLite.
    pub connection_charset: String,
    /// `sql_mode`; the journal mode of SQLite.
    pub mode: String,
    /// `max_allowed_packet` in bytes, 0 for SQLite.
    pub max_packet: i64,
    /// What is damaged; empty: nothing that a quick check finds.
    pub damage: String,
}

/// A table of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableFacts {
    /// Its name without prefix.
    pub name: String,
    /// Its engine.
    pub engine: String,
    /// Its collation.
    pub collation: String,
}

impl Db {
    /// What the database says about itself.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn facts(&self) -> Result<DatabaseFacts, DbError> {
        if self.is_sqlite() {
            return self.sqlite_facts().await;
        }
        const SQL: &str = "SELECT VERSION(), UNIX_TIMESTAMP(), @@read_only, @@character_set_connection, @@sql_mode, \
            @@max_allowed_packet";
        let row: Option<(String, i64, i64, String, String, i64)> =
            self.load_first(SQL, vec![]).await?;
        let (version, now, read_only, connection_charset, mode, max_packet) =
            row.unwrap_or_default();
        let is_maria = version.to_ascii_lowercase().contains("mariadb");
        Ok(DatabaseFacts {
            product: if is_maria { "MariaDB" } else { "MySQL" },
            version,
            now,
            is_read_only: read_only != 0,
            connection_charset,
            mode,
            max_packet,
            damage: String::new(),
        })
    }

    async fn sqlite_facts(&self) -> Result<DatabaseFacts, DbError> {
        const SQL: &str = "SELECT sqlite_version(), CAST(strftime('%s', 'now') AS INTEGER), \
            (SELECT journal_mode FROM pragma_journal_mode)";
        const CHECK: &str = "SELECT quick_check FROM pragma_quick_check LIMIT 5";
        let row: Option<(String, i64, String)> = self.load_first(SQL, vec![]).await?;
        let (version, now, mode) = row.unwrap_or_default();
        // The check of a large file may take longer than a statement may.
        let damage: Vec<(String,)> = self.load(CHECK, vec![]).await.unwrap_or_default();
        let damage: Vec<String> = damage.into_iter().map(|(line,)| line).collect();
        Ok(DatabaseFacts {
            product: "SQLite",
            version,
            now,
            mode,
            damage: damage
                .into_iter()
                .filter(|line| line != "ok")
                .collect::<Vec<_>>()
                .join("; "),
            ..DatabaseFacts::default()
        })
    }

    /// The site's tables; their collations on MySQL and MariaDB only.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn tables(&self) -> Result<Vec<TableFacts>, DbError> {
        let mut sql = SqlText::new(match self.is_sqlite() {
            true => "SELECT name, '', '' FROM sqlite_master WHERE type = 'table' ORDER BY name",
            false => {
                "SELECT TABLE_NAME, COALESCE(ENGINE, ''), COALESCE(TABLE_COLLATION, '') FROM information_schema.TABLES \
                 WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME"
            }
        });
        sql.push(" LIMIT 5000");
        let rows: Vec<(String, String, String)> = self.load_built(sql).await?;
        let prefix = self.prefix().as_str();
        let own = rows.into_iter().filter_map(|(name, engine, collation)| {
            let name = name.strip_prefix(prefix)?.to_owned();
            Some(TableFacts {
                name,
                engine,
                collation,
            })
        });
        Ok(own.collect())
    }

    /// The privileges of the user on MySQL and MariaDB, a statement each; empty on SQLite.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn grants(&self) -> Result<Vec<String>, DbError> {
        if self.is_sqlite() {
            return Ok(Vec::new());
        }
        let rows: Vec<(String,)> = self.load("SHOW GRANTS", vec![]).await?;
        Ok(rows.into_iter().map(|(grant,)| grant).collect())
    }
}

/// The privileges that a server needs and grants do not give; the one to make tables is needed with the first start.
pub fn missing_privileges(grants: &[String]) -> Vec<&'static str> {
    const NEEDED: [&str; 6] = ["SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "INDEX"];
    let given = |privilege: &str| {
        grants.iter().any(|grant| {
            let list = grant
                .split(" ON ")
                .next()
                .unwrap_or_default()
                .to_ascii_uppercase();
            let list = list.trim_start_matches("GRANT ").to_owned();
            let mut words = list
                .split(',')
                .map(|w| w.split('(').next().unwrap_or_default().trim());
            words.any(|word| word == privilege || word.starts_with("ALL PRIVILEGES"))
        })
    };
    NEEDED
        .into_iter()
        .filter(|privilege| !given(privilege))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn privileges_are_read_from_grants() {
        let of = |grants: &[&str]| {
            let grants: Vec<_> = grants.iter().map(|g| (*g).to_owned()).collect();
            missing_privileges(&grants)
        };
        assert!(of(&["GRANT ALL PRIVILEGES ON `wp`.* TO `u`@`%`"]).is_empty());
        let some = "GRANT SELECT, INSERT, UPDATE ON `wp`.* TO `u`@`%`";
        assert_eq!(
            of(&["GRANT USAGE ON *.* TO `u`@`%`", some]),
            ["DELETE", "CREATE", "INDEX"]
        );
        assert_eq!(of(&[]).len(), 6);
    }
}
