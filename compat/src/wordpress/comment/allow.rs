//! `wp_allow_comment`: duplicates, floods, approval.
//!
//! Contracts "wordpress-core" section 17.2, "wordpress-rest" section 10.

use crate::wordpress::date::{PhpDate, WpTimezone};
use crate::wordpress::db::DbError;
use crate::wordpress::post::Post;

use super::insert;
use super::moderation::{self, Moderation};
use super::new_comment::NewComment;
use super::refusal::Refusal;
use super::sender::{CommentSite, Sender};

/// `wp_allow_comment`: refuses a comment that was sent before (409), or too soon after another unless `is_unhindered`
/// (429); else its `comment_approved`.
///
/// # Errors
/// When the database fails.
pub async fn wp_allow_comment(
    with: &CommentSite<'_>,
    post: &Post,
    new: &NewComment,
    sender: &Sender<'_>,
    is_unhindered: bool,
) -> Result<Result<&'static str, Refusal>, DbError> {
    let at = |seconds: i64, zone: &WpTimezone| PhpDate::new(seconds, zone).format("Y-m-d H:i:s");
    if insert::duplicate_of(with.db, &new.comment).await?.is_some() {
        const MESSAGE: &str =
            "Duplicate comment detected; it looks as though you&#8217;ve already said that!";
        return Ok(Err(Refusal::error(MESSAGE, 409)));
    }
    if !is_unhindered {
        let since = at(with.now.saturating_sub(3600), &WpTimezone::utc());
        let user = sender.user.map(|u| u.id);
        let last = insert::last_comment_since(with.db, new, user, &since).await?;
        let last = last.and_then(|date| crate::wordpress::date::mysql::parse_local(&date));
        if last.is_some_and(|last| with.now.saturating_sub(last) < insert::FLOOD_SECONDS) {
            const MESSAGE: &str = "You are posting comments too quickly. Slow down.";
            return Ok(Err(Refusal::error(MESSAGE, 429)));
        }
    }
    Ok(Ok(approval(with, post, new, sender).await?))
}

/// `comment_approved` of a new comment (`wp_check_comment_data`).
async fn approval(
    with: &CommentSite<'_>,
    post: &Post,
    new: &NewComment,
    sender: &Sender<'_>,
) -> Result<&'static str, DbError> {
    let options = &with.site.options;
    if let Some(user) = sender.user
        && (sender.can_moderate || user.id == post.author)
    {
        return Ok("1");
    }
    let is_approved = match moderation::check_comment(options, new) {
        Moderation::Approved => true,
        Moderation::Held => false,
        Moderation::NeedsEarlierApproval => {
            insert::has_approved_comment(with.db, &new.comment).await?
        }
    };
    Ok(if moderation::is_disallowed(options, new) {
        if with.has_trash { "trash" } else { "spam" }
    } else if is_approved {
        "1"
    } else {
        "0"
    })
}
