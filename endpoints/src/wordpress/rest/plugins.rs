//! `wp/v2/plugins`: the plugins of the site's folder, read from their headers.
//!
//! Contract "wordpress-rest", section 16; recordings owner/plugin*. Plugins are PHP: this server runs none, so switching,
//! installing and deleting them are refused with an error that says so.

use std::collections::BTreeSet;

use compat::wordpress::column::is_plugin_active;
use compat::wordpress::file_header::{FileHeader, by_name, plugins_in};
use compat::wordpress::formatting::texturize::wptexturize;
use compat::wordpress::l10n::Locale;
use compat::wordpress::php::Value;
use themes::wordpress::dashboard_markup::{author_link, described_by};
use themes::wordpress::view::View;

use super::arg::Arg;
use super::collection::context_arg;
use super::guarded::{Refusal, callback, endpoint, has, when};
use super::item_schema;
use super::request::RestRequest;
use super::rest_response::{Body, Item, RestResponse};
use super::route::{CREATABLE, DELETABLE, EDITABLE, Permitting, READABLE, Rest, Routes};
use super::route_error::RouteError;

const MANAGE: &str = "Sorry, you are not allowed to manage plugins for this site.";
/// The methods of a plugin's address.
const ALLOWED: &[&str] = &["GET", "POST", "PUT", "PATCH", "DELETE"];

/// Registers the routes.
pub fn register(routes: &mut Routes, locale: &Locale) {
    let arg = |name: &str, source: &str| Arg::new(name, locale.translate(source));
    let context = || context_arg(locale, &["view", "embed", "edit"]);
    let states = ["inactive", "active"];
    let listed = vec![
        context(),
        arg("search", "Limit results to those matching a string.").string(),
        arg("status", "Limits results to plugins with the given status.")
            .with("type", "array")
            .with(
                "items",
                Value::array()
                    .with("type", "string")
                    .with("enum", states.into_iter().collect::<Value>()),
            ),
    ];
    let status = || {
        arg("status", "The plugin activation status.")
            .string()
            .one_of(&states)
    };
    let slug = arg("slug", "WordPress.org plugin directory slug.")
        .string()
        .with("pattern", "[\\w\\-]+");
    let new = vec![slug.required(), status().default("inactive")];
    routes.register(
        "wp/v2",
        "/plugins",
        vec![
            endpoint(READABLE, listed, view_plugins, callback!(list)),
            endpoint(CREATABLE, new, install, callback!(create)),
        ],
    );
    routes.schema(item_schema::plugin);
    register_one(routes, locale);
}

fn register_one(routes: &mut Routes, locale: &Locale) {
    let context = || context_arg(locale, &["view", "embed", "edit"]);
    let source = "The plugin activation status.";
    let status = || {
        Arg::new("status", locale.translate(source))
            .string()
            .one_of(&["inactive", "active"])
    };
    let plugin = || Arg::bare("plugin").string();
    let path = "/plugins/(?P<plugin>[^.\\/]+(?:\\/[^.\\/]+)?)";
    routes.register(
        "wp/v2",
        path,
        vec![
            endpoint(
                READABLE,
                vec![context(), plugin()],
                view_plugin,
                callback!(item),
            ),
            endpoint(
                EDITABLE,
                vec![context(), plugin(), status()],
                manage,
                callback!(update),
            ),
            endpoint(
                DELETABLE,
                vec![context(), plugin()],
                remove,
                callback!(delete),
            ),
        ],
    );
    routes.schema(item_schema::plugin);
}

fn may<'a>(rest: &Rest<'_>, capabilities: &[&str], refusal: Refusal) -> Permitting<'a> {
    when(rest, capabilities.iter().all(|c| has(rest, c)), refusal)
}

fn view_plugins<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    may(
        rest,
        &["activate_plugins"],
        ("rest_cannot_view_plugins", MANAGE),
    )
}

fn view_plugin<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    may(
        rest,
        &["activate_plugins"],
        ("rest_cannot_view_plugin", MANAGE),
    )
}

fn install<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to install plugins on this site.";
    if !has(rest, "install_plugins") {
        return when(rest, false, ("rest_cannot_install_plugin", source));
    }
    let is_fine = request.text("status") != "active" || has(rest, "activate_plugins");
    let source = "Sorry, you are not allowed to activate plugins.";
    when(rest, is_fine, ("rest_cannot_activate_plugin", source))
}

fn manage<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    may(
        rest,
        &["activate_plugins"],
        ("rest_cannot_manage_plugins", MANAGE),
    )
}

fn remove<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    if !has(rest, "activate_plugins") {
        return when(rest, false, ("rest_cannot_manage_plugins", MANAGE));
    }
    let source = "Sorry, you are not allowed to delete plugins for this site.";
    may(
        rest,
        &["delete_plugins"],
        ("rest_cannot_manage_plugins", source),
    )
}

