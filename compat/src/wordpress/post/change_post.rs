//! `wp_insert_post` and `wp_update_post`: a post's row with what belongs to it, in the caller's transaction.
//!
//! Contract "wordpress-rest", sections 6.2 and 6.3. The caller has checked who may do it and what was sent. A revision is
//! not made here ([`revision`](super::revision)): it comes last, after terms and meta.

use super::default_filters::filter_texts;
use super::post_row::{ZERO_DATE, insert_post_row, set_post_name, update_post_row};
use super::post_writer::{PostWriter, is_zero_date, mysql_date, timestamp_of_gmt};
use super::transition::{post_updated, transition_post_status};
use super::unique_slug::{add_trashed_suffix, free_trashed_slug, wp_unique_post_slug};
use super::{Post, PostId};
use crate::wordpress::date::WpTimezone;
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::formatting::sanitize_title::sanitize_title;
use crate::wordpress::kses::WP_ALLOWED_PROTOCOLS;
use crate::wordpress::meta_row::{delete_post_meta, post_metadata};
use crate::wordpress::taxonomy::TermId;
use crate::wordpress::term_relationships::{object_terms, wp_set_object_terms};
use crate::wordpress::url::esc_url;

/// How far ahead a date must be for a post to be scheduled, seconds.
const MINUTE: i64 = 60;

/// Deepest hierarchy that is looked through for a loop.
const DEPTH: usize = 1000;

/// Makes a post. Of `post`, empty fields get what WordPress gives them: author, dates, type, status, comment and ping
/// status, slug, guid. Its row as stored.
///
/// # Errors
/// When the database fails.
pub async fn wp_insert_post(
    tx: &Transaction,
    writer: &PostWriter,
    mut post: Post,
) -> Result<Post, DbError> {
    post.id = PostId(0);
    if post.author.0 == 0 {
        post.author = writer.user;
    }
    if post.post_type.is_empty() {
        "post".clone_into(&mut post.post_type);
    }
    prepare(tx, writer, &mut post, None).await?;
    post.id = insert_post_row(tx, &post).await?;
    name_from_title(tx, writer, &mut post).await?;
    set_default_category(tx, writer, &post).await?;
    if post.guid.is_empty() {
        post.guid = writer.permalink(tx, &post).await?;
        update_post_row(tx, &post).await?;
    }
    if post.post_type != "attachment" {
        transition_post_status(tx, writer, &mut post, "new").await?;
    }
    Ok(post)
}

/// Changes a post: `before` is its row ([`locked_post`](super::post_row::locked_post)), `post` what it is to become.
/// `has_date` says that the date was given: else the date of a draft that never had one becomes now. Its row as stored.
///
/// # Errors
/// When the database fails.
pub async fn wp_update_post(
    tx: &Transaction,
    writer: &PostWriter,
    before: &Post,
    mut post: Post,
    has_date: bool,
) -> Result<Post, DbError> {
    let is_draft = matches!(before.status.as_str(), "draft" | "pending" | "auto-draft");
    if is_draft && !has_date && is_zero_date(&before.date_gmt) {
        post.date = writer.local_now();
        post.date_gmt = String::new();
    }
    prepare(tx, writer, &mut post, Some(before)).await?;
    // An address with `&` is stored escaped from its first change on: recording owner/cf7-update.
    post.guid = esc_url(&post.guid, &WP_ALLOWED_PROTOCOLS).into_owned();
    update_post_row(tx, &post).await?;
    name_from_title(tx, writer, &mut post).await?;
    set_default_category(tx, writer, &post).await?;
    if post.post_type != "attachment" {
        transition_post_status(tx, writer, &mut post, &before.status).await?;
    }
    post_updated(tx, writer, before, &post).await?;
    Ok(post)
}

/// What `wp_insert_post` makes of the fields before the row is written.
async fn prepare(
    tx: &Transaction,
    writer: &PostWriter,
    post: &mut Post,
    before: Option<&Post>,
) -> Result<(), DbError> {
    let balances = writer.site.options.is_on("use_balanceTags");
    filter_texts(post, writer.unfiltered_html, balances);
    if post.status.is_empty() {
        "draft".clone_into(&mut post.status);
    }
    let of_attachment = ["inherit", "private", "trash", "auto-draft"];
    if post.post_type == "attachment" && !of_attachment.contains(&post.status.as_str()) {
        "inherit".clone_into(&mut post.status);
    }
    set_name(writer, post, before);
    set_dates(writer, post, before.is_some());
    set_discussion(writer, post, before.is_some());
    if post.status == "private" {
        post.password.clear();
    }
    if leads_back(tx, post).await? {
        post.parent = PostId(0);
    }
    set_trashed_name(tx, post, before).await?;
    // Nothing in the trash has a revision's name.
    if post.post_type != "revision" {
        free_trashed_slug(tx, &writer.site, &post.name, post.id).await?;
    }
    let own_name = before.map(|before| before.name.as_str());
    post.name = wp_unique_post_slug(tx, &writer.site, post, own_name).await?;
    Ok(())
}

/// The slug before it is made unique: of what was given, else of the title once the post is published.
fn set_name(writer: &PostWriter, post: &mut Post, before: Option<&Post>) {
    if before.is_some_and(|before| before.name == post.name) && !post.name.is_empty() {
        return;
    }
    let source = match post.name.is_empty() {
        false => &post.name,
        true if is_unnamed(post) => return,
        true => &post.title,
    };
    post.name = sanitize_title(source, "", &writer.locale);
}

