//! Divi's comment section.
//!
//! Contract "divi-theme", section 5 (Comments). `et_pb_comments` has its own markup.

use compat::wordpress::comment::{Comment, Thread};
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::post::Post;
use minijinja::{Value, context};

use crate::wordpress::comment_form::{CommentFormArgs, comment_form};
use crate::wordpress::comments::{
    Alternation, CommentPages, List, ReplyLink, comment_author, comment_author_link, get_avatar,
    get_comment_excerpt, listing, neighbours, plain_comments, reply_link, written_at,
};
use crate::wordpress::number::count_i18n;
use crate::wordpress::view::{Page, View};

/// The text domain of the comment template.
const BUILDER: &str = "et_builder";

/// The comments of a post with their form: `section#comment-wrap`, for a protected post a line of text.
pub fn comments_template(page: &mut Page, post: &Post) -> String {
    if page.view.post_password_required(post) {
        let source = "This post is password protected. Enter the password to view comments.";
        let text = page.view.theme_text(source);
        return format!("\n<p class=\"nocomments container\">{text}</p>\n");
    }
    section(page, post)
}

fn section(page: &mut Page, post: &Post) -> String {
    let view = page.view.clone();
    let comments = plain_comments(&view);
    let shown = listing(&view, &comments);
    let mut state = List::new(&view, post, shown.pages);
    let list: String = shown
        .threads
        .iter()
        .map(|thread| item(page, &mut state, thread, 1))
        .collect();
    let pings: String = shown
        .pings
        .iter()
        .map(|ping| self::ping(&view, post, ping, &mut state.alternation))
        .collect();
    let form = if view.comments_open(post) {
        comment_form(page, post, &form_args(&view))
    } else {
        String::new()
    };
    view.render(
        "divi/comments.html",
        context! {
            has_comments => !view.comments.is_empty(),
            heading => heading(&view, post),
            list => Value::from_safe_string(list),
            pings => Value::from_safe_string(pings),
            pings_heading => view.theme_text("Trackbacks/Pingbacks"),
            navigation => navigation(&view, post, shown.pages),
            form => Value::from_safe_string(form),
        },
    )
}

/// Divi's arguments for the comment form.
fn form_args(view: &View) -> CommentFormArgs {
    CommentFormArgs {
        title: format!("<span>{}</span>", view.theme_text("Submit a Comment")),
        title_reply_to: view.theme_text("Leave a Reply to %s"),
        submit: view.theme_text("Submit Comment"),
        submit_class: "submit et_pb_button",
        is_html5: false,
    }
}

fn heading(view: &View, post: &Post) -> String {
    match view.comments_number(post) {
        0 => view.theme_text("0 Comments"),
        1 => view.theme_text("1 Comment"),
        count => format!(
            "{} {}",
            count_i18n(view, count),
            view.theme_text("Comments")
        ),
    }
}

/// The links between pages of comments; empty when there is one page.
fn navigation(view: &View, post: &Post, pages: CommentPages) -> Value {
    if pages.last < 2 {
        return Value::from(());
    }
    let (older, newer) = neighbours(view, post, pages);
    let link = |url: Option<String>, source: &str| {
        url.map_or_else(String::new, |url| {
            let text = view.theme_text(source);
            format!("<a href=\"{}\">{text}</a>", esc_attr(&url))
        })
    };
    context! {
        older => Value::from_safe_string(link(
            older,
            "<span class=\"meta-nav\">&larr;</span> Older Comments",
        )),
        newer => Value::from_safe_string(link(
            newer,
            "Newer Comments <span class=\"meta-nav\">&rarr;</span>",
        )),
    }
}

fn item(page: &mut Page, list: &mut List<'_>, thread: &Thread<'_>, depth: usize) -> String {
    let view = page.view.clone();
    let comment = thread.comment;
    let post = list.post;
    let class = list
        .alternation
        .comment_class(&view, post, comment, depth, "");
    let theme = view.theme.clone();
    let text = theme
        .comment_text
        .apply(&comment.content, page)
        .into_owned();
    let children: String = thread
        .replies
        .iter()
        .map(|reply| item(page, list, reply, depth + 1))
        .collect();
    let author = comment_author(&view, comment);
    let label = view.locale.domain(BUILDER).translate("Reply");
    let link = ReplyLink {
        add_below: "comment",
        label,
        page: list.page,
    };
    let reply = reply_link(&view, post, comment, depth, link);
    let pattern = view.locale.domain(BUILDER).translate("on %1$s at %2$s");
    let is_waiting = comment.approved == "0";
    view.render(
        "divi/comment.html",
        context! {
            comment_class => Value::from_safe_string(class),
            id => comment.id.0,
            avatar => Value::from_safe_string(get_avatar(&view, comment, 80, &author)),
            author => Value::from_safe_string(comment_author_link(&view, comment)),
            date => written_at(&view, comment, pattern),
            awaiting_moderation => is_waiting
                .then(|| waiting_text(&view)),
            text => Value::from_safe_string(text),
            reply_link => reply.map(Value::from_safe_string),
            children => Value::from_safe_string(children),
        },
    )
}

fn waiting_text(view: &View) -> String {
    let source = "Your comment is awaiting moderation.";
    view.locale.domain(BUILDER).translate(source).to_owned()
}

fn ping(view: &View, post: &Post, ping: &Comment, alternation: &mut Alternation) -> String {
    view.render(
        "divi/ping.html",
        context! {
            comment_class => Value::from_safe_string(alternation.comment_class(view, post, ping, 1, "")),
            id => ping.id.0,
            author => Value::from_safe_string(comment_author_link(view, ping)),
            excerpt => Value::from_safe_string(esc_html(&get_comment_excerpt(&ping.content)).into_owned()),
        },
    )
}
