//! Meta capabilities: a question about one person, term, comment or meta key becomes one about capabilities.
//!
//! Contract "wordpress-rest", section 4.2. Posts: [`Visibility`].

use crate::wordpress::object_cache::ObjectCache;
use crate::wordpress::options::Options;
use crate::wordpress::post::Post;
use crate::wordpress::site::Registry;
use crate::wordpress::taxonomy::{TermCapabilities, TermId};
use crate::wordpress::visibility::Visibility;

use super::UserId;
use super::viewer::Viewer;

/// A person who asks about things of a site.
#[derive(Clone, Copy)]
pub struct MetaCap<'a> {
    /// Taxonomies, and the rules of columns.
    pub registry: &'a Registry,
    /// Default terms.
    pub options: &'a Options,
    /// The person.
    pub viewer: Viewer<'a>,
}

impl<'a> MetaCap<'a> {
    /// `edit_user`: oneself, else `edit_users`. `roles` are those of the person who is asked about.
    pub fn edit_user(&self, user: UserId, roles: &[String]) -> bool {
        self.is_oneself(user) || self.manages("edit_users", user, roles)
    }

    /// `delete_user`.
    pub fn delete_user(&self, user: UserId, roles: &[String]) -> bool {
        self.manages("delete_users", user, roles)
    }

    /// `promote_user`.
    pub fn promote_user(&self, user: UserId, roles: &[String]) -> bool {
        self.manages("promote_users", user, roles)
    }

    /// `get_editable_roles`: whether the person may give a role.
    pub fn may_give_role(&self, role: &str) -> bool {
        let rules = &self.registry.user_rules;
        let Some(can) = self.viewer.capabilities() else {
            return false;
        };
        rules.iter().all(|rules| (rules.may_give)(can, role))
    }

    /// `edit_comment`: as its post; `edit_posts` when the post is gone. `objects` hold what [`Visibility`] asks for.
    pub fn edit_comment(&self, post: Option<&Post>, objects: &'a ObjectCache) -> bool {
        let Some(post) = post else {
            return self.viewer.can("edit_posts");
        };
        let visibility = Visibility {
            registry: self.registry,
            options: self.options,
            objects,
            viewer: self.viewer,
        };
        visibility.can_edit(post)
    }

    /// Whether the person has one of the four capabilities of a taxonomy.
    pub fn terms(&self, taxonomy: &str, which: impl Fn(&TermCapabilities) -> &'static str) -> bool {
        let known = self.registry.taxonomies.get(taxonomy);
        let capabilities = known.map_or_else(
            || TermCapabilities::of_hidden(taxonomy),
            |taxonomy| taxonomy.capabilities,
        );
        self.viewer.can(which(&capabilities))
    }

    /// `edit_term`.
    pub fn edit_term(&self, taxonomy: &str) -> bool {
        self.terms(taxonomy, |can| can.edit_terms)
    }

    /// `delete_term`: never the default term.
    pub fn delete_term(&self, taxonomy: &str, term: TermId) -> bool {
        let is_default = ["default_", "default_term_"]
            .iter()
            .any(|name| self.options.int(&format!("{name}{taxonomy}")) == term.0);
        !is_default && self.terms(taxonomy, |can| can.delete_terms)
    }

    /// `assign_term`.
    pub fn assign_term(&self, taxonomy: &str) -> bool {
        self.terms(taxonomy, |can| can.assign_terms)
    }

    fn is_oneself(&self, user: UserId) -> bool {
        user.0 != 0 && self.viewer.user() == Some(user)
    }

    fn manages(&self, capability: &str, user: UserId, roles: &[String]) -> bool {
        let Some(can) = self.viewer.capabilities() else {
            return false;
        };
        let mut rules = self.registry.user_rules.iter();
        let is_allowed = self.is_oneself(user) || rules.all(|rules| (rules.may_manage)(can, roles));
        is_allowed && self.viewer.can(capability)
    }
}

