//! `wp_update_comment`, and `wp_insert_comment` as the REST API uses it: without the steps of a form.
//!
//! Contract "wordpress-rest", section 10; recordings owner/comment-edit, owner/comment-create.

use crate::binds;
use crate::wordpress::db::{DbError, Transaction};

use super::CommentId;
use super::filter::{AllowedMarkup, wp_filter_comment};
use super::hooks::CommentHook;
use super::insert::insert_comment_row;
use super::new_comment::NewComment;
use super::stored::{count_anew, get_comment};

/// The longest `comment_agent` and `comment_author_IP`, in characters.
const AGENT: usize = 255;
const IP: usize = 100;

/// How the fields of a comment are filtered.
#[derive(Debug, Clone)]
pub struct CommentFilter {
    /// Which HTML the content may have.
    pub markup: AllowedMarkup,
    /// The site's own hosts, in lower case.
    pub internal_hosts: Vec<String>,
    /// The option `use_balanceTags`.
    pub use_balance_tags: bool,
}

impl CommentFilter {
    /// `wp_filter_comment`.
    pub fn apply(&self, comment: &mut NewComment) {
        let hosts: Vec<&str> = self.internal_hosts.iter().map(String::as_str).collect();
        wp_filter_comment(
            &mut comment.comment,
            self.markup,
            &hosts,
            self.use_balance_tags,
        );
    }
}

/// The first field that does not fit its column (`wp_check_comment_data_max_lengths`): the code of the error. Lengths in
/// bytes.
pub fn too_long(comment: &NewComment) -> Option<&'static str> {
    let c = &comment.comment;
    [
        (c.author.len(), 245, "comment_author_column_length"),
        (
            c.author_email.len(),
            100,
            "comment_author_email_column_length",
        ),
        (c.author_url.len(), 200, "comment_author_url_column_length"),
        (c.content.len(), 65_525, "comment_content_column_length"),
    ]
    .into_iter()
    .find_map(|(length, limit, code)| (length > limit).then_some(code))
}

/// Whether the columns without an error of their own take their values.
fn fits(comment: &NewComment) -> bool {
    comment.agent.chars().count() <= AGENT && comment.author_ip.chars().count() <= IP
}

/// Stores a filtered comment; `None`: a column does not take its value.
///
/// # Errors
/// When the database fails.
pub async fn insert_filtered(
    tx: &Transaction,
    hooks: &[CommentHook],
    comment: &NewComment,
) -> Result<Option<CommentId>, DbError> {
    if !fits(comment) {
        return Ok(None);
    }
    let id = insert_comment_row(tx, comment).await?;
    if comment.comment.approved == "1" {
        count_anew(tx, hooks, comment.comment.post_id).await?;
    }
    Ok(Some(id))
}

/// Stores the changed fields of a comment, filtered; the number of comments of its post is counted anew. False: there is
/// no such comment, or a column does not take its value.
///
/// # Errors
/// When the database fails.
pub async fn wp_update_comment(
    tx: &Transaction,
    hooks: &[CommentHook],
    mut comment: NewComment,
    filter: &CommentFilter,
) -> Result<bool, DbError> {
    const SQL: &str = "UPDATE {p}comments SET comment_post_ID = ?, comment_author = ?, comment_author_email = ?, \
        comment_author_url = ?, comment_author_IP = ?, comment_date = ?, comment_date_gmt = ?, comment_content = ?, \
        comment_agent = ?, comment_parent = ?, user_id = ? WHERE comment_ID = ?";
    let id = comment.comment.id;
    let Some(stored) = get_comment(tx, id).await? else {
        return Ok(false);
    };
    filter.apply(&mut comment);
    if !fits(&comment) {
        return Ok(false);
    }
    let c = &comment.comment;
    let binds = binds![
        c.post_id.0,
        &c.author,
        &c.author_email,
        &c.author_url,
        &comment.author_ip,
        &c.date,
        &c.date_gmt,
        &c.content,
        &comment.agent,
        c.parent.0,
        c.user_id.0,
        id.0,
    ];
    tx.execute(SQL, binds).await?;
    count_anew(tx, hooks, c.post_id).await?;
    if stored.comment.post_id != c.post_id {
        count_anew(tx, hooks, stored.comment.post_id).await?;
    }
    Ok(true)
}
