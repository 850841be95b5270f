//! `wp_delete_post`: a post with everything that hangs on it.
//!
//! Contract "wordpress-rest", section 6.3. Files of attachments are not deleted here.

use super::sticky::unstick_post;
use super::transition::clear_publish_event;
use super::{Post, PostId};
use crate::binds;
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::meta_row::{MetaType, delete_all_metadata};
use crate::wordpress::option_row::change_option;
use crate::wordpress::site::Registry;
use crate::wordpress::term_relationships::delete_object_term_relationships;

/// Deletes a post: its revisions, meta, terms, comments and menu items go with it, its children move up.
///
/// # Errors
/// When the database fails.
pub async fn wp_delete_post(
    tx: &Transaction,
    registry: &Registry,
    post: &Post,
) -> Result<(), DbError> {
    const REVISIONS: &str =
        "SELECT ID FROM {p}posts WHERE post_parent = ? AND post_type = 'revision'";
    const MOVE_TYPE: &str =
        "UPDATE {p}posts SET post_parent = ? WHERE post_parent = ? AND post_type = ?";
    const THUMBNAILS: &str =
        "DELETE FROM {p}postmeta WHERE meta_key = '_thumbnail_id' AND meta_value = ?";
    reset_front_page_settings(tx, post).await?;
    if post.post_type == "attachment" {
        tx.execute(THUMBNAILS, binds![post.id.0.to_string()])
            .await?;
    }
    let types = &registry.post_types;
    let is_hierarchical = types
        .get(post.post_type.as_str())
        .is_some_and(|t| t.hierarchical);
    if is_hierarchical {
        let up = binds![post.parent.0, post.id.0, &post.post_type];
        tx.execute(MOVE_TYPE, up).await?;
    }
    let up = binds![post.parent.0, post.id.0, "attachment"];
    tx.execute(MOVE_TYPE, up).await?;
    let revisions: Vec<(i64,)> = tx.load(REVISIONS, binds![post.id.0]).await?;
    for (id,) in revisions {
        delete_rows(tx, registry, PostId(id)).await?;
    }
    delete_comments(tx, post.id).await?;
    delete_rows(tx, registry, post.id).await?;
    if post.status == "future" {
        clear_publish_event(tx, post.id).await?;
    }
    delete_menu_items(tx, registry, "post_type", (post.id.0, None)).await
}

/// The row of a post, its meta and its relationships.
async fn delete_rows(tx: &Transaction, registry: &Registry, id: PostId) -> Result<(), DbError> {
    const DELETE: &str = "DELETE FROM {p}posts WHERE ID = ?";
    delete_all_metadata(tx, MetaType::Post, id.0).await?;
    tx.execute(DELETE, binds![id.0]).await?;
    delete_object_term_relationships(tx, registry, id).await
}

/// All comments of a post and their meta.
async fn delete_comments(tx: &Transaction, post: PostId) -> Result<(), DbError> {
    const META: &str = "DELETE FROM {p}commentmeta WHERE comment_id IN \
        (SELECT comment_ID FROM {p}comments WHERE comment_post_ID = ?)";
    const COMMENTS: &str = "DELETE FROM {p}comments WHERE comment_post_ID = ?";
    tx.execute(META, binds![post.0]).await?;
    tx.execute(COMMENTS, binds![post.0]).await?;
    Ok(())
}

/// `_wp_delete_post_menu_item` and `_wp_delete_tax_menu_item`: the menu items that point at an object. `kind` is
/// `post_type` or `taxonomy`; for a term its taxonomy is given.
///
/// # Errors
/// When the database fails.
pub async fn delete_menu_items(
    tx: &Transaction,
    registry: &Registry,
    kind: &str,
    (object, taxonomy): (i64, Option<&str>),
) -> Result<(), DbError> {
    const ITEMS: &str = "SELECT p.ID, COALESCE(n.meta_value, '') FROM {p}posts p \
        JOIN {p}postmeta m ON m.post_id = p.ID AND m.meta_key = '_menu_item_object_id' AND m.meta_value = ? \
        JOIN {p}postmeta k ON k.post_id = p.ID AND k.meta_key = '_menu_item_type' AND k.meta_value = ? \
        LEFT JOIN {p}postmeta n ON n.post_id = p.ID AND n.meta_key = '_menu_item_object' \
        WHERE p.post_type = 'nav_menu_item' ORDER BY p.ID";
    let items: Vec<(i64, String)> = tx.load(ITEMS, binds![object.to_string(), kind]).await?;
    for (id, name) in items {
        if taxonomy.is_none_or(|taxonomy| taxonomy == name) {
            delete_rows(tx, registry, PostId(id)).await?;
        }
    }
    Ok(())
}

/// `_reset_front_page_settings_for_post`: a page on the front, or of the posts, that goes leaves the settings; a sticky
/// post leaves the list.
///
/// # Errors
/// When the database fails.
pub async fn reset_front_page_settings(tx: &Transaction, post: &Post) -> Result<(), DbError> {
    if post.post_type == "page" {
        let own = post.id.0;
        let is_own = |value: &crate::wordpress::php::Value| value.to_int() == own;
        let front = change_option(tx, "page_on_front", |v| is_own(&v).then(|| "0".into())).await?;
        if front {
            change_option(tx, "show_on_front", |_| Some("posts".into())).await?;
        }
        change_option(tx, "page_for_posts", |v| is_own(&v).then(|| "0".into())).await?;
    }
    if post.post_type == "post" {
        unstick_post(tx, post.id).await?;
    }
    Ok(())
}
