//! The roles of the site and of a user: option `{prefix}user_roles`, user meta `{prefix}capabilities`.
//!
//! Contract "wordpress-rest", section 4.1.

use crate::wordpress::db::TablePrefix;
use crate::wordpress::options::Options;
use crate::wordpress::php::{Array, Value};
use crate::wordpress::post::Meta;

/// The stored roles: name and capabilities of each.
pub fn site_roles<'o>(options: &'o Options, prefix: &TablePrefix) -> &'o Value {
    options.value(&format!("{}user_roles", prefix.as_str()))
}

/// The roles that have a capability.
pub fn roles_with(options: &Options, prefix: &TablePrefix, capability: &str) -> Vec<String> {
    let roles = site_roles(options, prefix).iter();
    let with = roles.filter(|(_, role)| role.at("capabilities").at(capability).to_bool());
    with.map(|(name, _)| name.to_string_lossy()).collect()
}

/// The roles and capabilities of a user.
#[derive(Debug, Clone)]
pub struct UserRoles<'o> {
    /// `$user->caps`: roles and single capabilities, as stored.
    pub caps: Array,
    roles: &'o Value,
}

impl<'o> UserRoles<'o> {
    /// Of the meta of a user.
    pub fn of(options: &'o Options, prefix: &TablePrefix, meta: &Meta) -> Self {
        let own = meta.value(&format!("{}capabilities", prefix.as_str()));
        Self {
            caps: own.as_array().cloned().unwrap_or_default(),
            roles: site_roles(options, prefix),
        }
    }

    /// `$user->roles`: the entries that are roles of the site.
    pub fn roles(&self) -> Vec<String> {
        let names = self.caps.keys().map(|name| name.to_string_lossy());
        names
            .filter(|name| self.roles.get(name).is_some())
            .collect()
    }

    /// `$user->allcaps`: the capabilities of all roles, overridden by the user's own entries.
    pub fn allcaps(&self) -> Array {
        let mut all = Array::new();
        for role in self.roles() {
            for (name, value) in self.roles.at(&role).at("capabilities").iter() {
                all.insert(name.clone(), value.clone());
            }
        }
        for (name, value) in self.caps.iter() {
            all.insert(name.clone(), value.clone());
        }
        all
    }
}
