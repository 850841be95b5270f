//! The one-day cache of scripts: a transient per language, shared with PHP.
//!
//! Contract "cookie-consent", sections 1.1 and 6.1.

use super::VERSION;
use super::scripts::CategoryScripts;
use crate::binds;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::formatting::sanitize_field::sanitize_text_field;
use crate::wordpress::php::cast::string_to_int;
use crate::wordpress::php::url::urlencode;

/// Lifetime in seconds.
pub const CACHE_LIFE: i64 = 86_400;

/// The language of a request (`wp_lang`) as it stands in the names of rows.
pub fn cache_language(wp_lang: &str) -> String {
    sanitize_text_field(&urlencode(wp_lang.as_bytes()))
}

/// Names of the transient's two rows: the value and when it ends.
fn option_names(language: &str) -> [String; 2] {
    ["_transient_", "_transient_timeout_"]
        .map(|kind| format!("{kind}gdpr_cookie_cache{language}{VERSION}"))
}

/// The cached scripts, if not expired, with their expiry.
///
/// # Errors
/// When the database fails.
pub async fn load_cached(
    db: &Db,
    language: &str,
    now: i64,
) -> Result<Option<(CategoryScripts, i64)>, DbError> {
    const SQL: &str =
        "SELECT option_name, option_value FROM {p}options WHERE option_name IN (?, ?)";
    let [value, timeout] = option_names(language);
    let rows: Vec<(String, Vec<u8>)> = db.lookup(SQL, binds![&value, &timeout]).await?;
    let row = |name: &str| rows.iter().find(|(n, _)| n == name).map(|(_, v)| v);
    let until = row(&timeout).map_or(0, |text| string_to_int(text));
    let scripts = row(&value).and_then(|json| CategoryScripts::from_json(json));
    Ok(scripts
        .filter(|_| until > now)
        .map(|scripts| (scripts, until)))
}

/// Stores scripts for a day.
///
/// # Errors
/// When the database fails.
pub async fn store_cached(
    db: &Db,
    language: &str,
    scripts: &CategoryScripts,
    now: i64,
) -> Result<(), DbError> {
    let [value, timeout] = option_names(language);
    let until = now.saturating_add(CACHE_LIFE).to_string();
    let rows = [(timeout, until), (value, scripts.to_json())];
    db.transaction(async move |tx| {
        const ADD: &str = "INSERT {ignore} INTO {p}options (option_name, option_value, autoload) VALUES (?, ?, 'off')";
        const SET: &str = "UPDATE {p}options SET option_value = ? WHERE option_name = ?";
        for (name, text) in &rows {
            tx.execute(ADD, binds![name, text]).await?;
            tx.execute(SET, binds![text, name]).await?;
        }
        Ok(())
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_cannot_carry_more_than_a_name() {
        assert_eq!(cache_language("_es"), "_es");
        assert_eq!(cache_language("_de'; x"), "_de+x");
        let [value, timeout] = option_names("");
        assert_eq!(value, "_transient_gdpr_cookie_cache5.0.12");
        assert_eq!(timeout, "_transient_timeout_gdpr_cookie_cache5.0.12");
    }
}
