//! `et_pb_blog`: posts with excerpts.
//!
//! Contract "divi-modules", section 2.

use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::post::Post;
use compat::wordpress::taxonomy::TermId;
use compat::wordpress::url::{QueryArg, add_query_arg};
use minijinja::context;

use crate::wordpress::content::{the_content, the_title};
use crate::wordpress::head::url;
use crate::wordpress::post_class::post_format;
use crate::wordpress::thumbnail::post_thumbnail;
use crate::wordpress::view::{Page, View};

use super::super::builder::button::overlay;
use super::super::builder::image::grid_image;
use super::super::builder::post_list::{
    author_of, category_links, comments_text, each, excerpt, listed_class, posts_of,
};
use super::super::builder::{
    ClassList, Element, ModeValues, Module, MultiView, OnPage, Rendered, builder_text, print,
};
use super::super::index::no_results_under;
use super::super::pagination::older_and_newer;
use super::super::post_format::PostFormatBox;
use super::super::thumbnail::{POST_MAIN_IMAGE, print_thumbnail};

/// The module.
pub const MODULE: Module = Module {
    slug: "et_pb_blog",
    defaults: &[
        ("fullwidth", "on"),
        ("background_layout", "light"),
        ("meta_date", "M j, Y"),
        ("show_thumbnail", "on"),
        ("show_excerpt", "on"),
        ("show_author", "on"),
        ("show_date", "on"),
        ("show_categories", "on"),
        ("show_pagination", "on"),
        ("use_manual_excerpt", "on"),
        ("excerpt_length", "270"),
    ],
    render: OnPage::leaf(render),
};

fn render(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let list = posts_of(element, page);
    let view = page.view.clone();
    let is_grid = !element.is_on("fullwidth");
    let mut classes = ClassList::without_slug(element);
    classes.add(if is_grid {
        "et_pb_blog_grid_wrapper"
    } else {
        "et_pb_posts"
    });
    classes.background_layout(element);
    if !is_grid {
        classes.text_orientation(element, "text_orientation");
    }
    let articles = if list.posts.is_empty() {
        no_results_under(&view, element.heading("header_level", "h2"))
    } else {
        each(page, &list, |page, post, i| article(element, page, post, i))
    };
    let pages = if element.is_on("show_pagination") && !list.posts.is_empty() {
        pagination(&view, list.max_num_pages, "et_blog")
    } else {
        String::new()
    };
    let has_pages = element.is_on("show_pagination") && !list.posts.is_empty();
    let values = context! { articles, pages, has_pages, is_grid, ..element.root(&classes) };
    let html = print(element, "blog", values);
    inside.with_html(html)
}

/// Pagination links with the class used by the module's script.
pub fn pagination(view: &View, last: i64, mark: &str) -> String {
    let (older, newer) = older_and_newer(view, last, |href, label| {
        let href = add_query_arg(&[(mark, QueryArg::from(""))], href);
        let text = builder_text(view, label);
        format!("<a href=\"{}\" >{text}</a>", url(&href))
    });
    format!(
        "<div class=\"pagination clearfix\">\n<div class=\"alignleft\">{older}</div>\n\
         <div class=\"alignright\">{newer}</div>\n</div>"
    )
}

fn article(element: &Element<'_>, page: &mut Page, post: &Post, i: usize) -> String {
    let view = page.view.clone();
    let is_grid = !element.is_on("fullwidth");
    let title = the_title(page, post);
    let href = url(&view.links().get_permalink(post));
    let format = PostFormatBox::of(&post_format(&view, post));
    let formatted = format.archive(page, post);
    let wants_image = element.is_on("show_thumbnail");
    let image = post_thumbnail(&view, post)
        .filter(|_| wants_image && formatted.media.is_none() && !view.post_password_required(post));
    let has_overlay = element.is_on("use_overlay") && image.is_some();
    let overlay = if has_overlay {
        overlay(element, "hover_icon")
    } else {
        String::new()
    };
    let mut classes = String::from("et_pb_post clearfix");
    if image.is_none() && formatted.media.is_none() {
        classes.push_str(" et_pb_no_thumb");
    }
    if has_overlay {
        classes.push_str(" et_pb_has_overlay");
    }
    // Categories that do not exist are none.
    let ids = element.text("include_categories").split(',');
    let mut ids = ids.filter_map(|id| id.trim().parse::<i64>().ok());
    let has_categories = ids.any(|id| view.site.terms.by_id("category", TermId(id)).is_some());
    let is_home = !has_categories && view.query.paged() <= 1;
    let number = element.number;
    classes.push_str(&format!(
        " et_pb_blog_item_{number}_{i} {}",
        listed_class(&view, post, is_home)
    ));
    let alone = format.stands_alone();
    let values = context! {
        post_id => post.id.0, classes, title => title.as_str(), href => href.as_str(), is_grid, overlay, alone,
        image => image.map(|image| if is_grid {
            grid_image(&view, image, (400, 250), &title)
        } else {
            print_thumbnail(page, image, POST_MAIN_IMAGE, &title)
        }),
        media => formatted.media, below => formatted.below,
        tag => element.heading("header_level", "h2"),
        meta => if alone { String::new() } else { meta(element, &view, post) },
        text => if alone { String::new() } else { text(element, page, post, &href) },
    };
    print(element, "blog_article", values)
}

