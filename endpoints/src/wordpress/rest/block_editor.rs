//! `wp-block-editor/v1`: export of a block theme, and the menu that a navigation block falls back to.
//!
//! Contract "wordpress-rest", sections 14 and 16; recording owner/navigation-fallback.

use compat::wordpress::blocks::get_comment_delimited_block_content;
use compat::wordpress::l10n::Locale;
use compat::wordpress::menu::NavMenu;
use compat::wordpress::php::Value;
use compat::wordpress::post::change_post::wp_insert_post;
use compat::wordpress::post::{Post, PostId};
use compat::wordpress::rest::PostList;

use super::guarded::{callback, endpoint, require, when};
use super::item_schema;
use super::request::RestRequest;
use super::rest_response::{Item, RestResponse};
use super::route::{Permitting, READABLE, Rest, Routes};
use super::route_error::RouteError;

const POST_TYPE: &str = "wp_navigation";
/// Deepest level of a menu that is converted.
const DEPTH: usize = 32;

/// Registers the routes.
pub fn register(routes: &mut Routes, _: &Locale) {
    let namespace = "wp-block-editor/v1";
    let export = endpoint(READABLE, Vec::new(), export_templates, callback!(export));
    routes.register(namespace, "/export", vec![export]);
    let fallback = endpoint(READABLE, Vec::new(), create_menus, callback!(fallback));
    routes.register(namespace, "/navigation-fallback", vec![fallback]);
    routes.schema(item_schema::navigation_fallback);
}

fn export_templates<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to export templates and template parts.";
    require(
        rest,
        "edit_theme_options",
        ("rest_cannot_export_templates", source),
    )
}

fn create_menus<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    let may = rest.can_type(POST_TYPE, "create");
    let source = "Sorry, you are not allowed to create Navigation Menus as this user.";
    when(rest, may, ("rest_cannot_create", source))
}

/// The answer of a server without an archiver.
async fn export(rest: &Rest<'_>, _: &RestRequest) -> Result<RestResponse, RouteError> {
    let source = "Zip Export not supported.";
    Err(rest.error("missing_zip_package", source, 500).into())
}

/// The newest published menu of blocks, else one made of the site's own menu, else one with the site's pages.
async fn fallback(rest: &Rest<'_>, _: &RestRequest) -> Result<RestResponse, RouteError> {
    let newest = PostList {
        post_types: vec![POST_TYPE.to_owned()],
        statuses: vec!["publish".to_owned()],
        limit: 1,
        ..PostList::default()
    };
    let newest = newest.load(&rest.app.db).await?.items.into_iter().next();
    let id = match newest {
        Some(post) => post.id,
        None => made(rest).await?,
    };
    let mut item = Item::default();
    item.set("id", id.0);
    let own = rest.rest_url(&format!("/wp/v2/navigation/{id}"));
    item.embeddable("self", own);
    if let Some(link) = item.links.last_mut() {
        link.allow = Some(&["GET", "POST", "PUT", "PATCH", "DELETE"]);
    }
    Ok(RestResponse::item(item))
}

async fn made(rest: &Rest<'_>) -> Result<PostId, RouteError> {
    let site = &rest.state.site;
    let stylesheet = site.options.text("stylesheet");
    let mods = site.options.value(&format!("theme_mods_{stylesheet}"));
    let primary = mods.at("nav_menu_locations").at("primary").to_int();
    let menus = || site.menus.values();
    let menu = menus()
        .find(|menu| menu.id().0 == primary)
        .or_else(|| menus().find(|menu| menu.term.slug == "primary"))
        .or_else(|| menus().max_by_key(|menu| menu.id().0))
        .filter(|menu| !menu.items.is_empty());
    let post = match menu {
        Some(menu) => Post {
            title: menu.term.name.clone(),
            name: menu.term.slug.clone(),
            content: blocks(menu, PostId(0), 0),
            ..new_post()
        },
        None => Post {
            title: rest
                .locale
                .translate_with_context("Navigation", "Title of a Navigation menu")
                .to_owned(),
            name: "navigation".to_owned(),
            content: get_comment_delimited_block_content("core/page-list", &Value::array(), ""),
            ..new_post()
        },
    };
    let writer = rest.post_writer();
    let work = rest
        .app
        .db
        .transaction(async move |tx| wp_insert_post(&tx, &writer, post).await);
    let post = work.await?;
    rest.wrote(&["posts"]).await;
    Ok(post.id)
}

fn new_post() -> Post {
    Post {
        post_type: POST_TYPE.to_owned(),
        status: "publish".to_owned(),
        ..Post::default()
    }
}

/// The items of a menu as blocks.
fn blocks(menu: &NavMenu, parent: PostId, depth: usize) -> String {
    if depth > DEPTH {
        return String::new();
    }
    let items = menu.children(parent).map(|item| {
        let kind = match item.item_type.as_str() {
            "post_type" => "post-type",
            "taxonomy" => "taxonomy",
            "post_type_archive" => "post-type-archive",
            _ => "custom",
        };
        let object = match item.object.as_str() {
            "post_tag" => "tag",
            object => object,
        };
        let mut attributes = Value::array()
            .with("className", item.classes.join(" "))
            .with("description", item.description.as_str());
        if kind != "custom" {
            attributes = attributes.with("id", item.object_id);
        }
        attributes = attributes
            .with("kind", kind)
            .with("label", item.title.as_str())
            .with("opensInNewTab", item.target == "_blank")
            .with("rel", item.xfn.as_str())
            .with("title", item.attr_title.as_str())
            .with("type", object)
            .with("url", item.url.as_str());
        let inner = match item.id == parent {
            true => String::new(),
            false => blocks(menu, item.id, depth + 1),
        };
        let name = match inner.as_str() {
            "" => "core/navigation-link",
            _ => "core/navigation-submenu",
        };
        get_comment_delimited_block_content(name, &attributes, &inner)
    });
    items.collect()
}
