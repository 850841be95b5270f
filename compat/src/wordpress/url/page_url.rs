//! The address of the page that is shown.

use crate::wordpress::php::query_string::parse_str;
use crate::wordpress::php::{Array, Value};

/// Path and query of the page that is shown, below the site's host. Links of the page and actions of its forms lead
/// there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageUrl(String);

impl PageUrl {
    /// The address with this path and query.
    pub fn new(path_and_query: impl Into<String>) -> Self {
        Self(path_and_query.into())
    }

    /// Path and query.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The path.
    pub fn path(&self) -> &str {
        self.0.split('?').next().unwrap_or_default()
    }

    /// The query, without its question mark; empty when there is none.
    pub fn query(&self) -> &str {
        self.0.split_once('?').map_or("", |(_, query)| query)
    }

    /// The arguments of the query, as PHP reads them.
    pub fn args(&self) -> Array {
        parse_str(self.query().as_bytes())
    }

    /// Whether an argument of the query is true in PHP's sense.
    pub fn has_true_arg(&self, name: &str) -> bool {
        // The query of most pages is empty, or does not hold the name.
        self.query().contains(name) && self.args().get(name).is_some_and(Value::to_bool)
    }

    /// Whether browsers would take the path for an address on another host.
    pub fn leaves_host(&self) -> bool {
        self.0.starts_with("//")
    }
}
