//! The block `core/latest-posts`: posts as a list or grid, with what is asked for of their pictures, authors, dates and
//! texts.
//!
//! Contract "wordpress-rest", section 14; recording owner/block-renderer.

use compat::wordpress::block_rows::BlockRows;
use compat::wordpress::blocks::{Block, BlockCall};
use compat::wordpress::content::ContentContext;
use compat::wordpress::db::tag::SitePart;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::kses::wp_kses_post;
use compat::wordpress::latest_posts_query::LatestPostsQuery;
use compat::wordpress::media::{ImageSize, Media, wp_get_attachment_image};
use compat::wordpress::php::html::html_entity_decode;
use compat::wordpress::post::Post;
use serde_json::Value as Json;

use super::block::{is_on, text, wrapper_class};
use super::settings::href;
use crate::wordpress::content;
use crate::wordpress::excerpt::{excerpt_text, first_of};
use crate::wordpress::feed::the_content_feed::get_the_content;
use crate::wordpress::thumbnail::post_thumbnail;
use crate::wordpress::view::Page;

/// The block. Its posts are loaded with the page; of a block widget that shows links alone, with the site.
pub(super) fn block(call: &BlockCall<'_, Page>, page: &mut Page) -> String {
    let view = page.view.clone();
    let block = call.block;
    let lists = &view.page_data.get::<BlockRows>().latest;
    let posts: Vec<&Post> = match lists.get(&LatestPostsQuery::of(block)) {
        Some(posts) => posts.iter().map(AsRef::as_ref).collect(),
        // In a block widget.
        None => {
            view.shows(SitePart::RecentPosts);
            let number = LatestPostsQuery::newest_links(block).unwrap_or(0);
            let newest = view.widget_rows.recent_posts.iter();
            newest.take(usize::try_from(number).unwrap_or(0)).collect()
        }
    };
    let items = posts.into_iter().map(|post| item(block, page, post));
    let items: String = items.collect();
    let class = wrapper_class(block, &[&list_class(block)], "wp-block-latest-posts");
    format!("<ul class=\"{class}\">{items}</ul>")
}

fn list_class(block: &Block<'_>) -> String {
    let mut class = "wp-block-latest-posts__list".to_owned();
    if text(block, "postLayout") == Some("grid") {
        let columns = block.attr("columns").and_then(Json::as_u64).unwrap_or(3);
        class.push_str(&format!(" is-grid columns-{columns}"));
    }
    for (name, word) in [
        ("displayPostDate", "has-dates"),
        ("displayAuthor", "has-author"),
    ] {
        if is_on(block, name) {
            class.push(' ');
            class.push_str(word);
        }
    }
    let attributes = block.attrs.as_ref();
    let style = attributes.and_then(|attributes| attributes.get("style"));
    if style.is_some_and(|style| style.pointer("/elements/link/color/text").is_some()) {
        class.push_str(" has-link-color");
    }
    class
}

fn item(block: &Block<'_>, page: &mut Page, post: &Post) -> String {
    let view = page.view.clone();
    let title = match content::the_title(page, post) {
        title if title.is_empty() => view.text("(no title)"),
        title => title,
    };
    let link = href(&view.links().get_permalink(post));
    let mut out = "<li>".to_owned();
    if is_on(block, "displayFeaturedImage") {
        out.push_str(&featured_image(block, page, post, (&link, &title)));
    }
    out.push_str(&format!(
        "<a class=\"wp-block-latest-posts__post-title\" href=\"{link}\">{title}</a>"
    ));
    let author = view.objects.user(post.author);
    if let Some(author) =
        author.filter(|a| is_on(block, "displayAuthor") && !a.display_name.is_empty())
    {
        let byline = view.text("by %s").replacen("%s", &author.display_name, 1);
        out.push_str(&format!(
            "<div class=\"wp-block-latest-posts__post-author\">{byline}</div>"
        ));
    }
    if is_on(block, "displayPostDate") {
        let date = view.mysql2date(&view.site.options.text("date_format"), &post.date);
        let machine = view.mysql2date("c", &post.date);
        out.push_str(&format!(
            "<time datetime=\"{}\" class=\"wp-block-latest-posts__post-date\">{}</time>",
            esc_attr(&machine),
            esc_html(&date)
        ));
    }
    if is_on(block, "displayPostContent") {
        out.push_str(&post_content(block, page, post, (&link, &title)));
    }
    out.push_str("</li>\n");
    out
}

