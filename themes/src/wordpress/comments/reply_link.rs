//! `get_comment_reply_link`.

use compat::wordpress::comment::Comment;
use compat::wordpress::kses::bad_protocol::WP_ALLOWED_PROTOCOLS;
use compat::wordpress::php::sprintf::sprintf;
use compat::wordpress::post::Post;
use compat::wordpress::url::{QueryArg, add_query_arg, esc_url};
use minijinja::{Value, context};

use super::author::comment_author;
use super::listing::max_depth;
use crate::wordpress::view::View;

/// The arguments of a list's reply links.
#[derive(Debug, Clone, Copy)]
pub struct ReplyLink<'a> {
    /// Prefix of the id of the element below which the form is moved.
    pub add_below: &'a str,
    /// The text of the link.
    pub label: &'a str,
    /// The page of comments, if it is part of links.
    pub page: Option<i64>,
}

/// The link; `None` at the maximum depth and when comments are closed.
pub fn reply_link(
    view: &View,
    post: &Post,
    comment: &Comment,
    depth: usize,
    args: ReplyLink<'_>,
) -> Option<String> {
    if depth >= max_depth(view) || !view.comments_open(post) {
        return None;
    }
    let permalink = view.links().get_permalink(post);
    if view.site.options.is_on("comment_registration") && view.visitor.user.is_none() {
        let url = login_url(view, &permalink);
        return Some(format!(
            "<a rel=\"nofollow\" class=\"comment-reply-login\" href=\"{}\">{}</a>",
            esc_url(&url, &WP_ALLOWED_PROTOCOLS),
            view.text("Log in to Reply")
        ));
    }
    let address = match args.page {
        None => permalink,
        page => {
            let link = view.links().get_comment_link(post, comment.id.0, page);
            link.split('#').next().unwrap_or_default().to_owned()
        }
    };
    let url = add_query_arg(&[("replytocom", QueryArg::from(comment.id.0))], &address);
    let author = comment_author(view, comment);
    let reply_to = sprintf(&view.text("Reply to %s"), &[(&*author).into()]).unwrap_or_default();
    let href = format!("{}#respond", esc_url(&url, &WP_ALLOWED_PROTOCOLS));
    Some(view.render(
        "wordpress/comment_reply_link.html",
        context! {
            href => Value::from_safe_string(href),
            id => comment.id.0,
            post_id => post.id.0,
            below_element => format!("{}-{}", args.add_below, comment.id.0),
            reply_to => reply_to,
            label => args.label,
        },
    ))
}

/// `wp_login_url( redirect )`, not escaped.
pub fn login_url(view: &View, redirect: &str) -> String {
    let target = compat::wordpress::php::url::urlencode(redirect.as_bytes());
    format!("{}/wp-login.php?redirect_to={target}", view.site.siteurl())
}

/// The comment to reply to (`?replytocom=`), if it belongs to this post and is approved.
pub fn reply_to_comment<'v>(view: &'v View, post: &Post) -> Option<&'v Comment> {
    let id = view.visitor.reply_to_comment?;
    let mut comments = view.comments.iter();
    comments.find(|c| c.id.0 == id && c.post_id == post.id && c.approved == "1")
}
