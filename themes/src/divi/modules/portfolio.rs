//! `et_pb_portfolio`, `et_pb_filterable_portfolio`, `et_pb_fullwidth_portfolio`: projects with images.
//!
//! Contract "divi-modules", sections 2 and 3.

use compat::divi::post_list::PostList;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::post::Post;
use compat::wordpress::taxonomy::Term;
use minijinja::context;

use crate::wordpress::content::the_title;
use crate::wordpress::head::url;
use crate::wordpress::thumbnail::post_thumbnail;
use crate::wordpress::view::{Page, View};

use super::super::builder::button::overlay;
use super::super::builder::image::{sized_image, sized_url};
use super::super::builder::post_list::{each, listed_class, posts_of};
use super::super::builder::{ClassList, Element, Module, OnPage, Rendered, builder_text, print};
use super::super::index::no_results_under;
use super::super::thumbnail::{PROJECT_IMAGE, print_thumbnail, print_thumbnail_without_class};
use super::blog::pagination;

/// `et_pb_portfolio`.
pub const MODULE: Module = Module {
    slug: "et_pb_portfolio",
    defaults: DEFAULTS,
    render: OnPage::leaf(portfolio),
};

/// `et_pb_filterable_portfolio`.
pub const FILTERABLE: Module = Module {
    slug: "et_pb_filterable_portfolio",
    defaults: DEFAULTS,
    render: OnPage::leaf(filterable),
};

/// `et_pb_fullwidth_portfolio`.
pub const FULLWIDTH: Module = Module {
    slug: "et_pb_fullwidth_portfolio",
    defaults: &[
        ("fullwidth", "on"),
        ("background_layout", "light"),
        ("show_title", "on"),
        ("show_date", "on"),
        ("auto", "off"),
        ("auto_speed", "7000"),
    ],
    render: OnPage::leaf(fullwidth),
};

const DEFAULTS: &[(&str, &str)] = &[
    ("fullwidth", "on"),
    ("background_layout", "light"),
    ("posts_number", "10"),
    ("show_title", "on"),
    ("show_categories", "on"),
    ("show_pagination", "on"),
];

fn portfolio(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let list = posts_of(element, page);
    let view = page.view.clone();
    let is_grid = !element.is_on("fullwidth");
    let mut classes = if is_grid {
        ClassList::without_slug(element)
    } else {
        element.class_list()
    };
    classes.text_orientation(element, "text_orientation");
    classes.background_layout(element);
    classes.add_if(is_grid, "et_pb_portfolio_grid clearfix");
    let items = items(element, page, &list, true);
    let pages = if element.is_on("show_pagination") && !list.posts.is_empty() {
        pages(&view, list.max_num_pages)
    } else {
        String::new()
    };
    let values = context! { items, pages, is_grid, ..element.root(&classes) };
    let html = print(element, "portfolio", values);
    inside.with_html(html)
}

/// Pagination links.
fn pages(view: &View, last: i64) -> String {
    let printed = pagination(view, last, "et_portfolio");
    printed
        .replace("<div class=\"alignleft\"></div>\n", "")
        .replace("<div class=\"alignright\"></div>\n", "")
        .replace(
            "<div class=\"alignleft\"><a",
            "<div class=\"alignleft\">\n<a",
        )
        .replace(
            "<div class=\"alignright\"><a",
            "<div class=\"alignright\">\n<a",
        )
        .replace("\" >", "\">")
        .replace("</a></div>", "</a>\n</div>")
}

fn filterable(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let list = posts_of(element, page);
    let view = page.view.clone();
    let is_grid = !element.is_on("fullwidth");
    let mut classes = element.class_list();
    classes.add("et_pb_portfolio");
    classes.text_orientation(element, "text_orientation");
    classes.background_layout(element);
    classes.add(if is_grid {
        "et_pb_filterable_portfolio_grid clearfix"
    } else {
        "et_pb_filterable_portfolio_fullwidth"
    });
    let has_pages = element.is_on("show_pagination");
    let values = context! {
        items => items(element, page, &list, false), has_pages,
        number => element.text("posts_number"),
        rtl => view.locale.wp_locale().is_rtl,
        all => builder_text(&view, "All"), filters => filters(element, &view, &list),
        ..element.root(&classes)
    };
    let html = print(element, "filterable_portfolio", values);
    inside.with_html(html)
}

/// The filter's categories: the selected ones, else those of the posts.
fn filters(element: &Element<'_>, view: &View, list: &PostList) -> String {
    let asked = element.text("include_categories").split(',');
    let asked: Vec<i64> = asked.filter_map(|id| id.trim().parse().ok()).collect();
    let used = |term: &Term| {
        let mut posts = list.posts.iter();
        posts.any(|p| {
            view.objects
                .relationships(p.id)
                .contains(&term.term_taxonomy_id)
        })
    };
    let mut terms: Vec<_> = view.site.terms.of("project_category").iter().collect();
    terms.retain(|t| {
        if asked.is_empty() {
            used(t)
        } else {
            asked.contains(&t.term_id.0)
        }
    });
    terms.sort_by_cached_key(|t| t.name.to_lowercase());
    let item = |term: &&std::sync::Arc<Term>| {
        format!(
            "<li class=\"et_pb_portfolio_filter\"><a href=\"#\" data-category-slug=\"{}\">{}</a></li>",
            esc_attr(&term.slug),
            esc_html(&term.name)
        )
    };
    terms.iter().map(item).collect()
}

