//! Keys and salts of a site: which secret belongs to which scheme, and the hashes keyed with it.
//!
//! Contract "wordpress-core", section 12.1. Constants and options are read through functions passed in. Missing options
//! are generated and returned, for the caller to store.

use std::borrow::Cow;
use std::collections::HashMap;

use super::db::{Db, DbError};
use super::hash::{HashAlgorithm, hash_hmac};
use crate::binds;

/// What `wp-config-sample.php` ships in place of a secret; such a constant does not count.
const SAMPLE_PHRASE: &str = "put your unique phrase here";

/// The schemes that have a key and a salt of their own; `{SCHEME}_KEY` and `{SCHEME}_SALT`.
const SCHEMES: [&str; 4] = ["auth", "secure_auth", "logged_in", "nonce"];

/// An option that did not exist and that the caller must store, so that the secret stays the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreatedOption {
    /// Name in the options table, for example `nonce_salt`.
    pub name: String,
    /// The 64 characters that were drawn for it.
    pub value: String,
}

impl CreatedOption {
    /// Stores it in the options table: like WordPress, a missing secret is generated once. No if another instance has stored
    /// its own meanwhile, which counts.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn store(self, db: &Db) -> Result<bool, DbError> {
        const ADD: &str = "INSERT {ignore} INTO {p}options (option_name, option_value, autoload) \
            VALUES (?, ?, 'off')";
        // An option that is there and is no secret (`is_truthy`).
        const FILL: &str = "UPDATE {p}options SET option_value = ? WHERE option_name = ? \
            AND option_value IN ('', '0')";
        let Self { name, value } = self;
        let added = db.execute(ADD, binds![&name, &value]).await?;
        Ok(added > 0 || db.execute(FILL, binds![value, name]).await? > 0)
    }
}

/// The secrets of a site, ready for use. `Debug` does not show them.
#[derive(Clone)]
pub struct Salts {
    schemes: [String; 4],
    secret_key: String,
}

impl std::fmt::Debug for Salts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Salts(..)")
    }
}

impl Salts {
    /// Collects the secrets as WordPress does: constants first, options for the rest.
    ///
    /// `constant` returns a constant of `wp-config.php`, `option` a site option, `generate` 64 random characters for a
    /// missing option.
    pub fn collect(
        constant: impl Fn(&str) -> Option<String>,
        option: impl Fn(&str) -> Option<String>,
        mut generate: impl FnMut() -> String,
    ) -> (Self, Vec<CreatedOption>) {
        let usable = usable_constants(&constant);
        let mut created = Vec::new();
        let mut from_options = |name: String| {
            if let Some(value) = option(&name).filter(|v| is_truthy(v)) {
                return value;
            }
            let value = generate();
            created.push(CreatedOption {
                name,
                value: value.clone(),
            });
            value
        };
        let schemes = SCHEMES.map(|scheme| {
            let mut salt = String::new();
            for part in ["key", "salt"] {
                let own = usable.get(&format!("{scheme}_{part}").to_ascii_uppercase());
                // The constants of WordPress 2.5 still count: SECRET_KEY for every scheme,
                // SECRET_SALT for `auth` alone.
                let old = match (part, scheme) {
                    ("key", _) => usable.get("SECRET_KEY"),
                    (_, "auth") => usable.get("SECRET_SALT"),
                    _ => None,
                };
                match own.or(old) {
                    Some(value) => salt.push_str(value),
                    None => salt.push_str(&from_options(format!("{scheme}_{part}"))),
                }
            }
            salt
        });
        let secret_key = match usable.get("SECRET_KEY") {
            Some(value) => value.clone(),
            None => from_options("secret_key".to_owned()),
        };
        let salts = Self {
            schemes,
            secret_key,
        };
        (salts, created)
    }

    /// `wp_salt`: the key of a scheme. Schemes that WordPress does not know are derived from the
    /// option `secret_key`.
    pub fn wp_salt(&self, scheme: &str) -> Cow<'_, str> {
        match SCHEMES.iter().position(|s| *s == scheme) {
            Some(i) => Cow::Borrowed(self.schemes.get(i).map_or("", String::as_str)),
            None => {
                let salt = hash_hmac(
                    HashAlgorithm::Md5,
                    scheme.as_bytes(),
                    self.secret_key.as_bytes(),
                );
                Cow::Owned(format!("{}{salt}", self.secret_key))
            }
        }
    }

    /// `wp_hash` with its default algorithm, HMAC-MD5.
    pub fn wp_hash(&self, data: &[u8], scheme: &str) -> String {
        self.wp_hash_with(data, scheme, HashAlgorithm::Md5)
    }

    /// `wp_hash` with a named algorithm.
    pub fn wp_hash_with(&self, data: &[u8], scheme: &str, algorithm: HashAlgorithm) -> String {
        hash_hmac(algorithm, data, self.wp_salt(scheme).as_bytes())
    }
}

/// The secret constants that count: set, not the sample phrase, not used twice.
fn usable_constants(constant: &impl Fn(&str) -> Option<String>) -> HashMap<String, String> {
    let mut found = Vec::new();
    let mut uses: HashMap<String, usize> = HashMap::new();
    for scheme in ["AUTH", "SECURE_AUTH", "LOGGED_IN", "NONCE", "SECRET"] {
        for part in ["KEY", "SALT"] {
            let name = format!("{scheme}_{part}");
            if let Some(value) = constant(&name) {
                *uses.entry(value.clone()).or_default() += 1;
                found.push((name, value));
            }
        }
    }
    found
        .into_iter()
        .filter(|(_, value)| {
            is_truthy(value) && value != SAMPLE_PHRASE && uses.get(value) == Some(&1)
        })
        .collect()
}

/// PHP's truth of a string.
fn is_truthy(text: &str) -> bool {
    !matches!(text, "" | "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn collect(constants: &[(&str, &str)]) -> (Salts, Vec<CreatedOption>) {
        Salts::collect(
            |name| {
                let found = constants.iter().find(|(n, _)| *n == name);
                found.map(|(_, v)| (*v).to_owned())
            },
            |name| (name == "nonce_key").then(|| "option".to_owned()),
            || "drawn".to_owned(),
        )
    }

    #[test]
    fn a_constant_used_twice_gives_way_to_the_option() {
        let (salts, created) = collect(&[
            ("NONCE_KEY", "same"),
            ("NONCE_SALT", "own"),
            ("AUTH_KEY", "same"),
        ]);
        assert_eq!(salts.wp_salt("nonce"), "optionown");
        assert!(created.iter().any(|c| c.name == "auth_key"));
        assert!(!created.iter().any(|c| c.name == "nonce_key"));
    }

    #[test]
    fn the_sample_phrase_is_no_secret() {
        let (salts, _) = collect(&[("NONCE_KEY", SAMPLE_PHRASE), ("NONCE_SALT", "s")]);
        assert_eq!(salts.wp_salt("nonce"), "options");
    }

    #[test]
    fn the_secret_key_constant_serves_every_scheme() {
        let (salts, _) = collect(&[("SECRET_KEY", "K"), ("SECRET_SALT", "S")]);
        assert_eq!(salts.wp_salt("auth"), "KS");
        assert_eq!(salts.wp_salt("nonce"), "Kdrawn");
        assert!(salts.wp_salt("x").starts_with('K'));
    }

    #[test]
    fn debug_shows_no_secret() {
        let (salts, _) = collect(&[]);
        assert!(!format!("{salts:?}").contains("drawn"));
    }
}
