//! `wp/v2/menus`: the terms of `nav_menu`, with the theme's locations and `auto_add`.
//!
//! Contract "wordpress-rest", section 13; recordings owner/menu-*, owner/menus-*.

use std::sync::Arc;

use compat::wordpress::db::DbError;
use compat::wordpress::l10n::Locale;
use compat::wordpress::nav_menu::{
    MenuError, NAV_MENU, OPTIONS, is_auto_add, locations_of, set_auto_add, set_locations,
    wp_delete_nav_menu, wp_update_nav_menu_object,
};
use compat::wordpress::php::Value;
use compat::wordpress::taxonomy::{Term, TermId};
use themes::wordpress::rest_messages::strong;

use super::arg::Arg;
use super::collection::keep_context;
use super::denied;
use super::read_permission::term_of;
use super::request::{RestRequest, invalid_param};
use super::rest_response::{Item, RestResponse};
use super::route::{Permitting, Rest};
use super::route_error::{RestError, RouteError};
use super::term_permission::{may_list, may_read};
use super::term_response::{links, page, page_of_terms};
use super::term_routes::TermRoutes;
use super::term_writes::{DELETED, TABLES, refused, rules, sent_fields, trash_not_supported};

/// The callbacks of the routes.
pub const ROUTES: TermRoutes = TermRoutes {
    may_list: |rest, request| {
        Box::pin(async move {
            may_list(rest, request).await?;
            denied::menus(rest, request).await
        })
    },
    may_read: |rest, request| -> Permitting<'_> {
        Box::pin(async move {
            may_read(rest, request).await?;
            denied::menus(rest, request).await
        })
    },
    get_items: |rest, request| Box::pin(get_items(rest, request)),
    get_item: |rest, request| {
        Box::pin(async move {
            let menu = term_of(rest, request)?;
            Ok(RestResponse::item(prepare(rest, request, &menu)))
        })
    },
    create_item: |rest, request| Box::pin(create_item(rest, request)),
    update_item: |rest, request| Box::pin(update_item(rest, request)),
    delete_item: |rest, request| Box::pin(delete_item(rest, request)),
    write_args,
};

fn write_args(locale: &Locale) -> Vec<Arg> {
    let locations = "The locations assigned to the menu.";
    let auto_add = "Whether to automatically add top level pages to this menu.";
    vec![
        Arg::new("locations", locale.translate(locations))
            .list_of("string")
            .early(),
        Arg::new("auto_add", locale.translate(auto_add))
            .boolean()
            .early(),
    ]
}

async fn get_items(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let (menus, total) = page_of_terms(rest, request).await?;
    let items = menus.iter().map(|menu| prepare(rest, request, menu));
    Ok(page(rest, request, items.collect(), total))
}

/// The option with the theme's settings.
fn theme_mods(rest: &Rest<'_>) -> Value {
    let state = rest.state_now();
    let options = &state.site.options;
    let option = format!("theme_mods_{}", options.text("stylesheet"));
    options.value(&option).clone()
}

fn prepare(rest: &Rest<'_>, request: &RestRequest, menu: &Term) -> Item {
    let id = menu.term_id;
    let locations = locations_of(&theme_mods(rest), id);
    let state = rest.state_now();
    let mut item = Item::default();
    item.set("id", id.0);
    item.set("description", menu.description.as_str());
    item.set("name", menu.name.as_str());
    item.set("slug", menu.slug.as_str());
    item.set("meta", Value::array());
    let names = locations.iter().map(String::as_str);
    item.set("locations", names.collect::<Value>());
    let auto_add = is_auto_add(state.site.options.value(OPTIONS), id);
    item.set("auto_add", auto_add);
    keep_context(&mut item, request, &["id", "name", "slug"]);
    links(rest, &mut item, menu);
    for location in locations {
        let route = format!("/wp/v2/menu-locations/{location}");
        item.embeddable("wp:menu-location", rest.rest_url(&route));
    }
    item
}

