//! `get_sample_permalink`: the slug that a post's title would give, and its permalink with a placeholder for the slug.
//!
//! Contract "wordpress-rest", section 5 (`permalink_template`, `generated_slug`).

use std::collections::HashSet;
use std::sync::Arc;

use super::Post;
use super::unique_slug::{is_free, is_reserved, numbered_slug};
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::formatting::sanitize_title::sanitize_title;
use crate::wordpress::link::Links;
use crate::wordpress::site::Site;

/// Rows that hold one of some slugs: slug, id, type, parent.
type SlugRow = (String, i64, String, i64);

/// The `generated_slug` of posts, in their order. One query for all of them, and one more for each number that is tried.
///
/// # Errors
/// When the database fails.
pub async fn generated_slugs(
    db: &Db,
    site: &Site,
    locale: &str,
    posts: &[Arc<Post>],
) -> Result<Vec<String>, DbError> {
    const TAKEN: &str =
        "SELECT post_name, ID, post_type, post_parent FROM {p}posts WHERE post_name IN (?*)";
    let slug = |post: &Post| sanitize_title(&post.title, &post.id.to_string(), locale);
    let wanted: Vec<String> = posts.iter().map(|post| slug(post)).collect();
    let mut slugs = wanted.clone();
    let mut open: Vec<usize> = (0..posts.len()).collect();
    let mut number = 1_u32;
    while !open.is_empty() {
        let asked: HashSet<&str> = open
            .iter()
            .filter_map(|at| slugs.get(*at))
            .map(String::as_str)
            .collect();
        let asked: Vec<&str> = asked.into_iter().collect();
        let rows: Vec<SlugRow> = db.load_list(TAKEN, Vec::new(), &asked, Vec::new()).await?;
        number += 1;
        let mut next = Vec::new();
        for at in open {
            let (Some(post), Some(own), Some(first)) =
                (posts.get(at), slugs.get_mut(at), wanted.get(at))
            else {
                continue;
            };
            let shown = Post {
                name: own.clone(),
                ..shown_as_published(post)
            };
            let is_bad = number == 2 && is_reserved(site, &shown, Some(&post.name));
            if is_bad || !is_free(site, &shown, &rows) {
                *own = numbered_slug(first, number);
                next.push(at);
            }
        }
        open = next;
    }
    Ok(slugs)
}

/// `permalink_template`: the permalink as if the post were published, with `%postname%` or `%pagename%` for the slug.
pub fn permalink_template(links: &Links<'_>, post: &Post) -> String {
    let mut shown = shown_as_published(post);
    if post.post_type != "post" {
        // Even in the trash: recording owner/page-trash-parent.
        "publish".clone_into(&mut shown.status);
    }
    let token = format!("%{}%", post.post_type);
    let link = links
        .get_permalink_leaving_name(&shown)
        .replace(&token, "%pagename%");
    let types = &links.site.registry.post_types;
    let is_hierarchical = types
        .get(post.post_type.as_str())
        .is_some_and(|t| t.hierarchical);
    if !is_hierarchical {
        return link;
    }
    let uri = links.get_page_uri(&shown);
    match uri.rsplit_once('/') {
        Some((parents, _)) => link.replace("%pagename%", &format!("{parents}/%pagename%")),
        None => link,
    }
}

/// Drafts and scheduled posts have the permalink that they will have.
fn shown_as_published(post: &Post) -> Post {
    let status = match post.status.as_str() {
        "auto-draft" | "draft" | "pending" | "future" => "publish",
        status => status,
    };
    Post {
        status: status.to_owned(),
        ..post.clone()
    }
}