fn meta(element: &Element<'_>, view: &View, post: &Post) -> String {
    let date = || {
        let date = view.mysql2date(element.text("meta_date"), &post.date);
        format!("<span class=\"published\">{}</span>", esc_html(&date))
    };
    let switches = [
        "show_author",
        "show_date",
        "show_categories",
        "show_comments",
    ]
    .map(|name| element.values(name));
    // The separator is printed even without categories: vector divi-module-options (`post_type="attachment"`).
    let content = ModeValues::of_parts(&switches.each_ref(), |state| {
        let parts = switches.iter().enumerate();
        let shown = parts.filter(|(_, switch)| switch.inherited(state) == "on");
        let parts = shown.map(|(part, _)| match part {
            0 => author_of(view, post),
            1 => date(),
            2 => category_links(view, post),
            _ => comments_text(view, post),
        });
        parts.collect::<Vec<_>>().join(" | ")
    });
    if switches.iter().all(|switch| !switch.any_is("on")) {
        return String::new();
    }
    let multi_view = MultiView::default()
        .content(&content)
        .hover_selector(format!(".{} .et_pb_post", element.order_class()))
        .print(element.slug);
    format!(
        "<p class=\"post-meta\"{multi_view}>{}</p>",
        content.desktop()
    )
}

/// The post's content up to `<!--more-->`, or its excerpt.
fn text(element: &Element<'_>, page: &mut Page, post: &Post, href: &str) -> String {
    let view = page.view.clone();
    if element.is_on("show_content") {
        let teaser = match post.content.find("<!--more") {
            Some(at) => {
                let more = builder_text(&view, "read more...");
                let before = post.content.get(..at).unwrap_or_default();
                let id = post.id;
                format!("{before} <a href=\"{href}#more-{id}\" class=\"more-link\">{more}</a>")
            }
            None => post.content.clone(),
        };
        let outer = page.content_post.replace(post.id);
        let content = if view.post_password_required(post) {
            (view.theme.password_form)(&view, post)
        } else {
            the_content(page, &teaser)
        };
        page.content_post = outer;
        return format!(
            "<div class=\"post-content\"><div class=\"post-content-inner et_pb_blog_show_content\">{content}</div></div>"
        );
    }
    let shown = element.values("show_excerpt");
    let amount = element
        .text("excerpt_length")
        .trim()
        .parse::<usize>()
        .unwrap_or(270);
    let uses_manual = element.is_on("use_manual_excerpt");
    let excerpt = if shown.any_is("on") || element.is_on("show_more") {
        excerpt(page, post, uses_manual, amount).paragraphs()
    } else {
        String::new()
    };
    let multi_view = MultiView::default()
        .visibility(&shown, "on")
        .print(element.slug);
    let hidden = if shown.desktop() == "on" {
        ""
    } else {
        " et_multi_view_hidden"
    };
    let more = if element.is_on("show_more") {
        let label = builder_text(&view, "read more");
        format!(
            "<a href=\"{}\" class=\"more-link\">{label}</a>",
            esc_attr(href)
        )
    } else {
        String::new()
    };
    format!(
        "<div class=\"post-content\"><div class=\"post-content-inner{hidden}\"{multi_view}>{excerpt}</div>{more}</div>"
    )
}
