//! `et_pb_post_content` and `et_pb_fullwidth_post_content`: the current post's content, in Theme Builder layouts.
//!
//! Contract "divi-modules", section 2.

use minijinja::context;

use crate::wordpress::content::{get_the_content, the_content};
use crate::wordpress::view::Page;

use super::super::builder::{Element, Module, OnPage, RenderState, Rendered, print};

/// `et_pb_post_content`.
pub const MODULE: Module = Module {
    slug: "et_pb_post_content",
    defaults: &[],
    render: OnPage::leaf(render),
};

/// `et_pb_fullwidth_post_content`.
pub const FULLWIDTH: Module = Module {
    slug: "et_pb_fullwidth_post_content",
    defaults: &[],
    render: OnPage::leaf(render),
};

fn render(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let view = page.view.clone();
    let area = RenderState::of(page).area();
    let post = view.global_post().filter(|_| !area.is_empty());
    let content = match post {
        Some(post) if !view.post_password_required(post) => {
            let outer = page.content_post.replace(post.id);
            let layout = RenderState::of(page).enter_layout("");
            let content = the_content(page, &get_the_content(&view, post));
            RenderState::of(page).leave_layout(layout, "");
            page.content_post = outer;
            content
        }
        _ => String::new(),
    };
    let classes = element.class_list();
    let html = print(
        element,
        "post_content",
        context! { content, ..element.root(&classes) },
    );
    inside.with_html(html)
}
