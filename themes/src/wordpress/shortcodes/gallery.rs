//! `[gallery]`: images in columns (`gallery_shortcode`).

use std::collections::HashSet;

use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::formatting::sanitize::{sanitize_html_class, sanitize_key};
use compat::wordpress::formatting::texturize::wptexturize;
use compat::wordpress::media::{
    Attachment, ImageSize, Media, gallery_ids, wp_get_attachment_image,
};
use compat::wordpress::php::cast::string_to_int;
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::shortcode::Atts;

use crate::wordpress::head::url;
use crate::wordpress::view::{Page, View};

/// The attachments of a gallery, in order.
pub fn attachments<'a>(view: &'a View, atts: &Atts, post: Option<PostId>) -> Vec<&'a Attachment> {
    if let Some(ids) = gallery_ids(atts) {
        let mut seen = HashSet::new();
        return ids
            .filter(|id| seen.insert(*id))
            .filter_map(|id| view.gallery_image(id))
            .filter(|image| image.is_image())
            .collect();
    }
    let parent = match atts.get("id").map(|id| string_to_int(id.as_bytes())) {
        Some(id) => Some(PostId(id)),
        None => post,
    };
    let excluded: Vec<i64> = atts
        .get("exclude")
        .unwrap_or_default()
        .split(',')
        .filter_map(|id| id.trim().parse().ok())
        .collect();
    let row = |image: &Attachment| view.objects.post(PostId(image.id));
    let mut children: Vec<&Attachment> = view
        .attachments
        .values()
        .filter(|image| image.is_image() && !excluded.contains(&image.id))
        .filter(|image| {
            row(image).is_some_and(|r| Some(r.parent) == parent && r.status == "inherit")
        })
        .collect();
    children.sort_by_key(|image| (row(image).map_or(0, |r| r.menu_order), image.id));
    children
}

/// The post whose content is rendered, else the queried one.
fn current_post(page: &Page) -> Option<PostId> {
    let single = || page.view.query.queried_post().map(|post| post.id);
    page.content_post.or_else(single)
}

/// Renders a gallery; empty without images.
pub fn gallery_shortcode(atts: &Atts, page: &mut Page) -> String {
    let view = page.view.clone();
    let post = current_post(page);
    let images = attachments(&view, atts, post);
    if images.is_empty() {
        return String::new();
    }
    let size = atts.get("size").unwrap_or("thumbnail");
    let wanted = ImageSize::Named(size.to_owned());
    if view.query.is.is_feed {
        let link = atts.get("link").unwrap_or_default();
        let print = |image| format!("{}\n", picture(page, image, &wanted, link, None));
        let pictures: String = images.into_iter().map(print).collect();
        return format!("\n{pictures}");
    }
    page.galleries += 1;
    let gallery = Gallery {
        selector: format!("gallery-{}", page.galleries),
        columns: atts
            .get("columns")
            .map_or(3, |number| string_to_int(number.as_bytes())),
        size: wanted,
        link: atts.get("link").unwrap_or_default(),
        tags: [("itemtag", "dl"), ("icontag", "dt"), ("captiontag", "dd")]
            .map(|(name, default)| tag(atts, name, default)),
    };
    let id = atts.get("id").map(|id| string_to_int(id.as_bytes()));
    let id = id.unwrap_or_else(|| post.map_or(0, |post| post.0));
    let class = sanitize_html_class(size, "");
    let (selector, columns) = (&gallery.selector, gallery.columns);
    let mut out = gallery.style(view.locale.wp_locale().is_rtl);
    out.push_str(&format!(
        "<div id='{selector}' class='gallery galleryid-{id} gallery-columns-{columns} gallery-size-{class}'>"
    ));
    let count = i64::try_from(images.len()).unwrap_or(i64::MAX);
    for (image, number) in images.into_iter().zip(1_i64..) {
        out.push_str(&gallery.item(page, image));
        if columns > 0 && number % columns == 0 {
            out.push_str("<br style=\"clear: both\" />");
        }
    }
    if columns > 0 && count % columns != 0 {
        out.push_str("\n\t\t\t<br style='clear: both' />");
    }
    out + "\n\t\t</div>\n"
}

