//! What columns decide about who may manage whom (`user_has_cap`, `map_meta_cap`, `editable_roles`).

use super::capability::Capabilities;

/// Rules of a column.
#[derive(Debug, Clone, Copy)]
pub struct UserRules {
    /// `user_has_cap`: roles, each with a capability that it has besides the stored ones.
    pub granted: &'static [(&'static str, &'static str)],
    /// `map_meta_cap`: whether somebody may edit, promote and delete another person with these roles.
    pub may_manage: fn(&Capabilities, &[String]) -> bool,
    /// `editable_roles`: whether somebody may give a role.
    pub may_give: fn(&Capabilities, &str) -> bool,
    /// `profile_update`: the user meta that holds when an account was changed.
    pub updated_meta: Option<&'static str>,
}
