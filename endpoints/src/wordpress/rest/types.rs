//! `wp/v2/types`: the post types. Recordings rest/types, owner/types-edit.

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::{Array, Value};
use compat::wordpress::post::PostType;
use compat::wordpress::post_type_capability::post_type_capability;
use compat::wordpress::site::Site;

use super::arg::Arg;
use super::collection::{context_arg, keep_context};
use super::columns;
use super::hidden_types::{
    HIDDEN_POST_TYPES, HIDDEN_TAXONOMIES, HiddenPostType, UNSHOWN_POST_TYPES,
};
use super::item_schema;
use super::labels;
use super::request::RestRequest;
use super::rest_response::{Body, Item, RestResponse};
use super::route::Rest;
use super::route::{Endpoint, READABLE, RouteFuture, Routes};
use super::route_error::RouteError;

/// Registers the routes.
pub fn register(routes: &mut Routes, locale: &Locale) {
    let read = |args| Endpoint {
        methods: READABLE,
        args: Some(args),
        permission: Some(|rest, request| {
            Box::pin(async move {
                if request.text("context") == "edit" && !rest.can_edit_any_type() {
                    let source = "Sorry, you are not allowed to edit posts in this post type.";
                    return Err(rest.forbidden("rest_cannot_view", source).into());
                }
                Ok(())
            })
        }),
        callback: |rest, request| -> RouteFuture<'_> { Box::pin(get_items(rest, request)) },
        subject: "".into(),
        allow_batch: false,
    };
    let context = || context_arg(locale, &["view", "embed", "edit"]);
    routes.register("wp/v2", "/types", vec![read(vec![context()])]);
    routes.schema(item_schema::post_type);
    let source = "An alphanumeric identifier for the post type.";
    let name = Arg::new("type", locale.translate(source)).string();
    let mut one = read(vec![name, context()]);
    one.permission = None;
    one.callback = |rest, request| Box::pin(get_item(rest, request));
    routes.register("wp/v2", "/types/(?P<type>[\\w-]+)", vec![one]);
    routes.schema(item_schema::post_type);
}

async fn get_items(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let site = &rest.state.site;
    let is_edited = request.text("context") == "edit";
    // For editing, only what the user edits.
    let is_listed = |name: &str| !is_edited || rest.can_type(name, "edit");
    let types = site.registry.post_types.values();
    let (own, others): (Vec<_>, Vec<_>) = types
        .filter(|t| t.rest_base.is_some() && is_listed(t.name))
        .partition(|t| columns::CORE_TYPES.contains(&t.name));
    let mut all = Vec::new();
    for post_type in own {
        all.push((post_type.name.to_owned(), prepare(rest, request, post_type)));
    }
    for post_type in HIDDEN_POST_TYPES.iter().filter(|t| is_listed(t.name)) {
        all.push((post_type.name.to_owned(), hidden(rest, request, post_type)));
    }
    for post_type in others {
        all.push((post_type.name.to_owned(), prepare(rest, request, post_type)));
    }
    Ok(RestResponse::new(Body::Map(all)))
}

async fn get_item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let name = request.text("type");
    let site = &rest.state.site;
    let own = site.registry.post_types.get(name.as_str());
    let dashboards = HIDDEN_POST_TYPES.iter().find(|t| t.name == name);
    if own.is_none() && dashboards.is_none() && !UNSHOWN_POST_TYPES.contains(&name.as_str()) {
        let source = "Invalid post type.";
        return Err(rest.error("rest_type_invalid", source, 404).into());
    }
    let own = own.filter(|t| t.rest_base.is_some());
    if own.is_none() && dashboards.is_none() {
        let source = "Cannot view post type.";
        return Err(rest.forbidden("rest_cannot_read_type", source).into());
    }
    if request.text("context") == "edit" && !rest.can_type(&name, "edit") {
        let source = "Sorry, you are not allowed to edit posts in this post type.";
        return Err(rest.forbidden("rest_forbidden_context", source).into());
    }
    let item = match (own, dashboards) {
        (Some(post_type), _) => prepare(rest, request, post_type),
        (_, Some(post_type)) => hidden(rest, request, post_type),
        _ => Item::default(),
    };
    Ok(RestResponse::item(item))
}

/// The taxonomies of a type with `show_in_rest`.
fn taxonomies(site: &Site, name: &str) -> Value {
    let all = site.registry.taxonomies.values();
    all.filter(|t| t.rest_base.is_some() && t.object_types.contains(&name))
        .map(|t| t.name.as_ref())
        .collect()
}

/// What differs between types with pages and core's other ones.
struct Shown<'a> {
    slug: &'a str,
    name: String,
    base: &'a str,
    description: String,
    hierarchical: bool,
    has_archive: Value,
    icon: Value,
    taxonomies: Value,
    /// For editing.
    viewable: bool,
    show_in_nav_menus: bool,
    show_ui: bool,
    labels: Array,
    supports: Vec<&'static str>,
}

