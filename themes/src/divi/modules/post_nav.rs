//! `et_pb_post_nav`: links to the previous and next post.
//!
//! Contract "divi-modules", section 2.

use std::sync::Arc;

use compat::divi::BuilderPageData;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::post::Post;
use minijinja::{Value, context};

use crate::wordpress::content::the_title;
use crate::wordpress::head::url;
use crate::wordpress::view::{Page, View};

use super::super::builder::{ClassList, Element, Module, MultiView, OnPage, Rendered, print};

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_post_nav",
    defaults: &[("show_prev", "on"), ("show_next", "on")],
    render: OnPage::leaf(render),
};

fn render(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let view = page.view.clone();
    let mut classes = ClassList::without_slug(element);
    classes.add("et_pb_posts_nav nav-single");
    classes.remove("et_pb_section_video et_pb_preload");
    classes.remove("et_pb_section_parallax");
    let [previous, next] = neighbours(element, &view);
    let previous = neighbour(element, page, previous, "prev");
    let next = neighbour(element, page, next, "next");
    let html = print(
        element,
        "post_nav",
        context! { previous, next, ..element.root(&classes) },
    );
    inside.with_html(html)
}

/// The previous and next post: of the type, or of a shared term.
fn neighbours<'v>(element: &Element<'_>, view: &'v View) -> [Option<&'v Arc<Post>>; 2] {
    if !element.is_on("in_same_term") {
        return [view.adjacent.previous.as_ref(), view.adjacent.next.as_ref()];
    }
    let of_type = view.global_post().map_or("", |post| &post.post_type);
    let taxonomy = match (element.text("taxonomy_name"), of_type) {
        ("", "project") => "project_category",
        ("", _) => "category",
        (name, _) => name,
    };
    let found = view
        .page_data
        .get::<BuilderPageData>()
        .adjacent
        .get(taxonomy);
    found.map_or([None, None], |[before, behind]| {
        [before.as_ref(), behind.as_ref()]
    })
}

fn neighbour(
    element: &Element<'_>,
    page: &mut Page,
    post: Option<&Arc<Post>>,
    direction: &str,
) -> Option<Value> {
    let shown = element.values(&format!("show_{direction}"));
    let post = post.filter(|_| shown.any_is("on"))?;
    let title = the_title(page, post);
    let text = element.text(&format!("{direction}_text"));
    let label = if text.is_empty() {
        title
    } else {
        esc_html(&text.replace("%title", &title)).into_owned()
    };
    let href = url(&page.view.links().get_permalink(post));
    let multi_view = MultiView::default()
        .visibility(&shown, "on")
        .print(element.slug);
    Some(context! { href, label, multi_view => multi_view.trim_start() })
}
