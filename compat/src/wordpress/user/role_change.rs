//! The roles of a person changed: user meta `{prefix}capabilities` and `{prefix}user_level`.

use crate::wordpress::db::{DbError, TablePrefix, Transaction};
use crate::wordpress::options::Options;
use crate::wordpress::php::{Array, Value, serialize};

use super::UserId;
use super::roles::site_roles;
use super::write_meta::update_user_meta;

/// What becomes of the roles of a person.
#[derive(Debug, Clone)]
pub struct RoleChange {
    prefix: String,
    roles: Value,
    caps: Array,
}

impl RoleChange {
    /// A person with the stored capabilities `caps`.
    pub fn new(options: &Options, prefix: &TablePrefix, caps: Array) -> Self {
        Self {
            prefix: prefix.as_str().to_owned(),
            roles: site_roles(options, prefix).clone(),
            caps,
        }
    }

    /// `set_role` and `add_role`: these roles in place of all others. Capabilities that are no roles stay.
    pub fn set(&mut self, roles: &[String]) {
        let mut caps = Array::new();
        for (name, value) in self.caps.iter() {
            if self.roles.get(&name.to_string_lossy()).is_none() {
                caps.insert(name.clone(), value.clone());
            }
        }
        for role in roles.iter().filter(|role| !role.is_empty()) {
            caps.insert(role.as_str(), true);
        }
        self.caps = caps;
    }

    /// `update_user_level_from_caps`: the highest `level_N`.
    fn level(&self) -> i64 {
        let mut granted = Array::new();
        for (name, value) in self.caps.iter() {
            let role = self.roles.at(&name.to_string_lossy());
            for (name, value) in role.at("capabilities").iter() {
                granted.insert(name.clone(), value.clone());
            }
            granted.insert(name.clone(), value.clone());
        }
        let levels = granted.iter().filter_map(|(name, value)| {
            let name = name.to_string_lossy();
            let level = name.strip_prefix("level_")?.parse::<i64>().ok()?;
            (value.to_bool() && (0..=10).contains(&level)).then_some(level)
        });
        levels.max().unwrap_or(0)
    }

    /// Stores both rows.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn store(&self, tx: &Transaction, user: UserId) -> Result<(), DbError> {
        let caps = serialize(&self.caps.clone().into());
        let caps = String::from_utf8_lossy(&caps).into_owned();
        let key = |name: &str| format!("{}{name}", self.prefix);
        update_user_meta(tx, user, &key("capabilities"), &caps).await?;
        update_user_meta(tx, user, &key("user_level"), &self.level().to_string()).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_replaced_capabilities_stay() {
        let role = |level: &str| {
            let capabilities = Value::array().with("read", true).with(level, true);
            Value::array().with("capabilities", capabilities)
        };
        let roles = Value::array()
            .with("author", role("level_2"))
            .with("editor", role("level_7"));
        let options = Options::new([("wp_user_roles".to_owned(), serialize(&roles))]);
        let prefix = TablePrefix::new("wp_").unwrap();
        let caps = Array::new().with("author", true).with("fly", true);
        let mut change = RoleChange::new(&options, &prefix, caps);
        assert_eq!(change.level(), 2);
        change.set(&["editor".to_owned()]);
        let stored = serialize(&change.caps.clone().into());
        assert_eq!(stored, b"a:2:{s:3:\"fly\";b:1;s:6:\"editor\";b:1;}");
        assert_eq!(change.level(), 7);
        change.set(&[]);
        assert_eq!(change.level(), 0);
    }
}
