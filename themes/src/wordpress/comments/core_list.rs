//! The comment section of a theme without templates of its own.
//!
//! Contract "wordpress-core", section 17.3.

use compat::wordpress::comment::{Comment, Thread};
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::formatting::strip_all_tags::strip_tags;
use compat::wordpress::kses::bad_protocol::WP_ALLOWED_PROTOCOLS;
use compat::wordpress::php::sprintf::sprintf;
use compat::wordpress::post::Post;
use compat::wordpress::url::esc_url;
use minijinja::{Value, context};

use super::author::{comment_author, comment_author_link, get_avatar};
use super::date::written_at;
use super::listing::{CommentPages, List, listing, plain_comments};
use super::navigation::neighbours;
use super::reply_link::{ReplyLink, reply_link};
use crate::wordpress::comment_form::{CommentFormArgs, comment_form};
use crate::wordpress::number::count_i18n;
use crate::wordpress::view::{Page, View};

/// The comments of a post with their form: `div#comments`, for a protected post a line of text.
pub fn comments_template(page: &mut Page, post: &Post) -> String {
    if page.view.post_password_required(post) {
        let source = "This post is password protected. Enter the password to view comments.";
        return format!("<p class=\"nocomments\">{}</p>\n", page.view.text(source));
    }
    section(page, post)
}

fn section(page: &mut Page, post: &Post) -> String {
    let view = page.view.clone();
    let comments = plain_comments(&view);
    let shown = listing(&view, &comments);
    let mut state = List::new(&view, post, shown.pages);
    let mut list: String = shown
        .threads
        .iter()
        .map(|thread| item(page, &mut state, thread, 1))
        .collect();
    for ping in &shown.pings {
        let class = state.alternation.comment_class(&view, post, ping, 1, "");
        list.push_str(&format!(
            "<li id=\"comment-{}\" class=\"{class}\"><div class=\"comment-body\">{} {}</div></li>\n",
            ping.id.0,
            view.text("Pingback:"),
            comment_author_link(&view, ping)
        ));
    }
    let is_open = view.comments_open(post);
    let closed = !is_open && !view.comments.is_empty();
    let form = if is_open {
        comment_form(page, post, &CommentFormArgs::core(&view))
    } else {
        String::new()
    };
    view.render(
        "wordpress/comments.html",
        context! {
            has_comments => !view.comments.is_empty(),
            heading => heading(&view, post),
            list => Value::from_safe_string(list),
            navigation => Value::from_safe_string(navigation(&view, post, shown.pages)),
            closed_text => closed.then(|| view.text("Comments are closed.")),
            form => Value::from_safe_string(form),
        },
    )
}

fn heading(view: &View, post: &Post) -> String {
    let count = view.comments_number(post);
    view.locale
        .ngettext("%s Comment", "%s Comments", count.unsigned_abs())
        .replace("%s", &count_i18n(view, count))
}

fn navigation(view: &View, post: &Post, pages: CommentPages) -> String {
    let (older, newer) = neighbours(view, post, pages);
    let link = |url: Option<String>, class: &str, source: &str| {
        url.map_or_else(String::new, |url| {
            let text = view.text(source);
            format!(
                "<div class=\"{class}\"><a href=\"{}\">{text}</a></div>",
                esc_attr(&url)
            )
        })
    };
    let links =
        link(older, "nav-previous", "Older comments") + &link(newer, "nav-next", "Newer comments");
    if links.is_empty() {
        return links;
    }
    format!(
        "<nav class=\"navigation comment-navigation\"><div class=\"nav-links\">{links}</div></nav>\n"
    )
}

/// Whether a comment in moderation is previewed through its hash link; it is then printed without links.
fn is_preview(view: &View, comment: &Comment) -> bool {
    comment.approved == "0" && view.visitor.commenter.name.is_empty()
}

fn waiting_text(view: &View) -> String {
    view.text(if view.visitor.commenter.email.is_empty() {
        "Your comment is awaiting moderation. This is a preview; your comment will be visible after it has been approved."
    } else {
        "Your comment is awaiting moderation."
    })
}

fn item(page: &mut Page, list: &mut List<'_>, thread: &Thread<'_>, depth: usize) -> String {
    let view = page.view.clone();
    let comment = thread.comment;
    let own = if thread.replies.is_empty() {
        ""
    } else {
        "parent"
    };
    let post = list.post;
    let class = list
        .alternation
        .comment_class(&view, post, comment, depth, own);
    let theme = view.theme.clone();
    let text = theme
        .comment_text
        .apply(&comment.content, page)
        .into_owned();
    let text = if is_preview(&view, comment) {
        strip_tags(&text)
    } else {
        text
    };
    let children: String = thread
        .replies
        .iter()
        .map(|reply| item(page, list, reply, depth + 1))
        .collect();
    let label = view.text("Reply");
    let link = ReplyLink {
        add_below: "div-comment",
        label: &label,
        page: list.page,
    };
    let reply = reply_link(&view, post, comment, depth, link);
    let url = view.links().get_comment_link(post, comment.id.0, list.page);
    view.render(
        "wordpress/comment.html",
        context! {
            comment_class => Value::from_safe_string(class),
            id => comment.id.0,
            avatar => Value::from_safe_string(get_avatar(&view, comment, 32, "")),
            says => Value::from_safe_string(says(&view, comment)),
            url => Value::from_safe_string(esc_url(&url, &WP_ALLOWED_PROTOCOLS).into_owned()),
            datetime => view.mysql2date("c", &comment.date),
            date => written_at(&view, comment, &view.text("%1$s at %2$s")),
            awaiting_moderation => (comment.approved == "0")
                .then(|| waiting_text(&view)),
            text => Value::from_safe_string(text),
            reply_link => reply.map(Value::from_safe_string),
            children => Value::from_safe_string(children),
        },
    )
}

fn says(view: &View, comment: &Comment) -> String {
    let author = if is_preview(view, comment) {
        esc_html(&comment_author(view, comment)).into_owned()
    } else {
        comment_author_link(view, comment)
    };
    let author = format!("<b class=\"fn\">{author}</b>");
    let pattern = view.text("%s <span class=\"says\">says:</span>");
    sprintf(&pattern, &[author.as_str().into()]).unwrap_or_default()
}
