//! The capabilities of post types: which primitive capability an act on posts of a type needs.
//!
//! Contract "wordpress-rest", section 4.2; the map `capabilities` of recording owner/types-edit.

use std::borrow::Cow;

use super::site::Registry;

/// The capability of a type for an act: `edit`, `edit_others`, `edit_published`, `edit_private`, the same with `delete`,
/// `publish`, `read_private`, `create`, `read`. Types that are not known are the administrators'.
pub fn post_type_capability(registry: &Registry, post_type: &str, act: &str) -> Cow<'static, str> {
    if let Some(known) = registry.post_types.get(post_type) {
        return match (act, post_type) {
            ("read", _) => "read".into(),
            ("create", "attachment") => "upload_files".into(),
            ("create", _) => format!("edit_{}", known.capability_type).into(),
            _ => format!("{act}_{}", known.capability_type).into(),
        };
    }
    match (post_type, act) {
        ("wp_block", "read") => "edit_posts".into(),
        ("wp_block", "create") => "publish_posts".into(),
        ("wp_block", "publish" | "read_private" | "edit_private" | "delete_private") => {
            format!("{act}_blocks").into()
        }
        ("wp_block", _) => format!("{act}_posts").into(),
        ("wp_navigation", "read") => "read".into(),
        ("nav_menu_item" | "wp_global_styles", "read") => "edit_posts".into(),
        ("oembed_cache" | "user_request", "read") => "read".into(),
        ("oembed_cache" | "user_request", "create") => "edit_posts".into(),
        ("oembed_cache" | "user_request", _) => format!("{act}_posts").into(),
        _ => "edit_theme_options".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::post::PostType;

    #[test]
    fn the_recorded_capabilities() {
        let mut registry = Registry::default();
        for (name, capability_type) in [
            ("post", "posts"),
            ("page", "pages"),
            ("attachment", "posts"),
        ] {
            let post_type = PostType {
                capability_type,
                ..PostType::public(name, "", "")
            };
            registry.post_types.insert(name, post_type);
        }
        for (post_type, act, want) in [
            ("page", "edit_others", "edit_others_pages"),
            ("page", "create", "edit_pages"),
            ("page", "read", "read"),
            ("attachment", "create", "upload_files"),
            ("attachment", "delete", "delete_posts"),
            ("wp_block", "create", "publish_posts"),
            ("wp_block", "read", "edit_posts"),
            ("wp_block", "publish", "publish_blocks"),
            ("wp_block", "delete_others", "delete_others_posts"),
            ("wp_navigation", "edit", "edit_theme_options"),
            ("never_registered", "read", "edit_theme_options"),
        ] {
            let made = post_type_capability(&registry, post_type, act);
            assert_eq!(made, want, "{post_type} {act}");
        }
    }
}
