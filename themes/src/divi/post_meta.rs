//! The meta line below a title: author, date, categories, comments.
//!
//! Contract "divi-theme", section 5. Empty on a site whose theme options were never saved.

use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::post::Post;

use crate::wordpress::head::url;
use crate::wordpress::view::View;

use super::options::DiviOptions;

/// The meta line with the parts enabled for single posts or archives; empty without parts.
pub fn post_meta(view: &View, post: &Post) -> String {
    let key = if view.query.is.is_single {
        "divi_postinfo2"
    } else {
        "divi_postinfo1"
    };
    let parts = DiviOptions::of(view).list(key);
    if parts.is_empty() {
        return String::new();
    }
    let has = |part: &str| parts.iter().any(|p| p == part);
    let printed = [
        has("author").then(|| author(view, post)),
        has("date").then(|| date(view, post)),
        has("categories").then(|| term_links(view, post, "category", ", ")),
        has("comments").then(|| comments(view, post)),
    ];
    let printed: Vec<String> = printed
        .into_iter()
        .flatten()
        .filter(|p| !p.is_empty())
        .collect();
    format!("<p class=\"post-meta\">{}</p>", printed.join(" | "))
}

fn author(view: &View, post: &Post) -> String {
    let Some(user) = view.objects.user(post.author) else {
        return String::new();
    };
    let name = esc_html(&user.display_name);
    let title = view.text("Posts by %s").replace("%s", &user.display_name);
    format!(
        " {} <span class=\"author vcard\"><a href=\"{}\" title=\"{}\" rel=\"author\">{name}</a></span>",
        esc_html(&view.theme_text("by")),
        url(&view.links().get_author_posts_url(user.id, &user.nicename)),
        esc_attr(&title)
    )
}

fn date(view: &View, post: &Post) -> String {
    let format = DiviOptions::of(view).text_or("divi_date_format", "M j, Y");
    let date = view.mysql2date(&format, &post.date);
    format!("<span class=\"published\">{}</span>", esc_html(&date))
}

/// Links to the terms of a post in a taxonomy, in the order of their names.
pub fn term_links(view: &View, post: &Post, taxonomy: &str, separator: &str) -> String {
    let mut terms: Vec<_> = view
        .objects
        .relationships(post.id)
        .iter()
        .filter_map(|id| view.site.terms.get(*id))
        .filter(|t| t.taxonomy == taxonomy)
        .collect();
    terms.sort_by_key(|t| t.name.to_lowercase());
    let rel = if taxonomy == "category" {
        "category tag"
    } else {
        "tag"
    };
    let link = |term: &&std::sync::Arc<compat::wordpress::taxonomy::Term>| {
        let href = view.links().get_term_link(term).unwrap_or_default();
        format!(
            "<a href=\"{}\" rel=\"{rel}\">{}</a>",
            url(&href),
            esc_html(&term.name)
        )
    };
    terms.iter().map(link).collect::<Vec<_>>().join(separator)
}

/// The number of comments, as a link to them.
pub fn comments(view: &View, post: &Post) -> String {
    let domain = view.locale.domain("Divi");
    let count = u64::try_from(view.comments_number(post)).unwrap_or(0);
    let text = match count {
        0 => domain.translate("0 comments").to_owned(),
        1 => domain.translate("1 comment").to_owned(),
        n => domain.translate("% comments").replace('%', &n.to_string()),
    };
    let anchor = if count == 0 { "#respond" } else { "#comments" };
    format!(
        "<span class=\"comments-number\"><a href=\"{}{anchor}\">{}</a></span>",
        url(&view.links().get_permalink(post)),
        esc_html(&text)
    )
}
