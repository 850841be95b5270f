//! The items of a post feed.

use compat::wordpress::db::unicode_ci;
use compat::wordpress::formatting::convert_chars::convert_chars;
use compat::wordpress::formatting::ent2ncr::ent2ncr;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::formatting::specialchars::{QuoteStyle, wp_specialchars};
use compat::wordpress::formatting::strip_all_tags::strip_tags;
use compat::wordpress::php::html::{Quotes, html_entity_decode_with};
use compat::wordpress::php::html_entities::Doctype;
use compat::wordpress::post::Post;
use minijinja::{Value, context};

use super::super::content::the_title;
use super::super::head::url;
use super::super::view::{Page, View};
use super::channel;
use super::feed_data::{Feed, FeedFormat};
use super::the_content_feed::{get_the_excerpt, the_content_feed};
use super::xml::{RFC_2822, W3C, cdata, gmt_date, ready};

/// The values of a feed of posts.
pub(super) fn values(page: &mut Page, feed: &Feed) -> Value {
    let view = page.view.clone();
    let channel = channel::values(page, feed);
    let posts = view.query.posts.iter();
    let items: Vec<Value> = posts.map(|post| item(page, feed, post)).collect();
    context! { channel, items }
}

fn item(page: &mut Page, feed: &Feed, post: &Post) -> Value {
    let format = feed.format;
    let view = page.view.clone();
    let links = view.links();
    let permalink = links.get_permalink(post);
    let (content, excerpt) = texts(page, format, post);
    let author = view.objects.user(post.author);
    let name = author.map_or("", |u| u.display_name.as_str());
    let comments_number = feed.comments_number(&view, post);
    let feed_name = if format == FeedFormat::Atom {
        "atom"
    } else {
        "rss2"
    };
    context! {
        title => ready(the_title_rss(page, post)),
        link => ready(url(&permalink)),
        talks => comments_number > 0 || view.comments_open(post),
        comments_link => ready(url(&feed.comments_link(&view, &permalink, post))),
        comments_feed => ready(url(&links.get_post_comments_feed_link(post, feed_name))),
        comments_number,
        creator => cdata(&ent2ncr(name)),
        name => ready(wp_specialchars(&ent2ncr(name), QuoteStyle::NoQuotes)),
        author_url => author.map(|u| u.url.as_str()).filter(|u| !u.is_empty()),
        date_rfc => gmt_date(RFC_2822, &post.date_gmt),
        date_w3c => gmt_date(W3C, &post.date_gmt),
        modified_w3c => gmt_date(W3C, &post.modified_gmt),
        categories => ready(the_category_rss(&view, format, post)),
        guid => ready(url(&post.guid)),
        excerpt => cdata(&excerpt),
        content => cdata(&content),
        enclosures => ready(enclosures(&view, format, post)),
    }
}

/// Content and excerpt, as needed by the feed type.
fn texts(page: &mut Page, format: FeedFormat, post: &Post) -> (String, String) {
    let excerpt = convert_chars(&ent2ncr(&get_the_excerpt(page, post)));
    let short = page.view.site.options.is_on("rss_use_excerpt") || format == FeedFormat::Rss;
    if short {
        return (String::new(), excerpt);
    }
    let content = the_content_feed(page, post);
    // Only RSS 2.0 uses the excerpt for an empty content.
    if content.is_empty() && format == FeedFormat::Rss2 {
        (excerpt.clone(), excerpt)
    } else {
        (content, excerpt)
    }
}

/// `the_title_rss`.
pub(super) fn the_title_rss(page: &mut Page, post: &Post) -> String {
    let title = ent2ncr(&the_title(page, post));
    esc_html(&strip_tags(&title)).into_owned()
}

/// `the_category_rss`: categories and tags, each name once.
fn the_category_rss(view: &View, format: FeedFormat, post: &Post) -> String {
    let related = view.objects.relationships(post.id).iter();
    let terms: Vec<_> = related.filter_map(|id| view.site.terms.get(*id)).collect();
    let mut names: Vec<&str> = Vec::new();
    for taxonomy in ["category", "post_tag"] {
        let mut of: Vec<_> = terms.iter().filter(|t| t.taxonomy == taxonomy).collect();
        of.sort_by(|a, b| unicode_ci::compare(&a.name, &b.name));
        for term in of {
            if !names.contains(&term.name.as_str()) {
                names.push(&term.name);
            }
        }
    }
    let home = esc_attr(&view.site.home()).into_owned();
    names
        .into_iter()
        .map(|name| match format {
            FeedFormat::Rdf => format!(
                "\t\t<dc:subject><![CDATA[{}]]></dc:subject>\n",
                cdata(&convert_chars(name))
            ),
            FeedFormat::Atom => {
                let name = esc_attr(name).into_owned();
                format!("<category scheme=\"{home}\" term=\"{name}\" />")
            }
            FeedFormat::Rss | FeedFormat::Rss2 => format!(
                "\t\t<category><![CDATA[{}]]></category>\n",
                cdata(&plain(&convert_chars(name)))
            ),
        })
        .collect()
}

fn plain(name: &str) -> String {
    let decoded = html_entity_decode_with(name.as_bytes(), Quotes::Double, Doctype::Html401);
    String::from_utf8_lossy(&decoded).into_owned()
}

/// `rss_enclosure`, `atom_enclosure`.
fn enclosures(view: &View, format: FeedFormat, post: &Post) -> String {
    if view.post_password_required(post) {
        return String::new();
    }
    let meta = view.objects.post_meta(post.id);
    let stored = meta.all("enclosure").map(String::from_utf8_lossy);
    stored.filter_map(|text| enclosure(&text, format)).collect()
}

/// Parses a stored enclosure: URL, length and type, one per line.
fn enclosure(stored: &str, format: FeedFormat) -> Option<String> {
    let mut lines = stored.split('\n').map(str::trim);
    let (address, length, kind) = (lines.next()?, lines.next()?, lines.next()?);
    let kind = kind.split([' ', '\t']).next().unwrap_or_default();
    let length = length.parse::<i64>().unwrap_or_default().unsigned_abs();
    let (address, kind) = (url(address), esc_attr(kind));
    Some(if format == FeedFormat::Atom {
        format!(
            "<link href=\"{address}\" rel=\"enclosure\" length=\"{length}\" type=\"{kind}\" />\n"
        )
    } else {
        format!("<enclosure url=\"{address}\" length=\"{length}\" type=\"{kind}\" />\n")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_post() {
        let stored = "https://casas.example/a.mp3\n 12 \naudio/mpeg mpga mp2 mp3\n";
        assert_eq!(
            enclosure(stored, FeedFormat::Rss2).as_deref(),
            Some(
                "<enclosure url=\"https://casas.example/a.mp3\" length=\"12\" type=\"audio/mpeg\" />\n"
            )
        );
        assert_eq!(
            enclosure("https://casas.example/a.mp3", FeedFormat::Rss2),
            None
        );
    }
}
