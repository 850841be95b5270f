//! What the requesting user may do: the one place where routes ask.
//!
//! Contract "wordpress-rest", section 4.

use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::post_type_capability::post_type_capability;
use compat::wordpress::user::UserId;
use compat::wordpress::user::map_meta_cap::MetaCap;
use compat::wordpress::visibility::Visibility;

use super::hidden_types::HIDDEN_POST_TYPES;
use super::route::Rest;

impl Rest<'_> {
    /// `current_user_can` for a capability that is about no single thing.
    pub fn can(&self, capability: &str) -> bool {
        self.visitor.viewer().can(capability)
    }

    /// Whether the requesting user has the capability of a post type for an act: `edit`, `publish`, `create`, …
    pub fn can_type(&self, post_type: &str, act: &str) -> bool {
        let registry = &self.state.site.registry;
        self.can(&post_type_capability(registry, post_type, act))
    }

    /// `get_current_user_id()`; 0 for an anonymous visitor.
    pub fn user_id(&self) -> UserId {
        self.visitor.user.unwrap_or_default()
    }

    /// What the requesting user may do with one person, comment or term.
    pub fn meta_cap(&self) -> MetaCap<'_> {
        MetaCap {
            registry: &self.state.site.registry,
            options: &self.state.site.options,
            viewer: self.visitor.viewer(),
        }
    }

    /// What the requesting user may do with posts.
    pub fn visibility<'a>(&'a self, objects: &'a ObjectCache) -> Visibility<'a> {
        Visibility {
            registry: &self.state.site.registry,
            options: &self.state.site.options,
            objects,
            viewer: self.visitor.viewer(),
        }
    }

    /// Whether the requesting user edits posts of any type that the API shows.
    pub fn can_edit_any_type(&self) -> bool {
        let types = self.state.site.registry.post_types.values();
        let shown = types.filter(|t| t.rest_base.is_some()).map(|t| t.name);
        let hidden = HIDDEN_POST_TYPES.iter().map(|t| t.name);
        let mut all = shown.chain(hidden);
        self.can("edit_posts") || all.any(|name| self.can_type(name, "edit"))
    }
}
