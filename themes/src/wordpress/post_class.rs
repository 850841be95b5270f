//! `post_class`: the classes of a post's article.
//!
//! Contract "wordpress-core", section 7.1.

use compat::wordpress::formatting::sanitize::sanitize_html_class;
use compat::wordpress::post::Post;

use super::view::View;

/// The post's format, `standard` without one.
pub fn post_format(view: &View, post: &Post) -> String {
    let terms = view
        .objects
        .relationships(post.id)
        .iter()
        .filter_map(|id| view.site.terms.get(*id));
    let mut format = terms
        .filter(|t| t.taxonomy == "post_format")
        .map(|t| t.slug.trim_start_matches("post-format-").to_owned());
    format.next_back().unwrap_or_else(|| "standard".to_owned())
}

/// The classes, `own` first.
pub fn post_class(view: &View, post: &Post, own: &[&str]) -> String {
    let mut classes: Vec<String> = own.iter().map(|c| (*c).to_owned()).collect();
    let kind = &post.post_type;
    classes.extend([
        format!("post-{}", post.id),
        kind.clone(),
        format!("type-{kind}"),
        format!("status-{}", post.status),
    ]);
    let registered = view.site.registry.post_types.get(kind.as_str());
    if registered.is_some_and(|t| t.supports_post_formats) {
        classes.push(format!("format-{}", post_format(view, post)));
    }
    let is_hidden = view.post_password_required(post);
    if is_hidden {
        classes.push("post-password-required".to_owned());
    } else if !post.password.is_empty() {
        classes.push("post-password-protected".to_owned());
    }
    let has_thumbnail = view
        .objects
        .post_meta(post.id)
        .text("_thumbnail_id")
        .parse::<i64>()
        .is_ok_and(|id| id > 0);
    if has_thumbnail && kind != "attachment" && !is_hidden {
        classes.push("has-post-thumbnail".to_owned());
    }
    if view.query.is.is_home && !view.query.is.is_paged && is_sticky(view, post) {
        classes.push("sticky".to_owned());
    }
    classes.push("hentry".to_owned());
    classes.extend(term_classes(view, post));
    let mut seen = Vec::new();
    for class in classes {
        if !seen.contains(&class) {
            seen.push(class);
        }
    }
    compat::wordpress::formatting::escape::esc_attr(&seen.join(" ")).into_owned()
}

fn is_sticky(view: &View, post: &Post) -> bool {
    view.site
        .options
        .value("sticky_posts")
        .values()
        .any(|id| id.to_int() == post.id.0)
}

fn term_classes(view: &View, post: &Post) -> Vec<String> {
    let mut classes = Vec::new();
    for (name, taxonomy) in &view.site.registry.taxonomies {
        // Formats among them: recording owner/post-publish.
        if !taxonomy.public || !taxonomy.object_types.contains(&post.post_type.as_str()) {
            continue;
        }
        let terms = view
            .objects
            .relationships(post.id)
            .iter()
            .filter_map(|id| view.site.terms.get(*id));
        let mut terms: Vec<_> = terms.filter(|t| t.taxonomy == *name).collect();
        terms.sort_by_cached_key(|t| t.name.to_lowercase());
        let prefix = if *name == "post_tag" { "tag" } else { name };
        classes.extend(
            terms
                .iter()
                .map(|t| format!("{prefix}-{}", class_of_slug(&t.slug, t.term_id.0))),
        );
    }
    classes
}

/// A slug as a class: nothing or only a number left makes it the id.
pub fn class_of_slug(slug: &str, id: i64) -> String {
    let class = sanitize_html_class(slug, "");
    let rest = class.trim_start_matches('-');
    if rest.is_empty() || rest.bytes().all(|b| b.is_ascii_digit()) {
        id.to_string()
    } else {
        class
    }
}
