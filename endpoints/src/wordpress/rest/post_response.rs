//! The response for a post (`prepare_item_for_response`).
//!
//! Recordings rest/post, rest/page, rest/project, rest/post-password.

use std::sync::Arc;

use compat::wordpress::db::unicode_ci::compare;
use compat::wordpress::php::Value;
use compat::wordpress::post::{Post, PostId};
use themes::wordpress::post_class::{post_class, post_format};
use themes::wordpress::view::{Page, View};

use super::collection::{keep_context, rendered};
use super::columns;
use super::date::rfc3339;
use super::excerpt::the_excerpt;
use super::fields::Fields;
use super::hidden_types::post_type_base;
use super::request::RestRequest;
use super::rest_response::Item;
use super::route::Rest;

use crate::request_error::RequestError;

/// Fields of the context `embed`.
const EMBED: [&str; 15] = [
    "id",
    "date",
    "slug",
    "type",
    "link",
    "title",
    "excerpt",
    "author",
    "featured_media",
    "alt_text",
    "caption",
    "media_type",
    "mime_type",
    "media_details",
    "source_url",
];

/// Revisions by post id: their count and the newest id.
pub type Revisions = std::collections::HashMap<i64, (i64, i64)>;

/// Loads the revisions of posts whose type supports them.
///
/// # Errors
/// When the database fails.
pub async fn revisions(rest: &Rest<'_>, ids: &[PostId]) -> Result<Revisions, RequestError> {
    let ids: Vec<i64> = ids.iter().map(|id| id.0).collect();
    let found = compat::wordpress::rest::revisions(&rest.app.db, &ids).await?;
    Ok(found
        .into_iter()
        .map(|(id, count, newest)| (id, (count, newest)))
        .collect())
}

/// The rendered texts of a post.
pub struct RenderedPost {
    title: String,
    /// `content` and `excerpt`; the fields of an attachment.
    fields: Item,
}

/// Renders the texts of posts (`the_content`, `the_excerpt`) in the render pool.
///
/// # Errors
/// When the pool is full, or rendering fails.
pub async fn render_all(
    rest: &Rest<'_>,
    request: &RestRequest,
    view: View,
    posts: Vec<Arc<Post>>,
) -> Result<(Vec<RenderedPost>, Page), RequestError> {
    let request = request.clone();
    let render = move |page: &mut Page| {
        let rendered = posts.iter().map(|post| render_post(&request, page, post));
        Ok(rendered.collect())
    };
    rest.app.render_pool.render(Arc::new(view), render).await
}

fn render_post(request: &RestRequest, page: &mut Page, post: &Post) -> RenderedPost {
    let title = page.the_title(&post.title);
    let mut fields = Item::default();
    if post.post_type == "attachment" {
        super::media::add_fields(&mut fields, page, post);
    } else {
        texts(&mut fields, request, page, post);
    }
    RenderedPost { title, fields }
}

/// The post with its links.
pub fn prepare(
    rest: &Rest<'_>,
    request: &RestRequest,
    page: &Page,
    (post, rendered): (&Post, RenderedPost),
    revisions: &Revisions,
) -> Item {
    let RenderedPost { title, fields } = rendered;
    let mut item = Item::default();
    head(&mut item, page, post, title);
    let types = &rest.state.site.registry.post_types;
    if !types.contains_key(post.post_type.as_str()) {
        hidden(&mut item, request, fields);
        keep_context(&mut item, request, &EMBED);
        links(rest, &mut item, page, post, revisions);
        return item;
    }
    let is_attachment = post.post_type == "attachment";
    let (texts, media) = if is_attachment {
        (Item::default(), fields)
    } else {
        (fields, Item::default())
    };
    item.data.extend(texts.data);
    if columns::supports_author(&page.view.site, &post.post_type) {
        item.set("author", post.author.0);
    }
    middle(rest, &mut item, page, post);
    terms(&mut item, page, post);
    let classes = post_class(&page.view, post, &[]);
    item.set("class_list", classes.split(' ').collect::<Value>());
    item.data.extend(media.data);
    if item.data.get("content").is_some() && request.text("context") == "embed" {
        item.data.remove("content");
    }
    keep_context(&mut item, request, &EMBED);
    links(rest, &mut item, page, post, revisions);
    item
}

fn head(item: &mut Item, page: &Page, post: &Post, title: String) {
    item.set("id", post.id.0);
    item.set("date", rfc3339(&post.date));
    item.set("date_gmt", rfc3339(&post.date_gmt));
    item.set("guid", rendered(post.guid.as_str()));
    item.set("modified", rfc3339(&post.modified));
    item.set("modified_gmt", rfc3339(&post.modified_gmt));
    item.set("slug", post.name.as_str());
    item.set("status", post.status.as_str());
    item.set("type", post.post_type.as_str());
    item.set("link", page.view.links().get_permalink(post));
    item.set("title", rendered(title));
}

/// The fields of types without pages: `content` (not in the context `embed`) and an empty `template`.
fn hidden(item: &mut Item, request: &RestRequest, mut texts: Item) {
    if let Some(content) = texts.data.remove("content")
        && request.text("context") != "embed"
    {
        item.set("content", content);
    }
    item.set("template", "");
}

