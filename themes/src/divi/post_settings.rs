//! What the builder and the theme's box in the editor store with a post.
//!
//! Contract "divi-theme", sections 2 and 5.

use std::borrow::Cow;

use compat::wordpress::post::Post;

use crate::wordpress::view::View;

use super::options::DiviOptions;

/// Whether a post is made with the builder.
pub fn is_pagebuilder_used(view: &View, post: &Post) -> bool {
    view.objects.post_meta(post.id).text("_et_pb_use_builder") == "on"
}

/// The stored layout: `et_right_sidebar`, `et_left_sidebar`, `et_full_width_page`, `et_no_sidebar`, or empty.
pub fn page_layout<'a>(view: &'a View, post: &Post) -> Cow<'a, str> {
    view.objects.post_meta(post.id).text("_et_pb_page_layout")
}

/// Whether the page has the template without header and footer.
pub fn is_blank_template(view: &View) -> bool {
    view.query.is.is_singular
        && view.query.queried_post().is_some_and(|post| {
            crate::wordpress::body_class::page_template(view, post) == "page-template-blank.php"
        })
}

/// The gutter width of a page, 1 to 4.
pub fn gutter_width(view: &View) -> u8 {
    let single = view
        .query
        .queried_post()
        .filter(|_| view.query.is.is_singular);
    let own = single.and_then(|post| {
        let text = view.objects.post_meta(post.id).text("_et_pb_gutter_width");
        text.parse::<u8>().ok()
    });
    let width = own.unwrap_or_else(|| {
        u8::try_from(DiviOptions::of(view).int_or("gutter_width", 3)).unwrap_or(3)
    });
    width.clamp(1, 4)
}
