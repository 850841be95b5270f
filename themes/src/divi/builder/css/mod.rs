//! CSS rules made of the attributes of an element.
//!
//! Contract "divi-server", section 6; selectors of attributes: [`selectors`] (appendix "divi-selectors"). Option families
//! that modules share are in [`families`], in the order of section 6.2; rules of single modules are in
//! [`module_rules`]. Not here: collecting and printing rules ([`super::style_sheet`]), classes, and data for scripts.

pub mod element_rules;
pub mod families;
pub mod fonts_used;
pub mod icon_font;
pub mod inherited;
pub mod module_rules;
pub mod selectors;
pub mod shapes;
pub mod style_cache;
pub mod styles;

use std::sync::Arc;

use compat::divi::attributes::Attributes;
use compat::wordpress::post::PostId;

use super::super::post_settings::is_custom_post_type;
use super::element::Element;
use super::rendered::ElementStyles;
use element_rules::ElementRules;
use styles::Styles;

/// The input of an element's rules.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The slug of its module, as in `et_pb_text`.
    pub slug: &'a str,
    /// Its order class, as in `et_pb_text_0`.
    pub order_class: &'a str,
    /// Its attributes, decoded.
    pub attributes: &'a Attributes,
    /// Whether an element around it is sticky.
    pub in_sticky: bool,
    /// Whether the page's language is written from right to left.
    pub is_rtl: bool,
    /// The site's accent colour, the default of many colours.
    pub accent: &'a str,
    /// The prefix of every selector: empty, or the layout's wrapper in other post types (section 6.9).
    pub wrapper: &'static str,
}

/// The wrapper of layouts in post types that the theme does not make for the builder.
pub const FOREIGN_WRAPPER: &str = ".et-db #et-boc .et-l ";

/// The rules of an element. `pictures` are those of the posts that a slider of posts shows.
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
    let slug = element.module.slug;
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
        Arc::new(style_cache::CachedStyle::of(&subject, pictures))
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
    !STRUCTURE.contains(&element.module.slug) && element.parent("et_pb_column").is_some()
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

/// The rules of an element. The images of a post slider come between the families and the module's own rules.
fn rules_of(subject: &Subject<'_>, pictures: &[(PostId, String)]) -> ElementRules {
    let Some(selectors) = selectors::of(subject.slug) else {
        return ElementRules::default();
    };
    let mut styles = Styles::new(subject, selectors);
    families::add(&mut styles);
    for (post, image) in pictures {
        families::background::add_post_slide(&mut styles, *post, image);
    }
    module_rules::add(&mut styles);
    styles.into_rules()
}
