//! `oembed/1.0`: the oEmbed provider for the site's posts, and the proxy that the block editor asks.
//!
//! Contract "wordpress-core", section 14.4; recordings feeds/oembed-json, feeds/oembed-ajena.

use std::sync::Arc;
use std::time::Duration;

use compat::wordpress::kses::wp_kses_post;
use compat::wordpress::l10n::Locale;
use compat::wordpress::media::{ImageSize, Media, wp_get_attachment_image_src};
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::Value;
use compat::wordpress::php::json::json_decode_assoc;
use compat::wordpress::php::url::urldecode;
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::visibility::prime_parents;
use themes::wordpress::embed::{EmbedFrame, get_post_embed_html};
use themes::wordpress::oembed::oembed_xml;
use themes::wordpress::view::{Page, View};

use crate::http_client::{HttpRequest, send};

use super::arg::Arg;
use super::denied;
use super::remote_url::is_remote_url;
use super::request::RestRequest;
use super::rest_response::{Body, Item, RestResponse};
use super::route::Rest;
use super::route::{Endpoint, READABLE, RouteFuture, Routes};
use super::route_error::{RestError, RouteError};

/// Registers the routes.
pub fn register(routes: &mut Routes, locale: &Locale) {
    let source = "The URL of the resource for which to fetch oEmbed data.";
    let url = || {
        Arg::new("url", locale.translate(source))
            .string()
            .with("format", "uri")
            .required()
    };
    let endpoint = Endpoint {
        methods: READABLE,
        args: Some(vec![
            url(),
            Arg::bare("format").default("json"),
            Arg::bare("maxwidth").default(600),
        ]),
        permission: None,
        callback: |rest, request| -> RouteFuture<'_> { Box::pin(embed(rest, request)) },
        subject: "".into(),
        allow_batch: false,
    };
    routes.register("oembed/1.0", "/embed", vec![endpoint]);
    let text = |source: &str| locale.translate(source).to_owned();
    let proxy = Endpoint {
        methods: READABLE,
        args: Some(vec![
            url(),
            Arg::new("format", &text("The oEmbed format to use."))
                .string()
                .default("json")
                .one_of(&["json", "xml"]),
            Arg::new(
                "maxwidth",
                &text("The maximum width of the embed frame in pixels."),
            )
            .integer()
            .default(600),
            Arg::new(
                "maxheight",
                &text("The maximum height of the embed frame in pixels."),
            )
            .integer(),
            Arg::new(
                "discover",
                &text("Whether to perform an oEmbed discovery request for unsanctioned providers."),
            )
            .boolean()
            .default(true),
        ]),
        permission: Some(denied::oembed_proxy),
        callback: |rest, request| -> RouteFuture<'_> { Box::pin(proxy(rest, request)) },
        subject: "".into(),
        allow_batch: false,
    };
    routes.register("oembed/1.0", "/proxy", vec![proxy]);
}

async fn embed(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    // The status phrase, untranslated in every locale.
    let unknown = || RestError::new("oembed_invalid_url", "Not Found", 404);
    let post = url_to_post(rest, &request.text("url")).await?;
    let post = post.ok_or_else(unknown)?;
    let mut objects = ObjectCache::default();
    prime_parents(&rest.app.db, &mut objects, [&*post]).await?;
    if !rest.visibility(&objects).is_post_publicly_viewable(&post) {
        return Err(unknown().into());
    }
    let view = Arc::new(rest.view(vec![post.clone()]).await?);
    let maxwidth = request.int("maxwidth").saturating_abs();
    let item = data(rest, &view, &post, maxwidth).await?;
    Ok(RestResponse::item(item))
}

/// How long the answer of a provider is waited for.
const PROVIDER_TIMEOUT: Duration = Duration::from_secs(8);
/// Bytes of a page or an answer that are read.
const PROVIDER_MOST: usize = 150 * 1024;

