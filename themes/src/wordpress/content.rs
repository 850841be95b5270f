//! Template tags of a post: content, title, dates, excerpt.
//!
//! Contract "wordpress-core", section 8.1.

use std::borrow::Cow;

use compat::wordpress::content::{close_cdata, generate_postdata_pages};
use compat::wordpress::post::Post;

use super::view::{Page, View};

/// A stored date in a PHP format, in the page's language.
pub fn mysql2date(view: &View, format: &str, date: &str) -> String {
    view.mysql2date(format, date)
}

/// The pages of a post, split at `<!--nextpage-->`.
pub fn pages(post: &Post) -> Vec<Cow<'_, str>> {
    generate_postdata_pages(&post.content)
}

/// `get_the_content` of the requested page of a single post: `<!--more-->` becomes an anchor.
pub fn get_the_content<'p>(view: &View, post: &'p Post) -> Cow<'p, str> {
    let mut pages = pages(post);
    let number = usize::try_from(view.query.page()).unwrap_or(1);
    let at = number.saturating_sub(1).min(pages.len().saturating_sub(1));
    let text = if at < pages.len() {
        pages.swap_remove(at)
    } else {
        Cow::default()
    };
    let Some(start) = memchr::memmem::find(text.as_bytes(), b"<!--more") else {
        return text;
    };
    let Some(end) = text[start..].find("-->").map(|at| start + at + 3) else {
        return text;
    };
    let teaser = if text.contains("<!--noteaser-->") && number <= 1 {
        ""
    } else {
        &text[..start]
    };
    let rest = text[end..].replace("<!--noteaser-->", "");
    Cow::Owned(format!(
        "{teaser}<span id=\"more-{}\"></span>{rest}",
        post.id
    ))
}

/// `the_content` of one page of a post, filtered; `text` is the page.
pub fn the_content(page: &mut Page, text: &str) -> String {
    let view = page.view.clone();
    let the_content = &view.theme.the_content;
    let filtered = the_content.apply(text, page);
    match close_cdata(&filtered) {
        Cow::Owned(closed) => closed,
        Cow::Borrowed(_) => filtered.into_owned(),
    }
}

/// `get_the_title`: filtered, with the prefix of protected and private posts.
pub fn the_title(page: &mut Page, post: &Post) -> String {
    let view = page.view.clone();
    let pattern = match (post.password.is_empty(), post.status.as_str()) {
        (false, _) => view.text("Protected: %s"),
        (true, "private") => view.text("Private: %s"),
        _ => "%s".to_owned(),
    };
    let own = view.theme.hooks.apply_the_title(&view, post.id);
    let title = pattern.replace("%s", own.as_deref().unwrap_or(&post.title));
    page.the_title(&title)
}
