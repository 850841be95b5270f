//! Excerpts of posts.

use compat::wordpress::content::{close_cdata, generate_postdata_pages};
use compat::wordpress::post::Post;
use themes::wordpress::excerpt::{excerpt_text, first_words};
use themes::wordpress::view::Page;

/// Stands behind the first words when there are others.
const MORE: &str = " [&hellip;]";

/// `the_excerpt` over `get_the_excerpt`.
pub fn the_excerpt(page: &mut Page, post: &Post) -> String {
    the_excerpt_after(page, post, |_| String::new())
}

/// The same of a post whose text holds no shortcode, block or comment, when its content is rendered already: the excerpt
/// would be taken from the same text, which is not rendered a second time.
pub fn the_excerpt_of(page: &mut Page, post: &Post, rendered: &str) -> String {
    let hooks = &page.view.theme.hooks;
    let has_own = hooks
        .apply_excerpt_text(&page.view, post, &post.content)
        .is_some();
    if has_own || !post.excerpt.trim().is_empty() {
        return the_excerpt(page, post);
    }
    let theme = page.view.theme.clone();
    let excerpt = first_words(&page.view, &close_cdata(rendered), MORE);
    theme.the_excerpt.apply(&excerpt, page).into_owned()
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
    first_words(&page.view, &text, MORE)
}