/// The locations that the request names; each must be one of the theme's.
fn sent_locations(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<Option<Vec<String>>, RestError> {
    if !request.has("locations") {
        return Ok(None);
    }
    let locations = request.texts("locations");
    let known = &rest.state.site.registry.nav_menus;
    let is_known = |name: &str| known.iter().any(|menu| menu.location == name);
    if let Some(unknown) = locations.iter().find(|name| !is_known(name)) {
        let message = rest.text("Invalid menu location.");
        let mut error = RestError::bare("rest_invalid_menu_location", message);
        *error.data = Value::array().with("location", unknown.as_str());
        let errors = vec![("locations".to_owned(), error)];
        return Err(invalid_param(errors, &rest.locale));
    }
    Ok(Some(locations))
}

/// The error of a refused menu. A new one gets the status 400.
fn menu_refused(rest: &Rest<'_>, error: &MenuError, name: &str, is_new: bool) -> RestError {
    let id = match error {
        MenuError::Exists(id) => *id,
        MenuError::Term(error) => {
            let mut refused = refused(rest, error);
            if is_new && refused.data.is_null() {
                *refused.data = Value::array().with("status", 400);
            }
            return refused;
        }
    };
    let source = "The menu name %s conflicts with another menu name. Please try another.";
    let shown = strong(name);
    let message = rest.text(source).replace("%s", &shown);
    if !is_new {
        return RestError::bare("menu_exists", message);
    }
    RestError::new("menu_exists", message, 400)
        .with("term_id", id.0)
        .with_additional(id.0)
}

async fn create_item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    sent_fields(rest, request)?;
    let menu = write(rest, request, None, request.text("name")).await?;
    let location = rest.rest_url(&format!("/wp/v2/menus/{}", menu.term_id.0));
    let mut response = written(rest, request, &menu);
    response.status = 201;
    Ok(response.with_header("Location", location))
}

async fn update_item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let menu = term_of(rest, request)?;
    sent_fields(rest, request)?;
    let name = if request.has("name") {
        request.text("name")
    } else {
        menu.name.clone()
    };
    let menu = write(rest, request, Some(menu.term_id), name).await?;
    Ok(written(rest, request, &menu))
}

fn written(rest: &Rest<'_>, request: &RestRequest, menu: &Term) -> RestResponse {
    let item = prepare(rest, &request.in_context("edit"), menu);
    RestResponse::item(item).cached_for(None).allow_in("edit")
}

/// Name and description, then locations and `auto_add`, together. A description that is not sent is emptied.
async fn write(
    rest: &Rest<'_>,
    request: &RestRequest,
    id: Option<TermId>,
    name: String,
) -> Result<Term, RouteError> {
    let locations = sent_locations(rest, request)?;
    let auto_add = request.has("auto_add").then(|| request.bool("auto_add"));
    let description = request.text("description");
    let rules = rules(rest, NAV_MENU);
    let stylesheet = rest.state.site.options.text("stylesheet").into_owned();
    let own_name = name.clone();
    let work = async move |tx| {
        let texts = (name.as_str(), description.as_str());
        let menu = wp_update_nav_menu_object(&tx, &rules, id, texts).await?;
        if let Ok(menu) = &menu {
            if let Some(locations) = locations {
                set_locations(&tx, &stylesheet, menu.term_id, &locations).await?;
            }
            if let Some(is_on) = auto_add {
                set_auto_add(&tx, menu.term_id, is_on).await?;
            }
        }
        Ok::<_, DbError>(menu)
    };
    let menu: Result<Term, MenuError> = rest.app.db.transaction(work).await?;
    let menu = menu.map_err(|error| menu_refused(rest, &error, &own_name, id.is_none()))?;
    rest.wrote(&TABLES).await;
    Ok(menu)
}

async fn delete_item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let menu = term_of(rest, request)?;
    if !request.bool("force") {
        let source = "Menus do not support trashing. Set '%s' to delete.";
        return Err(trash_not_supported(rest, source).into());
    }
    let previous = prepare(rest, &request.in_context("view"), &menu);
    let rules = rules(rest, NAV_MENU);
    let site = Arc::clone(&rest.state_now().site);
    let work = async move |tx| {
        let stylesheet = site.options.text("stylesheet");
        wp_delete_nav_menu(&tx, &site.registry, &rules, (&menu, &stylesheet)).await
    };
    if !rest.app.db.transaction(work).await? {
        let source = "The menu cannot be deleted.";
        return Err(rest.error("rest_cannot_delete", source, 500).into());
    }
    rest.wrote(&DELETED).await;
    Ok(RestResponse::deleted(previous))
}
