//! Post meta of the builder and of the theme's meta box.
//!
//! Contract "divi-theme", sections 2 and 5.

use std::borrow::Cow;

use compat::wordpress::post::{Post, PostId};

use crate::wordpress::view::View;

use super::options::DiviOptions;

/// Whether a post uses the builder (`et_pb_is_pagebuilder_used`).
pub fn is_pagebuilder_used(view: &View, post: &Post) -> bool {
    view.objects.post_meta(post.id).text("_et_pb_use_builder") == "on"
}

/// Whether a post's type is third-party for the builder.
pub fn is_custom_post_type(post: &Post) -> bool {
    const OWN: [&str; 5] = [
        "post",
        "page",
        "project",
        "et_pb_layout",
        "et_theme_builder",
    ];
    let name = post.post_type.as_str();
    !OWN.contains(&name) && !name.ends_with("_layout")
}

/// The stored layout: `et_right_sidebar`, `et_left_sidebar`, `et_full_width_page`, `et_no_sidebar`, or empty.
pub fn page_layout<'a>(view: &'a View, post: &Post) -> Cow<'a, str> {
    view.objects.post_meta(post.id).text("_et_pb_page_layout")
}

/// Whether this is a list of a shop's products.
pub(super) fn is_shop(view: &View) -> bool {
    use compat::wordpress::query::QueriedObject;
    match &view.query.queried_object {
        Some(QueriedObject::PostType(name)) => *name == "product",
        Some(QueriedObject::Term(term)) => term.taxonomy.starts_with("product_"),
        _ => false,
    }
}

/// Whether this is a list of products without a sidebar.
pub(super) fn is_wide_list(view: &View) -> bool {
    let layout = DiviOptions::of(view).text_or("divi_shop_page_sidebar", "");
    is_shop(view) && layout == "et_full_width_page"
}

/// Whether the page uses the blank template.
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
    gutter_of(view, single.map(|post| post.id))
}

/// The gutter width of a post or a layout, else the site's.
pub fn gutter_of(view: &View, post: Option<PostId>) -> u8 {
    let own = post.and_then(|id| {
        let text = view.objects.post_meta(id).text("_et_pb_gutter_width");
        text.parse::<u8>().ok()
    });
    let width = own.unwrap_or_else(|| {
        u8::try_from(DiviOptions::of(view).int_or("gutter_width", 3)).unwrap_or(3)
    });
    width.clamp(1, 4)
}

/// The custom CSS of a builder page.
pub fn custom_css(view: &View) -> String {
    let single = view
        .query
        .queried_post()
        .filter(|_| view.query.is.is_singular);
    let post = single.filter(|post| is_pagebuilder_used(view, post));
    post.map_or_else(String::new, |post| custom_css_of(view, post.id))
}

/// The custom CSS of a post or layout.
pub fn custom_css_of(view: &View, id: PostId) -> String {
    let css = view.objects.post_meta(id).text("_et_pb_custom_css");
    // Stored line breaks, as in the custom CSS of elements.
    let mut out = crate::minify::minified(&css.replace("||", "\n"));
    out.push_str(&colors(view, id));
    out
}

/// Colours of the page settings: meta key, default value, selector and property.
const COLORS: [(&str, &str, &str, &str); 4] = [
    (
        "_et_pb_light_text_color",
        "#ffffff",
        ".et_pb_bg_layout_dark",
        "color:V!important",
    ),
    (
        "_et_pb_dark_text_color",
        "#666666",
        ".et_pb_bg_layout_light",
        "color:V!important",
    ),
    (
        "_et_pb_content_area_background_color",
        "rgba(255,255,255,0)",
        ".page.et_pb_pagebuilder_layout #main-content",
        "background-color:V",
    ),
    (
        "_et_pb_section_background_color",
        "#ffffff",
        ".et_pb_section",
        "background-color:V",
    ),
];

fn colors(view: &View, id: PostId) -> String {
    let meta = view.objects.post_meta(id);
    let rule = |(key, default, selector, declaration): &(&str, &str, &str, &str)| {
        let color = meta.text(key);
        let color = color.trim();
        let is_color = !color.is_empty() && !color.contains([';', '{', '}', '<']);
        (is_color && color != *default)
            .then(|| format!("{selector}{{{}}}", declaration.replace('V', color)))
    };
    COLORS.iter().filter_map(rule).collect()
}