fn texts(item: &mut Item, request: &RestRequest, page: &mut Page, post: &Post) {
    // Rendering is expensive: fields excluded by `_fields` are not rendered.
    let wants = |name| Fields::wants(request.get("_fields"), name);
    let is_hidden = page.view.post_password_required(post);
    let is_protected = !post.password.is_empty();
    let (mut content, mut excerpt) = (String::new(), String::new());
    if !is_hidden {
        let theme = page.view.theme.clone();
        if wants("content") {
            content = theme.the_content.apply(&post.content, page).into_owned();
        }
        if wants("excerpt") {
            excerpt = the_excerpt(page, post);
        }
    }
    item.set("content", rendered(content).with("protected", is_protected));
    item.set("excerpt", rendered(excerpt).with("protected", is_protected));
}

fn middle(rest: &Rest<'_>, item: &mut Item, page: &Page, post: &Post) {
    let view = page.view.clone();
    let meta = view.objects.post_meta(post.id);
    let thumbnail: i64 = meta.text("_thumbnail_id").parse().unwrap_or(0);
    item.set("featured_media", thumbnail);
    let registered = view.site.registry.post_types.get(post.post_type.as_str());
    if registered.is_some_and(|t| t.hierarchical) {
        item.set("parent", post.parent.0);
    }
    if columns::supports_menu_order(&post.post_type) {
        item.set("menu_order", post.menu_order);
    }
    let status = |status: &str| if status == "open" { "open" } else { "closed" };
    item.set("comment_status", status(&post.comment_status));
    item.set("ping_status", status(&post.ping_status));
    if post.post_type == "post" {
        let sticky = view.site.options.value("sticky_posts");
        let is_sticky = sticky.values().any(|id| id.to_int() == post.id.0);
        item.set("sticky", is_sticky);
    }
    let template = meta.text("_wp_page_template");
    let template = if template == "default" { "" } else { &template };
    item.set("template", template);
    if registered.is_some_and(|t| t.supports_post_formats) {
        item.set("format", post_format(&view, post));
    }
    item.set("meta", columns::post_meta(rest, &post.post_type, meta));
}

/// Ids of terms by the base of each taxonomy, in the order of names.
fn terms(item: &mut Item, page: &Page, post: &Post) {
    let view = &page.view;
    for (name, taxonomy) in &view.site.registry.taxonomies {
        let Some(base) = taxonomy.rest_base else {
            continue;
        };
        if !taxonomy.object_types.contains(&post.post_type.as_str()) {
            continue;
        }
        let terms = view.objects.relationships(post.id).iter();
        let mut terms: Vec<_> = terms
            .filter_map(|id| view.site.terms.get(*id))
            .filter(|t| t.taxonomy == *name)
            .collect();
        terms.sort_by(|a, b| compare(&a.name, &b.name));
        let ids: Value = terms.iter().map(|t| t.term_id.0).collect();
        item.set(base, ids);
    }
}

fn links(rest: &Rest<'_>, item: &mut Item, page: &Page, post: &Post, revisions: &Revisions) {
    let view = &page.view;
    let registered = view.site.registry.post_types.get(post.post_type.as_str());
    let base = post_type_base(&view.site, &post.post_type);
    let url = |route: String| rest.rest_url(&route);
    let own = url(format!("/wp/v2/{base}/{}", post.id));
    item.link("self", own.clone());
    item.link("collection", url(format!("/wp/v2/{base}")));
    item.link("about", url(format!("/wp/v2/types/{}", post.post_type)));
    if columns::supports_author(&page.view.site, &post.post_type) && post.author.0 > 0 {
        item.embeddable("author", url(format!("/wp/v2/users/{}", post.author.0)));
    }
    if registered.is_some_and(|t| t.supports_comments) {
        item.embeddable("replies", url(format!("/wp/v2/comments?post={}", post.id)));
    }
    if columns::supports_revisions(&page.view.site, &post.post_type) {
        let (count, newest) = revisions.get(&post.id.0).copied().unwrap_or_default();
        let history = format!("{own}/revisions");
        item.link_with(
            "version-history",
            history.clone(),
            &[("count", count.into())],
        );
        if count > 0 {
            let newest_url = format!("{history}/{newest}");
            item.link_with("predecessor-version", newest_url, &[("id", newest.into())]);
        }
    }
    if registered.is_some_and(|t| t.hierarchical) && post.parent.0 > 0 {
        item.embeddable("up", url(format!("/wp/v2/{base}/{}", post.parent)));
    }
    let thumbnail = view.objects.post_meta(post.id).text("_thumbnail_id");
    if let Ok(id @ 1..) = thumbnail.parse::<i64>() {
        item.embeddable("wp:featuredmedia", url(format!("/wp/v2/media/{id}")));
    }
    if post.post_type != "attachment" {
        item.link(
            "wp:attachment",
            url(format!("/wp/v2/media?parent={}", post.id)),
        );
    }
    for (name, taxonomy) in &view.site.registry.taxonomies {
        let Some(base) = taxonomy.rest_base else {
            continue;
        };
        if taxonomy.object_types.contains(&post.post_type.as_str()) {
            item.link_with(
                "wp:term",
                url(format!("/wp/v2/{base}?post={}", post.id)),
                &[
                    ("taxonomy", Value::from(name.as_ref())),
                    ("embeddable", Value::Bool(true)),
                ],
            );
        }
    }
}
