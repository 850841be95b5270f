//! `index.php`: blog, archives, search results.
//!
//! Contract "divi-theme", section 5.

use std::sync::Arc;

use compat::wordpress::post::Post;
use minijinja::context;

use crate::markup::markup;
use crate::wordpress::content::{get_the_content, the_content, the_title};
use crate::wordpress::head::url;
use crate::wordpress::post_class::{post_class, post_format};
use crate::wordpress::thumbnail::post_thumbnail;
use crate::wordpress::view::{Page, View};

use super::archive_text::truncate_post;
use super::options::DiviOptions;
use super::pagination::pagination;
use super::post_format::{Formatted, PostFormatBox};
use super::post_meta::post_meta;
use super::post_settings::is_pagebuilder_used;
use super::sidebar::sidebar;
use super::thumbnail::{POST_MAIN_IMAGE, print_thumbnail};

/// The list with its pagination, or the "no results" text.
pub fn index(page: &mut Page) -> String {
    let view = page.view.clone();
    let mut entries: String = view
        .query
        .posts
        .iter()
        .map(|post| entry(page, post))
        .collect();
    if view.query.posts.is_empty() {
        entries = no_results(&view);
    } else {
        entries.push_str(&pagination(&view));
    }
    let sidebar = markup(sidebar(page));
    let values = context! { entries => markup(entries), sidebar => sidebar };
    view.render("divi/index.html", values)
}

/// The "no results" text.
pub fn no_results(view: &View) -> String {
    no_results_under(view, "h1")
}

/// [`no_results`] with another heading element, for modules.
pub fn no_results_under(view: &View, tag: &str) -> String {
    let text = "The page you requested could not be found. Try refining your search, or use the navigation above to locate the post.";
    let values = context! {
        tag => tag,
        title => view.theme_text("No Results Found"),
        text => view.theme_text(text),
    };
    view.render("divi/no_results.html", values)
}

fn entry(page: &mut Page, post: &Arc<Post>) -> String {
    let view = page.view.clone();
    let options = DiviOptions::of(&view);
    let format = PostFormatBox::of(&post_format(&view, post));
    let title = the_title(page, post);
    let Formatted { media, below } = format.archive(page, post);
    let thumbnail = match &media {
        None if options.is_on("divi_thumbnails_index", true) => post_thumbnail(&view, post)
            .filter(|_| !view.post_password_required(post))
            .map(|image| print_thumbnail(page, image, POST_MAIN_IMAGE, &title)),
        _ => None,
    };
    let stands_alone = format.stands_alone();
    let (meta, text) = if stands_alone {
        (String::new(), String::new())
    } else {
        (post_meta(&view, post), text(page, post))
    };
    let values = context! {
        id => post.id.0,
        post_class => markup(post_class(&view, post, &["et_pb_post"])),
        permalink => markup(url(&view.links().get_permalink(post))),
        thumbnail => thumbnail.map(markup),
        media => markup(media.unwrap_or_default() + &below),
        has_title => !stands_alone,
        title => markup(title),
        post_meta => markup(meta),
        text => markup(text),
    };
    view.render("divi/entry.html", values)
}

fn text(page: &mut Page, post: &Post) -> String {
    let view = page.view.clone();
    let shows_all = DiviOptions::of(&view).is_on("divi_blog_style", false);
    let is_found_builder_post = view.query.is.is_search && is_pagebuilder_used(&view, post);
    if !shows_all || is_found_builder_post {
        return truncate_post(page, post);
    }
    let text = get_the_content(&view, post);
    let format = PostFormatBox::of(&post_format(&view, post));
    let text = if format == PostFormatBox::Gallery {
        format.rest_of(&view, text)
    } else {
        text
    };
    let outer = page.content_post.replace(post.id);
    let content = the_content(page, &text);
    page.content_post = outer;
    content
}