/// The data of an address: of the site's own posts without a request, of others by what their page names as its oEmbed
/// address. Only public addresses are asked (hardening S22).
async fn proxy(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let url = request.text("url");
    if let Some(post) = url_to_post(rest, &url).await? {
        let mut objects = ObjectCache::default();
        prime_parents(&rest.app.db, &mut objects, [&*post]).await?;
        if rest.visibility(&objects).is_post_publicly_viewable(&post) {
            let view = Arc::new(rest.view(vec![post.clone()]).await?);
            let maxwidth = request.int("maxwidth").saturating_abs();
            let item = data(rest, &view, &post, maxwidth).await?;
            return Ok(RestResponse::item(item).cached_for(None));
        }
    }
    let found = match request.bool("discover") {
        true => discovered(&rest.state.site.home(), &url, request).await,
        false => None,
    };
    let unknown = || RestError::new("oembed_invalid_url", "Not Found", 404);
    let found = found.ok_or_else(unknown)?;
    Ok(RestResponse::new(Body::Value(found)).cached_for(None))
}

async fn fetched(home: &str, url: &str) -> Option<String> {
    if !is_remote_url(url, home) {
        return None;
    }
    let asked = HttpRequest::of(url).at_most(PROVIDER_MOST);
    let answer = send(asked, PROVIDER_TIMEOUT).await.ok()?;
    (answer.status == 200).then(|| String::from_utf8_lossy(&answer.body).into_owned())
}

/// The JSON that a page's oEmbed address gives. Markup in it is left out: it would run in the editor.
async fn discovered(home: &str, url: &str, request: &RestRequest) -> Option<Value> {
    let page = fetched(home, url).await?;
    let link = page.split('<').find(|tag| {
        let tag = tag.to_ascii_lowercase();
        tag.starts_with("link") && tag.contains("application/json+oembed")
    })?;
    let (_, after) = link.split_once("href=")?;
    let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let address = after.get(1..)?.split(quote).next()?.replace("&amp;", "&");
    let address = address.replace("&#038;", "&");
    let separator = if address.contains('?') { '&' } else { '?' };
    let width = request.int("maxwidth").clamp(1, 10_000);
    let asked = format!("{address}{separator}maxwidth={width}");
    let data = json_decode_assoc(fetched(home, &asked).await?.as_bytes()).ok()?;
    let kind = data.at("type").to_string_lossy().into_owned();
    let is_known = matches!(kind.as_str(), "photo" | "video" | "link" | "rich");
    let mut fields = data.as_array().filter(|_| is_known)?.clone();
    if matches!(kind.as_str(), "video" | "rich") {
        let html = fields
            .get("html")
            .map(|html| wp_kses_post(&html.to_string_lossy()));
        fields.insert("html", html.unwrap_or_default());
    }
    Some(fields.into())
}

/// Whether a response is sent as XML ([`xml`]), be it the fields or an error.
pub fn wants_xml(request: &RestRequest) -> bool {
    let is_route = request.route == "/oembed/1.0/embed" && request.method == "GET";
    is_route && request.text("format") == "xml"
}

/// The body of a response as XML.
pub fn xml(data: &Value) -> Option<String> {
    data.as_array().map(oembed_xml)
}

/// `url_to_postid`: by the id in the query string, or by the slug in the path; the post's permalink must match the URL.
async fn url_to_post(rest: &Rest<'_>, url: &str) -> Result<Option<Arc<Post>>, RouteError> {
    let site = &rest.state.site;
    let strip = |u: &str| {
        u.trim_start_matches("https:")
            .trim_start_matches("http:")
            .replacen("//www.", "//", 1)
    };
    let (url, home) = (strip(url), strip(&site.home()));
    let url = url.split('#').next().unwrap_or_default();
    let Some(below) = url.strip_prefix(&home) else {
        return Ok(None);
    };
    if !below.is_empty() && !below.starts_with(['/', '?']) {
        return Ok(None);
    }
    let (path, query) = below.split_once('?').unwrap_or((below, ""));
    let mut objects = ObjectCache::default();
    let query = compat::wordpress::php::query_string::parse_str(query.as_bytes());
    let by_id = ["p", "page_id", "attachment_id"]
        .iter()
        .find_map(|name| query.get(*name))
        .map(Value::to_int)
        .filter(|id| *id > 0);
    let path = path.trim_matches('/');
    let id = match (by_id, path) {
        (Some(id), _) => Some(PostId(id)),
        (None, "") => site.page_on_front(),
        _ => None,
    };
    if let Some(id) = id {
        objects.prime_posts(&rest.app.db, &[id]).await?;
        return Ok(objects.post(id).cloned());
    }
    by_path(rest, path).await
}

