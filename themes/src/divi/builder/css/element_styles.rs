//! The rules of an element of a page, from the cache where it can be.

use std::sync::Arc;

use compat::wordpress::post::PostId;

use super::super::super::post_settings::is_custom_post_type;
use super::super::element::Element;
use super::super::rendered::ElementStyles;
use super::inherited;
use super::style_cache::{self, CachedStyle};
use super::subject::Subject;

/// The wrapper of layouts in post types that the theme does not make for the builder.
pub const FOREIGN_WRAPPER: &str = ".et-db #et-boc .et-l ";

/// The rules of an element. `pictures` are the images of a post slider's posts.
pub fn styles_of(
    element: &Element<'_>,
    pictures: &[(PostId, String)],
    accent: &str,
) -> ElementStyles {
    let in_sticky = element.parents().any(|parent| {
        let position = parent.attributes.text("sticky_position");
        !matches!(position, "" | "none")
    });
    let order_class = element.order_class();
    let slug = element.slug;
    let inherited = element.parents().next().and_then(|parent| {
        inherited::attributes(slug, &element.attributes, parent.slug, &parent.attributes)
    });
    let subject = Subject {
        slug,
        order_class: &order_class,
        attributes: inherited.as_ref().unwrap_or(&element.attributes),
        in_sticky,
        is_rtl: element.is_rtl,
        accent,
        wrapper: if element.area.is_empty() {
            wrapper(element)
        } else {
            ""
        },
    };
    let style = if pictures.is_empty() {
        style_cache::style(&subject)
    } else {
        Arc::new(CachedStyle::of(&subject, pictures))
    };
    ElementStyles {
        style,
        is_in_column: is_in_column(element),
        order_class,
    }
}

/// Whether an element is a module in a column; rows and columns inside a column are not.
fn is_in_column(element: &Element<'_>) -> bool {
    const STRUCTURE: [&str; 5] = [
        "et_pb_section",
        "et_pb_row",
        "et_pb_row_inner",
        "et_pb_column",
        "et_pb_column_inner",
    ];
    !STRUCTURE.contains(&element.slug) && element.parent("et_pb_column").is_some()
}

/// The prefix of selectors in the post type of the page's content.
fn wrapper(element: &Element<'_>) -> &'static str {
    let post = element.content_post;
    let post = post.and_then(|id| element.view.objects.post(id));
    if post.is_some_and(|post| is_custom_post_type(post)) {
        FOREIGN_WRAPPER
    } else {
        ""
    }
}
