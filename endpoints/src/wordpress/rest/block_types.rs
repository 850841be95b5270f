//! `wp/v2/block-types` and `wp/v2/block-renderer`: the types of core's blocks, and the markup of dynamic ones.
//!
//! Contract "wordpress-rest", section 14; recordings owner/block-types, owner/block-type-paragraph, owner/block-renderer.

use std::sync::Arc;

use compat::wordpress::block_types::{BlockType, core_block_types};
use compat::wordpress::blocks::{get_comment_delimited_block_content, parse_blocks};
use compat::wordpress::l10n::Locale;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::{Array, Object, Value};
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::posted::Posted;
use compat::wordpress::query::MainQuery;
use themes::wordpress::view::Page;

use crate::wordpress::view;

use super::arg::Arg;
use super::collection::{context_arg, keep_context};
use super::guarded::{callback, edits_some_posts, endpoint, has, when};
use super::item_schema;
use super::read_permission::can_edit;
use super::request::RestRequest;
use super::rest_response::{Body, Item, RestResponse};
use super::route::{Permitting, READABLE, Rest, Routes};
use super::route_error::RouteError;

/// One endpoint for reading and for long attributes in a body.
const READ_OR_WRITE: &[&str] = &["GET", "POST"];

/// Registers the renderer.
pub fn register_renderer(routes: &mut Routes, locale: &Locale) {
    let arg = |name: &str, source: &str| Arg::new(name, locale.translate(source));
    let args = vec![
        arg("name", "Unique registered name for the block.").string(),
        context_arg(locale, &["edit"]),
        arg("attributes", "Attributes for the block.")
            .with("type", "object")
            .default(Value::array())
            .unchecked(),
        arg("post_id", "ID of the post context.").integer(),
    ];
    let render = endpoint(READ_OR_WRITE, args, read_block, callback!(render));
    let path = "/block-renderer/(?P<name>[a-z0-9-]+/[a-z0-9-]+)";
    routes.register("wp/v2", path, vec![render]);
    routes.schema(item_schema::rendered_block);
}

/// Registers the types.
pub fn register(routes: &mut Routes, locale: &Locale) {
    let context = || context_arg(locale, &["view", "embed", "edit"]);
    let namespace = || Arg::new("namespace", locale.translate("Block namespace.")).string();
    let name = Arg::new("name", locale.translate("Block name.")).string();
    let args = vec![context(), namespace()];
    let all = endpoint(READABLE, args.clone(), view_types, callback!(list));
    routes.register("wp/v2", "/block-types", vec![all]);
    routes.schema(item_schema::block_type);
    let path = "/block-types/(?P<namespace>[a-zA-Z0-9_-]+)";
    let of = endpoint(READABLE, args, view_types, callback!(list));
    routes.register("wp/v2", path, vec![of]);
    routes.schema(item_schema::block_type);
    let args = vec![name, namespace(), context()];
    let one = endpoint(READABLE, args, view_types, callback!(item));
    let path = format!("{path}/(?P<name>[a-zA-Z0-9_-]+)");
    routes.register("wp/v2", &path, vec![one]);
    routes.schema(item_schema::block_type);
}

fn view_types<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to manage block types.";
    when(
        rest,
        edits_some_posts(rest),
        ("rest_block_type_cannot_view", source),
    )
}

async fn types(rest: &Rest<'_>) -> Vec<BlockType> {
    let root = rest.app.wp_root.clone();
    let read = tokio::task::spawn_blocking(move || core_block_types(root.as_deref()));
    read.await.unwrap_or_default()
}

async fn list(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let namespace = request.text("namespace");
    let types = types(rest).await;
    let is_asked = |kind: &&BlockType| {
        let own = kind.name().split('/').next().unwrap_or_default();
        namespace.is_empty() || own == namespace
    };
    let items = types.iter().filter(is_asked);
    let items = items.map(|kind| type_item(rest, request, kind));
    Ok(RestResponse::new(Body::List(items.collect())))
}

