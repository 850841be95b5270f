//! The response for a post (`prepare_item_for_response`).
//!
//! Recordings rest/post, rest/page, rest/project, rest/post-password.

use std::sync::Arc;

use compat::wordpress::date::WpTimezone;
use compat::wordpress::date::mysql::parse_local;
use compat::wordpress::db::unicode_ci::compare;
use compat::wordpress::link::Links;
use compat::wordpress::php::Value;
use compat::wordpress::post::Post;
use compat::wordpress::post::post_writer::{is_zero_date, mysql_date};
use compat::wordpress::post::sample_permalink::permalink_template;
use rayon::iter::ParallelIterator as _;
use rayon::slice::ParallelSlice as _;
use themes::wordpress::post_class::{post_class, post_format};
use themes::wordpress::view::{Page, View};

use super::action_links;
use super::collection::{keep_context, rendered};
use super::columns;
use super::date::rfc3339;
use super::excerpt::{the_excerpt, the_excerpt_of};
use super::fields::Fields;
use super::hidden_types::post_type_base;
use super::media::OriginalSizes;
use super::post_facts::PostFacts;
use super::post_fields::post_taxonomies;
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

/// The number of fields that a post has in the context `edit`, with some of columns and `_links`.
const FIELDS: usize = 36;

/// The rendered texts of a post.
struct RenderedPost {
    title: String,
    /// `content` and `excerpt`; the fields of an attachment.
    fields: Item,
}

/// The posts with their links (`prepare_item_for_response`). Their texts (`the_content`, `the_excerpt`) are rendered in
/// the render pool; meanwhile the other fields are made here.
///
/// # Errors
/// When the pool is full, or rendering fails.
pub async fn items(
    rest: &Rest<'_>,
    request: &RestRequest,
    view: View,
    posts: Vec<Arc<Post>>,
    facts: &PostFacts,
) -> Result<Vec<Item>, RequestError> {
    let view = Arc::new(view);
    let rendering = Box::pin(render_all(rest, request, Arc::clone(&view), posts.clone()));
    let preparing = async {
        let posts = posts.iter();
        let prepared: Vec<Item> = posts
            .map(|post| prepare(rest, request, &view, post, facts))
            .collect();
        prepared
    };
    let (rendered, mut items) = tokio::join!(rendering, preparing);
    for ((item, post), rendered) in items.iter_mut().zip(&posts).zip(rendered?) {
        insert_texts(item, request, post, rendered);
    }
    Ok(items)
}

async fn render_all(
    rest: &Rest<'_>,
    request: &RestRequest,
    view: Arc<View>,
    posts: Vec<Arc<Post>>,
) -> Result<Vec<RenderedPost>, RequestError> {
    let originals = super::media::original_sizes(rest, request, &view, &posts).await;
    let request = request.clone();
    let render = move |page: &mut Page| {
        let share = posts.len().div_ceil(2 * rayon::current_num_threads());
        let whole = &*page;
        let shares = posts.par_chunks(share.max(1)).map(|posts| {
            let mut part = whole.for_part();
            let independent = posts.iter().map(|post| {
                is_independent(post).then(|| render_post(&request, &mut part, post, &originals))
            });
            independent.collect::<Vec<_>>()
        });
        let shares: Vec<Vec<Option<RenderedPost>>> = shares.collect();
        let shares = shares.into_iter().flatten().zip(&posts);
        let rendered = shares.map(|(rendered, post)| {
            rendered.unwrap_or_else(|| render_post(&request, page, post, &originals))
        });
        Ok(rendered.collect())
    };
    let (rendered, _page) = rest.app.render_pool.render(view, render).await?;
    Ok(rendered)
}

/// Whether the texts of a post hold nothing that is counted over all texts of a response: shortcodes, blocks, media.
fn is_independent(post: &Post) -> bool {
    const COUNTED: [&str; 6] = ["[", "<!--", "<img", "<iframe", "<video", "<audio"];
    let is_plain = |text: &str| !COUNTED.iter().any(|mark| text.contains(mark));
    post.post_type != "attachment" && is_plain(&post.content) && is_plain(&post.excerpt)
}

fn render_post(
    request: &RestRequest,
    page: &mut Page,
    post: &Post,
    originals: &OriginalSizes,
) -> RenderedPost {
    let title = page.the_title(&post.title);
    let mut fields = Item::default();
    if post.post_type == "attachment" {
        super::media::add_fields(&mut fields, page, post, (request, originals));
    } else {
        texts(&mut fields, request, page, post);
    }
    RenderedPost { title, fields }
}

