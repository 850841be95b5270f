//! Comments of a post.

use compat::wordpress::post::Post;

use super::view::Page;

/// Prints the comments of a post and the form for a new one.
pub fn comments_template(_page: &mut Page, _post: &Post) -> String {
    String::new()
}
