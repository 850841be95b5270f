//! The plugin's settings: one row a setting in a table of its own.
//!
//! Contract "cookie-consent", sections 1.1 to 1.3. A missing row means the default, which the caller names. Texts
//! carry the suffix of the page's language and do not fall back to the key without one.

use std::borrow::Cow;

use indexmap::IndexMap;

use crate::wordpress::db::{Db, DbError};
use crate::wordpress::options::Options;
use crate::wordpress::php::{Value, maybe_unserialize};

/// All settings of a site.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Settings {
    /// Whether the paid part of the plugin is active. Without it its rows are stored all the same, and have no effect.
    pub has_paid_part: bool,
    rows: IndexMap<String, Value>,
}

impl Settings {
    /// Reads all rows with one query. Without rows, or without the table, the option of old sites answers.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(db: &Db, options: &Options) -> Result<Self, DbError> {
        const SQL: &str = "SELECT option_key, option_value FROM {p}gdpr_cc_options ORDER BY id";
        let rows = db.load::<(String, Vec<u8>)>(SQL, vec![]).await;
        let rows = match rows {
            // The table comes with version 4 of the plugin: an older site has none.
            Err(error) if error.is_missing_table() => Vec::new(),
            rows => rows?,
        };
        Ok(Self::from_rows(rows, options))
    }

    /// Settings of given rows; of two with one key the last counts.
    pub fn from_rows(rows: Vec<(String, Vec<u8>)>, options: &Options) -> Self {
        let mut settings = Self {
            has_paid_part: has_paid_part(options),
            ..Self::default()
        };
        if rows.is_empty() {
            let stored = options.value("moove_gdpr_plugin_settings");
            for (key, value) in stored.iter() {
                settings.rows.insert(key.to_string_lossy(), value.clone());
            }
        }
        for (key, raw) in rows {
            settings.rows.insert(key, maybe_unserialize(&raw));
        }
        settings
    }

    /// A setting as stored, `None` without a row.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.rows.get(key).filter(|v| !v.is_null())
    }

    /// A setting as text, or `default` without a row.
    pub fn text_or<'a>(&'a self, key: &str, default: &'a str) -> Cow<'a, str> {
        self.get(key)
            .map_or(Cow::Borrowed(default), Value::to_string_lossy)
    }

    /// A setting as a whole number, or `default` without a row.
    pub fn int_or(&self, key: &str, default: i64) -> i64 {
        self.get(key).map_or(default, Value::to_int)
    }

    /// Whether a switch is on (a whole number 1), or `default` without a row.
    pub fn is_on(&self, key: &str, default: bool) -> bool {
        self.int_or(key, i64::from(default)) == 1
    }

    /// A setting as a whole number from 0; below 0 and without a row it is `default`.
    pub fn natural_or(&self, key: &str, default: i64) -> i64 {
        let number = self.int_or(key, default);
        if number < 0 { default } else { number }
    }

    /// The version of the text that visitors consent to; 0 when the site does not count versions.
    pub fn consent_version(&self) -> f64 {
        let version = self.get("gdpr_consent_version").map(Value::to_float);
        version.filter(|v| *v > 0.0).unwrap_or(0.0)
    }

    /// Whether the scripts of all categories stand in the page as data, else the page asks for them.
    pub fn is_static_insertion(&self) -> bool {
        self.is_on("script_insertion_method", true)
    }

    /// Whether a setting has a row.
    pub fn is_set(&self, key: &str) -> bool {
        self.get(key).is_some()
    }
}

/// The paid part is a plugin of its own.
fn has_paid_part(options: &Options) -> bool {
    let active = options.value("active_plugins");
    let mut files = active.values().map(Value::to_string_lossy);
    files.any(|file| file.starts_with("gdpr-cookie-compliance-addon/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_replace_the_option_and_defaults_fill_up() {
        let options = Options::new([(
            "moove_gdpr_plugin_settings".to_owned(),
            b"a:1:{s:1:\"a\";s:1:\"0\";}".to_vec(),
        )]);
        let old = Settings::from_rows(vec![], &options);
        assert!(!old.is_on("a", true) && old.is_on("b", true));
        let rows = vec![
            ("a".to_owned(), b"1".to_vec()),
            ("a".to_owned(), b"2".to_vec()),
        ];
        let new = Settings::from_rows(rows, &options);
        assert_eq!((new.int_or("a", 0), new.int_or("b", 5)), (2, 5));
        assert_eq!(new.text_or("b", "x"), "x");
    }
}