/// The plugins: those of the folder, and the active ones that columns stand for where their files are not there.
async fn installed(rest: &Rest<'_>) -> Vec<FileHeader> {
    let folder = rest.app.content_dir.as_ref().map(|dir| dir.join("plugins"));
    let found = match folder {
        Some(folder) => tokio::task::spawn_blocking(move || plugins_in(&folder)).await,
        None => Ok(Vec::new()),
    };
    let mut plugins = found.unwrap_or_default();
    let files: BTreeSet<String> = plugins.iter().map(|p| p.file.clone()).collect();
    let known = rest.state.site.registry.headers.plugins.iter();
    plugins.extend(known.filter(|known| !files.contains(&known.file)).cloned());
    plugins.sort_by(by_name);
    plugins
}

async fn list(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let states = request.texts("status");
    let search = request.text("search").to_lowercase();
    let plugins = installed(rest).await.into_iter().filter(|plugin| {
        let is_asked = states.is_empty() || states.iter().any(|s| s == status(rest, plugin));
        is_asked && holds(plugin, &search)
    });
    let items = plugins.map(|plugin| plugin_item(rest, &plugin));
    Ok(RestResponse::new(Body::List(items.collect())))
}

fn holds(plugin: &FileHeader, search: &str) -> bool {
    let texts = [
        &plugin.name,
        &plugin.uri,
        &plugin.author,
        &plugin.author_uri,
        &plugin.description,
        &plugin.version,
    ];
    texts
        .iter()
        .any(|text| text.to_lowercase().contains(search))
}

async fn plugin_of(rest: &Rest<'_>, request: &RestRequest) -> Result<FileHeader, RouteError> {
    let file = format!("{}.php", request.url_text("plugin"));
    let found = installed(rest).await.into_iter().find(|p| p.file == file);
    let unknown = || {
        rest.error("rest_plugin_not_found", "Plugin not found.", 404)
            .into()
    };
    found.ok_or_else(unknown)
}

fn status(rest: &Rest<'_>, plugin: &FileHeader) -> &'static str {
    match is_plugin_active(&rest.state.site.options, &plugin.file) {
        true => "active",
        false => "inactive",
    }
}

fn plugin_item(rest: &Rest<'_>, plugin: &FileHeader) -> Item {
    let name = plugin.file.strip_suffix(".php").unwrap_or(&plugin.file);
    let described = rest.locale.domain(&plugin.text_domain);
    let described = described.translate(&plugin.description).to_owned();
    let author = match plugin.author_uri.as_str() {
        "" => plugin.author.clone(),
        uri => author_link(uri, &plugin.author),
    };
    let settings = View::content_settings_of(&rest.state.site, &rest.locale);
    let rendered = wptexturize(&described, &settings.texturize, &|_| false);
    let rendered = match author.as_str() {
        "" => rendered,
        author => described_by(&rendered, &rest.text("By %s.").replace("%s", author)),
    };
    let mut item = Item::default();
    item.set("plugin", name);
    item.set("status", status(rest, plugin));
    item.set("name", plugin.name.as_str());
    item.set("plugin_uri", plugin.uri.as_str());
    item.set("author", plugin.author.as_str());
    item.set("author_uri", plugin.author_uri.as_str());
    let texts = Value::array()
        .with("raw", described)
        .with("rendered", rendered);
    item.set("description", texts);
    item.set("version", plugin.version.as_str());
    item.set("network_only", plugin.network);
    item.set("requires_wp", plugin.requires_wp.as_str());
    item.set("requires_php", plugin.requires_php.as_str());
    item.set("textdomain", plugin.text_domain.as_str());
    let own = format!("/wp/v2/plugins/{name}");
    item.link_self(rest.rest_url(&own), ALLOWED);
    item
}

async fn item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let plugin = plugin_of(rest, request).await?;
    Ok(RestResponse::item(plugin_item(rest, &plugin)))
}

/// What this server says to whoever wants PHP to be run.
fn no_php(rest: &Rest<'_>, code: &str) -> RouteError {
    let source =
        "This server runs no PHP: plugins are installed, switched and deleted where PHP runs.";
    rest.error(code, source, 501).into()
}

async fn update(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let plugin = plugin_of(rest, request).await?;
    let asked = request.text("status");
    if request.has("status") && asked != status(rest, &plugin) {
        let code = match asked.as_str() {
            "active" => "rest_cannot_activate_plugin",
            _ => "rest_cannot_deactivate_plugin",
        };
        return Err(no_php(rest, code));
    }
    Ok(RestResponse::item(plugin_item(rest, &plugin)))
}

async fn create(rest: &Rest<'_>, _: &RestRequest) -> Result<RestResponse, RouteError> {
    Err(no_php(rest, "rest_cannot_install_plugin"))
}

async fn delete(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let plugin = plugin_of(rest, request).await?;
    if status(rest, &plugin) == "active" {
        let source = "Cannot delete an active plugin. Please deactivate it first.";
        let error = rest.error("rest_cannot_delete_active_plugin", source, 400);
        return Err(error.into());
    }
    Err(no_php(rest, "rest_cannot_manage_plugins"))
}
