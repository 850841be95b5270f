//! The list of `wp/v2/users`: parameters, filters, orders.
//!
//! Contract "wordpress-rest", section 9.

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::Value;
use compat::wordpress::rest::{UserColumn, UserList, UserOrder};
use compat::wordpress::site::Site;
use compat::wordpress::user::UserId;
use compat::wordpress::user::roles::{UserRoles, roles_with};

use super::arg::Arg;
use super::collection::{Paging, collection_args, paged};
use super::hidden_types::HIDDEN_POST_TYPES;
use super::request::RestRequest;
use super::rest_response::RestResponse;
use super::route::Rest;
use super::route_error::RouteError;
use super::user_response::{keep_users, prepare};

/// The values of `search_columns` with their columns.
const COLUMNS: [(&str, UserColumn); 5] = [
    ("email", UserColumn::Email),
    ("name", UserColumn::DisplayName),
    ("id", UserColumn::Id),
    ("username", UserColumn::Login),
    ("slug", UserColumn::Nicename),
];

fn search_columns() -> Value {
    Value::array()
        .with(
            "enum",
            COLUMNS.iter().map(|(name, _)| *name).collect::<Value>(),
        )
        .with("type", "string")
}

/// The parameters of the list.
pub fn args(locale: &Locale) -> Vec<Arg> {
    let arg = |name: &str, source: &str| Arg::new(name, locale.translate(source));
    let ids =
        |name: &str, source: &str| arg(name, source).list_of("integer").default(Value::array());
    let mut args = collection_args(locale);
    args.extend([
        ids("exclude", "Ensure result set excludes specific IDs."),
        ids("include", "Limit result set to specific IDs."),
        arg("offset", "Offset the result set by a specific number of items.").integer(),
        arg("order", "Order sort attribute ascending or descending.")
            .default("asc")
            .one_of(&["asc", "desc"])
            .string(),
        arg("orderby", "Sort collection by user attribute.")
            .default("name")
            .one_of(&[
                "id",
                "include",
                "name",
                "registered_date",
                "slug",
                "include_slugs",
                "email",
                "url",
            ])
            .string(),
        arg("slug", "Limit result set to users with one or more specific slugs.").list_of("string"),
        arg(
            "roles",
            "Limit result set to users matching at least one specific role provided. Accepts csv list or single role.",
        )
        .list_of("string"),
        arg(
            "capabilities",
            "Limit result set to users matching at least one specific capability provided. Accepts csv list or single capability.",
        )
        .list_of("string"),
        arg("who", "Limit result set to users who are considered authors.")
            .string()
            .one_of(&["authors"]),
        arg(
            "has_published_posts",
            "Limit result set to users who have published posts.",
        )
        .with("type", ["boolean", "array"].into_iter().collect::<Value>())
        .with("items", Value::array().with("type", "string")),
        arg("search_columns", "Array of column names to be searched.")
            .default(Value::array())
            .with("type", "array")
            .with("items", search_columns()),
    ]);
    args
}

/// Post types with `show_in_rest`; users with published posts of these are listed.
pub fn shown_types(site: &Site) -> Vec<String> {
    let types = site.registry.post_types.values();
    let shown = types.filter(|t| t.rest_base.is_some()).map(|t| t.name);
    let hidden = HIDDEN_POST_TYPES.iter().map(|t| t.name);
    shown.chain(hidden).map(str::to_owned).collect()
}

/// `has_published_posts`: of all types, or of those that are named.
fn authored_types(rest: &Rest<'_>, request: &RestRequest) -> Option<Vec<String>> {
    if !rest.can("list_users") {
        return Some(shown_types(&rest.state.site));
    }
    match request.get("has_published_posts") {
        Value::Bool(true) => Some(shown_types(&rest.state.site)),
        Value::Array(named) if !named.is_empty() => {
            let shown = shown_types(&rest.state.site);
            let named = named.values().map(|name| name.to_string_lossy());
            let known = named.filter(|name| shown.iter().any(|own| own == name));
            Some(known.map(std::borrow::Cow::into_owned).collect())
        }
        _ => None,
    }
}

/// Where a search looks.
fn columns(rest: &Rest<'_>, request: &RestRequest, search: &str) -> Vec<UserColumn> {
    const OPEN: [UserColumn; 4] = [
        UserColumn::Id,
        UserColumn::Login,
        UserColumn::Nicename,
        UserColumn::DisplayName,
    ];
    let is_chief = rest.can("list_users");
    let is_open = |column: &UserColumn| is_chief || OPEN.contains(column);
    let named = request.texts("search_columns");
    let named: Vec<UserColumn> = COLUMNS
        .iter()
        .filter(|(name, column)| named.iter().any(|n| n == name) && is_open(column))
        .map(|(_, column)| *column)
        .collect();
    if !named.is_empty() {
        return named;
    }
    if !is_chief {
        return OPEN.to_vec();
    }
    if search.contains('@') {
        vec![UserColumn::Email]
    } else if search.bytes().all(|b| b.is_ascii_digit()) {
        vec![UserColumn::Login, UserColumn::Id]
    } else if search.starts_with("http://") || search.starts_with("https://") {
        vec![UserColumn::Url]
    } else {
        vec![
            UserColumn::Login,
            UserColumn::Url,
            UserColumn::Email,
            UserColumn::Nicename,
            UserColumn::DisplayName,
        ]
    }
}

fn order(name: &str) -> UserOrder {
    match name {
        "id" => UserOrder::Id,
        "include" => UserOrder::Include,
        "registered_date" => UserOrder::RegisteredDate,
        "slug" => UserOrder::Slug,
        "include_slugs" => UserOrder::IncludeSlugs,
        "email" => UserOrder::Email,
        "url" => UserOrder::Url,
        _ => UserOrder::Name,
    }
}

/// `get_items`.
///
/// # Errors
/// When the database fails.
pub async fn get_items(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let paging = Paging::of(request);
    let site = &rest.state.site;
    let prefix = rest.app.db.prefix();
    let search = request.text("search").trim().to_owned();
    let named = |capability: &String| roles_with(&site.options, prefix, capability);
    let capabilities = request.texts("capabilities");
    let with_capabilities = capabilities
        .iter()
        .flat_map(|capability| std::iter::once(capability.clone()).chain(named(capability)));
    let list = UserList {
        has_published_posts: authored_types(rest, request),
        roles: request.texts("roles"),
        capabilities: with_capabilities.collect(),
        is_author: request.text("who") == "authors",
        include: request.ids("include"),
        exclude: request.ids("exclude"),
        slug: request.texts("slug"),
        search_columns: columns(rest, request, &search),
        search,
        orderby: order(&request.text("orderby")),
        ascending: request.text("order") == "asc",
        limit: paging.per_page,
        offset: paging.offset,
    };
    let slice = list.load(&rest.app.db).await?;
    let mut view = rest.view(Vec::new()).await?;
    view.objects.prime_users(&rest.app.db, &slice.items).await?;
    let of = |id: UserId| UserRoles::of(&site.options, prefix, view.objects.user_meta(id)).roles();
    let known: Vec<_> = slice.items.iter().map(|id| (*id, of(*id))).collect();
    let context = request.text("context");
    let can = rest.meta_cap();
    let shown = known
        .iter()
        .filter(|(id, roles)| context != "edit" || can.edit_user(*id, roles));
    let items = shown.filter_map(|(id, _)| prepare(rest, &context, &view, *id));
    let items = items.collect();
    keep_users(rest, known);
    Ok(paged(rest, request, items, slice.total, "/wp/v2/users"))
}
