//! `wp/v2/taxonomies`. Recordings rest/taxonomies, owner/taxonomies-edit.

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::{Array, Value};
use compat::wordpress::taxonomy::{Taxonomy, TermCapabilities};

use super::arg::Arg;
use super::collection::{context_arg, keep_context};
use super::columns;
use super::hidden_types::{HIDDEN_TAXONOMIES, HiddenTaxonomy, UNSHOWN_TAXONOMIES, taxonomy_base};
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
                if request.text("context") == "edit" && !assigns_any(rest) {
                    let source = "Sorry, you are not allowed to manage terms in this taxonomy.";
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
    let kind = "Limit results to taxonomies associated with a specific post type.";
    let kind = Arg::new("type", locale.translate(kind)).string();
    routes.register("wp/v2", "/taxonomies", vec![read(vec![context(), kind])]);
    routes.schema(item_schema::taxonomy);
    let source = "An alphanumeric identifier for the taxonomy.";
    let name = Arg::new("taxonomy", locale.translate(source)).string();
    let mut one = read(vec![name, context()]);
    one.permission = Some(|rest, request| Box::pin(may_read(rest, request)));
    one.callback = |rest, request| Box::pin(get_item(rest, request));
    routes.register("wp/v2", "/taxonomies/(?P<taxonomy>[\\w-]+)", vec![one]);
    routes.schema(item_schema::taxonomy);
}

async fn get_items(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let kind = request.text("type");
    let site = &rest.state.site;
    let fits = |types: &[&str]| kind.is_empty() || types.contains(&kind.as_str());
    let all = site.registry.taxonomies.values();
    let is_edited = request.text("context") == "edit";
    let can = rest.meta_cap();
    // For editing, only those whose terms the user assigns.
    let is_listed = |name: &str| !is_edited || can.assign_term(name);
    let shown =
        all.filter(|t| t.rest_base.is_some() && fits(&t.object_types) && is_listed(&t.name));
    let (own, others): (Vec<_>, Vec<_>) =
        shown.partition(|t| columns::CORE_TAXONOMIES.contains(&t.name.as_ref()));
    let mut items = Vec::new();
    for taxonomy in own {
        items.push((
            taxonomy.name.clone().into_owned(),
            prepare(rest, request, taxonomy),
        ));
    }
    let hidden = HIDDEN_TAXONOMIES.iter();
    for hidden in hidden.filter(|h| fits(&[h.object_type]) && is_listed(h.name)) {
        items.push((
            hidden.name.to_owned(),
            prepare_hidden(rest, request, hidden),
        ));
    }
    for taxonomy in others {
        items.push((
            taxonomy.name.clone().into_owned(),
            prepare(rest, request, taxonomy),
        ));
    }
    if items.is_empty() {
        return Ok(RestResponse::new(Body::Value(super::media::empty_object())));
    }
    Ok(RestResponse::new(Body::Map(items)))
}

/// Whether the user assigns terms of any taxonomy that the API shows.
fn assigns_any(rest: &Rest<'_>) -> bool {
    let can = rest.meta_cap();
    let taxonomies = rest.state.site.registry.taxonomies.values();
    let shown = taxonomies.filter(|t| t.rest_base.is_some());
    let hidden = HIDDEN_TAXONOMIES.iter().map(|t| t.name);
    let mut all = shown.map(|t| t.name.as_ref()).chain(hidden);
    all.any(|name| can.assign_term(name))
}

/// 401/403 for a taxonomy without `show_in_rest`; the callback sends 404 for one that does not exist.
async fn may_read(rest: &Rest<'_>, request: &RestRequest) -> Result<(), RouteError> {
    let name = request.text("taxonomy");
    let site = &rest.state.site;
    let is_shown = !taxonomy_base(site, &name).is_empty();
    let is_there = site.registry.taxonomies.contains_key(name.as_str())
        || UNSHOWN_TAXONOMIES.contains(&name.as_str());
    if is_there && !is_shown {
        let source = "Sorry, you are not allowed to do that.";
        return Err(rest.forbidden("rest_forbidden", source).into());
    }
    if is_shown && request.text("context") == "edit" && !rest.meta_cap().assign_term(&name) {
        let source = "Sorry, you are not allowed to manage terms in this taxonomy.";
        return Err(rest.forbidden("rest_forbidden_context", source).into());
    }
    Ok(())
}

