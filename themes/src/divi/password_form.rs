//! The password form of a protected post.
//!
//! Contract "divi-theme", section 5 (password). The field's id is derived from the post's id instead of random, so that
//! rendering is deterministic.

use compat::wordpress::post::Post;
use minijinja::context;

use crate::markup::markup;
use crate::wordpress::head::url;
use crate::wordpress::view::View;

/// The form.
pub fn password_form(view: &View, post: &Post) -> String {
    let action = format!("{}/wp-login.php?action=postpass", view.site.siteurl());
    let values = context! {
        heading => view.theme_text("Password Protected"),
        text => view.theme_text("To view this protected post, enter the password below"),
        action => markup(url(&action)),
        field_id => format!("pwbox-{}", post.id),
        label => view.theme_text("Password"),
        submit => view.theme_text("Submit"),
    };
    view.render("divi/password_form.html", values)
}
