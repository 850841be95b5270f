//! The rules of an element of a page, from the cache where it can be.

use compat::divi::artwork::Artwork;
use compat::wordpress::post::PostId;

use super::super::super::post_settings::is_custom_post_type;
use super::super::element::Element;
use super::super::rendered::ElementStyles;
use super::style_cache;
use super::styles::Styles;
use super::subject::Subject;
use super::{families, module_fields, values};

/// The wrapper of layouts in post types that the theme does not make for the builder.
pub const FOREIGN_WRAPPER: &str = ".et-db #et-boc .et-l ";

/// The rules of an element. `pictures` are the images of a post slider's posts.
pub fn styles_of(
    element: &Element<'_>,
    pictures: &[(PostId, String)],
    accent: &str,
) -> ElementStyles {
    let in_sticky = is_in_sticky(element);
    let order_class = element.order_class();
    let slug = element.slug;
    let subject = Subject {
        slug,
        order_class: &order_class,
        is_first: element.number == 0,
        has_children: element.has_children && !is_structure(slug),
        attributes: &element.attributes,
        in_sticky,
        is_rtl: element.is_rtl,
        accent,
        artwork: element.view.site_data.get::<Artwork>(),
        wrapper: if element.area.is_empty() {
            wrapper(element)
        } else {
            ""
        },
    };
    ElementStyles {
        style: style_cache::style(&subject, pictures),
        is_in_column: is_in_column(element),
        slug,
        order_class,
    }
}

/// Whether an element is a section, a row or a column.
pub fn is_structure(slug: &str) -> bool {
    const STRUCTURE: [&str; 5] = [
        "et_pb_section",
        "et_pb_row",
        "et_pb_row_inner",
        "et_pb_column",
        "et_pb_column_inner",
    ];
    STRUCTURE.contains(&slug)
}

/// Whether an element is a module in a column; rows and columns inside a column are not.
fn is_in_column(element: &Element<'_>) -> bool {
    !is_structure(element.slug) && element.parent("et_pb_column").is_some()
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

/// Whether an element around an element sticks.
fn is_in_sticky(element: &Element<'_>) -> bool {
    let can_stick = |slug| module_fields::of(slug).is_some_and(|m| m.has("sticky_position"));
    // Few stick: their attributes are asked first.
    element
        .parents()
        .any(|parent| values::sticks(&parent.attributes) && can_stick(parent.slug))
}

/// Whether an element itself sticks.
pub fn sticks(element: &Element<'_>) -> bool {
    let position = element.attributes.value("sticky_position");
    let is_set = position.is_responsive() || !position.desktop().is_empty();
    is_set && with_styles(element, |styles| styles.sticks())
}

/// Whether an element that sticks has a transform in another state.
pub fn is_transformed_while_sticky(element: &Element<'_>) -> bool {
    sticks(element) && with_styles(element, families::transform::is_printed)
}

/// Asks something of the options of an element.
fn with_styles(element: &Element<'_>, ask: impl Fn(&Styles<'_>) -> bool) -> bool {
    module_fields::of(element.slug).is_some_and(|fields| {
        let subject = Subject {
            slug: element.slug,
            order_class: "",
            is_first: false,
            has_children: false,
            attributes: &element.attributes,
            in_sticky: is_in_sticky(element),
            is_rtl: element.is_rtl,
            accent: "",
            artwork: element.view.site_data.get::<Artwork>(),
            wrapper: "",
        };
        ask(&Styles::new(&subject, fields))
    })
}
