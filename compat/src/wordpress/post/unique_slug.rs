//! `wp_unique_post_slug`: a slug that no other post of the type has, and that no URL of another kind takes.
//!
//! Contract "wordpress-rest", section 6.2.

use super::post_row::set_post_name;
use super::{Post, PostId};
use crate::binds;
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::formatting::sanitize_title::utf8_uri_encode;
use crate::wordpress::meta_row::add_post_meta;
use crate::wordpress::php::url::urldecode;
use crate::wordpress::site::Site;

/// Longest slug (column `post_name`).
const LONGEST: usize = 200;

/// What a slug in the trash ends with.
pub const TRASHED: &str = "__trashed";

/// Slugs that are feeds.
const FEEDS: [&str; 5] = ["feed", "rdf", "rss", "rss2", "atom"];

/// Post types with parents that the registry does not hold.
fn is_hierarchical(site: &Site, post_type: &str) -> bool {
    let known = site.registry.post_types.get(post_type);
    known.is_some_and(|t| t.hierarchical)
}

/// The slug of a post, with a number where another post has it. `post` has the id (0 for a new one), type, status and
/// parent that it is about to have; `before` is the slug that it has now.
///
/// # Errors
/// When the database fails.
pub async fn wp_unique_post_slug(
    tx: &Transaction,
    site: &Site,
    post: &Post,
    before: Option<&str>,
) -> Result<String, DbError> {
    let is_draft = matches!(post.status.as_str(), "draft" | "pending" | "auto-draft");
    let is_revision = post.status == "inherit" && post.post_type == "revision";
    if is_draft || is_revision || post.post_type == "user_request" {
        return Ok(post.name.clone());
    }
    let slug = &post.name;
    if !is_reserved(site, post, before) && !is_taken(tx, site, post, slug).await? {
        return Ok(slug.clone());
    }
    let mut number = 2_u32;
    loop {
        let other = numbered_slug(slug, number);
        if !is_taken(tx, site, post, &other).await? {
            return Ok(other);
        }
        number = number.saturating_add(1);
    }
}

/// A slug with a number.
pub fn numbered_slug(slug: &str, number: u32) -> String {
    let suffix = number.to_string();
    let kept = truncate_post_slug(slug, LONGEST.saturating_sub(suffix.len() + 1));
    format!("{kept}-{suffix}")
}

/// Whether none of some rows (slug, id, type, parent) takes the slug of a post.
pub fn is_free(site: &Site, post: &Post, rows: &[(String, i64, String, i64)]) -> bool {
    let is_draft = matches!(post.status.as_str(), "draft" | "pending" | "auto-draft");
    let takes = |row: &&(String, i64, String, i64)| {
        let (name, id, post_type, parent) = row;
        // Databases compare slugs without case.
        name.eq_ignore_ascii_case(&post.name)
            && *id != post.id.0
            && match post.post_type.as_str() {
                "attachment" => true,
                own if is_hierarchical(site, own) => {
                    (post_type == own || post_type == "attachment") && *parent == post.parent.0
                }
                own => post_type == own,
            }
    };
    is_draft || !rows.iter().any(|row| takes(&row))
}

async fn is_taken(tx: &Transaction, site: &Site, post: &Post, slug: &str) -> Result<bool, DbError> {
    const ANY: &str = "SELECT ID FROM {p}posts WHERE post_name = ? AND ID <> ? LIMIT 1";
    const OF_PARENT: &str = "SELECT ID FROM {p}posts WHERE post_name = ? AND post_type IN (?, 'attachment') \
        AND ID <> ? AND post_parent = ? LIMIT 1";
    const OF_TYPE: &str =
        "SELECT ID FROM {p}posts WHERE post_name = ? AND post_type = ? AND ID <> ? LIMIT 1";
    let id = post.id.0;
    let row: Option<(i64,)> = match post.post_type.as_str() {
        "attachment" => tx.load_first(ANY, binds![slug, id]).await?,
        name if is_hierarchical(site, name) => {
            let binds = binds![slug, name, id, post.parent.0];
            tx.load_first(OF_PARENT, binds).await?
        }
        name => tx.load_first(OF_TYPE, binds![slug, name, id]).await?,
    };
    Ok(row.is_some())
}

