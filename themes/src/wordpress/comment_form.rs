//! The comment form (`comment_form`).
//!
//! Contract "wordpress-core", section 17.1. `endpoints::wordpress::comments_post` handles the submission.

use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::kses::bad_protocol::WP_ALLOWED_PROTOCOLS;
use compat::wordpress::php::sprintf::sprintf;
use compat::wordpress::post::Post;
use compat::wordpress::url::{esc_url, remove_query_arg};
use minijinja::{Value, context};

use super::comments::{comment_author, login_url, reply_to_comment};
use super::view::{Page, View};

/// The theme's arguments for the form.
#[derive(Debug)]
pub struct CommentFormArgs {
    /// The heading, as markup.
    pub title: String,
    /// The heading of a reply; `%s` is the author's name, linked to the comment.
    pub title_reply_to: String,
    /// The label of the button.
    pub submit: String,
    /// The classes of the button.
    pub submit_class: &'static str,
    /// Whether the theme declares HTML5 forms.
    pub is_html5: bool,
}

impl CommentFormArgs {
    /// The defaults of core.
    pub fn core(view: &View) -> Self {
        Self {
            title: view.text("Leave a Reply"),
            title_reply_to: view.text("Leave a Reply to %s"),
            submit: view.text("Post Comment"),
            submit_class: "submit",
            is_html5: true,
        }
    }
}

/// Renders the form; empty when comments are closed.
pub fn comment_form(page: &mut Page, post: &Post, args: &CommentFormArgs) -> String {
    let view = &page.view;
    if !view.comments_open(post) {
        return String::new();
    }
    let reply_to = reply_to_comment(view, post);
    let title = match reply_to {
        None => args.title.clone(),
        Some(comment) => {
            let author = comment_author(view, comment);
            let link = format!(
                "<a href=\"#comment-{}\">{}</a>",
                comment.id.0,
                esc_html(&author)
            );
            sprintf(&args.title_reply_to, &[link.as_str().into()]).unwrap_or_default()
        }
    };
    let required = required_mark(view);
    view.render(
        "wordpress/comment_form.html",
        context! {
            title => Value::from_safe_string(title),
            cancel_url => Value::from_safe_string(cancel_url(view)),
            cancel_label => Value::from_safe_string(view.text("Cancel reply")),
            is_reply => reply_to.is_some(),
            must_log_in => must_log_in(view, post).map(Value::from_safe_string),
            action => format!("{}/wp-comments-post.php", view.site.siteurl()),
            is_html5 => args.is_html5,
            logged_in_as => logged_in_as(view, post).map(Value::from_safe_string),
            email_notes => view.text("Your email address will not be published."),
            required_message => Value::from_safe_string(required_message(view)),
            fields => Value::from_safe_string(fields(view, args.is_html5, &required)),
            submit => args.submit.as_str(),
            submit_class => args.submit_class,
            post_id => post.id.0,
            parent => reply_to.map_or(0, |c| c.id.0),
        },
    )
}

/// The mark of a required field.
pub(crate) fn required_mark(view: &View) -> String {
    format!("<span class=\"required\">{}</span>", view.text("*"))
}

/// What the mark means.
fn required_message(view: &View) -> String {
    let text = view.text("Required fields are marked %s");
    let mark = required_mark(view);
    sprintf(&text, &[mark.as_str().into()]).unwrap_or_default()
}

/// The paragraph before the fields of visitors without a login.
pub(crate) fn email_notes(view: &View) -> String {
    format!(
        "<p class=\"comment-notes\"><span id=\"email-notes\">{}</span> <span class=\"required-field-message\">{}</span></p>",
        view.text("Your email address will not be published."),
        required_message(view)
    )
}

/// The URL that cancels a reply.
pub(crate) fn cancel_url(view: &View) -> String {
    let names = ["replytocom", "unapproved", "moderation-hash"];
    let url = remove_query_arg(&names, view.visitor.page_url.as_str());
    format!("{}#respond", esc_url(&url, &WP_ALLOWED_PROTOCOLS))
}

