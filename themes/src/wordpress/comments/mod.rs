//! Comments of a post: authors, threads of a page, and the theme's comment section.
//!
//! Contract "wordpress-core", section 17.3, and "divi-theme", section 5. [`listing`] selects the comments; Divi's markup
//! is in [`divi_list`], that of other themes in [`core_list`]; the form is [`super::comment_form`].

mod author;
mod core_list;
mod date;
mod divi_list;
mod listing;
mod navigation;
mod reply_link;

use compat::wordpress::column::is_theme;
use compat::wordpress::post::Post;

pub use author::{comment_author, comment_author_link, get_avatar};
pub(super) use reply_link::login_url;

use super::view::{Page, View};

/// `comments_template`: the theme's comment section with the form.
pub fn comments_template(page: &mut Page, post: &Post) -> String {
    let view = page.view.clone();
    let is_divi = is_theme(&view.site.options, "Divi");
    if view.post_password_required(post) {
        let source = "This post is password protected. Enter the password to view comments.";
        return if is_divi {
            let text = view.theme_text(source);
            format!("\n<p class=\"nocomments container\">{text}</p>\n")
        } else {
            format!("<p class=\"nocomments\">{}</p>\n", view.text(source))
        };
    }
    if is_divi {
        divi_list::section(page, post)
    } else {
        core_list::section(page, post)
    }
}

/// The comment to reply to (`?replytocom=`), if it belongs to this post and is approved.
pub fn reply_to_comment<'v>(
    view: &'v View,
    post: &Post,
) -> Option<&'v compat::wordpress::comment::Comment> {
    let id = view.visitor.reply_to_comment?;
    view.comments
        .iter()
        .find(|c| c.id.0 == id && c.post_id == post.id && c.approved == "1")
}
