//! The index of the API, the indexes of its namespaces, and OPTIONS.
//!
//! Recordings rest/index-fields, rest/oembed-namespace, rest/preflight, rest/no-slash. Routes of plugins that only
//! the legacy upstream runs are not listed.

use compat::wordpress::php::{Array, Value};

use super::allowed_methods::allow_of;
use super::arg::Arg;
use super::dispatch::DispatchResult;
use super::fields::Fields;
use super::guarded::edits_some_posts;
use super::request::RestRequest;
use super::rest_response::{Item, RestResponse};
use super::route::Rest;
use super::route::{Endpoint, READABLE, Route, RouteFuture, Routes};
use super::route_error::RouteError;

use crate::request_error::RequestError;
use crate::wordpress::basic_auth;

/// Registers the index.
pub fn register(routes: &mut Routes) {
    let args = vec![Arg::bare("context").default("view")];
    let index = Endpoint {
        methods: READABLE,
        args: Some(args),
        permission: None,
        callback: |rest, request| -> RouteFuture<'_> { Box::pin(get_index(rest, request)) },
        subject: "".into(),
        allow_batch: false,
    };
    routes
        .routes
        .push(Route::new("", "/".to_owned(), vec![index]));
}

fn describe<'r>(rest: &Rest<'_>, routes: impl Iterator<Item = &'r Route>) -> Array {
    let url = |route: &str| rest.rest_url(route);
    let mut described = Array::new();
    for route in routes {
        described.insert(route.pattern.as_str(), route.to_value(&url));
    }
    described
}

async fn get_index(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let site = &rest.state.site;
    let options = &site.options;
    let mut item = Item::default();
    item.set("name", options.text("blogname"));
    item.set("description", options.text("blogdescription"));
    item.set("url", site.siteurl());
    item.set("home", site.home());
    item.set("gmt_offset", gmt_offset(rest));
    item.set("timezone_string", options.text("timezone_string"));
    item.set("page_for_posts", options.int("page_for_posts"));
    item.set("page_on_front", options.int("page_on_front"));
    item.set("show_on_front", options.text("show_on_front"));
    let namespaces = rest.routes.namespaces.iter();
    item.set("namespaces", namespaces.copied().collect::<Value>());
    item.set("authentication", authentication(rest));
    item.set("routes", describe(rest, rest.routes.routes.iter()));
    let logo = options.int("site_logo");
    let icon = options.int("site_icon");
    item.set("site_logo", logo);
    item.set("site_icon", icon);
    item.set("site_icon_url", icon_url(rest, icon).await?);
    add_links(rest, request, &mut item, (logo, icon));
    Ok(RestResponse::item(item))
}

/// All links, or those of the images among the requested fields.
fn add_links(rest: &Rest<'_>, request: &RestRequest, item: &mut Item, (logo, icon): (i64, i64)) {
    let wants = |name: &str| Fields::wants(request.get("_fields"), name);
    let wants_all = wants("_links") || request.has("_embed");
    item.keeps_links = true;
    if wants_all {
        item.link("help", "https://developer.wordpress.org/rest-api/");
        if edits_some_posts(rest) || rest.can("switch_themes") {
            let theme = rest.state.site.options.text("stylesheet");
            let route = format!("/wp/v2/themes/{theme}");
            item.link("wp:active-theme", rest.rest_url(&route));
        }
    }
    let wants_icon = wants("site_icon") || wants("site_icon_url");
    for (id, kind, is_wanted) in [
        (logo, "site_logo", wants("site_logo")),
        (icon, "site_icon", wants_icon),
    ] {
        if id > 0 && (wants_all || is_wanted) {
            item.link_with(
                "wp:featuredmedia",
                rest.rest_url(&format!("/wp/v2/media/{id}")),
                &[("embeddable", Value::Bool(true)), ("type", kind.into())],
            );
        }
    }
}

/// How clients sign in: where a person approves an application password, when there are any.
fn authentication(rest: &Rest<'_>) -> Value {
    if !basic_auth::is_available(&rest.context) {
        return Value::array();
    }
    let address = rest.admin_url("authorize-application.php");
    let endpoints = Value::array().with("authorization", address);
    let own = Value::array().with("endpoints", endpoints);
    Value::array().with("application-passwords", own)
}

/// `get_option( 'gmt_offset' )`: computed from `timezone_string` when it is set.
fn gmt_offset(rest: &Rest<'_>) -> Value {
    let options = &rest.state.site.options;
    if options.text("timezone_string").is_empty() {
        return options.text("gmt_offset").into();
    }
    let seconds = rest
        .state
        .timezone()
        .offset_at(rest.app.clock.now())
        .seconds;
    #[expect(clippy::cast_precision_loss, reason = "an offset is small")]
    let hours = seconds as f64 / 3600.0;
    Value::Float((hours * 100.0).round() / 100.0)
}

async fn icon_url(rest: &Rest<'_>, icon: i64) -> Result<String, RouteError> {
    if icon <= 0 {
        return Ok(String::new());
    }
    let view = rest.view(Vec::new()).await?;
    let url = view.attachments.get(&icon).map(|a| a.url());
    Ok(url.unwrap_or_default())
}

/// The index of a namespace.
pub fn namespace_index<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> RouteFuture<'a> {
    Box::pin(async move {
        let name = request.subject.as_ref();
        let routes = rest.routes.routes.iter().filter(|r| r.namespace == name);
        let up = Value::array().with("href", rest.rest_url("/"));
        let mut item = Item::default();
        item.set("namespace", name);
        item.set("routes", describe(rest, routes));
        item.set(
            "_links",
            Value::array().with("up", Value::array().with_pushed(up)),
        );
        Ok(RestResponse::item(item))
    })
}

/// `rest_handle_options_request`: the description of a route, with its schema.
///
/// # Errors
/// When a permission callback fails.
pub async fn options(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<DispatchResult, RequestError> {
    let found = rest
        .routes
        .routes
        .iter()
        .find_map(|route| route.matches(&request.route).map(|params| (route, params)));
    let Some((route, params)) = found else {
        return Ok(DispatchResult {
            status: 200,
            data: Value::array(),
            headers: Vec::new(),
            fresh_for: None,
        });
    };
    let mut request = request.clone();
    request.set_url_params(params);
    let allow = allow_of(rest, route, &request).await?;
    let mut data = route.to_help(rest);
    if let Some(fields) = Fields::parse(request.get("_fields")) {
        data = fields.filter_response(&data);
    }
    Ok(DispatchResult {
        status: 200,
        data,
        headers: allow.map(|a| ("Allow", a.into())).into_iter().collect(),
        fresh_for: None,
    })
}