fn must_log_in(view: &View, post: &Post) -> Option<String> {
    if view.visitor.user.is_some() || !view.site.options.is_on("comment_registration") {
        return None;
    }
    let url = login_url(view, &view.links().get_permalink(post));
    let url = esc_attr(&url);
    let pattern = view.text("You must be <a href=\"%s\">logged in</a> to post a comment.");
    Some(sprintf(&pattern, &[(&*url).into()]).unwrap_or_default())
}

fn logged_in_as(view: &View, post: &Post) -> Option<String> {
    let user = view.objects.user(view.visitor.user?);
    let name = user.map_or("", |u| u.display_name.as_str());
    let admin = format!("{}/wp-admin/profile.php", view.site.siteurl());
    let back = view.links().get_permalink(post);
    let back = compat::wordpress::php::url::urlencode(back.as_bytes());
    let logout = format!(
        "{}/wp-login.php?action=logout&redirect_to={back}&_wpnonce={}",
        view.site.siteurl(),
        view.nonce("log-out")
    );
    let pattern = view.text(
        "Logged in as %1$s. <a href=\"%2$s\">Edit your profile</a>. <a href=\"%3$s\">Log out?</a>",
    );
    let (name, admin, logout) = (esc_html(name), esc_attr(&admin), esc_attr(&logout));
    Some(
        sprintf(
            &pattern,
            &[(&*name).into(), (&*admin).into(), (&*logout).into()],
        )
        .unwrap_or_default(),
    )
}

fn fields(view: &View, is_html5: bool, required: &str) -> String {
    let attribute = if is_html5 {
        " required"
    } else {
        " required=\"required\""
    };
    let mut fields = format!(
        "<p class=\"comment-form-comment\"><label for=\"comment\">{} {required}</label> \
         <textarea id=\"comment\" name=\"comment\" cols=\"45\" rows=\"8\" maxlength=\"65525\"{attribute}></textarea></p>",
        view.text_in_context("Comment", "noun")
    );
    if view.visitor.user.is_some() {
        return fields;
    }
    let (mark, attribute) = if view.site.options.is_on("require_name_email") {
        (format!(" {required}"), attribute)
    } else {
        (String::new(), "")
    };
    let commenter = &view.visitor.commenter;
    let kind = |html5| if is_html5 { html5 } else { "text" };
    fields.push_str(&format!(
        "<p class=\"comment-form-author\"><label for=\"author\">{}{mark}</label> <input id=\"author\" name=\"author\" \
         type=\"text\" value=\"{}\" size=\"30\" maxlength=\"245\" autocomplete=\"name\"{attribute} /></p>\n",
        view.text("Name"),
        esc_attr(&commenter.name)
    ));
    fields.push_str(&format!(
        "<p class=\"comment-form-email\"><label for=\"email\">{}{mark}</label> <input id=\"email\" name=\"email\" \
         type=\"{}\" value=\"{}\" size=\"30\" maxlength=\"100\" aria-describedby=\"email-notes\" \
         autocomplete=\"email\"{attribute} /></p>\n",
        view.text("Email"),
        kind("email"),
        esc_attr(&commenter.email)
    ));
    fields.push_str(&format!(
        "<p class=\"comment-form-url\"><label for=\"url\">{}</label> <input id=\"url\" name=\"url\" type=\"{}\" \
         value=\"{}\" size=\"30\" maxlength=\"200\" autocomplete=\"url\" /></p>\n",
        view.text("Website"),
        kind("url"),
        esc_attr(&commenter.url)
    ));
    fields + &consent(view, is_html5)
}

/// The checkbox for comment cookies; checked for visitors who have them.
pub(crate) fn consent(view: &View, is_html5: bool) -> String {
    if !view.site.options.is_on("show_comments_cookies_opt_in") {
        return String::new();
    }
    let checked = match (view.visitor.commenter.email.is_empty(), is_html5) {
        (true, _) => "",
        (false, true) => " checked",
        (false, false) => " checked=\"checked\"",
    };
    let label = "Save my name, email, and website in this browser for the next time I comment.";
    format!(
        "<p class=\"comment-form-cookies-consent\"><input id=\"wp-comment-cookies-consent\" \
         name=\"wp-comment-cookies-consent\" type=\"checkbox\" value=\"yes\"{checked} /> \
         <label for=\"wp-comment-cookies-consent\">{}</label></p>",
        view.text(label)
    )
}
