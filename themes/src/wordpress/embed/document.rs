//! The embedded document.

use compat::wordpress::content::ContentContext;
use compat::wordpress::formatting::escape::{esc_html, esc_textarea};
use compat::wordpress::media::{Attachment, ImageSize, wp_get_attachment_image};
use compat::wordpress::php::hash::{crc32, md5};
use compat::wordpress::post::Post;
use minijinja::{Value, context};

use super::super::body_class::body_class;
use super::super::content::the_title;
use super::super::document_title::document_title;
use super::super::feed::the_content_feed::excerpt_with_more;
use super::super::head::{language_attributes, url};
use super::super::number::count_i18n;
use super::super::post_class::post_class;
use super::super::site_icon::site_icon_url;
use super::super::thumbnail::post_thumbnail;
use super::super::view::{Page, View};
use super::{EmbedFrame, get_post_embed_html};

/// The input besides the view.
#[derive(Debug, Clone, Copy, Default)]
pub struct Embed {
    /// The number of comments as counted by the theme.
    pub comments_number: i64,
}

/// The document; empty without a post.
pub fn render(page: &mut Page, embed: &Embed) -> String {
    let view = page.view.clone();
    let Some(post) = view.query.posts.first() else {
        return String::new();
    };
    let values = values(page, embed, post);
    view.render("wordpress/embed/document.html", values)
}

fn ready(text: impl Into<String>) -> Value {
    Value::from_safe_string(text.into())
}

fn values(page: &mut Page, embed: &Embed, post: &Post) -> Value {
    let view = page.view.clone();
    let permalink = view.links().get_permalink(post);
    let (image, is_wide) = featured_image(page, post);
    let logo = || format!("{}/wp-includes/images/w-logo-blue.png", view.site.siteurl());
    let icon = |size| ready(url(&site_icon_url(&view, size).unwrap_or_else(logo)));
    // A document has one dialog, so the suffix only has to be stable for the document.
    let suffix = format!("{}-{}", post.id, crc32(permalink.as_bytes()));
    let secret: String = md5(suffix.as_bytes()).chars().take(10).collect();
    let script = view.render("wordpress/embed/host_script.html", context! {});
    let frame = EmbedFrame {
        width: 600,
        height: 400,
        secret: &secret,
        script: &script,
    };
    let code = get_post_embed_html(page, post, &frame);
    let heading = the_title(page, post);
    context! {
        language_attributes => ready(language_attributes(&view)),
        title => ready(document_title(&view)),
        robots => robots(&view),
        link => ready(url(&permalink)),
        body_class => ready(body_class(&view)),
        post_class => post_class(&view, post, &["wp-embed"]),
        image => image.map(ready),
        is_wide,
        excerpt => ready(the_excerpt_embed(page, post, &heading)),
        heading => ready(heading),
        home => ready(url(&view.site.home())),
        icon => icon(32),
        icon_2x => icon(64),
        site_name => ready(esc_html(&view.site.options.text("blogname"))),
        comments => comments(&view, embed, post).map(ready),
        comments_link => ready(url(&comments_link(&permalink, embed))),
        code => ready(esc_textarea(&code)),
        texts => texts(&view),
        suffix,
    }
}

fn texts(view: &View) -> Value {
    context! {
        open => view.text("Open sharing dialog"),
        close => view.text("Close sharing dialog"),
        options => view.text("Sharing options"),
        wordpress => view.text("WordPress Embed"),
        html => view.text("HTML Embed"),
        url_label => view.text("URL"),
        url_hint => view.text("Copy and paste this URL into your WordPress site to embed"),
        html_label => view.text("HTML"),
        html_hint => view.text("Copy and paste this code into your site to embed"),
    }
}

fn robots(view: &View) -> &'static str {
    if view.site.options.is_on("blog_public") {
        "noindex, follow, max-image-preview:large"
    } else {
        "noindex, nofollow"
    }
}

fn comments_link(permalink: &str, embed: &Embed) -> String {
    if embed.comments_number > 0 {
        format!("{permalink}#comments")
    } else {
        format!("{permalink}#respond")
    }
}

/// The number of comments as text, if there are any or comments are open.
fn comments(view: &View, embed: &Embed, post: &Post) -> Option<String> {
    let number = embed.comments_number;
    if number == 0 && !view.comments_open(post) {
        return None;
    }
    let pattern = view.locale.ngettext(
        "%s <span class=\"screen-reader-text\">Comment</span>",
        "%s <span class=\"screen-reader-text\">Comments</span>",
        number.unsigned_abs(),
    );
    Some(pattern.replace("%s", &count_i18n(view, number)))
}

/// `the_excerpt_embed`: the beginning of the post, with a link to the rest.
fn the_excerpt_embed(page: &mut Page, post: &Post, title: &str) -> String {
    let view = page.view.clone();
    let link = url(&view.links().get_permalink(post));
    let title = format!("<span class=\"screen-reader-text\">{title}</span>");
    let more = format!(
        " &hellip; <a href=\"{link}\" class=\"wp-embed-more\" target=\"_top\">{}</a>",
        view.text("Continue reading %s").replace("%s", &title)
    );
    let excerpt = excerpt_with_more(page, post, &more);
    let theme = view.theme.clone();
    theme.the_excerpt.apply(&excerpt, page).into_owned()
}

/// The featured image in the size with the largest aspect ratio, and whether it is wide enough for the top position.
fn featured_image(page: &mut Page, post: &Post) -> (Option<String>, bool) {
    let view = page.view.clone();
    let own = view
        .attachments
        .get(&post.id.0)
        .filter(|a| post.post_type == "attachment" && a.is_image());
    let Some(attachment) = own.or_else(|| post_thumbnail(&view, post)) else {
        return (None, false);
    };
    let (size, (width, height)) = widest(attachment);
    let context = "wp_get_attachment_image";
    let media = page.media();
    let tag = wp_get_attachment_image(&media.media, attachment, &size, &[], context, media.loading);
    let is_wide = width.saturating_mul(100) >= height.saturating_mul(175);
    (Some(tag).filter(|t| !t.is_empty()), is_wide)
}

fn widest(attachment: &Attachment) -> (ImageSize, (i64, i64)) {
    let mut best = (ImageSize::Named("full".to_owned()), (1_i64, 1_i64));
    let sizes = attachment.metadata.iter().flat_map(|m| m.sizes.iter());
    for (name, size) in sizes.filter(|(_, s)| s.height > 0) {
        let (width, height) = best.1;
        if size.width.saturating_mul(height) > width.saturating_mul(size.height) {
            best = (ImageSize::Named(name.clone()), (size.width, size.height));
        }
    }
    best
}
