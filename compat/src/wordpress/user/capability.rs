//! What a user may do: the roles of the option `{prefix}user_roles` and the user meta `{prefix}capabilities`.
//!
//! Meta capabilities (`edit_post` of one post) are the caller's matter.

use std::collections::HashSet;

use crate::wordpress::db::TablePrefix;
use crate::wordpress::options::Options;
use crate::wordpress::post::Meta;

/// The capabilities that a user has, the names of the roles among them.
#[derive(Debug, Clone, Default)]
pub struct Capabilities {
    granted: HashSet<String>,
}

impl Capabilities {
    /// Reads the user's roles and own capabilities.
    pub fn of(options: &Options, prefix: &TablePrefix, meta: &Meta) -> Self {
        let prefix = prefix.as_str();
        let own = meta.value(&format!("{prefix}capabilities"));
        let roles = options.value(&format!("{prefix}user_roles"));
        let mut granted = HashSet::new();
        let mut apply = |name: &str, is_granted: bool| {
            if is_granted {
                granted.insert(name.to_owned());
            } else {
                granted.remove(name);
            }
        };
        for (role, is_granted) in own.iter().filter(|(_, v)| v.to_bool()) {
            let role = role.to_string_lossy();
            for (name, value) in roles.at(&*role).at("capabilities").iter() {
                apply(&name.to_string_lossy(), value.to_bool());
            }
            apply(&role, is_granted.to_bool());
        }
        // Capabilities denied to the user override the roles'.
        for (name, value) in own.iter() {
            apply(&name.to_string_lossy(), value.to_bool());
        }
        Self { granted }
    }

    /// `user_can`.
    pub fn has(&self, capability: &str) -> bool {
        self.granted.contains(capability)
    }
}

impl<'c> FromIterator<&'c str> for Capabilities {
    fn from_iter<I: IntoIterator<Item = &'c str>>(granted: I) -> Self {
        Self {
            granted: granted.into_iter().map(str::to_owned).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::php::{Value, serialize};

    #[test]
    fn roles_grant_and_users_are_denied() {
        let capabilities = Value::array().with("read", true).with("edit_posts", true);
        let role = Value::array()
            .with("name", "Editor")
            .with("capabilities", capabilities);
        let roles = serialize(&Value::array().with("editor", role));
        let options = Options::new([("wp_user_roles".to_owned(), roles)]);
        let mut meta = Meta::default();
        let own = Value::array()
            .with("editor", true)
            .with("edit_posts", false)
            .with("fly", true);
        meta.push("wp_capabilities", serialize(&own));
        let prefix = TablePrefix::new("wp_").unwrap();
        let capabilities = Capabilities::of(&options, &prefix, &meta);
        assert!(capabilities.has("read") && capabilities.has("editor") && capabilities.has("fly"));
        assert!(!capabilities.has("edit_posts"));
    }
}
