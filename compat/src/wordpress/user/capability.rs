//! What a user may do: the roles of the option `{prefix}user_roles` and the user meta `{prefix}capabilities`.
//!
//! Contract "wordpress-rest", section 4.1. Meta capabilities (`edit_post` of one post) are answered by
//! `wordpress::visibility` and [`map_meta_cap`](super::map_meta_cap).

use std::collections::HashSet;

use crate::wordpress::db::TablePrefix;
use crate::wordpress::options::Options;
use crate::wordpress::post::Meta;

use super::roles::UserRoles;

/// The capabilities that a user has, the names of the roles among them.
#[derive(Debug, Clone, Default)]
pub struct Capabilities {
    granted: HashSet<String>,
}

impl Capabilities {
    /// Reads the user's roles and own capabilities.
    pub fn of(options: &Options, prefix: &TablePrefix, meta: &Meta) -> Self {
        let all = UserRoles::of(options, prefix, meta).allcaps();
        let granted = all.iter().filter(|(_, value)| value.to_bool());
        Self {
            granted: granted.map(|(name, _)| name.to_string_lossy()).collect(),
        }
    }

    /// Adds what columns grant to roles: roles with a capability each.
    #[must_use]
    pub fn with_granted<'g>(
        mut self,
        granted: impl IntoIterator<Item = &'g (&'static str, &'static str)>,
    ) -> Self {
        for (role, capability) in granted {
            if self.has(role) {
                self.granted.insert((*capability).to_owned());
            }
        }
        self
    }

    /// Takes capabilities away from everybody, as constants of `wp-config.php` do.
    #[must_use]
    pub fn without(mut self, capabilities: &[&str]) -> Self {
        for capability in capabilities {
            self.granted.remove(*capability);
        }
        self
    }

    /// `user_can` for a primitive capability.
    pub fn has(&self, capability: &str) -> bool {
        self.granted.contains(capability)
    }
}

/// `map_meta_cap` for capabilities that are about no single thing: the primitive capability that one stands for.
pub fn primitive_capability(capability: &str) -> &str {
    match capability {
        "manage_post_tags" | "edit_categories" | "edit_post_tags" | "delete_categories"
        | "delete_post_tags" => "manage_categories",
        "assign_categories" | "assign_post_tags" => "edit_posts",
        "manage_privacy_options" | "export_others_personal_data" | "erase_others_personal_data" => {
            "manage_options"
        }
        "customize" => "edit_theme_options",
        "edit_css" => "unfiltered_html",
        "activate_plugin" | "deactivate_plugin" | "deactivate_plugins" | "resume_plugins"
        | "resume_plugin" => "activate_plugins",
        "resume_themes" | "resume_theme" => "switch_themes",
        "view_site_health_checks" | "upload_plugins" => "install_plugins",
        "upload_themes" => "install_themes",
        "update_php" | "update_https" | "install_languages" | "update_languages" => "update_core",
        "add_users" => "promote_users",
        // Patterns are written by who writes posts: recording owner/block-create.
        "edit_blocks" => "edit_posts",
        "edit_others_blocks" => "edit_others_posts",
        "publish_blocks" => "publish_posts",
        "read_private_blocks" => "read_private_posts",
        "delete_blocks" => "delete_posts",
        "delete_private_blocks" => "delete_private_posts",
        "delete_published_blocks" => "delete_published_posts",
        "delete_others_blocks" => "delete_others_posts",
        "edit_private_blocks" => "edit_private_posts",
        "edit_published_blocks" => "edit_published_posts",
        other => other,
    }
}

/// The capabilities that constants of `wp-config.php` take from everybody. `is_on` tells whether one is set.
pub fn disallowed(is_on: impl Fn(&str) -> bool) -> Vec<&'static str> {
    let mut taken = Vec::new();
    if is_on("DISALLOW_UNFILTERED_HTML") {
        taken.push("unfiltered_html");
    }
    // Only with this constant it is asked for at all.
    if !is_on("ALLOW_UNFILTERED_UPLOADS") {
        taken.push("unfiltered_upload");
    }
    let no_files = is_on("DISALLOW_FILE_MODS");
    if no_files || is_on("DISALLOW_FILE_EDIT") {
        taken.extend(["edit_files", "edit_plugins", "edit_themes"]);
    }
    if no_files {
        taken.extend([
            "update_plugins",
            "delete_plugins",
            "install_plugins",
            "update_themes",
            "delete_themes",
            "install_themes",
            "update_core",
        ]);
    }
    taken
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