/// The post with its links; its texts stand empty in their places.
fn prepare(
    rest: &Rest<'_>,
    request: &RestRequest,
    view: &View,
    post: &Post,
    facts: &PostFacts,
) -> Item {
    let is_edit = request.text("context") == "edit";
    let mut item = Item::with_capacity(FIELDS);
    head(&mut item, view, post, is_edit);
    item.set("title", Value::Null);
    let types = &rest.state.site.registry.post_types;
    if types.contains_key(post.post_type.as_str()) {
        shown(rest, &mut item, view, post);
        if is_edit {
            permalink_fields(&mut item, view, post, facts);
        }
        let classes = post_class(view, post, &[]);
        item.set("class_list", classes.split(' ').collect::<Value>());
    } else {
        hidden(rest, &mut item, view, post);
    }
    links(rest, &mut item, view, post, facts, is_edit);
    item
}

/// Puts the texts in their places; the fields of an attachment come behind the others.
fn insert_texts(item: &mut Item, request: &RestRequest, post: &Post, rendered: RenderedPost) {
    let RenderedPost { title, fields } = rendered;
    let context = request.text("context");
    item.set("title", title_field(post, title, context == "edit"));
    if post.post_type == "attachment" {
        item.data.extend(fields.data);
    } else {
        for (name, text) in fields.data {
            if item.data.get(&name).is_some() {
                item.data.insert(name, text);
            }
        }
    }
    if context == "embed" {
        item.data.remove("content");
    }
    keep_context(item, request, &EMBED);
}

/// The fields of types with pages, up to `class_list`.
fn shown(rest: &Rest<'_>, item: &mut Item, view: &View, post: &Post) {
    if post.post_type != "attachment" {
        item.set("content", Value::Null);
        item.set("excerpt", Value::Null);
    }
    if columns::supports_author(&view.site.registry, &post.post_type) {
        item.set("author", post.author.0);
    }
    middle(rest, item, view, post);
    terms(item, view, post);
}

/// `permalink_template` and `generated_slug`.
fn permalink_fields(item: &mut Item, view: &View, post: &Post, facts: &PostFacts) {
    let types = &view.site.registry.post_types;
    let registered = types.get(post.post_type.as_str());
    if !registered.is_some_and(|t| t.is_viewable() && t.public) {
        return;
    }
    let template = permalink_template(&links_of(view), post);
    item.set("permalink_template", template);
    let slug = facts.generated_slugs.get(&post.id.0);
    item.set("generated_slug", slug.map_or("", String::as_str));
}

fn head(item: &mut Item, view: &View, post: &Post, is_edit: bool) {
    item.set("id", post.id.0);
    item.set("date", rfc3339(&post.date));
    item.set("date_gmt", gmt(view, &post.date_gmt, &post.date));
    let mut guid = rendered(post.guid.as_str());
    if is_edit {
        guid = guid.with("raw", post.guid.as_str());
    }
    item.set("guid", guid);
    item.set("modified", rfc3339(&post.modified));
    item.set(
        "modified_gmt",
        gmt(view, &post.modified_gmt, &post.modified),
    );
    if is_edit && post.post_type != "attachment" {
        item.set("password", post.password.as_str());
    }
    item.set("slug", post.name.as_str());
    item.set("status", post.status.as_str());
    item.set("type", post.post_type.as_str());
    item.set("link", links_of(view).get_permalink(post));
}

/// Who gets a private post may read it, and its link is as pretty as others.
fn links_of(view: &View) -> Links<'_> {
    Links {
        reads_private: true,
        ..view.links()
    }
}

/// A date in GMT; of a draft, which has none, it is computed from the local one.
fn gmt(view: &View, gmt: &str, local: &str) -> Option<String> {
    rfc3339(gmt).or_else(|| {
        let zone = view.timezone();
        let seconds = parse_local(local).filter(|_| !is_zero_date(local))?;
        let date = mysql_date(zone.timestamp_of_local(seconds), &WpTimezone::utc());
        rfc3339(&date)
    })
}

/// `title`; patterns have only the raw one.
fn title_field(post: &Post, title: String, is_edit: bool) -> Value {
    let raw = || Value::array().with("raw", post.title.as_str());
    match (post.post_type.as_str(), is_edit) {
        ("wp_block", _) => raw(),
        (_, true) => raw().with("rendered", title),
        _ => rendered(title),
    }
}

/// The fields of types without pages.
fn hidden(rest: &Rest<'_>, item: &mut Item, view: &View, post: &Post) {
    let is_block = post.post_type == "wp_block";
    item.set("content", Value::Null);
    if is_block {
        item.set("excerpt", Value::Null);
    }
    item.set("template", "");
    if !is_block {
        return;
    }
    let meta = view.objects.post_meta(post.id);
    item.set("meta", columns::post_meta(rest, &post.post_type, meta));
    for taxonomy in post_taxonomies(&view.site.registry, &post.post_type) {
        item.set(taxonomy.base, term_ids(view, post, taxonomy.name));
    }
    item.set(
        "wp_pattern_sync_status",
        meta.text("wp_pattern_sync_status"),
    );
}

