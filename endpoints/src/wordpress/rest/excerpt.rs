//! Excerpts of posts.

use compat::wordpress::content::{close_cdata, generate_postdata_pages};
use compat::wordpress::post::Post;
use themes::wordpress::excerpt::{excerpt_text, first_words};
use themes::wordpress::view::Page;

/// `the_excerpt` over `get_the_excerpt`.
pub fn the_excerpt(page: &mut Page, post: &Post) -> String {
    the_excerpt_after(page, post, |_| String::new())
}

/// The same of a post whose content has something printed before it, such as the file of an attachment.
pub fn the_excerpt_after(
    page: &mut Page,
    post: &Post,
    prepended: impl FnOnce(&mut Page) -> String,
) -> String {
    let theme = page.view.theme.clone();
    let excerpt = if post.excerpt.trim().is_empty() {
        trimmed_content(page, post, prepended)
    } else {
        post.excerpt.clone()
    };
    theme.the_excerpt.apply(&excerpt, page).into_owned()
}

/// `wp_trim_excerpt`: the first words of the content's first page, up to `<!--more-->`.
fn trimmed_content(
    page: &mut Page,
    post: &Post,
    prepended: impl FnOnce(&mut Page) -> String,
) -> String {
    let pages = generate_postdata_pages(&post.content);
    let text = pages.into_iter().next().unwrap_or_default();
    let teaser = text
        .split_once("<!--more")
        .map_or(&*text, |(before, _)| before);
    let text = excerpt_text(page, post, teaser);
    let text = format!("{}\n{text}", close_cdata(&prepended(page)));
    first_words(&page.view, &text, " [&hellip;]")
}
