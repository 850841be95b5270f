//! `wp/v2/themes`: the themes of the site's folder, read from their headers; features as far as the active one is known.
//!
//! Contract "wordpress-rest", section 16; recording owner/themes.

use compat::wordpress::file_header::{FileHeader, themes_in};
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::l10n::Locale;
use compat::wordpress::php::url::urldecode;
use compat::wordpress::php::{Array, Value};

use themes::wordpress::dashboard_markup::author_link;

use super::arg::Arg;
use super::default_templates::{default_template_part_areas, default_template_types};
use super::global_styles::user_global_styles_id;
use super::guarded::{callback, edits_some_posts, endpoint, has, when};
use super::item_schema;
use super::request::RestRequest;
use super::rest_response::{Body, Item, RestResponse};
use super::route::{Permitting, READABLE, Rest, Routes};
use super::route_error::RouteError;

/// Features that a theme may have, in the order of their registration.
const FEATURES: [&str; 24] = [
    "align-wide",
    "automatic-feed-links",
    "block-templates",
    "block-template-parts",
    "custom-background",
    "custom-header",
    "custom-logo",
    "customize-selective-refresh-widgets",
    "dark-editor-style",
    "disable-custom-colors",
    "disable-custom-font-sizes",
    "disable-custom-gradients",
    "disable-layout-styles",
    "editor-color-palette",
    "editor-font-sizes",
    "editor-gradient-presets",
    "editor-spacing-sizes",
    "editor-styles",
    "html5",
    "formats",
    "post-thumbnails",
    "responsive-embeds",
    "title-tag",
    "wp-block-styles",
];

/// Registers the routes.
pub fn register(routes: &mut Routes, locale: &Locale) {
    let source = "Limit result set to themes assigned one or more statuses.";
    let states: Value = ["active", "inactive"].into_iter().collect();
    let status = Arg::new("status", locale.translate(source))
        .with("type", "array")
        .with(
            "items",
            Value::array().with("enum", states).with("type", "string"),
        );
    let list = endpoint(READABLE, vec![status], view_themes, callback!(list));
    routes.register("wp/v2", "/themes", vec![list]);
    routes.schema(item_schema::theme);
    let source = "The theme's stylesheet. This uniquely identifies the theme.";
    let stylesheet = Arg::new("stylesheet", locale.translate(source)).string();
    let item = endpoint(READABLE, vec![stylesheet], view_theme, callback!(item));
    let path = "/themes/(?P<stylesheet>[^\\/:<>\\*\\?\"\\|]+(?:\\/[^\\/:<>\\*\\?\"\\|]+)?)";
    routes.register("wp/v2", path, vec![item]);
    routes.schema(item_schema::theme);
}

/// The active theme is for all who edit, others for those who may switch themes.
fn view_themes<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let asked = request.texts("status");
    permitted(
        rest,
        asked.len() == 1 && asked.iter().all(|s| s == "active"),
    )
}

fn view_theme<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    permitted(rest, stylesheet(request) == active(rest))
}

fn permitted<'a>(rest: &Rest<'_>, is_active: bool) -> Permitting<'a> {
    let may_switch = has(rest, "switch_themes") || has(rest, "manage_network_themes");
    if !is_active {
        let source = "Sorry, you are not allowed to view themes.";
        return when(rest, may_switch, ("rest_cannot_view_themes", source));
    }
    let source = "Sorry, you are not allowed to view the active theme.";
    let may_view = may_switch || edits_some_posts(rest);
    when(rest, may_view, ("rest_cannot_view_active_theme", source))
}

fn stylesheet(request: &RestRequest) -> String {
    let name = request.url_text("stylesheet");
    String::from_utf8_lossy(&urldecode(name.as_bytes())).into_owned()
}

fn active(rest: &Rest<'_>) -> String {
    rest.state.site.options.text("stylesheet").into_owned()
}

/// The themes: those of the folder, and the one that a column stands for where its files are not there.
async fn installed(rest: &Rest<'_>) -> Vec<FileHeader> {
    let folder = rest.app.content_dir.as_ref().map(|dir| dir.join("themes"));
    let found = match folder {
        Some(folder) => tokio::task::spawn_blocking(move || themes_in(&folder)).await,
        None => Ok(Vec::new()),
    };
    let mut themes = found.unwrap_or_default();
    let known = rest.state.site.registry.headers.theme.clone();
    if let Some(known) = known
        && !themes.iter().any(|theme| theme.file == known.file)
    {
        themes.push(known);
        themes.sort_by(|a, b| a.name.cmp(&b.name));
    }
    themes
}

async fn list(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let (asked, active) = (request.texts("status"), active(rest));
    let mut items = Vec::new();
    for theme in installed(rest).await {
        let status = status_of(&theme, &active);
        if asked.is_empty() || asked.iter().any(|asked| asked == status) {
            items.push(theme_item(rest, &theme, status).await?);
        }
    }
    let total = items.len().to_string();
    Ok(RestResponse::new(Body::List(items))
        .with_header("X-WP-Total", total)
        .with_header("X-WP-TotalPages", "1"))
}

