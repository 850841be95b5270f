//! The parts of a redirect's URL.

use crate::wordpress::rewrite::QueryVars;
use crate::wordpress::url::{UrlParts, parse_url, remove_query_arg};

/// Scheme, host, port, path and query; missing ones are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Address {
    pub scheme: String,
    pub host: String,
    pub port: Option<u16>,
    pub path: String,
    pub query: String,
}

impl Address {
    /// Reads a URL; `None` when PHP could not.
    pub(super) fn parse(url: &str) -> Option<Self> {
        let UrlParts {
            scheme,
            host,
            port,
            path,
            query,
            ..
        } = parse_url(url)?;
        Some(Self {
            scheme: scheme.unwrap_or_default(),
            host: host.unwrap_or_default(),
            port,
            path: path.unwrap_or_default(),
            query: query.unwrap_or_default(),
        })
    }

    /// Writes the URL.
    pub(super) fn url(&self) -> String {
        let port = self.port.map(|p| format!(":{p}")).unwrap_or_default();
        let query = if self.query.is_empty() {
            String::new()
        } else {
            format!("?{}", self.query)
        };
        format!("{}://{}{port}{}{query}", self.scheme, self.host, self.path)
    }

    /// Whether two addresses are one, the scheme apart.
    pub(super) fn same_place(&self, other: &Self) -> bool {
        (&self.host, &self.path, self.port, &self.query)
            == (&other.host, &other.path, other.port, &other.query)
    }

    /// Removes variables from the query.
    pub(super) fn drop_vars(&mut self, names: &[&str]) {
        self.query = remove_query_arg(names, &self.query);
    }

    /// Removes the variables that the target does not carry itself.
    pub(super) fn drop_vars_unless_in(&mut self, names: &[&str], target: &str) {
        let kept = Self::parse(target)
            .map(|t| QueryVars::parse(&t.query))
            .unwrap_or_default();
        let gone: Vec<&str> = names
            .iter()
            .copied()
            .filter(|n| kept.get(n).is_none())
            .collect();
        self.drop_vars(&gone);
    }
}
