//! The theme's template hierarchy.
//!
//! Contract "divi-theme", sections 1, 5 and 6. Theme Builder templates: [`theme_builder`].

use std::borrow::Cow;
use std::sync::Arc;

use compat::divi::theme_builder::Area;
use compat::wordpress::content::ContentContext;
use compat::wordpress::media::{LoopPosition, Media, wp_filter_content_tags};
use compat::wordpress::post::Post;
use minijinja::context;

use crate::markup::markup;
use crate::slots::slots;
use crate::wordpress::body_class::body_class;
use crate::wordpress::content::{get_the_content, pages, the_content, the_title};
use crate::wordpress::head::{language_attributes, url};
use crate::wordpress::post_class::{post_class, post_format};
use crate::wordpress::thumbnail::post_thumbnail;
use crate::wordpress::view::{Page, View};

use super::builder::render_state;
use super::comments::comments_template;
use super::customizer;
use super::footer::footer;
use super::header::header;
use super::index::{index, no_results};
use super::options::DiviOptions;
use super::page_links::page_links;
use super::password_form::password_form;
use super::post_format::{Formatted, PostFormatBox};
use super::post_meta::{post_meta, term_links};
use super::post_settings::{is_blank_template, is_pagebuilder_used, page_layout};
use super::sidebar::sidebar;
use super::theme_builder;
use super::thumbnail::{POST_MAIN_IMAGE, PROJECT_IMAGE, print_thumbnail};

/// Renders the whole document.
pub fn document(page: &mut Page) -> String {
    let view = page.view.clone();
    let hooks = &view.theme.hooks;
    hooks.do_wp_enqueue_scripts(page);
    let [wp_head, late_head] = hooks.do_wp_head(page, customizer::PRIORITY);
    let body_open = hooks.do_wp_body_open(page);
    let body = body(page);
    let mut wp_footer = hooks.do_wp_footer(page);
    if theme_builder::overrides(&view, Area::Footer) {
        wp_footer.push_str(theme_builder::scroll_top(&view));
    }
    // Elements' rules are known after the content is rendered.
    let wp_head = [wp_head, render_state::styles(page), late_head].concat();
    let slots = slots! {
        language_attributes => language_attributes(&view),
        charset => view.site.options.text_or("blog_charset", "UTF-8"),
        seo_meta => "",
        pingback_url => url(&format!("{}/xmlrpc.php", view.site.siteurl())),
        body_class => body_class(&view),
        body_open,
        wp_head,
        page => body,
        wp_footer,
    };
    view.render_slots("divi/", "document", &slots)
}

/// The content of `#page-container`: the theme's parts, or a Theme Builder template's layouts.
fn body(page: &mut Page) -> String {
    let view = page.view.clone();
    let has_back_to_top = DiviOptions::of(&view).is_on("divi_back_to_top", false);
    let is_layout = |area| theme_builder::overrides(&view, area);
    if is_blank_template(&view) && !is_layout(Area::Body) {
        let main = markup(main(page));
        let values = context! { main => main, has_back_to_top => has_back_to_top };
        return view.render("divi/blank.html", values);
    }
    let parts = [
        (Area::Header, header as fn(&mut Page) -> String),
        (Area::Body, main),
        (Area::Footer, footer),
    ];
    let parts = parts.map(|(area, own)| {
        if is_layout(area) {
            theme_builder::draw(page, area)
        } else {
            own(page)
        }
    });
    if Area::ALL.into_iter().any(is_layout) {
        return theme_builder::assemble(&view, parts);
    }
    let [header, main, footer] = parts;
    let slots = slots! { has_back_to_top, header, main, footer };
    view.render_slots("divi/", "main_area", &slots)
}

/// The template for the main query.
fn main(page: &mut Page) -> String {
    let view = page.view.clone();
    let is = &view.query.is;
    if is.is_404 {
        return not_found(page);
    }
    let own = view.theme.main_content.iter();
    if let Some(content) = own.into_iter().find_map(|print| print(page)) {
        let sidebar = markup(sidebar(page));
        let values = context! { entries => markup(content), sidebar => sidebar };
        return view.render("divi/index.html", values);
    }
    let single = view.query.queried_post().filter(|_| is.is_singular);
    match single {
        Some(post) if is.is_page => self::page(page, post),
        Some(post) if post.post_type == "project" => project(page, post),
        Some(post) => self::single(page, post),
        None => index(page),
    }
}