async fn item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let name = format!("{}/{}", request.text("namespace"), request.text("name"));
    let types = types(rest).await;
    let found = types.iter().find(|kind| kind.name() == name);
    let unknown = || rest.error("rest_block_type_invalid", "Invalid block type.", 404);
    let kind = found.ok_or_else(unknown)?;
    Ok(RestResponse::item(type_item(rest, request, kind)))
}

const EMBED: [&str; 5] = ["name", "title", "icon", "category", "is_dynamic"];

fn type_item(rest: &Rest<'_>, request: &RestRequest, kind: &BlockType) -> Item {
    let translated = |text: &str, context: &str| match text {
        "" => String::new(),
        text => rest.locale.translate_with_context(text, context).to_owned(),
    };
    let list = |keyword: &str| match kind.get(keyword) {
        Value::Null => Value::array(),
        value => value.clone(),
    };
    let keywords = kind.get("keywords").values();
    let keywords: Value = keywords
        .map(|word| translated(&word.to_string_lossy(), "block keyword"))
        .collect();
    let version = kind.get("apiVersion").as_int();
    let mut item = Item::default();
    item.set("attributes", kind.attributes());
    item.set("is_dynamic", kind.is_dynamic);
    item.set("api_version", version.unwrap_or(3));
    item.set("name", kind.name());
    item.set("title", translated(kind.text("title"), "block title"));
    item.set(
        "description",
        translated(kind.text("description"), "block description"),
    );
    item.set("icon", kind.get("icon").clone());
    item.set("category", kind.get("category").clone());
    item.set("keywords", keywords);
    item.set("parent", kind.get("parent").clone());
    item.set("ancestor", kind.get("ancestor").clone());
    item.set("allowed_blocks", kind.get("allowedBlocks").clone());
    item.set("provides_context", list("providesContext"));
    item.set("uses_context", list("usesContext"));
    item.set("selectors", list("selectors"));
    item.set("supports", list("supports"));
    item.set("styles", styles(rest, kind));
    item.set("textdomain", Value::Null);
    item.set("example", kind.get("example").clone());
    set_handles(&mut item, kind);
    keep_context(&mut item, request, &EMBED);
    let url = |path: &str| rest.rest_url(&format!("/wp/v2/{path}"));
    let namespace = kind.name().split('/').next().unwrap_or_default();
    item.link("collection", url("block-types"));
    item.link_self(url(&format!("block-types/{}", kind.name())), &["GET"]);
    item.link("up", url(&format!("block-types/{namespace}")));
    if kind.is_dynamic {
        let renderer = url(&format!("block-renderer/{}", kind.name()));
        let separator = if renderer.contains('?') { '&' } else { '?' };
        item.link(
            "wp:render-block",
            format!("{renderer}{separator}context=edit"),
        );
    }
    item
}

/// The names of scripts and styles, and what comes between them in an item.
fn set_handles(item: &mut Item, kind: &BlockType) {
    let handles = |keyword: &str| handles(kind.get(keyword));
    let list = |keyword: &str| match kind.get(keyword) {
        Value::Null => Value::array(),
        value => value.clone(),
    };
    let (editor, own, view) = (
        handles("editorScript"),
        handles("script"),
        handles("viewScript"),
    );
    // Core's blocks have one sheet together, so their types name none (recording owner/block-type-paragraph).
    let own_sheets = |keyword: &str| match kind.name().starts_with("core/") {
        true => Value::array(),
        false => handles(keyword),
    };
    let (editor_style, style) = (own_sheets("editorStyle"), own_sheets("style"));
    item.set("editor_script_handles", editor.clone());
    item.set("script_handles", own.clone());
    item.set("view_script_handles", view.clone());
    item.set("view_script_module_ids", handles("viewScriptModule"));
    item.set("editor_style_handles", editor_style.clone());
    item.set("style_handles", style.clone());
    item.set("view_style_handles", own_sheets("viewStyle"));
    item.set("variations", list("variations"));
    item.set("block_hooks", list("blockHooks"));
    for (name, handles) in [
        ("editor_script", editor),
        ("script", own),
        ("view_script", view),
        ("editor_style", editor_style),
        ("style", style),
    ] {
        item.set(
            name,
            handles.values().next().cloned().unwrap_or(Value::Null),
        );
    }
}

