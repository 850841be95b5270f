//! Excerpts of posts.

use compat::wordpress::post::Post;
use themes::wordpress::excerpt::trimmed_content;
use themes::wordpress::view::Page;

/// `the_excerpt` over `get_the_excerpt`: the stored one, else the first words of the content's first page, up to
/// `<!--more-->`.
pub fn the_excerpt(page: &mut Page, post: &Post) -> String {
    let theme = page.view.theme.clone();
    let excerpt = if post.excerpt.trim().is_empty() {
        let pages = compat::wordpress::content::generate_postdata_pages(&post.content);
        let text = pages.into_iter().next().unwrap_or_default();
        let teaser = text.split_once("<!--more");
        let teaser = teaser.map_or(&*text, |(before, _)| before);
        trimmed_content(page, post, teaser, " [&hellip;]")
    } else {
        post.excerpt.clone()
    };
    theme.the_excerpt.apply(&excerpt, page).into_owned()
}
