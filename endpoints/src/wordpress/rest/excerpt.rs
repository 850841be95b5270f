//! Excerpts of posts.

use compat::wordpress::content::generate_postdata_pages;
use compat::wordpress::post::Post;
use themes::wordpress::excerpt::{excerpt_text, first_words};
use themes::wordpress::view::Page;

/// `the_excerpt` over `get_the_excerpt`.
pub fn the_excerpt(page: &mut Page, post: &Post) -> String {
    let theme = page.view.theme.clone();
    let excerpt = if post.excerpt.trim().is_empty() {
        trimmed_content(page, post)
    } else {
        post.excerpt.clone()
    };
    theme.the_excerpt.apply(&excerpt, page).into_owned()
}

/// `wp_trim_excerpt`: the first words of the content's first page, up to `<!--more-->`.
fn trimmed_content(page: &mut Page, post: &Post) -> String {
    let pages = generate_postdata_pages(&post.content);
    let text = pages.into_iter().next().unwrap_or_default();
    let teaser = text
        .split_once("<!--more")
        .map_or(&*text, |(before, _)| before);
    let text = excerpt_text(page, post, teaser);
    first_words(&page.view, &text, " [&hellip;]")
}