/// Names of registered scripts and styles; files of the block have none.
fn handles(value: &Value) -> Value {
    let all: Vec<String> = match value {
        Value::Null => Vec::new(),
        Value::Array(list) => list
            .values()
            .map(|v| v.to_string_lossy().into_owned())
            .collect(),
        one => vec![one.to_string_lossy().into_owned()],
    };
    let named = all.into_iter().filter(|name| !name.starts_with("file:"));
    named.collect()
}

fn styles(rest: &Rest<'_>, kind: &BlockType) -> Value {
    let translated = kind.get("styles").values().map(|style| {
        let mut style = style.clone();
        let label = style.at("label").to_string_lossy().into_owned();
        let label = rest
            .locale
            .translate_with_context(&label, "block style label")
            .to_owned();
        if style.get("label").is_some() {
            style = style.with("label", label);
        }
        style
    });
    translated.collect()
}

/// Those who may edit the post that a block stands in, or posts at all.
fn read_block<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let id = request.int("post_id");
    if id <= 0 {
        let source = "Sorry, you are not allowed to read blocks as this user.";
        return when(rest, has(rest, "edit_posts"), ("block_cannot_read", source));
    }
    Box::pin(async move {
        let mut objects = ObjectCache::default();
        objects.prime_posts(&rest.app.db, &[PostId(id)]).await?;
        let may_edit = match objects.post(PostId(id)) {
            Some(post) => can_edit(rest, post).await?,
            None => false,
        };
        let source = "Sorry, you are not allowed to read blocks of this post.";
        match may_edit {
            true => Ok(()),
            false => Err(rest.forbidden("block_cannot_read", source).into()),
        }
    })
}

async fn render(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let name = request.url_text("name");
    let types = types(rest).await;
    let known = types
        .iter()
        .find(|kind| kind.name() == name && kind.is_dynamic);
    let unknown = || rest.error("block_invalid", "Invalid block.", 404);
    let kind = known.ok_or_else(unknown)?;
    let attributes = attributes(kind, request.get("attributes"));
    let document = get_comment_delimited_block_content(&name, &attributes, "");
    // As the content of a post: what its blocks show is loaded with the page.
    let post = Post {
        content: document.clone(),
        ..Post::default()
    };
    let query = MainQuery {
        posts: vec![Arc::new(post)],
        ..MainQuery::default()
    };
    let objects = ObjectCache::default();
    let view = view::build(&rest.context, query, objects, Posted::default()).await?;
    let print = move |page: &mut Page| {
        let theme = page.view.theme.clone();
        let blocks = parse_blocks(&document);
        let printed = blocks
            .iter()
            .map(|block| theme.blocks.render_block(block, page));
        Ok(printed.collect::<String>())
    };
    let (rendered, _) = rest.app.render_pool.render(Arc::new(view), print).await?;
    let value = Value::array().with("rendered", rendered);
    Ok(RestResponse::new(Body::Value(value)))
}

/// The attributes by the types that the block declares; texts of a query string become numbers and booleans where
/// nothing is declared.
fn attributes(kind: &BlockType, sent: &Value) -> Value {
    let declared = kind.attributes();
    let mut all = Array::new();
    for (name, value) in sent.iter() {
        let of = declared.get(name.to_string_lossy().as_str());
        let of = of.map(|schema| schema.at("type").to_string_lossy().into_owned());
        all.insert(name.clone(), converted(of.as_deref(), value));
    }
    if all.is_empty() {
        return Value::Object(Box::new(Object::new("stdClass")));
    }
    all.into()
}

fn converted(kind: Option<&str>, value: &Value) -> Value {
    let Some(text) = value.as_str() else {
        return value.clone();
    };
    match (kind, text) {
        (Some("string" | "rich-text"), _) => value.clone(),
        (Some("boolean") | None, "true") => true.into(),
        (Some("boolean") | None, "false") => false.into(),
        (Some("boolean"), text) => (!matches!(text, "" | "0")).into(),
        (Some("integer" | "number") | None, text) => match text.parse::<i64>() {
            Ok(number) => number.into(),
            Err(_) => value.clone(),
        },
        _ => value.clone(),
    }
}