/// The featured image in its box; nothing for a post without one.
fn featured_image(
    block: &Block<'_>,
    page: &mut Page,
    post: &Post,
    (link, title): (&str, &str),
) -> String {
    let view = page.view.clone();
    let Some(picture) = post_thumbnail(&view, post) else {
        return String::new();
    };
    let size = ImageSize::from(text(block, "featuredImageSizeSlug").unwrap_or("thumbnail"));
    let name = size.class();
    let class = format!("attachment-{name} size-{name} wp-post-image");
    let limit = |attribute: &str, property: &str| {
        let pixels = block.attr(attribute).and_then(Json::as_f64)?;
        Some(format!("{property}:{pixels}px;"))
    };
    let limits = [
        limit("featuredImageSizeWidth", "max-width"),
        limit("featuredImageSizeHeight", "max-height"),
    ];
    let style: String = limits.into_iter().flatten().collect();
    let parts = page.media();
    let media = Media {
        sizes: parts.media.sizes,
        filters: parts.media.filters,
    };
    let mut image = wp_get_attachment_image(
        &media,
        picture,
        &size,
        &[("class", Some(&class)), ("style", Some(&style))],
        "the_post_thumbnail",
        parts.loading,
    );
    if is_on(block, "addLinkToFeaturedImage") {
        let title = esc_attr(title);
        image = format!("<a href=\"{link}\" aria-label=\"{title}\">{image}</a>");
    }
    let align = text(block, "featuredImageAlign").map(|align| format!(" align{align}"));
    format!(
        "<div class=\"wp-block-latest-posts__featured-image{}\">{image}</div>",
        esc_attr(&align.unwrap_or_default())
    )
}

/// The excerpt, or the whole text as stored.
fn post_content(block: &Block<'_>, page: &mut Page, post: &Post, link: (&str, &str)) -> String {
    let view = page.view.clone();
    let is_protected = view.post_password_required(post);
    let protected = || view.text("This content is password protected.");
    if text(block, "displayPostContentRadio") == Some("full_post") {
        let stored = html_entity_decode(post.content.as_bytes());
        let stored = String::from_utf8_lossy(&stored);
        let shown = if is_protected {
            protected()
        } else {
            stored.into_owned()
        };
        let shown = wp_kses_post(&shown);
        return format!("<div class=\"wp-block-latest-posts__post-full-content\">{shown}</div>");
    }
    let excerpt = if is_protected {
        protected()
    } else if post.excerpt.trim().is_empty() {
        trimmed(block, page, post, link)
    } else {
        post.excerpt.clone()
    };
    format!("<div class=\"wp-block-latest-posts__post-excerpt\">{excerpt}</div>")
}

/// The first words of a post, as many as the block asks for, with a link to the rest.
fn trimmed(block: &Block<'_>, page: &Page, post: &Post, (link, title): (&str, &str)) -> String {
    const MORE: &str = " [&hellip;]";
    let view = page.view.clone();
    let length = block
        .attr("excerptLength")
        .and_then(Json::as_i64)
        .unwrap_or(55);
    // A page of its own: what the excerpt counts does not count for the page.
    let mut page = Page::new(view.clone());
    page.content_post = Some(post.id);
    let stored = get_the_content(&view, post);
    let words = excerpt_text(&mut page, post, &stored);
    let words = first_of(&view, &words, length, MORE);
    let Some(words) = words.strip_suffix(MORE) else {
        return words;
    };
    let more = view.text(
        "… <a class=\"wp-block-latest-posts__read-more\" href=\"%1$s\" rel=\"noopener noreferrer\">Read more<span class=\"screen-reader-text\">: %2$s</span></a>",
    );
    let more = more
        .replacen("%1$s", link, 1)
        .replacen("%2$s", &esc_html(title), 1);
    format!("{words}{more}")
}
