//! The table of contract "wordpress-rest", section 4.3: who reads, edits and deletes which posts.

use std::sync::Arc;

use super::UserId;
use super::capability::Capabilities;
use super::viewer::Viewer;
use crate::wordpress::object_cache::ObjectCache;
use crate::wordpress::options::Options;
use crate::wordpress::post::{Meta, Post, PostId, PostType};
use crate::wordpress::site::Registry;
use crate::wordpress::visibility::Visibility;

const ME: UserId = UserId(7);
const OTHER: UserId = UserId(8);

/// The capabilities of a role that concern posts.
fn role(name: &str) -> Capabilities {
    let contributor = ["read", "edit_posts", "delete_posts"];
    let author = [
        "publish_posts",
        "edit_published_posts",
        "delete_published_posts",
    ];
    let editor = [
        "edit_others_posts",
        "delete_others_posts",
        "read_private_posts",
        "edit_private_posts",
        "delete_private_posts",
    ];
    let mut all: Vec<&str> = Vec::new();
    if name != "nobody" {
        all.push("read");
    }
    if matches!(name, "contributor" | "author" | "editor" | "administrator") {
        all.extend(contributor);
    }
    if matches!(name, "author" | "editor" | "administrator") {
        all.extend(author);
    }
    if matches!(name, "editor" | "administrator") {
        all.extend(editor);
    }
    if name == "administrator" {
        all.push("manage_options");
    }
    all.into_iter().collect()
}

/// A post's author and status, and what it was before it was trashed.
fn planted(id: i64, author: UserId, status: &str, before: &str) -> (Post, Meta) {
    let post = Post {
        id: PostId(id),
        author,
        post_type: "post".to_owned(),
        status: status.to_owned(),
        ..Post::default()
    };
    let mut meta = Meta::default();
    if !before.is_empty() {
        meta.push("_wp_trash_meta_status", before.as_bytes().to_vec());
    }
    (post, meta)
}

fn registry() -> Registry {
    let mut registry = Registry::default();
    let post_type = PostType::public("post", "", "");
    registry.post_types.insert(post_type.name, post_type);
    registry
}

/// Letters for read, edit, delete.
fn rights(visibility: &Visibility<'_>, post: &Post) -> String {
    let may = [
        (visibility.can_read(post), 'r'),
        (visibility.can_edit(post), 'e'),
        (visibility.can_delete(post), 'd'),
    ];
    may.iter()
        .filter(|(may, _)| *may)
        .map(|(_, letter)| *letter)
        .collect()
}

#[test]
fn posts_by_role_owner_and_status() {
    // Owner, status, status before trashing; then subscriber, contributor, author, editor.
    let table = [
        (ME, "draft", "", ["r", "red", "red", "red"]),
        (ME, "pending", "", ["r", "red", "red", "red"]),
        (ME, "private", "", ["r", "red", "red", "red"]),
        (ME, "publish", "", ["r", "r", "red", "red"]),
        (ME, "future", "", ["r", "r", "red", "red"]),
        (ME, "trash", "draft", ["r", "red", "red", "red"]),
        (ME, "trash", "publish", ["r", "r", "red", "red"]),
        (OTHER, "draft", "", ["", "", "", "red"]),
        (OTHER, "publish", "", ["r", "r", "r", "red"]),
        (OTHER, "future", "", ["", "", "", "red"]),
        (OTHER, "private", "", ["", "", "", "red"]),
        (OTHER, "trash", "publish", ["", "", "", "red"]),
        (UserId(0), "draft", "", ["", "", "", "red"]),
    ];
    let (registry, options) = (registry(), Options::default());
    for (author, status, before, want) in table {
        let (post, meta) = planted(1, author, status, before);
        let mut objects = ObjectCache::default();
        objects.set_post_meta(post.id, Arc::new(meta));
        let made = ["subscriber", "contributor", "author", "editor"].map(|name| {
            let capabilities = role(name);
            let visibility = Visibility {
                registry: &registry,
                options: &options,
                objects: &objects,
                viewer: Viewer::new(Some(ME), &capabilities),
            };
            rights(&visibility, &post)
        });
        assert_eq!(made, want, "{author:?} {status} {before}");
    }
}

#[test]
fn pages_with_a_part_in_the_site() {
    let stored = |name: &str, id: i64| (name.to_owned(), id.to_string().into_bytes());
    let options = Options::new([
        stored("page_on_front", 1),
        stored("page_for_posts", 2),
        stored("wp_page_for_privacy_policy", 3),
    ]);
    let (registry, objects) = (registry(), ObjectCache::default());
    let of = |name: &str, id: i64, post_type: &str| {
        let capabilities = role(name);
        let visibility = Visibility {
            registry: &registry,
            options: &options,
            objects: &objects,
            viewer: Viewer::new(Some(ME), &capabilities),
        };
        let (mut post, _) = planted(id, OTHER, "publish", "");
        post.post_type = post_type.to_owned();
        rights(&visibility, &post)
    };
    for id in [1, 2] {
        assert_eq!(of("editor", id, "post"), "re");
        assert_eq!(of("administrator", id, "post"), "red");
    }
    assert_eq!(of("editor", 3, "post"), "r");
    assert_eq!(of("administrator", 3, "post"), "red");
    assert_eq!(of("editor", 4, "post"), "red");
    // A revision without its parent is nobody's, and is never deleted.
    assert_eq!(of("administrator", 5, "revision"), "");
}