fn prepare(rest: &Rest<'_>, request: &RestRequest, post_type: &PostType) -> Item {
    let has_archive = match &post_type.has_archive {
        None => Value::Bool(false),
        Some(base) if base == post_type.name => Value::Bool(true),
        Some(base) => base.as_str().into(),
    };
    let shown = Shown {
        slug: post_type.name,
        name: columns::post_type_label(rest, post_type),
        base: post_type.rest_base.unwrap_or_default(),
        description: columns::description(rest, post_type),
        hierarchical: post_type.hierarchical,
        has_archive,
        icon: post_type.menu_icon.map_or(Value::Null, Value::from),
        taxonomies: taxonomies(&rest.state.site, post_type.name),
        viewable: post_type.is_viewable(),
        show_in_nav_menus: post_type.public && post_type.name != "attachment",
        show_ui: true,
        labels: labels::post_type(rest, post_type),
        supports: post_type.supports.clone(),
    };
    fill(rest, request, shown)
}

fn hidden(rest: &Rest<'_>, request: &RestRequest, post_type: &HiddenPostType) -> Item {
    let context = "post type general name";
    let taxonomies = HIDDEN_TAXONOMIES.iter();
    let taxonomies = taxonomies.filter(|t| t.object_type == post_type.name);
    let description = match post_type.description {
        "" => String::new(),
        source => rest.text(source),
    };
    let is_in_dashboard = [
        "wp_block",
        "wp_navigation",
        "wp_template",
        "wp_template_part",
    ];
    let shown = Shown {
        slug: post_type.name,
        name: columns::label(rest, post_type.label, context),
        base: post_type.base,
        description,
        hierarchical: false,
        has_archive: Value::Bool(false),
        icon: Value::Null,
        taxonomies: taxonomies.map(|t| t.name).collect(),
        viewable: false,
        show_in_nav_menus: false,
        show_ui: is_in_dashboard.contains(&post_type.name),
        labels: labels::hidden_post_type(rest, post_type),
        supports: post_type.supports.to_vec(),
    };
    fill(rest, request, shown)
}

/// The capabilities of a type, by what they allow.
fn capabilities(rest: &Rest<'_>, name: &str) -> Value {
    let known = rest.state.site.registry.post_types.get(name);
    let singular = match (known, name) {
        (Some(known), _) => known.capability_type.trim_end_matches('s'),
        (None, "wp_block") => "block",
        (None, "wp_template" | "wp_template_part") => "template",
        _ => "post",
    };
    let mut all = Value::array();
    for act in ["edit", "read", "delete"] {
        all = all.with(&*format!("{act}_post"), format!("{act}_{singular}"));
    }
    for (key, act) in [
        ("edit_posts", "edit"),
        ("edit_others_posts", "edit_others"),
        ("delete_posts", "delete"),
        ("publish_posts", "publish"),
        ("read_private_posts", "read_private"),
        ("read", "read"),
        ("delete_private_posts", "delete_private"),
        ("delete_published_posts", "delete_published"),
        ("delete_others_posts", "delete_others"),
        ("edit_private_posts", "edit_private"),
        ("edit_published_posts", "edit_published"),
        ("create_posts", "create"),
    ] {
        let registry = &rest.state.site.registry;
        all = all.with(key, &*post_type_capability(registry, name, act));
    }
    all
}

fn fill(rest: &Rest<'_>, request: &RestRequest, shown: Shown<'_>) -> Item {
    let is_edited = request.text("context") == "edit";
    let mut item = Item::default();
    if is_edited {
        item.set("capabilities", capabilities(rest, shown.slug));
    }
    item.set("description", shown.description);
    item.set("hierarchical", shown.hierarchical);
    item.set("has_archive", shown.has_archive);
    if is_edited {
        let visibility = Value::array()
            .with("show_in_nav_menus", shown.show_in_nav_menus)
            .with("show_ui", shown.show_ui);
        item.set("visibility", visibility);
        item.set("viewable", shown.viewable);
        item.set("labels", shown.labels);
    }
    item.set("name", shown.name);
    item.set("slug", shown.slug);
    item.set("icon", shown.icon);
    if is_edited {
        let mut supports = Array::new();
        for feature in shown.supports {
            supports.insert(feature, true);
        }
        item.set("supports", supports);
    }
    item.set("taxonomies", shown.taxonomies);
    item.set("rest_base", shown.base);
    item.set("rest_namespace", "wp/v2");
    item.set("template", Value::array());
    item.set("template_lock", false);
    let embed = [
        "name",
        "slug",
        "icon",
        "rest_base",
        "rest_namespace",
        "template",
        "template_lock",
    ];
    keep_context(&mut item, request, &embed);
    item.link("collection", rest.rest_url("/wp/v2/types"));
    let items = rest.rest_url(&format!("/wp/v2/{}", shown.base));
    item.link("wp:items", items);
    item
}