/// The element name in an attribute, if it is allowed in posts.
fn tag(atts: &Atts, name: &str, default: &'static str) -> String {
    const ALLOWED: [&str; 16] = [
        "article",
        "aside",
        "blockquote",
        "dd",
        "div",
        "dl",
        "dt",
        "figcaption",
        "figure",
        "h2",
        "h3",
        "h4",
        "li",
        "p",
        "section",
        "span",
    ];
    let chosen = sanitize_key(atts.get(name).unwrap_or(default)).into_owned();
    if ALLOWED.contains(&chosen.as_str()) {
        chosen
    } else {
        default.to_owned()
    }
}

struct Gallery<'a> {
    selector: String,
    columns: i64,
    size: ImageSize,
    link: &'a str,
    /// The element names of item, icon and caption.
    tags: [String; 3],
}

impl Gallery<'_> {
    fn style(&self, is_rtl: bool) -> String {
        let selector = &self.selector;
        let float = if is_rtl { "right" } else { "left" };
        let width = if self.columns > 0 {
            100 / self.columns
        } else {
            100
        };
        format!(
            "\n\t\t<style type=\"text/css\">\n\t\t\t#{selector} {{\n\t\t\t\tmargin: auto;\n\t\t\t}}\n\
             \t\t\t#{selector} .gallery-item {{\n\t\t\t\tfloat: {float};\n\t\t\t\tmargin-top: 10px;\n\
             \t\t\t\ttext-align: center;\n\t\t\t\twidth: {width}%;\n\t\t\t}}\n\t\t\t#{selector} img {{\n\
             \t\t\t\tborder: 2px solid #cfcfcf;\n\t\t\t}}\n\t\t\t#{selector} .gallery-caption {{\n\
             \t\t\t\tmargin-left: 0;\n\t\t\t}}\n\t\t\t/* see gallery_shortcode() in wp-includes/media.php */\n\
             \t\t</style>\n\t\t"
        )
    }

    fn item(&self, page: &mut Page, image: &Attachment) -> String {
        let view = page.view.clone();
        let words = view
            .objects
            .post(PostId(image.id))
            .map_or("", |row| row.excerpt.as_str());
        let has_words = !words.trim().is_empty();
        let id = format!("{}-{}", self.selector, image.id);
        let described = has_words.then_some(id.as_str());
        let picture = picture(page, image, &self.size, self.link, described);
        let orientation = match &image.metadata {
            Some(meta) if meta.height > meta.width => "portrait",
            Some(_) => "landscape",
            None => "",
        };
        let [item, icon, caption] = &self.tags;
        let mut out = format!(
            "<{item} class='gallery-item'>\n\t\t\t<{icon} class='gallery-icon {orientation}'>\n\t\t\t\t{picture}\n\t\t\t</{icon}>"
        );
        if has_words {
            let words = wptexturize(words, &view.content_settings.texturize, &|_| false);
            out.push_str(&format!(
                "\n\t\t\t\t<{caption} class='wp-caption-text gallery-caption' id='{id}'>\n\t\t\t\t{words}\n\t\t\t\t</{caption}>"
            ));
        }
        out + &format!("</{item}>")
    }
}

/// The image, linked unless `link="none"` (`wp_get_attachment_link`).
fn picture(
    page: &mut Page,
    image: &Attachment,
    size: &ImageSize,
    link: &str,
    described: Option<&str>,
) -> String {
    use compat::wordpress::content::ContentContext;
    let view = page.view.clone();
    let attr: Vec<(&str, Option<&str>)> = described
        .map(|id| ("aria-describedby", Some(id)))
        .into_iter()
        .collect();
    let media = page.media();
    let all = Media {
        sizes: &view.image_sizes,
        filters: &view.theme.image_filters,
    };
    let context = "wp_get_attachment_image";
    let tag = wp_get_attachment_image(&all, image, size, &attr, context, media.loading);
    let row: Option<&Post> = view.objects.post(PostId(image.id)).map(AsRef::as_ref);
    let href = match (link, row) {
        ("none", _) => return tag,
        ("file", _) | (_, None) => image.url(),
        (_, Some(row)) => view.links().get_attachment_link(row),
    };
    let text = if tag.is_empty() {
        esc_html(&image.title).into_owned()
    } else {
        tag
    };
    format!("<a href='{}'>{text}</a>", url(&href))
}
