//! The password form of a protected post (`get_the_password_form`).
//!
//! Contract "wordpress-core", section 7.1. Divi has its own form.

use compat::wordpress::post::Post;

use super::view::View;

/// Prints the form.
pub fn get_the_password_form(view: &View, post: &Post) -> String {
    let text = "This content is password-protected. To view it, please enter the password below.";
    format!(
        "<form action=\"{}/wp-login.php?action=postpass\" class=\"post-password-form\" method=\"post\">\
         <p>{}</p>\n<p><label for=\"pwbox-{id}\">{} <input name=\"post_password\" id=\"pwbox-{id}\" type=\"password\" \
         spellcheck=\"false\" size=\"20\" /></label> <input type=\"submit\" name=\"Submit\" value=\"{}\" /></p></form>\n",
        compat::wordpress::formatting::escape::esc_attr(&view.site.siteurl()),
        view.text(text),
        view.text("Password:"),
        view.text_in_context("Enter", "post password form"),
        id = post.id,
    )
}