async fn get_item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let name = request.text("taxonomy");
    if let Some(hidden) = HIDDEN_TAXONOMIES.iter().find(|h| h.name == name) {
        return Ok(RestResponse::item(prepare_hidden(rest, request, hidden)));
    }
    match rest.state.site.registry.taxonomies.get(name.as_str()) {
        Some(taxonomy) => Ok(RestResponse::item(prepare(rest, request, taxonomy))),
        None => Err(rest
            .error("rest_taxonomy_invalid", "Invalid taxonomy.", 404)
            .into()),
    }
}

/// What differs between taxonomies with pages and core's other ones.
struct Shown<'a> {
    slug: &'a str,
    name: String,
    base: &'a str,
    types: Value,
    hierarchical: bool,
    /// For editing.
    capabilities: TermCapabilities,
    labels: Array,
    show_cloud: bool,
    /// `public`, `publicly_queryable`, `show_admin_column`, `show_in_nav_menus`, `show_in_quick_edit`, `show_ui`.
    visibility: [bool; 6],
}

fn prepare(rest: &Rest<'_>, request: &RestRequest, taxonomy: &Taxonomy) -> Item {
    let shown = Shown {
        slug: &taxonomy.name,
        name: columns::taxonomy_label(rest, taxonomy),
        base: taxonomy.rest_base.unwrap_or_default(),
        types: taxonomy.object_types.iter().copied().collect(),
        hierarchical: taxonomy.hierarchical,
        capabilities: taxonomy.capabilities,
        labels: labels::taxonomy(rest, taxonomy),
        show_cloud: true,
        visibility: [
            taxonomy.public,
            taxonomy.publicly_queryable,
            taxonomy.show_admin_column,
            taxonomy.public,
            true,
            true,
        ],
    };
    fill(rest, request, shown)
}

fn prepare_hidden(rest: &Rest<'_>, request: &RestRequest, taxonomy: &HiddenTaxonomy) -> Item {
    let is_pattern = taxonomy.name == "wp_pattern_category";
    let shown = Shown {
        slug: taxonomy.name,
        name: columns::label(rest, taxonomy.label, "taxonomy general name"),
        base: taxonomy.base,
        types: Value::array().with_pushed(taxonomy.object_type),
        hierarchical: taxonomy.hierarchical,
        capabilities: TermCapabilities::of_hidden(taxonomy.name),
        labels: labels::hidden_taxonomy(rest, taxonomy),
        show_cloud: false,
        visibility: [is_pattern, false, is_pattern, false, is_pattern, is_pattern],
    };
    fill(rest, request, shown)
}

/// The keys of `visibility`, in order.
const VISIBILITY: [&str; 6] = [
    "public",
    "publicly_queryable",
    "show_admin_column",
    "show_in_nav_menus",
    "show_in_quick_edit",
    "show_ui",
];

fn fill(rest: &Rest<'_>, request: &RestRequest, shown: Shown<'_>) -> Item {
    let is_edited = request.text("context") == "edit";
    let mut item = Item::default();
    item.set("name", shown.name);
    item.set("slug", shown.slug);
    if is_edited {
        let can = shown.capabilities;
        let capabilities = Value::array()
            .with("manage_terms", can.manage_terms)
            .with("edit_terms", can.edit_terms)
            .with("delete_terms", can.delete_terms)
            .with("assign_terms", can.assign_terms);
        item.set("capabilities", capabilities);
    }
    item.set("description", "");
    if is_edited {
        item.set("labels", shown.labels);
    }
    item.set("types", shown.types);
    if is_edited {
        item.set("show_cloud", shown.show_cloud);
    }
    item.set("hierarchical", shown.hierarchical);
    item.set("rest_base", shown.base);
    item.set("rest_namespace", "wp/v2");
    if is_edited {
        let mut visibility = Array::new();
        for (name, is_on) in VISIBILITY.into_iter().zip(shown.visibility) {
            visibility.insert(name, is_on);
        }
        item.set("visibility", visibility);
    }
    keep_context(
        &mut item,
        request,
        &["name", "slug", "rest_base", "rest_namespace"],
    );
    item.link("collection", rest.rest_url("/wp/v2/taxonomies"));
    let items = rest.rest_url(&format!("/wp/v2/{}", shown.base));
    item.link("wp:items", items);
    item
}
