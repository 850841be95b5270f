//! `wp/v2/menu-locations`: the theme's places for menus. Recording owner/menu-locations.

use compat::wordpress::l10n::Locale;
use compat::wordpress::menu::NavMenuLocation;
use compat::wordpress::nav_menu::nav_menu_locations;
use compat::wordpress::php::Value;

use super::arg::Arg;
use super::collection::context_arg;
use super::denied;
use super::request::RestRequest;
use super::rest_response::{Body, Item, RestResponse};
use super::route::{Callback, Endpoint, READABLE, Rest, Routes};
use super::route_error::RouteError;

/// Registers the routes.
pub fn register(routes: &mut Routes, locale: &Locale) {
    let read = |callback: Callback, args| Endpoint {
        methods: READABLE,
        args: Some(args),
        permission: Some(denied::menu_locations),
        callback,
        subject: "".into(),
        allow_batch: false,
    };
    let context = || context_arg(locale, &["view", "embed", "edit"]);
    let all: Callback = |rest, _| Box::pin(async move { Ok(get_items(rest)) });
    let list = read(all, vec![context()]);
    routes.register("wp/v2", "/menu-locations", vec![list]);
    let source = "An alphanumeric identifier for the menu location.";
    let name = Arg::new("location", locale.translate(source)).string();
    let one: Callback = |rest, request| Box::pin(get_item(rest, request));
    let one = read(one, vec![name, context()]);
    let pattern = "/menu-locations/(?P<location>[\\w-]+)";
    routes.register("wp/v2", pattern, vec![one]);
}

fn get_items(rest: &Rest<'_>) -> RestResponse {
    let state = rest.state_now();
    let locations = state.site.registry.nav_menus.iter();
    let items = locations.map(|location| (location.location.to_owned(), prepare(rest, location)));
    RestResponse::new(Body::Map(items.collect()))
}

async fn get_item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let name = request.text("location");
    let locations = &rest.state.site.registry.nav_menus;
    let location = locations.iter().find(|known| known.location == name);
    match location {
        Some(location) => Ok(RestResponse::item(prepare(rest, location))),
        None => {
            let source = "Invalid menu location.";
            Err(rest.error("rest_menu_location_invalid", source, 404).into())
        }
    }
}

fn prepare(rest: &Rest<'_>, location: &NavMenuLocation) -> Item {
    let NavMenuLocation {
        location: name,
        description,
        text_domain,
    } = *location;
    let state = rest.state_now();
    let options = &state.site.options;
    let mods = options.value(&format!("theme_mods_{}", options.text("stylesheet")));
    let menu = nav_menu_locations(mods);
    let menu = menu.get(name).map_or(0, Value::to_int);
    let mut item = Item::default();
    item.set("name", name);
    let description = rest.locale.domain(text_domain).translate(description);
    item.set("description", description.to_owned());
    item.set("menu", menu);
    let collection = rest.rest_url("/wp/v2/menu-locations");
    item.link("self", format!("{collection}/{name}"));
    item.link("collection", collection);
    if menu > 0 {
        item.embeddable("wp:menu", rest.rest_url(&format!("/wp/v2/menus/{menu}")));
    }
    item
}