/// Whether a slug is a feed, a page number, a date: `before` is the slug that the post has already.
pub fn is_reserved(site: &Site, post: &Post, before: Option<&str>) -> bool {
    let slug = post.name.as_str();
    if FEEDS.contains(&slug) || slug == "embed" {
        return true;
    }
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match post.post_type.as_str() {
        "attachment" => false,
        name if is_hierarchical(site, name) => {
            is_number(slug) || slug.strip_prefix("page").is_some_and(is_number)
        }
        "post" if before != Some(slug) && is_number(slug) => {
            conflicts_with_date_archive(site, slug.parse().unwrap_or(i64::MAX))
        }
        _ => false,
    }
}

/// Whether a number as a slug could be a year, a month or a day of an archive's URL.
fn conflicts_with_date_archive(site: &Site, number: i64) -> bool {
    if number == 0 {
        return false;
    }
    let structure = site.options.text("permalink_structure").into_owned();
    let parts: Vec<&str> = structure
        .split('/')
        .filter(|part| !part.is_empty())
        .collect();
    match parts.iter().position(|part| *part == "%postname%") {
        Some(0) => true,
        Some(at) => match parts.get(at - 1) {
            Some(&"%year%") => number < 13,
            Some(&"%monthnum%") => number < 32,
            _ => false,
        },
        None => false,
    }
}

/// `_truncate_post_slug`: so many bytes at most, whole characters.
pub fn truncate_post_slug(slug: &str, length: usize) -> String {
    if slug.len() <= length {
        return slug.trim_end_matches('-').to_owned();
    }
    let decoded = urldecode(slug.as_bytes());
    let cut = if decoded == slug.as_bytes() {
        let end = slug.floor_char_boundary(length);
        slug.get(..end).unwrap_or_default().to_owned()
    } else {
        utf8_uri_encode(&String::from_utf8_lossy(&decoded), length)
    };
    cut.trim_end_matches('-').to_owned()
}

/// `wp_add_trashed_suffix_to_post_name_for_post`: frees the slug of a post that goes to the trash, and keeps it for its
/// return. The new slug.
///
/// # Errors
/// When the database fails.
pub async fn add_trashed_suffix(
    tx: &Transaction,
    id: PostId,
    name: &str,
) -> Result<String, DbError> {
    if name.ends_with(TRASHED) {
        return Ok(name.to_owned());
    }
    add_post_meta(tx, id, "_wp_desired_post_slug", name).await?;
    let trashed = format!(
        "{}{TRASHED}",
        truncate_post_slug(name, LONGEST - TRASHED.len())
    );
    set_post_name(tx, id, &trashed).await?;
    Ok(trashed)
}

/// `wp_add_trashed_suffix_to_post_name_for_trashed_posts`: posts in the trash give way to a post that wants their slug, if
/// they are of a type that searches find (`post_type` is `any`).
///
/// # Errors
/// When the database fails.
pub async fn free_trashed_slug(
    tx: &Transaction,
    site: &Site,
    name: &str,
    id: PostId,
) -> Result<(), DbError> {
    const SQL: &str = "SELECT ID, post_name, post_type FROM {p}posts \
        WHERE post_name = ? AND post_status = 'trash' AND ID <> ?";
    if name.is_empty() || name.ends_with(TRASHED) {
        return Ok(());
    }
    let rows: Vec<(i64, String, String)> = tx.load(SQL, binds![name, id.0]).await?;
    for (trashed, name, post_type) in rows {
        let known = site.registry.post_types.get(post_type.as_str());
        if known.is_some_and(|own| !own.exclude_from_search) {
            add_trashed_suffix(tx, PostId(trashed), &name).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_cut_at_whole_characters() {
        assert_eq!(truncate_post_slug("abc-def", 4), "abc");
        assert_eq!(truncate_post_slug("abc-", 10), "abc");
        let greek = "%ce%b1".repeat(40);
        assert_eq!(truncate_post_slug(&greek, 10), "%ce%b1");
    }
}