fn texts(item: &mut Item, request: &RestRequest, page: &mut Page, post: &Post) {
    // Rendering is expensive: fields excluded by `_fields` are not rendered.
    let wants = |name| Fields::wants(request.get("_fields"), name);
    let is_edit = request.text("context") == "edit";
    // Who edits a post reads it without its password.
    let is_hidden = !is_edit && page.view.post_password_required(post);
    let is_protected = !post.password.is_empty();
    let is_block = post.post_type == "wp_block";
    let (mut content, mut excerpt) = (String::new(), String::new());
    if !is_hidden {
        let theme = page.view.theme.clone();
        if wants("content") && !is_block {
            content = theme.the_content.apply(&post.content, page).into_owned();
        }
        if wants("excerpt") {
            let is_rendered = wants("content") && !is_block && is_independent(post);
            excerpt = match is_rendered {
                true => the_excerpt_of(page, post, &content),
                false => the_excerpt(page, post),
            };
        }
    }
    let field = |raw: &str, is_raw: bool| match is_raw {
        true => Value::array().with("raw", raw),
        false => Value::array(),
    };
    let mut content_field = field(&post.content, is_edit || is_block);
    if !is_block {
        content_field = content_field.with("rendered", content);
    }
    content_field = content_field.with("protected", is_protected);
    if is_edit {
        let version = i64::from(post.content.contains("<!-- wp:"));
        content_field = content_field.with("block_version", version);
    }
    item.set("content", content_field);
    let excerpt = field(&post.excerpt, is_edit).with("rendered", excerpt);
    item.set("excerpt", excerpt.with("protected", is_protected));
}

fn middle(rest: &Rest<'_>, item: &mut Item, view: &View, post: &Post) {
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
        item.set("format", post_format(view, post));
    }
    item.set("meta", columns::post_meta(rest, &post.post_type, meta));
}

/// Ids of terms by the base of each taxonomy, in the order of names.
fn terms(item: &mut Item, view: &View, post: &Post) {
    for taxonomy in post_taxonomies(&view.site.registry, &post.post_type) {
        item.set(taxonomy.base, term_ids(view, post, taxonomy.name));
    }
}

fn term_ids(view: &View, post: &Post, taxonomy: &str) -> Value {
    let terms = view.objects.relationships(post.id).iter();
    let mut terms: Vec<_> = terms
        .filter_map(|id| view.site.terms.get(*id))
        .filter(|t| t.taxonomy == taxonomy)
        .collect();
    terms.sort_by(|a, b| compare(&a.name, &b.name));
    terms.iter().map(|t| t.term_id.0).collect()
}

fn links(
    rest: &Rest<'_>,
    item: &mut Item,
    view: &View,
    post: &Post,
    facts: &PostFacts,
    is_edit: bool,
) {
    let registered = view.site.registry.post_types.get(post.post_type.as_str());
    let base = post_type_base(&view.site, &post.post_type);
    let url = |route: String| rest.rest_url(&route);
    let own = url(format!("/wp/v2/{base}/{}", post.id));
    item.link_self(own.clone(), facts.allow(post));
    item.link("collection", url(format!("/wp/v2/{base}")));
    item.link("about", url(format!("/wp/v2/types/{}", post.post_type)));
    if columns::supports_author(&view.site.registry, &post.post_type) && post.author.0 > 0 {
        item.embeddable("author", url(format!("/wp/v2/users/{}", post.author.0)));
    }
    if registered.is_some_and(|t| t.supports_comments) {
        item.embeddable("replies", url(format!("/wp/v2/comments?post={}", post.id)));
    }
    if columns::supports_revisions(&view.site.registry, &post.post_type) {
        version_links(item, &own, facts.revisions.get(&post.id.0));
    }
    if registered.is_some_and(|t| t.hierarchical) && post.parent.0 > 0 {
        let parent = view.objects.post(post.parent);
        let kind = parent.map_or(post.post_type.as_str(), |parent| &parent.post_type);
        let base = post_type_base(&view.site, kind);
        item.embeddable("up", url(format!("/wp/v2/{base}/{}", post.parent)));
    }
    let thumbnail = view.objects.post_meta(post.id).text("_thumbnail_id");
    if let Ok(id @ 1..) = thumbnail.parse::<i64>() {
        item.embeddable("wp:featuredmedia", url(format!("/wp/v2/media/{id}")));
    }
    if post.post_type != "attachment" {
        let children = url(format!("/wp/v2/media?parent={}", post.id));
        item.link("wp:attachment", children);
    }
    for taxonomy in post_taxonomies(&view.site.registry, &post.post_type) {
        let attributes = [
            ("taxonomy", Value::from(taxonomy.name)),
            ("embeddable", Value::Bool(true)),
        ];
        let terms = url(format!("/wp/v2/{}?post={}", taxonomy.base, post.id));
        item.link_with("wp:term", terms, &attributes);
    }
    if is_edit {
        action_links::add(rest, item, post, &own);
    }
}

/// Number of revisions, and the newest one.
fn version_links(item: &mut Item, own: &str, revisions: Option<&(i64, i64)>) {
    let (count, newest) = revisions.copied().unwrap_or_default();
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