async fn item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let name = stylesheet(request);
    let found = installed(rest).await.into_iter().find(|t| t.file == name);
    let unknown = || rest.error("rest_theme_not_found", "Theme not found.", 404);
    let theme = found.ok_or_else(unknown)?;
    let status = status_of(&theme, &active(rest));
    Ok(RestResponse::item(theme_item(rest, &theme, status).await?))
}

fn status_of(theme: &FileHeader, active: &str) -> &'static str {
    if theme.file == active {
        "active"
    } else {
        "inactive"
    }
}

fn texts(raw: impl Into<Value>, rendered: impl Into<Value>) -> Value {
    Value::array().with("raw", raw).with("rendered", rendered)
}

async fn theme_item(rest: &Rest<'_>, theme: &FileHeader, status: &str) -> Result<Item, RouteError> {
    let is_active = status == "active";
    let mut item = header_item(rest, theme);
    item.set("status", status);
    if is_active {
        item.set("theme_supports", supports(rest));
    }
    let folder = content_folder(rest, theme);
    let is_block = folder.is_some_and(|f| f.join("templates/index.html").is_file());
    item.set("is_block_theme", is_block);
    item.set("stylesheet_uri", theme_uri(rest, &theme.file));
    item.set("template_uri", theme_uri(rest, template(theme)));
    if is_active {
        item.set("default_template_types", default_template_types(rest));
        item.set(
            "default_template_part_areas",
            default_template_part_areas(rest),
        );
    }
    let own = format!("/wp/v2/themes/{}", theme.file);
    item.link_self(rest.rest_url(&own), &["GET"]);
    item.link("collection", rest.rest_url("/wp/v2/themes"));
    if let Some(id) = user_global_styles_id(rest, &theme.file, is_active).await? {
        let styles = format!("/wp/v2/global-styles/{}", id.0);
        item.link("wp:user-global-styles", rest.rest_url(&styles));
    }
    Ok(item)
}

fn template(theme: &FileHeader) -> &str {
    match theme.template.as_str() {
        "" => &theme.file,
        parent => parent,
    }
}

fn theme_uri(rest: &Rest<'_>, folder: &str) -> String {
    format!("{}/wp-content/themes/{folder}", rest.state.site.siteurl())
}

fn content_folder(rest: &Rest<'_>, theme: &FileHeader) -> Option<std::path::PathBuf> {
    let content = rest.app.content_dir.as_ref()?;
    Some(content.join("themes").join(&theme.file))
}

/// What the header says.
fn header_item(rest: &Rest<'_>, theme: &FileHeader) -> Item {
    let mut item = Item::default();
    item.set("stylesheet", theme.file.as_str());
    item.set("template", template(theme));
    item.set("requires_php", theme.requires_php.as_str());
    item.set("requires_wp", theme.requires_wp.as_str());
    item.set("textdomain", theme.text_domain.as_str());
    item.set("version", theme.version.as_str());
    item.set("screenshot", screenshot(rest, theme));
    let plain = |text: &str| esc_html(text).into_owned();
    let author = match (theme.author.as_str(), theme.author_uri.as_str()) {
        ("", _) => rest.text("Anonymous"),
        (author, "") => plain(author),
        (author, uri) => author_link(uri, author),
    };
    item.set("author", texts(theme.author.as_str(), author));
    let uri = theme.author_uri.as_str();
    item.set("author_uri", texts(uri, plain(uri)));
    let described = theme.description.as_str();
    item.set("description", texts(described, described));
    item.set("name", texts(theme.name.as_str(), plain(&theme.name)));
    let tags: Value = theme.tags.iter().cloned().collect();
    item.set("tags", texts(tags, theme.tags.join(", ")));
    let uri = theme.uri.as_str();
    item.set("theme_uri", texts(uri, plain(uri)));
    item
}

/// The picture of a theme, the one of a known theme also where its files are not there.
fn screenshot(rest: &Rest<'_>, theme: &FileHeader) -> String {
    let folder = content_folder(rest, theme);
    let is_there = |name: &&str| folder.as_ref().is_some_and(|f| f.join(name).is_file());
    let names = ["screenshot.png", "screenshot.gif", "screenshot.jpg"];
    let known = rest.state.site.registry.headers.theme.as_ref();
    let is_known = known.is_some_and(|known| known.file == theme.file);
    let found = names.iter().find(|name| is_there(name));
    let found = found.or_else(|| names.last().filter(|_| is_known));
    found.map_or_else(String::new, |name| {
        format!("{}/{name}", theme_uri(rest, &theme.file))
    })
}

/// `theme_supports`: the known features of the active theme, over those that none has.
fn supports(rest: &Rest<'_>) -> Value {
    let known = &rest.state.site.registry.theme_supports;
    let mut all = Array::new();
    for feature in FEATURES {
        let value = match known.get(feature) {
            Some(value) => value.clone(),
            None if feature == "formats" => ["standard"].into_iter().collect(),
            None => Value::Bool(false),
        };
        all.insert(feature, value);
    }
    all.into()
}