async fn by_path(rest: &Rest<'_>, path: &str) -> Result<Option<Arc<Post>>, RouteError> {
    let decoded = String::from_utf8_lossy(&urldecode(path.as_bytes())).into_owned();
    let Some(slug) = decoded.rsplit('/').next().filter(|s| !s.is_empty()) else {
        return Ok(None);
    };
    let slug = compat::wordpress::query::sanitize_title_for_query(slug);
    let ids = compat::wordpress::rest::posts_with_slug(&rest.app.db, &slug).await?;
    let mut objects = ObjectCache::default();
    objects.prime_posts(&rest.app.db, &ids).await?;
    let posts: Vec<Arc<Post>> = ids
        .iter()
        .filter_map(|id| objects.post(*id).cloned())
        .collect();
    let view = rest.view(posts.clone()).await?;
    let wanted = format!("{}/{path}", rest.state.site.home());
    let is_it = |post: &Arc<Post>| view.links().get_permalink(post).trim_end_matches('/') == wanted;
    Ok(posts.into_iter().find(is_it))
}

async fn data(
    rest: &Rest<'_>,
    view: &Arc<View>,
    post: &Arc<Post>,
    maxwidth: i64,
) -> Result<Item, RouteError> {
    let width = maxwidth.clamp(200, 600);
    // Aspect ratio 16:9, rounded up, at least 200.
    let height = ((width * 9 + 15) / 16).max(200);
    let (title, html) = title_and_html(rest, view, post, (width, height)).await?;
    let mut item = Item::default();
    let blog_name = rest.state.site.options.text("blogname").into_owned();
    item.set("version", "1.0");
    item.set("provider_name", blog_name.as_str());
    item.set("provider_url", rest.state.site.home());
    let author = view.objects.user(post.author);
    item.set("author_name", author.map_or("", |u| &u.display_name));
    let author_url = author.map(|u| view.links().get_author_posts_url(u.id, &u.nicename));
    item.set("author_url", author_url.unwrap_or_default());
    item.set("title", title.as_str());
    item.set("type", "rich");
    item.set("width", width);
    item.set("height", height);
    item.set("html", html);
    let thumbnail = view.objects.post_meta(post.id).text("_thumbnail_id");
    let attachment = thumbnail
        .parse::<i64>()
        .ok()
        .and_then(|id| view.attachments.get(&id));
    let media = Media {
        sizes: &view.image_sizes,
        filters: &[],
    };
    let src =
        attachment.and_then(|a| wp_get_attachment_image_src(&media, a, &ImageSize::Box(width, 0)));
    if let Some(src) = src {
        item.set("thumbnail_url", src.url);
        item.set("thumbnail_width", src.width);
        item.set("thumbnail_height", src.height);
    }
    Ok(item)
}

/// Title and frame of the post, rendered in the pool.
async fn title_and_html(
    rest: &Rest<'_>,
    view: &Arc<View>,
    post: &Arc<Post>,
    (width, height): (i64, i64),
) -> Result<(String, String), RouteError> {
    let (secret, script, post) = (secret(), script(rest), Arc::clone(post));
    let render = move |page: &mut Page| {
        let frame = EmbedFrame {
            width,
            height,
            secret: &secret,
            script: &script,
        };
        let title = page.the_title(&post.title);
        Ok((title, get_post_embed_html(page, &post, &frame)))
    };
    let (printed, _) = rest
        .app
        .render_pool
        .render(Arc::clone(view), render)
        .await?;
    Ok(printed)
}

/// Ten random letters and digits.
fn secret() -> String {
    let secret = compat::wordpress::password::generate_salt();
    let letters = secret.chars().filter(char::is_ascii_alphanumeric);
    letters.take(10).collect()
}

/// The site's `wp-embed.min.js`; empty when the file does not exist.
fn script(rest: &Rest<'_>) -> String {
    let file = rest
        .app
        .wp_root
        .as_ref()
        .map(|root| root.join("wp-includes/js/wp-embed.min.js"));
    let Some(text) = file.and_then(|f| std::fs::read_to_string(f).ok()) else {
        return String::new();
    };
    format!("{}\n", text.trim_end())
}
