//! `wp-config.php`, read without running PHP.
//!
//! See `docs/architecture.md`, "Configuration", and contract "wordpress-core", sections 1 and 12.1. A subset of PHP is
//! evaluated: constants, variables, strings, decidable conditions, environment variables, included files. A constant
//! whose value cannot be determined is reported and left out; only a syntax error is an error. Nothing is executed.

mod condition;
mod environment;
mod expression;
mod function;
pub mod literals;
mod operator;
mod quoted;
mod reader;
mod skip;
mod token;
mod tokenizer;
mod value;

use std::path::{Path, PathBuf};

use indexmap::IndexMap;

pub use environment::{Environment, SystemEnvironment};
pub use value::Value;

use super::salt::{CreatedOption, Salts};

/// A file that cannot be read as PHP.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}:{line}: {message}", file.display())]
pub struct WpConfigError {
    /// The file: wp-config.php or one that it includes.
    pub file: PathBuf,
    /// The line, from 1; 0 when the file itself cannot be read.
    pub line: usize,
    /// What is wrong there.
    pub message: String,
}

impl WpConfigError {
    fn new(line: usize, message: impl Into<String>) -> Self {
        Self {
            file: PathBuf::new(),
            line,
            message: message.into(),
        }
    }
}

/// A constant and where it got its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Constant {
    /// Its value.
    pub value: Value,
    /// The file that defines it.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: usize,
}

/// A constant whose value cannot be determined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unread {
    /// The constant, or `$table_prefix`, or an included file.
    pub name: String,
    /// The file.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// Why its value is not known.
    pub reason: String,
}

impl std::fmt::Display for Unread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            name, line, reason, ..
        } = self;
        write!(f, "{}:{line}: {name}: {reason}", self.file.display())
    }
}

/// Where the database server is: the parts of DB_HOST.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DbHost {
    /// Host name or address, without the brackets of IPv6.
    pub host: String,
    /// Port, if one is given.
    pub port: Option<u16>,
    /// Unix socket, if one is given.
    pub socket: Option<String>,
}

/// The parsed `wp-config.php`.
#[derive(Debug, Clone, Default)]
pub struct WpConfig {
    constants: IndexMap<String, Constant>,
    table_prefix: Option<String>,
    unread: Vec<Unread>,
}

impl WpConfig {
    /// All constants, in the order of their definition.
    pub fn constants(&self) -> impl Iterator<Item = (&str, &Constant)> {
        self.constants.iter().map(|(k, v)| (k.as_str(), v))
    }

    /// A constant's value.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.constants.get(name).map(|c| &c.value)
    }

    /// A constant as PHP would print it; `None` when it is not defined.
    pub fn text(&self, name: &str) -> Option<String> {
        self.get(name).and_then(Value::to_text)
    }

    /// A constant as a condition; `None` when it is not defined.
    pub fn flag(&self, name: &str) -> Option<bool> {
        self.get(name).and_then(Value::truth)
    }

    /// `$table_prefix`, if the file sets it.
    pub fn table_prefix(&self) -> Option<&str> {
        self.table_prefix.as_deref()
    }

    /// What could not be read, in the order of the file.
    pub fn unread(&self) -> &[Unread] {
        &self.unread
    }

    /// DB_HOST in its parts, as `wpdb` takes it apart.
    pub fn db_host(&self) -> Option<DbHost> {
        self.text("DB_HOST").map(|text| DbHost::parse(&text))
    }

    /// WP_HOME: overrides the option `home`.
    pub fn home(&self) -> Option<String> {
        self.text("WP_HOME").map(untrailing)
    }

    /// WP_SITEURL: overrides the option `siteurl`.
    pub fn siteurl(&self) -> Option<String> {
        self.text("WP_SITEURL").map(untrailing)
    }

    /// WP_CONTENT_DIR, or its default below `wp_root`.
    pub fn content_dir(&self, wp_root: &Path) -> PathBuf {
        match self.text("WP_CONTENT_DIR") {
            Some(dir) => PathBuf::from(dir),
            None => wp_root.join("wp-content"),
        }
    }

    /// COOKIE_DOMAIN, if set and not empty.
    pub fn cookie_domain(&self) -> Option<String> {
        self.text("COOKIE_DOMAIN").filter(|d| !d.is_empty())
    }

    /// The secrets of this file and, where it has none, of the options.
    pub fn salts(
        &self,
        option: impl Fn(&str) -> Option<String>,
        generate: impl FnMut() -> String,
    ) -> (Salts, Vec<CreatedOption>) {
        Salts::collect(|name| self.text(name), option, generate)
    }
}

fn untrailing(mut url: String) -> String {
    url.truncate(url.trim_end_matches('/').len());
    url
}

impl DbHost {
    /// `host`, `host:port`, `host:/socket`, `[::1]:port`, `::1`, `:/socket`.
    pub fn parse(text: &str) -> Self {
        let (rest, socket) = match text.find(":/") {
            Some(i) => (
                text.get(..i).unwrap_or(""),
                text.get(i + 1..).map(str::to_owned),
            ),
            None => (text, None),
        };
        let (host, port) = if let Some(inner) = rest.strip_prefix('[') {
            let (host, after) = inner.split_once(']').unwrap_or((inner, ""));
            (host, after.strip_prefix(':'))
        } else if rest.matches(':').count() > 1 {
            (rest, None)
        } else {
            match rest.split_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (rest, None),
            }
        };
        Self {
            host: host.to_owned(),
            port: port.and_then(|p| p.parse().ok()),
            socket,
        }
    }
}

#[cfg(test)]
mod tests;
