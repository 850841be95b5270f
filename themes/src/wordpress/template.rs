//! The fallback template (`index.php`), for a theme without a column: title and content of each post.

use super::content;
use super::view::Page;

/// Renders a plain document.
pub fn index(page: &mut Page) -> String {
    let view = page.view.clone();
    let title = super::document_title::document_title(&view);
    let mut main = String::new();
    for post in &view.query.posts {
        let heading = content::the_title(page, post);
        let text = if view.post_password_required(post) {
            (view.theme.password_form)(&view, post)
        } else {
            content::the_content(page, &post.content)
        };
        main.push_str(&format!(
            "<article id=\"post-{}\"><h1>{heading}</h1>{text}</article>\n",
            post.id
        ));
    }
    let class = super::body_class::body_class(&view);
    format!(
        "<!DOCTYPE html>\n<html><head><title>{title}</title></head><body class=\"{class}\">{main}</body></html>\n"
    )
}
