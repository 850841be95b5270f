//! The items of a comment feed.

use compat::wordpress::comment::Comment;
use compat::wordpress::formatting::ent2ncr::ent2ncr;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::formatting::specialchars::{QuoteStyle, wp_specialchars};
use minijinja::{Value, context};

use super::super::head::url;
use super::super::view::{Page, View};
use super::channel;
use super::feed_data::{Feed, FeedFormat};
use super::item::the_title_rss;
use super::xml::{RFC_2822, W3C, cdata, gmt_date, ready};

/// The values of a feed of comments.
pub(super) fn values(page: &mut Page, feed: &Feed) -> Value {
    let view = page.view.clone();
    let channel = channel::values(page, feed);
    let title = title(page, feed.format);
    let single = view
        .query
        .posts
        .first()
        .filter(|_| view.query.is.is_singular);
    let links = view.links();
    let permalink = single.map(|p| links.get_permalink(p)).unwrap_or_default();
    let home = view.site.home();
    let search = esc_attr(view.query.vars.text("s")).into_owned();
    let (alternate, own) = match single {
        Some(post) => (
            url(&feed.comments_link(&view, &permalink, post)),
            url(&links.get_post_comments_feed_link(post, "atom")),
        ),
        None if view.query.is.is_search => (
            format!("{home}?s={search}"),
            url(&links.get_search_feed_link(view.query.vars.text("s"), "atom")),
        ),
        None => (url(&home), url(&links.get_feed_link("comments_atom"))),
    };
    // WordPress prints the permalink here except for pages.
    let link = match single {
        Some(_) if view.query.is.is_single => url(&permalink),
        _ => channel::bloginfo_rss(&home),
    };
    let comments = feed.comments.comments.iter();
    let entries: Vec<Value> = comments.filter_map(|c| entry(page, feed, c)).collect();
    context! {
        channel,
        entries,
        title => ready(title),
        link => ready(link),
        alternate => ready(alternate),
        own => ready(own),
    }
}

fn title(page: &mut Page, format: FeedFormat) -> String {
    let view = page.view.clone();
    let is = &view.query.is;
    if is.is_singular {
        let pattern = match format {
            FeedFormat::Atom => "Comments on %s",
            _ => "Comments on: %s",
        };
        let post = view.query.posts.first();
        let title = post.map(|p| the_title_rss(page, p)).unwrap_or_default();
        return ent2ncr(&view.text(pattern)).replace("%s", &title);
    }
    if is.is_search {
        let search = esc_attr(view.query.vars.text("s")).into_owned();
        let name = channel::bloginfo_rss(&view.site.options.text("blogname"));
        let pattern = ent2ncr(&view.text("Comments for %1$s searching on %2$s"));
        return fill(&pattern, &name, &search);
    }
    ent2ncr(&view.text("Comments for %s")).replace("%s", &channel::wp_title_rss(&view))
}

/// Fills a pattern with two numbered placeholders.
fn fill(pattern: &str, first: &str, second: &str) -> String {
    let parts = pattern.split("%1$s");
    let parts: Vec<String> = parts.map(|p| p.replace("%2$s", second)).collect();
    parts.join(first)
}

fn entry(page: &mut Page, feed: &Feed, comment: &Comment) -> Option<Value> {
    let view = page.view.clone();
    let post = view.objects.post(comment.post_id)?.clone();
    let links = view.links();
    let link_of = |c: &Comment| url(&links.get_comment_link(&post, c.id.0, None));
    let guid_of = |c: &Comment| url(&format!("{}#comment-{}", post.guid, c.id.0));
    let author = ent2ncr(&author_of(&view, comment));
    let title = if view.query.is.is_singular {
        ent2ncr(&view.text("By: %s")).replace("%s", &author)
    } else {
        let pattern = ent2ncr(&view.text("Comment on %1$s by %2$s"));
        fill(&pattern, &the_title_rss(page, &post), &author)
    };
    let parent = feed.comments.parents.get(&comment.parent);
    let text = match parent {
        Some(parent) => in_reply_to(&view, &link_of(parent), &author_of(&view, parent)),
        None => String::new(),
    } + &comment.content;
    let hidden = view.post_password_required(&post);
    let (short, full) = if hidden {
        let notice = "Protected Comments: Please enter your password to view comments.";
        (
            ent2ncr(&view.text(notice)),
            (view.theme.password_form)(&view, &post),
        )
    } else {
        let theme = view.theme.clone();
        let full = theme.comment_text.apply(&text, page).into_owned();
        (esc_html(&ent2ncr(&text)).into_owned(), full)
    };
    let permalink = links.get_permalink(&post);
    Some(context! {
        title => ready(well_formed(&title)),
        link => ready(link_of(comment)),
        guid => ready(guid_of(comment)),
        creator => cdata(&author),
        author => ready(well_formed(&author)),
        author_url => Some(ready(url(&comment.author_url))).filter(|_| !comment.author_url.is_empty()),
        date_rfc => gmt_date(RFC_2822, &comment.date_gmt),
        date_w3c => gmt_date(W3C, &comment.date_gmt),
        hidden => hidden,
        short => cdata(&short),
        full => cdata(&full),
        reply_ref => ready(parent.map_or_else(|| url(&post.guid), guid_of)),
        reply_link => ready(parent.map_or_else(|| url(&permalink), link_of)),
    })
}

/// The prefix of a reply's text.
fn in_reply_to(view: &View, link: &str, author: &str) -> String {
    let anchor = format!("<a href=\"{link}\">{author}</a>");
    let pattern = ent2ncr(&view.text("In reply to %s."));
    format!("{}\n\n", pattern.replace("%s", &anchor))
}

/// `get_comment_author`.
fn author_of(view: &View, comment: &Comment) -> String {
    if !comment.author.is_empty() {
        return comment.author.clone();
    }
    let user = view.objects.user(comment.user_id);
    user.map_or_else(|| view.text("Anonymous"), |u| u.display_name.clone())
}

/// Escapes what would break the XML; names are stored escaped, except in old rows.
fn well_formed(text: &str) -> String {
    wp_specialchars(text, QuoteStyle::NoQuotes).into_owned()
}