/// Whether the post may go without a slug.
fn is_unnamed(post: &Post) -> bool {
    matches!(post.status.as_str(), "draft" | "pending" | "auto-draft")
}

/// A published post whose title gives no slug has its id as one.
async fn name_from_title(
    tx: &Transaction,
    writer: &PostWriter,
    post: &mut Post,
) -> Result<(), DbError> {
    if !post.name.is_empty() || is_unnamed(post) {
        return Ok(());
    }
    post.name = sanitize_title(&post.title, &post.id.to_string(), &writer.locale);
    post.name = wp_unique_post_slug(tx, &writer.site, post, None).await?;
    set_post_name(tx, post.id, &post.name).await
}

/// `wp_resolve_post_date`, the date in GMT, the modified dates, and what the date makes of the status.
fn set_dates(writer: &PostWriter, post: &mut Post, is_update: bool) {
    if is_zero_date(&post.date) {
        post.date = if is_zero_date(&post.date_gmt) {
            writer.local_now()
        } else {
            writer.get_date_from_gmt(&post.date_gmt)
        };
    }
    if is_zero_date(&post.date_gmt) {
        post.date_gmt = if is_unnamed(post) {
            ZERO_DATE.to_owned()
        } else {
            writer.get_gmt_from_date(&post.date)
        };
    }
    if is_update {
        post.modified = writer.local_now();
        post.modified_gmt = writer.gmt_now();
    } else {
        post.modified.clone_from(&post.date);
        post.modified_gmt.clone_from(&post.date_gmt);
    }
    if post.post_type == "attachment" {
        return;
    }
    let now = timestamp_of_gmt(&mysql_date(writer.now, &WpTimezone::utc()));
    let is_ahead = timestamp_of_gmt(&post.date_gmt)
        .zip(now)
        .is_some_and(|(date, now)| date.saturating_sub(now) >= MINUTE);
    match post.status.as_str() {
        "publish" if is_ahead => "future".clone_into(&mut post.status),
        "future" if !is_ahead => "publish".clone_into(&mut post.status),
        _ => {}
    }
}

/// `get_default_comment_status` where nothing is given. Only posts have pings.
fn set_discussion(writer: &PostWriter, post: &mut Post, is_update: bool) {
    let default = |is_supported: bool, option: &str| {
        let status = writer.site.options.text(option);
        match is_supported && post.post_type != "page" && !status.is_empty() {
            true => status.into_owned(),
            false => "closed".to_owned(),
        }
    };
    let types = &writer.registry().post_types;
    let has_comments = types
        .get(post.post_type.as_str())
        .is_some_and(|t| t.supports_comments);
    let comments = default(has_comments && !is_update, "default_comment_status");
    let pings = default(post.post_type == "post", "default_ping_status");
    if post.comment_status.is_empty() {
        post.comment_status = comments;
    }
    if post.ping_status.is_empty() {
        post.ping_status = pings;
    }
}

/// `wp_check_post_hierarchy_for_loops`: whether the parents of a post lead back to it.
async fn leads_back(tx: &Transaction, post: &Post) -> Result<bool, DbError> {
    const PARENT: &str = "SELECT post_parent FROM {p}posts WHERE ID = ?";
    if post.id.0 == 0 {
        return Ok(false);
    }
    let mut next = post.parent.0;
    for _ in 0..DEPTH {
        if next == post.id.0 {
            return Ok(true);
        }
        if next <= 0 {
            return Ok(false);
        }
        let row: Option<(i64,)> = tx.load_first(PARENT, crate::binds![next]).await?;
        next = row.map_or(0, |(parent,)| parent);
    }
    Ok(true)
}

/// The slug of a post that goes to the trash or comes back.
async fn set_trashed_name(
    tx: &Transaction,
    post: &mut Post,
    before: Option<&Post>,
) -> Result<(), DbError> {
    const DESIRED: &str = "_wp_desired_post_slug";
    let Some(before) = before else { return Ok(()) };
    match (before.status.as_str(), post.status.as_str()) {
        ("trash", "trash") => {}
        ("trash", _) => {
            let desired = post_metadata(tx, post.id, DESIRED).await?;
            let desired = desired.first().map(|slug| String::from_utf8_lossy(slug));
            if let Some(slug) = desired.filter(|slug| !slug.is_empty() && slug != "0") {
                delete_post_meta(tx, post.id, DESIRED).await?;
                post.name = slug.into_owned();
            }
        }
        (_, "trash") => post.name = add_trashed_suffix(tx, post.id, &before.name).await?,
        _ => {}
    }
    Ok(())
}

/// `wp_set_post_categories` with nothing given: a post without a category gets the default one.
async fn set_default_category(
    tx: &Transaction,
    writer: &PostWriter,
    post: &Post,
) -> Result<(), DbError> {
    if post.post_type != "post" || post.status == "auto-draft" {
        return Ok(());
    }
    if !object_terms(tx, post.id, "category").await?.is_empty() {
        return Ok(());
    }
    let default = TermId(writer.site.options.int("default_category"));
    let object = (post.id, "category");
    wp_set_object_terms(tx, writer.registry(), object, &[default], false).await?;
    Ok(())
}
