//! The document's title (`wp_get_document_title`).
//!
//! Contract "wordpress-core", section 7 (title parts).

use compat::wordpress::formatting::capital_p_dangit::capital_p_dangit_title;
use compat::wordpress::formatting::convert_chars::convert_chars;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::formatting::strip_all_tags::wp_strip_all_tags;
use compat::wordpress::formatting::texturize::wptexturize;
use compat::wordpress::query::QueriedObject;

use super::view::View;
use crate::hooks::TitleParts;

/// The printed title.
pub fn document_title(view: &View) -> String {
    let number = view.query.paged().max(view.query.page());
    let is_numbered = number > 1 && !view.query.is.is_404;
    let name = match view.query.is.is_front_page {
        true => "blogdescription",
        false => "blogname",
    };
    let mut parts = TitleParts {
        title: subject(view),
        page: match is_numbered {
            true => view.text("Page %s").replace("%s", &number.to_string()),
            false => String::new(),
        },
        site: view.site.options.text(name).into_owned(),
    };
    view.theme
        .hooks
        .apply_document_title_parts(view, &mut parts);
    let mut parts = vec![parts.title, parts.page, parts.site];
    parts.retain(|p| !p.is_empty());
    let title = parts.join(" - ");
    let title = wptexturize(&title, &view.content_settings.texturize, &|_| false);
    let title = esc_html(&convert_chars(&title)).into_owned();
    capital_p_dangit_title(&title)
}

/// The first part of the title: what the page shows.
pub(crate) fn subject(view: &View) -> String {
    let is = &view.query.is;
    if is.is_404 {
        return view.text("Page not found");
    }
    if is.is_search {
        let words = esc_attr(view.query.vars.text("s")).into_owned();
        return view
            .text("Search Results for &#8220;%s&#8221;")
            .replace("%s", &words);
    }
    if is.is_front_page {
        return view.site.options.text("blogname").into_owned();
    }
    match &view.query.queried_object {
        Some(QueriedObject::PostType(name)) => archive_title(view, name),
        Some(QueriedObject::Term(term)) => term.name.clone(),
        Some(QueriedObject::User(_)) => view
            .queried_author()
            .map(|u| u.display_name.clone())
            .unwrap_or_default(),
        Some(QueriedObject::Post(_)) => view
            .queried_post()
            .map(|p| plain_title(view, p))
            .unwrap_or_default(),
        None if is.is_date => date_title(view),
        None => String::new(),
    }
}

/// The title of a post type's archive (`post_type_archive_title`).
fn archive_title(view: &View, name: &str) -> String {
    let post_type = view.site.registry.post_types.get(name);
    let mut title = post_type.map_or_else(String::new, |t| view.label(t.text_domain, t.label));
    let hooks = &view.theme.hooks;
    hooks.apply_post_type_archive_title(view, name, &mut title);
    title
}

fn date_title(view: &View) -> String {
    let is = &view.query.is;
    let first = view
        .query
        .posts
        .first()
        .map(|p| p.date.clone())
        .unwrap_or_default();
    let format = if is.is_year {
        view.text_in_context("Y", "yearly archives date format")
    } else if is.is_month {
        view.text_in_context("F Y", "monthly archives date format")
    } else {
        view.site.options.text("date_format").into_owned()
    };
    super::content::mysql2date(view, &format, &first)
}

/// The title of a post for the document's title: without markup and without the prefix of protected posts.
pub fn plain_title(_view: &View, post: &compat::wordpress::post::Post) -> String {
    wp_strip_all_tags(&post.title, false)
}
