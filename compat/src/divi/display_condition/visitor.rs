//! What conditions evaluate of a visitor's request.

use crate::type_map_entry;
use crate::wordpress::php::Array;
use crate::wordpress::url::PageUrl;

/// The browser, the cookies and the query arguments of a request.
#[derive(Debug, Clone, Default)]
pub struct ConditionVisitor {
    user_agent: String,
    cookies: Vec<(String, String)>,
    args: Array,
}

type_map_entry!(ConditionVisitor);

impl ConditionVisitor {
    /// The visitor of a request: its `User-Agent`, its decoded cookies, its address.
    pub fn new(user_agent: &str, cookies: &[(String, String)], url: &PageUrl) -> Self {
        Self {
            user_agent: user_agent.to_owned(),
            cookies: cookies.to_vec(),
            args: url.args(),
        }
    }

    pub(super) fn user_agent(&self) -> &str {
        &self.user_agent
    }

    /// A cookie's value; of two with the same name the first is used.
    pub(super) fn cookie(&self, name: &str) -> Option<&str> {
        let mut cookies = self.cookies.iter();
        cookies.find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }

    /// A query argument as text.
    pub(super) fn parameter(&self, name: &str) -> Option<String> {
        let value = self.args.get(name)?;
        Some(value.to_string_lossy().into_owned())
    }
}
