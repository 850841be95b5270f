//! Content and excerpt of a post in feeds and embeds, without the `<!--more-->` teaser.

use compat::wordpress::blocks::has_blocks;
use compat::wordpress::post::Post;

use super::super::content::pages;
use super::super::excerpt::trimmed_content;
use super::super::view::{Page, View};

/// `get_the_content_feed`: the first page of a post, filtered.
pub fn the_content_feed(page: &mut Page, post: &Post) -> String {
    let text = get_the_content(&page.view, post);
    // Filters ask which post it is: a page builder wraps its content.
    let outer = page.content_post.replace(post.id);
    let content = super::super::content::the_content(page, &text);
    page.content_post = outer;
    content
}

/// `get_the_content` of the first page, with the text after `<!--more-->`.
pub fn get_the_content(view: &View, post: &Post) -> String {
    if view.post_password_required(post) {
        return (view.theme.password_form)(view, post);
    }
    let first = pages(post).into_iter().next().unwrap_or_default();
    let Some((start, end)) = more_mark(&first) else {
        return first.into_owned();
    };
    let (teaser, rest) = (
        first.get(..start).unwrap_or_default(),
        first.get(end..).unwrap_or_default(),
    );
    let is_block = has_blocks(&first) && first.contains("<!-- wp:more");
    let clean = |text: &str| {
        if is_block {
            without_more_delimiters(text)
        } else {
            text.to_owned()
        }
    };
    let teaser = if post.content.contains("<!--noteaser-->") {
        String::new()
    } else {
        clean(teaser)
    };
    format!(
        "{teaser}<span id=\"more-{}\"></span>{}",
        post.id,
        clean(rest)
    )
}

/// Start and end of the first `<!--more …-->`.
fn more_mark(text: &str) -> Option<(usize, usize)> {
    const OPEN: &str = "<!--more";
    let start = text.find(OPEN)?;
    let rest = text.get(start + OPEN.len()..)?;
    let end = rest.find("-->")?;
    Some((start, start + OPEN.len() + end + "-->".len()))
}

/// The text without the comments `<!-- wp:more … -->` and `<!-- /wp:more -->`.
fn without_more_delimiters(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("<!-- ") {
        let (before, tail) = rest.split_at(at);
        out.push_str(before);
        let name = tail.get("<!-- ".len()..).unwrap_or_default();
        let is_more = name.trim_start_matches('/').starts_with("wp:more");
        if !is_more {
            out.push_str("<!-- ");
            rest = name;
            continue;
        }
        let Some(end) = tail.find("-->") else {
            return out + tail;
        };
        rest = tail.get(end + 3..).unwrap_or_default();
    }
    out + rest
}

/// `get_the_excerpt`: the stored excerpt, else the trimmed content.
pub fn get_the_excerpt(page: &Page, post: &Post) -> String {
    excerpt_with_more(page, post, " [&hellip;]")
}

/// [`get_the_excerpt`] with another `excerpt_more`.
pub fn excerpt_with_more(page: &Page, post: &Post, more: &str) -> String {
    let view = page.view.clone();
    if view.post_password_required(post) {
        return view.text("There is no excerpt because this is a protected post.");
    }
    if !post.excerpt.trim().is_empty() {
        return post.excerpt.clone();
    }
    // A separate `Page`: counters of the excerpt's content must not affect the feed.
    let mut page = Page::new(view.clone());
    page.content_post = Some(post.id);
    let content = get_the_content(&view, post);
    trimmed_content(&mut page, post, &content, more)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_of_the_fold() {
        assert_eq!(more_mark("a<!--more-->b"), Some((1, 12)));
        assert_eq!(more_mark("a<!--more Sigue-->b"), Some((1, 18)));
        assert_eq!(more_mark("a<!--more b"), None);
    }

    #[test]
    fn delimiters_of_the_more_block_go() {
        let text = "<!-- wp:paragraph -->a<!-- wp:more {\"x\":1} --> b <!-- /wp:more -->c";
        assert_eq!(without_more_delimiters(text), "<!-- wp:paragraph -->a b c");
    }
}
