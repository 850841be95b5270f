//! `wp/v2/sidebars`: the theme's widget areas and what stands in them.
//!
//! Contract "wordpress-rest", section 15; recordings owner/sidebars, owner/sidebar-update.

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::Value;
use compat::wordpress::widgets::{Arrangement, INACTIVE, edit_widgets};
use themes::wordpress::widgets::Sidebar;

use crate::site_state::SiteState;

use super::arg::Arg;
use super::collection::{context_arg, keep_context};
use super::guarded::{callback, endpoint, require};
use super::item_schema;
use super::request::RestRequest;
use super::rest_response::{Body, Item, RestResponse};
use super::route::{EDITABLE, Permitting, READABLE, Rest, Routes};
use super::route_error::RouteError;

const EMBED: [&str; 11] = [
    "id",
    "name",
    "description",
    "class",
    "before_widget",
    "after_widget",
    "before_title",
    "after_title",
    "status",
    "widgets",
    "_links",
];

/// The methods of an area's address.
const ALLOWED: &[&str] = &["GET", "POST", "PUT", "PATCH"];

/// Registers the routes.
pub fn register(routes: &mut Routes, locale: &Locale) {
    let context = || vec![context_arg(locale, &["view", "embed", "edit"])];
    let list = endpoint(READABLE, context(), manage_widgets, callback!(list));
    routes.register("wp/v2", "/sidebars", vec![list]);
    routes.schema(item_schema::sidebar);
    let mut one = vec![Arg::new("id", locale.translate("The id of a registered sidebar")).string()];
    one.extend(context());
    let widgets = Arg::new("widgets", locale.translate("Nested widgets."))
        .with("type", "array")
        .with(
            "items",
            Value::array().with("type", ["object", "string"].into_iter().collect::<Value>()),
        );
    routes.register(
        "wp/v2",
        "/sidebars/(?P<id>[\\w-]+)",
        vec![
            endpoint(READABLE, one, manage_widgets, callback!(item)),
            endpoint(EDITABLE, vec![widgets], manage_widgets, callback!(update)),
        ],
    );
    routes.schema(item_schema::sidebar);
}

/// Areas and widgets are for those who may edit the theme's options.
pub fn manage_widgets<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to manage widgets on this site.";
    require(
        rest,
        "edit_theme_options",
        ("rest_cannot_manage_widgets", source),
    )
}

/// The theme's areas.
pub fn sidebars(state: &SiteState, locale: &Locale) -> Vec<Sidebar> {
    let listed = state.theme.sidebars.iter();
    let options = &state.site.options;
    listed.flat_map(|list| list(options, locale)).collect()
}

/// The ids of all widgets that are known, those that stand nowhere among them.
pub fn known_widgets(state: &SiteState) -> Vec<String> {
    let kinds = state.site.registry.widget_kinds.iter();
    let ids = kinds.flat_map(|kind| {
        let settings = state
            .site
            .options
            .value(&format!("widget_{}", kind.id_base));
        let numbers = settings.iter().filter_map(|(number, _)| number.as_int());
        // Number 1 is the kind's own, without a widget.
        let numbers = numbers.filter(|number| *number > 1);
        numbers.map(|number| format!("{}-{number}", kind.id_base))
    });
    ids.collect()
}

/// `wp_get_sidebars_widgets` after `retrieve_widgets`.
pub fn arrangement(state: &SiteState, areas: &[Sidebar]) -> Arrangement {
    let stored = Arrangement::new(state.site.options.value("sidebars_widgets"));
    let ids: Vec<String> = areas.iter().map(|area| area.id.clone()).collect();
    stored.retrieved(&ids, &known_widgets(state))
}

async fn list(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let state = rest.state_now();
    let areas = sidebars(&state, &rest.locale);
    let arranged = arrangement(&state, &areas);
    let items = arranged.areas().filter_map(|(id, widgets)| {
        let mut item = area_item(rest, &areas, (&id, &widgets))?;
        keep_context(&mut item, request, &EMBED);
        Some(item)
    });
    Ok(RestResponse::new(Body::List(items.collect())))
}

async fn item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let state = rest.state_now();
    let areas = sidebars(&state, &rest.locale);
    let id = request.url_text("id");
    let widgets = arrangement(&state, &areas).widgets_of(&id);
    let mut item = area_item(rest, &areas, (&id, &widgets)).ok_or_else(|| unknown(rest))?;
    keep_context(&mut item, request, &EMBED);
    Ok(RestResponse::item(item))
}

fn unknown(rest: &Rest<'_>) -> RouteError {
    let source = "No sidebar exists with that id.";
    rest.error("rest_sidebar_not_found", source, 404).into()
}

/// Sets what stands in an area.
async fn update(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let state = rest.state_now();
    let areas = sidebars(&state, &rest.locale);
    let id = request.url_text("id");
    if id != INACTIVE && !areas.iter().any(|area| area.id == id) {
        return Err(unknown(rest));
    }
    if request.has("widgets") {
        let widgets = request.texts("widgets");
        let caches = rest.state.site.registry.widget_caches.clone();
        let registered: Vec<String> = areas.iter().map(|area| area.id.clone()).collect();
        let (known, area) = (known_widgets(&state), id.clone());
        let done = edit_widgets(&rest.app.db, (None, caches), move |stored| {
            stored.areas = stored.areas.retrieved(&registered, &known);
            stored.areas.set(&area, &widgets);
            Ok::<(), std::convert::Infallible>(())
        });
        let Ok(()) = done.await?;
        rest.wrote(&["options"]).await;
    }
    let state = rest.state_now();
    let widgets = arrangement(&state, &areas).widgets_of(&id);
    let item = area_item(rest, &areas, (&id, &widgets)).ok_or_else(|| unknown(rest))?;
    Ok(RestResponse::item(item))
}

fn area_item(rest: &Rest<'_>, areas: &[Sidebar], (id, widgets): (&str, &[String])) -> Option<Item> {
    let area = areas.iter().find(|area| area.id == id);
    if area.is_none() && id != INACTIVE {
        return None;
    }
    let text = |of: fn(&Sidebar) -> &str| area.map_or("", of).to_owned();
    let name = match area {
        Some(area) => area.name.clone(),
        None => rest.text("Inactive widgets"),
    };
    let mut item = Item::default();
    item.set("id", id);
    item.set("name", name);
    item.set("description", text(|area| &area.description));
    item.set("class", "");
    item.set("before_widget", text(|area| area.args.before_widget));
    item.set("after_widget", text(|area| area.args.after_widget));
    item.set("before_title", text(|area| area.args.before_title));
    item.set("after_title", text(|area| area.args.after_title));
    item.set("status", if id == INACTIVE { "inactive" } else { "active" });
    item.set("widgets", widgets.iter().cloned().collect::<Value>());
    item.link("collection", rest.rest_url("/wp/v2/sidebars"));
    item.link_self(rest.rest_url(&format!("/wp/v2/sidebars/{id}")), ALLOWED);
    let widgets = rest.rest_url("/wp/v2/widgets");
    let separator = if widgets.contains('?') { '&' } else { '?' };
    item.embeddable("wp:widget", format!("{widgets}{separator}sidebar={id}"));
    Some(item)
}
