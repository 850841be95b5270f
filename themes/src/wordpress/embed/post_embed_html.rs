//! `get_post_embed_html`: the HTML for another site's page.

use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::post::Post;

use super::super::content::the_title;
use super::super::head::url;
use super::super::view::Page;

/// The size of the `iframe` and the secret of its messages.
#[derive(Debug, Clone)]
pub struct EmbedFrame<'a> {
    /// Width in pixels.
    pub width: i64,
    /// Height in pixels.
    pub height: i64,
    /// Ten letters and digits.
    pub secret: &'a str,
    /// The script that resizes the `iframe`; empty for none.
    pub script: &'a str,
}

/// A `blockquote` that links the post, the `iframe`, and the script.
pub fn get_post_embed_html(page: &mut Page, post: &Post, frame: &EmbedFrame<'_>) -> String {
    let view = page.view.clone();
    let title = the_title(page, post);
    let links = view.links();
    let (link, secret) = (url(&links.get_permalink(post)), esc_attr(frame.secret));
    let address = url(&format!(
        "{}#?secret={secret}",
        links.get_post_embed_url(post)
    ));
    let label = view
        .text("&#8220;%1$s&#8221; &#8212; %2$s")
        .replace("%1$s", &title)
        .replace("%2$s", &view.site.options.text("blogname"));
    let script = match frame.script {
        "" => String::new(),
        script => format!(
            "<script type=\"text/javascript\">\n/* <![CDATA[ */\n{script}/* ]]> */\n</script>\n"
        ),
    };
    format!(
        "<blockquote class=\"wp-embedded-content\" data-secret=\"{secret}\"><a href=\"{link}\">{title}</a></blockquote>\
         <iframe sandbox=\"allow-scripts\" security=\"restricted\" src=\"{address}\" width=\"{}\" height=\"{}\" \
         title=\"{}\" data-secret=\"{secret}\" frameborder=\"0\" marginwidth=\"0\" marginheight=\"0\" \
         scrolling=\"no\" class=\"wp-embedded-content\"></iframe>{script}",
        frame.width,
        frame.height,
        esc_attr(&label),
    )
}