/// `edit_post_meta` and its like: the thing may be edited, and the key is registered for it (`rule`), or it has no rule
/// and does not begin with `_`.
pub fn edit_meta(can_edit: bool, key: &str, rule: Option<bool>) -> bool {
    can_edit && rule.unwrap_or(!key.starts_with('_'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::taxonomy::Taxonomy;
    use crate::wordpress::user::capability::Capabilities;
    use crate::wordpress::user::user_rules::UserRules;

    const OTHER: UserId = UserId(8);

    fn asked<T>(granted: &[&str], rules: &[UserRules], ask: impl Fn(MetaCap<'_>) -> T) -> T {
        let capabilities: Capabilities = granted.iter().copied().collect();
        let mut registry = Registry {
            user_rules: rules.to_vec(),
            ..Registry::default()
        };
        registry.register_taxonomy(Taxonomy::public("category", "", "", &[]));
        let default = b"1".to_vec();
        let options = Options::new([("default_category".to_owned(), default)]);
        ask(MetaCap {
            registry: &registry,
            options: &options,
            viewer: Viewer::new(Some(UserId(7)), &capabilities),
        })
    }

    #[test]
    fn persons() {
        let about = |granted: &[&str], user| {
            asked(granted, &[], |can| {
                [
                    can.edit_user(user, &[]),
                    can.promote_user(user, &[]),
                    can.delete_user(user, &[]),
                ]
            })
        };
        assert_eq!(about(&[], UserId(7)), [true, false, false]);
        assert_eq!(about(&[], OTHER), [false; 3]);
        assert_eq!(about(&["edit_users"], OTHER), [true, false, false]);
        let all = ["edit_users", "promote_users", "delete_users"];
        assert_eq!(about(&all, OTHER), [true; 3]);
        let nobody = Capabilities::default();
        let (registry, options) = (Registry::default(), Options::default());
        let anonymous = MetaCap {
            registry: &registry,
            options: &options,
            viewer: Viewer::new(None, &nobody),
        };
        assert!(!anonymous.edit_user(UserId(0), &[]) && !anonymous.edit_user(OTHER, &[]));
    }

    #[test]
    fn rules_of_columns_restrict() {
        let rules = UserRules {
            granted: &[],
            may_manage: |can, roles| can.has("chief") || roles.iter().all(|role| role == "guest"),
            may_give: |_, role| role == "guest",
            updated_meta: None,
        };
        let about = |granted: &[&str], role: &str| {
            asked(granted, &[rules], |can| {
                (
                    can.edit_user(OTHER, &[role.to_owned()]),
                    can.may_give_role(role),
                )
            })
        };
        assert_eq!(about(&["edit_users"], "guest"), (true, true));
        assert_eq!(about(&["edit_users"], "editor"), (false, false));
        assert_eq!(about(&["edit_users", "chief"], "editor"), (true, false));
    }

    #[test]
    fn terms_comments_meta() {
        let terms = |granted: &[&str]| {
            asked(granted, &[], |can| {
                [
                    can.edit_term("category"),
                    can.delete_term("category", TermId(1)),
                    can.delete_term("category", TermId(2)),
                    can.assign_term("category"),
                    can.edit_term("nav_menu"),
                ]
            })
        };
        assert_eq!(
            terms(&["manage_categories"]),
            [true, false, true, false, false]
        );
        assert_eq!(terms(&["edit_posts"]), [false, false, false, true, false]);
        assert_eq!(
            terms(&["edit_theme_options"]),
            [false, false, false, false, true]
        );
        let objects = ObjectCache::default();
        assert!(asked(&["edit_posts"], &[], |can| can
            .edit_comment(None, &ObjectCache::default())));
        let post = Post {
            post_type: "post".to_owned(),
            ..Post::default()
        };
        assert!(!asked(&["edit_posts"], &[], |can| {
            let can = MetaCap { ..can };
            let visibility = Visibility {
                registry: can.registry,
                options: can.options,
                objects: &objects,
                viewer: can.viewer,
            };
            visibility.can_edit(&post)
        }));
        assert!(edit_meta(true, "color", None) && !edit_meta(true, "_color", None));
        assert!(edit_meta(true, "_color", Some(true)) && !edit_meta(false, "color", Some(true)));
    }
}