/// The content of the current post, or its password form.
fn content(page: &mut Page, post: &Post) -> String {
    let view = page.view.clone();
    if view.post_password_required(post) {
        return password_form(&view, post);
    }
    let text = get_the_content(&view, post);
    let text = if view.query.is.is_single {
        PostFormatBox::of(&post_format(&view, post)).rest_of(&view, text)
    } else {
        text
    };
    let outer = page.content_post.replace(post.id);
    let loading = page.media().loading;
    let place = std::mem::replace(&mut loading.position, LoopPosition::InMainLoop);
    let content = the_content(page, &text);
    let content = image_tags_again(page, content);
    page.media().loading.position = place;
    page.content_post = outer;
    content
}

/// The theme processes the images of a content twice, and the counter continues: with three or more images, all after
/// the first are lazy-loaded (recordings pagination/portfolio-2 and, with two, pagination/blog-2).
fn image_tags_again(page: &mut Page, content: String) -> String {
    let parts = page.media();
    let media = Media {
        sizes: parts.media.sizes,
        filters: &[],
    };
    match wp_filter_content_tags(&content, "the_content", &media, |_| None, parts.loading) {
        Cow::Owned(marked) => marked,
        Cow::Borrowed(_) => content,
    }
}

fn comments(page: &mut Page, post: &Arc<Post>, option: &str, default: bool) -> String {
    let view = page.view.clone();
    let is_wanted = DiviOptions::of(&view).is_on(option, default);
    if is_wanted && (view.comments_open(post) || view.comments_number(post) > 0) {
        comments_template(page, post)
    } else {
        String::new()
    }
}

fn image(page: &mut Page, post: &Post, size: (i64, i64)) -> String {
    let view = page.view.clone();
    if view.post_password_required(post) {
        return String::new();
    }
    post_thumbnail(&view, post)
        .map(|image| print_thumbnail(page, image, size, &image.alt))
        .unwrap_or_default()
}

fn page(page: &mut Page, post: &Arc<Post>) -> String {
    let view = page.view.clone();
    let is_builder = is_pagebuilder_used(&view, post);
    let options = DiviOptions::of(&view);
    let title = the_title(page, post);
    let thumbnail = if options.is_on("divi_page_thumbnails", false) {
        image(page, post, POST_MAIN_IMAGE)
    } else {
        String::new()
    };
    let content = content(page, post);
    let comments = if is_builder {
        String::new()
    } else {
        comments(page, post, "divi_show_pagescomments", false)
    };
    let sidebar = if is_builder {
        String::new()
    } else {
        sidebar(page)
    };
    let slots = slots! {
        id => post.id.0.to_string(),
        post_class => post_class(&view, post, &[]),
        has_sidebar => !is_builder,
        title,
        thumbnail,
        page_links => if is_builder { String::new() } else { page_links(&view, post, pages(post).len()) },
        comments,
        sidebar,
        content,
    };
    view.render_slots("divi/", "page", &slots)
}

/// Custom code of the theme options around the content, if enabled.
fn integration(view: &View, place: &str) -> String {
    let options = DiviOptions::of(view);
    let switch = format!("divi_integrate_{}_enable", place.replace('_', ""));
    if options.is_on(&switch, true) {
        options
            .text(&format!("divi_integration_{place}"))
            .into_owned()
    } else {
        String::new()
    }
}

fn single(page: &mut Page, post: &Arc<Post>) -> String {
    let view = page.view.clone();
    let options = DiviOptions::of(&view);
    let is_builder = is_pagebuilder_used(&view, post);
    let is_hidden = view.post_password_required(post);
    let shows_title =
        !is_builder || view.objects.post_meta(post.id).text("_et_pb_show_title") != "off";
    let format = PostFormatBox::of(&post_format(&view, post));
    let title = the_title(page, post);
    let formatted = if is_hidden {
        Formatted::default()
    } else {
        format.single(page, post)
    };
    let media = match formatted.media {
        Some(media) => media,
        None if options.is_on("divi_thumbnails", true) => image(page, post, POST_MAIN_IMAGE),
        None => String::new(),
    };
    let meta = if is_hidden {
        String::new()
    } else {
        post_meta(&view, post)
    };
    let content = content(page, post);
    let comments = comments(page, post, "divi_show_postcomments", true);
    let slots = slots! {
        id => post.id.0.to_string(),
        before_content => integration(&view, "single_top"),
        post_class => post_class(&view, post, &["et_pb_post"]),
        has_title => shows_title,
        title,
        post_meta => meta,
        media => media + &formatted.below,
        page_links => page_links(&view, post, pages(post).len()),
        after_content => advertisement(&view) + &integration(&view, "single_bottom"),
        comments,
        sidebar => sidebar(page),
        content,
    };
    view.render_slots("divi/", "single", &slots)
}

