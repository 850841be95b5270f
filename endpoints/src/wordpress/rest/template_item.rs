//! A stored template or template part as an item.
//!
//! Contract "wordpress-rest", section 14.

use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::Value;
use compat::wordpress::php::url::urldecode;
use compat::wordpress::post::Post;
use compat::wordpress::theme_posts::{template_part_area, theme_posts};

use super::default_templates::template_kind;
use super::guarded::{Refusal, edits_some_posts, require, when};
use super::request::RestRequest;
use super::rest_response::Item;
use super::route::{Permitting, Rest};
use super::route_error::RouteError;

/// A template that is stored as a post.
#[derive(Debug, Clone)]
pub struct Template {
    /// The theme's folder.
    pub theme: String,
    /// The post.
    pub post: Post,
    /// The area of a part, empty for others.
    pub area: String,
    /// The name of its author, empty for none.
    pub author: String,
}

impl Template {
    /// `Divi//single`
    pub fn id(&self) -> String {
        format!("{}//{}", self.theme, self.post.name)
    }
}

/// The stored templates of the active theme.
///
/// # Errors
/// When the database fails.
pub async fn stored_templates(rest: &Rest<'_>, kind: &str) -> Result<Vec<Template>, RouteError> {
    let theme = rest.state.site.options.text("stylesheet").into_owned();
    let posts = theme_posts(&rest.app.db, kind, &theme).await?;
    let authors: Vec<_> = posts.iter().map(|post| post.author).collect();
    let mut objects = ObjectCache::default();
    objects.prime_users(&rest.app.db, &authors).await?;
    let mut templates = Vec::new();
    for post in posts {
        let author = objects
            .user(post.author)
            .map(|user| user.display_name.clone());
        let area = match kind {
            "wp_template_part" => template_part_area(&rest.app.db, post.id).await?,
            _ => String::new(),
        };
        templates.push(Template {
            theme: theme.clone(),
            author: author.unwrap_or_default(),
            area,
            post,
        });
    }
    Ok(templates)
}

const REFUSAL: Refusal = (
    "rest_cannot_manage_templates",
    "Sorry, you are not allowed to access the templates on this site.",
);

/// Lets those through who may change the theme's look.
pub fn manage<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    require(rest, "edit_theme_options", REFUSAL)
}

/// Since WordPress 6.6 whoever edits posts of some type reads templates.
pub fn read<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    when(rest, edits_some_posts(rest), REFUSAL)
}

/// `_sanitize_template_id`: the theme and the slug, with two slashes between them.
fn template_id(request: &RestRequest, name: &str) -> String {
    let id = request.url_text(name);
    let id = String::from_utf8_lossy(&urldecode(id.as_bytes())).into_owned();
    match id.rsplit_once('/') {
        Some((theme, slug)) if !theme.ends_with('/') => format!("{theme}//{slug}"),
        _ => id,
    }
}

/// The template that a parameter of the path names.
///
/// # Errors
/// When the database fails.
pub async fn stored_template(
    rest: &Rest<'_>,
    request: &RestRequest,
    name: &str,
) -> Result<Option<Template>, RouteError> {
    let id = template_id(request, name);
    let all = stored_templates(rest, &request.subject).await?;
    Ok(all.into_iter().find(|template| template.id() == id))
}

/// A text that is sent as such or as `{ raw }`.
pub fn raw(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::Array(_) => value
            .get("raw")
            .map(|raw| raw.to_string_lossy().into_owned()),
        text => Some(text.to_string_lossy().into_owned()),
    }
}

/// The item of a template.
pub fn item_of(rest: &Rest<'_>, request: &RestRequest, template: &Template) -> Item {
    let post = &template.post;
    let is_edit = request.text("context") == "edit";
    let mut content = Value::array().with("raw", post.content.as_str());
    if is_edit {
        let version = i64::from(compat::wordpress::blocks::has_blocks(&post.content));
        content = content.with("block_version", version);
    }
    let is_part = post.post_type == "wp_template_part";
    let known = template_kind(rest, &post.name);
    let title = match post.title.as_str() {
        "" => known.as_ref().map_or(post.name.as_str(), |(name, _)| name),
        title => title,
    };
    let source = if post.author.0 == 0 { "site" } else { "user" };
    let author = match source {
        "site" => rest.state.site.options.text("blogname").into_owned(),
        _ => template.author.clone(),
    };
    let mut item = Item::default();
    item.set("id", template.id());
    item.set("theme", template.theme.as_str());
    item.set("content", content);
    item.set("slug", post.name.as_str());
    item.set("source", "custom");
    item.set("origin", Value::Null);
    item.set("type", post.post_type.as_str());
    item.set("description", post.excerpt.as_str());
    let texts = Value::array().with("raw", title).with("rendered", title);
    item.set("title", texts);
    item.set("status", post.status.as_str());
    item.set("wp_id", post.id.0);
    item.set("has_theme_file", false);
    if !is_part {
        item.set("is_custom", known.is_none());
    }
    item.set("author", post.author.0);
    if is_part {
        item.set("area", template.area.as_str());
    }
    item.set("modified", post.modified.replace(' ', "T"));
    item.set("author_text", author);
    item.set("original_source", source);
    add_links(rest, &mut item, template, is_edit);
    item
}

fn add_links(rest: &Rest<'_>, item: &mut Item, template: &Template, is_edit: bool) {
    let post = &template.post;
    let is_part = post.post_type == "wp_template_part";
    let base = if is_part {
        "template-parts"
    } else {
        "templates"
    };
    let own = rest.rest_url(&format!("/wp/v2/{base}/{}", template.id()));
    let methods: &'static [&'static str] = &["GET", "POST", "PUT", "PATCH", "DELETE"];
    item.link_self(own.clone(), methods);
    item.link("collection", rest.rest_url(&format!("/wp/v2/{base}")));
    let about = format!("/wp/v2/types/{}", post.post_type);
    item.link("about", rest.rest_url(&about));
    if is_edit {
        item.link("wp:action-publish", own.clone());
        if rest.can("unfiltered_html") {
            item.link("wp:action-unfiltered-html", own);
        }
    }
}
