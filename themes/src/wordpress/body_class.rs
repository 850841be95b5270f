//! `body_class`: the classes of the body, in WordPress's order.
//!
//! Contract "wordpress-core", section 7.1; the classes `wp-singular`, `wp-theme-…` as recorded (6.8).

use compat::wordpress::formatting::sanitize::sanitize_html_class;
use compat::wordpress::post::Post;
use compat::wordpress::query::QueriedObject;

use super::post_class::{class_of_slug, post_format};
use super::view::View;

/// The classes of the page's body, those of the columns included.
pub fn body_class(view: &View) -> String {
    let mut classes = core_classes(view);
    view.theme.hooks.apply_body_class(view, &mut classes);
    let mut seen: Vec<&str> = Vec::new();
    for class in classes.iter().flat_map(|c| c.split_whitespace()) {
        if !seen.contains(&class) {
            seen.push(class);
        }
    }
    compat::wordpress::formatting::escape::esc_attr(&seen.join(" ")).into_owned()
}

fn core_classes(view: &View) -> Vec<String> {
    let (is, mut classes) = (&view.query.is, Vec::new());
    let mut when = |yes: bool, class: &str| {
        if yes {
            classes.push(class.to_owned());
        }
    };
    when(view.locale.wp_locale().is_rtl, "rtl");
    when(is.is_front_page, "home");
    when(is.is_home, "blog");
    when(is.is_privacy_policy, "privacy-policy");
    when(is.is_archive, "archive");
    when(is.is_date, "date");
    if is.is_search {
        when(true, "search");
        when(
            true,
            if view.query.posts.is_empty() {
                "search-no-results"
            } else {
                "search-results"
            },
        );
    }
    when(is.is_paged, "paged");
    when(is.is_attachment, "attachment");
    when(is.is_404, "error404");
    when(is.is_singular, "wp-singular");
    if let Some(post) = view.query.queried_post().filter(|_| is.is_singular) {
        singular(view, post, &mut classes);
    } else if is.is_archive {
        archive(view, &mut classes);
    }
    if view.visitor.user.is_some() {
        classes.push("logged-in".to_owned());
    }
    if view
        .site
        .options
        .value(&format!(
            "theme_mods_{}",
            view.site.options.text("stylesheet")
        ))
        .at("custom_logo")
        .to_bool()
    {
        classes.push("wp-custom-logo".to_owned());
    }
    paged(view, &mut classes);
    let (template, stylesheet) = (
        view.site.options.text("template"),
        view.site.options.text("stylesheet"),
    );
    classes.push(format!("wp-theme-{}", sanitize_html_class(&template, "")));
    if template != stylesheet {
        classes.push(format!(
            "wp-child-theme-{}",
            sanitize_html_class(&stylesheet, "")
        ));
    }
    classes
}

/// The file of the template chosen for a post, empty for the default.
pub fn page_template(view: &View, post: &Post) -> String {
    let slug = view
        .objects
        .post_meta(post.id)
        .text("_wp_page_template")
        .into_owned();
    if slug == "default" {
        String::new()
    } else {
        slug
    }
}

fn singular(view: &View, post: &Post, classes: &mut Vec<String>) {
    let kind = &post.post_type;
    let template = page_template(view, post);
    if template.is_empty() {
        classes.push(format!("{kind}-template-default"));
    } else {
        classes.push(format!("{kind}-template"));
        for part in template.split('/') {
            let name = part.trim_end_matches(".php").replace(['.'], "-");
            classes.push(sanitize_html_class(&format!("{kind}-template-{name}"), ""));
        }
        classes.push(sanitize_html_class(
            &format!("{kind}-template-{}", template.replace('.', "-")),
            "",
        ));
    }
    if kind == "page" {
        classes.extend(["page".to_owned(), format!("page-id-{}", post.id)]);
        if view.site.pages.has_children(post.id) {
            classes.push("page-parent".to_owned());
        }
        if post.parent.0 > 0 {
            classes.extend([
                "page-child".to_owned(),
                format!("parent-pageid-{}", post.parent),
            ]);
        }
    } else {
        classes.extend([
            "single".to_owned(),
            format!("single-{kind}"),
            format!("postid-{}", post.id),
        ]);
        if view
            .site
            .registry
            .post_types
            .get(kind.as_str())
            .is_some_and(|t| t.supports_post_formats)
        {
            classes.push(format!("single-format-{}", post_format(view, post)));
        }
    }
}

fn archive(view: &View, classes: &mut Vec<String>) {
    match &view.query.queried_object {
        Some(QueriedObject::Term(term)) => {
            let slug = class_of_slug(&term.slug, term.term_id.0);
            let base = match term.taxonomy.as_str() {
                "category" => "category".to_owned(),
                "post_tag" => "tag".to_owned(),
                other => {
                    classes.push(format!("tax-{other}"));
                    "term".to_owned()
                }
            };
            if base != "term" {
                classes.push(base.clone());
            }
            classes.extend([
                format!("{base}-{slug}"),
                format!("{base}-{}", term.term_id.0),
            ]);
        }
        Some(QueriedObject::User(_)) => {
            let Some(user) = view.queried_author() else {
                return;
            };
            let nice = sanitize_html_class(&user.nicename, &user.id.0.to_string());
            classes.extend([
                "author".to_owned(),
                format!("author-{nice}"),
                format!("author-{}", user.id.0),
            ]);
        }
        Some(QueriedObject::PostType(name)) => {
            classes.extend([
                "post-type-archive".to_owned(),
                format!("post-type-archive-{name}"),
            ]);
        }
        _ => {}
    }
}

fn paged(view: &View, classes: &mut Vec<String>) {
    let is = &view.query.is;
    let number = if is.is_paged {
        view.query.paged()
    } else {
        view.query.page()
    };
    if number < 2 || is.is_404 {
        return;
    }
    classes.push(format!("paged-{number}"));
    let kind = [
        (is.is_single, "single"),
        (is.is_page, "page"),
        (is.is_category, "category"),
        (is.is_tag, "tag"),
        (is.is_date, "date"),
        (is.is_author, "author"),
        (is.is_search, "search"),
        (is.is_post_type_archive, "post-type"),
    ];
    if let Some((_, kind)) = kind.iter().find(|(yes, _)| *yes) {
        classes.push(format!("{kind}-paged-{number}"));
    }
}