/// The box for an advertisement below posts.
fn advertisement(view: &View) -> String {
    let options = DiviOptions::of(view);
    if !options.is_on("divi_468_enable", false) {
        return String::new();
    }
    let own = options.text("divi_468_adsense");
    let inside = if own.is_empty() {
        format!(
            "<a href=\"{}\"><img src=\"{}\" alt=\"468\" class=\"foursixeight\" /></a>",
            url(&options.text("divi_468_url")),
            url(&options.text("divi_468_image"))
        )
    } else {
        own.into_owned()
    };
    format!("<div class=\"et-single-post-ad\">{inside}</div>")
}

fn project(page: &mut Page, post: &Arc<Post>) -> String {
    let view = page.view.clone();
    let is_builder = is_pagebuilder_used(&view, post);
    let layout = page_layout(&view, post);
    let is_full_width = matches!(layout.as_ref(), "et_full_width_page" | "et_no_sidebar");
    let title = the_title(page, post);
    let content = content(page, post);
    let has_comments = !is_builder && view.comments_open(post);
    let comments = if has_comments {
        comments(page, post, "divi_show_postcomments", true)
    } else {
        String::new()
    };
    let sidebar = if is_builder {
        String::new()
    } else {
        sidebar(page)
    };
    let has_navigation =
        !is_builder || view.objects.post_meta(post.id).text("_et_pb_project_nav") == "on";
    let previous = view.adjacent.previous.as_ref().map(|p| neighbour(page, p));
    let next = view.adjacent.next.as_ref().map(|p| neighbour(page, p));
    let values = context! {
        id => post.id.0,
        post_class => markup(post_class(&view, post, &[])),
        is_builder => is_builder,
        is_full_width => is_full_width,
        title => markup(title),
        categories => markup(term_links(&view, post, "project_category", ", ")),
        thumbnail => markup(image(page, post, PROJECT_IMAGE)),
        page_links => markup(if is_builder { String::new() } else { page_links(&view, post, pages(post).len()) }),
        project_meta => markup(if is_builder { String::new() } else { project_meta(&view, post) }),
        has_navigation => has_navigation,
        previous => previous,
        next => next,
        comments => markup(comments),
        sidebar => markup(sidebar),
        content => markup(content),
    };
    view.render("divi/project.html", values)
}

fn neighbour(page: &mut Page, post: &Post) -> minijinja::Value {
    let href = url(&page.view.links().get_permalink(post));
    let title = the_title(page, post);
    context! { url => markup(href), title => markup(title) }
}

fn project_meta(view: &View, post: &Post) -> String {
    let format = view.site.options.text("date_format");
    let values = context! {
        tags => markup(term_links(view, post, "project_tag", ", ")),
        skills_label => view.theme_text("Skills"),
        posted_label => view.theme_text("Posted on"),
        date => view.mysql2date(&format, &post.date),
    };
    view.render("divi/project_meta.html", values)
}

fn not_found(page: &mut Page) -> String {
    let view = page.view.clone();
    // A query with only the variable `error` still finds the newest posts.
    let classes = view.query.posts.first().map_or_else(
        || "et_pb_post not_found".to_owned(),
        |post| post_class(&view, post, &["et_pb_post", "not_found"]),
    );
    let values = context! {
        no_results => markup(no_results(&view)),
        post_class => markup(classes),
    };
    let entries = view.render("divi/not_found.html", values);
    let sidebar = markup(sidebar(page));
    let values = context! { entries => markup(entries), sidebar => sidebar };
    view.render("divi/index.html", values)
}