fn categories<'v>(view: &'v View, post: &Post) -> Vec<&'v std::sync::Arc<Term>> {
    let terms = view.objects.relationships(post.id).iter();
    let terms = terms.filter_map(|id| view.site.terms.get(*id));
    let mut terms: Vec<_> = terms.filter(|t| t.taxonomy == "project_category").collect();
    terms.sort_by_cached_key(|t| t.name.to_lowercase());
    terms
}

fn items(element: &Element<'_>, page: &mut Page, list: &PostList, is_paged: bool) -> String {
    if list.posts.is_empty() {
        let level = element.heading("title_level", "h2");
        return no_results_under(&page.view, level);
    }
    each(page, list, |page, post, i| {
        item(element, page, post, (i, is_paged))
    })
}

fn item(
    element: &Element<'_>,
    page: &mut Page,
    post: &Post,
    (i, is_paged): (usize, bool),
) -> String {
    let view = page.view.clone();
    let is_grid = !element.is_on("fullwidth");
    let title = the_title(page, post);
    let terms = categories(&view, post);
    let grid = if is_grid { " et_pb_grid_item" } else { "" };
    let of_post = listed_class(&view, post, false);
    let number = element.number;
    let classes = if is_paged {
        format!("{of_post} et_pb_portfolio_item et_pb_portfolio_item_{number}_{i}{grid}")
    } else {
        let slugs: String = terms
            .iter()
            .map(|t| format!(" project_category_{}", esc_attr(&t.slug)))
            .collect();
        format!(
            "et_pb_portfolio_item{grid}{slugs} et_pb_filterable_portfolio_item_{number}_{i} {of_post}"
        )
    };
    let link = |term: &&std::sync::Arc<Term>| {
        let href = url(&view.links().get_term_link(term).unwrap_or_default());
        let name = esc_html(&term.name).into_owned();
        let mark = if is_paged {
            format!("title=\"{}\"", esc_attr(&term.name))
        } else {
            "rel=\"tag\"".to_owned()
        };
        format!("<a href=\"{href}\" {mark}>{name}</a>")
    };
    let links: Vec<String> = terms.iter().map(link).collect();
    let values = context! {
        post_id => post.id.0, classes, is_paged, is_grid,
        href => url(&view.links().get_permalink(post)),
        image => image(page, post, &title, (is_grid, is_paged)),
        title => title.as_str(), plain_title => title.as_str(),
        tag => element.heading("header_level", "h2"),
        shows_title => element.is_on("show_title"),
        meta => if element.is_on("show_categories") { links.join(", ") } else { String::new() },
        overlay => overlay(element, "hover_icon"),
    };
    print(element, "portfolio_item", values)
}

/// The image of a project: cropped for the grid, or full width.
fn image(page: &mut Page, post: &Post, title: &str, (is_grid, is_paged): (bool, bool)) -> String {
    let view = page.view.clone();
    let Some(image) = post_thumbnail(&view, post) else {
        return String::new();
    };
    if !is_grid {
        let print = if is_paged {
            print_thumbnail_without_class
        } else {
            print_thumbnail
        };
        return print(page, image, PROJECT_IMAGE, title);
    }
    let thumbnail = url(&sized_url(&view, image, (400, 284)));
    let full = url(&image.url());
    let alt = esc_attr(title);
    // Filtered lists have a space at the end of both (recordings pages/modulos-portafolio*).
    let end = if is_paged { "" } else { " " };
    let srcset = format!(
        "srcset=\"{full} 479w, {thumbnail} 480w{end}\" sizes=\"(max-width:479px) 479px, 100vw{end}\""
    );
    if is_paged {
        format!("<img src=\"{thumbnail}\" alt=\"{alt}\" width=\"400\" height=\"284\" {srcset} />")
    } else {
        format!(
            "<img src=\"{thumbnail}\" alt=\"{alt}\" class=\"\" {srcset}  width=\"400\" height=\"284\" />"
        )
    }
}

fn fullwidth(element: &Element<'_>, inside: Rendered, page: &mut Page) -> Rendered {
    let list = posts_of(element, page);
    let mut classes = element.class_list();
    classes.background_layout(element);
    classes.add(if element.text("fullwidth") == "off" {
        "et_pb_fullwidth_portfolio_grid clearfix"
    } else {
        "et_pb_fullwidth_portfolio_carousel"
    });
    let items = each(page, &list, |page, post, i| {
        let view = page.view.clone();
        let title = the_title(page, post);
        let image = post_thumbnail(&view, post);
        let is_portrait = image
            .and_then(|i| i.metadata.as_ref())
            .is_some_and(|m| m.height > m.width);
        let size = if is_portrait { (400, 516) } else { (510, 382) };
        let date = view.mysql2date(&view.site.options.text("date_format"), &post.date);
        let values = context! {
            post_id => post.id.0,
            classes => format!(
                "et_pb_portfolio_item et_pb_grid_item et_pb_fullwidth_portfolio_item_{}_{i} {}",
                element.number, listed_class(&view, post, false)
            ),
            overlay => overlay(element, "hover_icon"),
            orientation => if is_portrait { "portrait" } else { "landscape" },
            image => image.map(|image| sized_image(&view, image, size, &title)),
            href => url(&view.links().get_permalink(post)),
            tag => element.heading("portfolio_header_level", "h3"),
            title => element.is_on("show_title").then(|| title.clone()),
            date => element.is_on("show_date").then_some(date),
        };
        print(element, "fullwidth_portfolio_item", values)
    });
    let values = context! {
        items, auto => element.text("auto"), speed => element.text("auto_speed"),
        title => element.title("title", element.heading("title_level", "h2"), "et_pb_portfolio_title"),
        ..element.root(&classes)
    };
    let html = print(element, "fullwidth_portfolio", values);
    inside.with_html(html)
}
