//! `comments_open` and `pings_open`.
//!
//! Contract "wordpress-core", section 17.3.

use crate::wordpress::date::mysql::parse_local;
use crate::wordpress::options::Options;
use crate::wordpress::post::Post;

const DAY: i64 = 86_400;

/// `comments_open`: the post's own switch, and for posts their age.
pub fn comments_open(options: &Options, post: &Post, now: i64) -> bool {
    post.comment_status == "open" && !is_old(options, post, now)
}

/// `pings_open`: the same for trackbacks and pingbacks.
pub fn pings_open(options: &Options, post: &Post, now: i64) -> bool {
    post.ping_status == "open" && !is_old(options, post, now)
}

/// `_close_comments_for_old_post`: whether a post's age has closed its discussion.
fn is_old(options: &Options, post: &Post, now: i64) -> bool {
    let days = options.int("close_comments_days_old");
    if !options.is_on("close_comments_for_old_posts") || days <= 0 || post.post_type != "post" {
        return false;
    }
    let written = parse_local(&post.date_gmt);
    written.is_some_and(|at| now.saturating_sub(at) > days.saturating_mul(DAY))
}
