//! `wp/v2/categories`, `tags` and the taxonomies of columns: routes, permissions, one term.
//!
//! Contract "wordpress-rest", section 8. Terms are part of the site's snapshot; only the parameter `post` needs a query.
//! Recordings rest/categories, owner/category-*, owner/tag-*.

use compat::wordpress::l10n::Locale;
use compat::wordpress::taxonomy::Taxonomy;

use super::arg::Arg;
use super::collection::context_arg;
use super::hidden_types::HiddenTaxonomy;
use super::item_schema;
use super::menus;
use super::read_permission::term_of;
use super::request::RestRequest;
use super::rest_response::RestResponse;
use super::route::{CREATABLE, DELETABLE, EDITABLE, Endpoint, READABLE, Rest, Routes};
use super::route_error::RouteError;
use super::term_list::args;
use super::term_permission::{may_create, may_delete, may_edit, may_list, may_read};
use super::term_response::{page, page_of_terms, prepare, prepare_all};
use super::term_routes::TermRoutes;
use super::term_writes::{create_item, delete_item, update_item};
use super::write_args::{force, term_args};

const TERMS: TermRoutes = TermRoutes {
    may_list: |rest, request| Box::pin(may_list(rest, request)),
    may_read,
    get_items: |rest, request| Box::pin(get_items(rest, request)),
    get_item: |rest, request| Box::pin(get_item(rest, request)),
    create_item: |rest, request| Box::pin(create_item(rest, request)),
    update_item: |rest, request| Box::pin(update_item(rest, request)),
    delete_item: |rest, request| Box::pin(delete_item(rest, request)),
    write_args: |_| Vec::new(),
};

/// Registers the routes of a taxonomy of the site.
pub fn register(routes: &mut Routes, taxonomy: &Taxonomy, locale: &Locale) {
    if let Some(base) = taxonomy.rest_base {
        let shown = (taxonomy.name.as_ref(), base, taxonomy.hierarchical);
        register_terms(routes, shown, &TERMS, locale);
    }
}

/// Registers the routes of a taxonomy without pages.
pub fn register_hidden(routes: &mut Routes, taxonomy: &HiddenTaxonomy, locale: &Locale) {
    let shown = (taxonomy.name, taxonomy.base, taxonomy.hierarchical);
    let callbacks = if taxonomy.name == "nav_menu" {
        &menus::ROUTES
    } else {
        &TERMS
    };
    register_terms(routes, shown, callbacks, locale);
}

fn register_terms(
    routes: &mut Routes,
    (name, base, hierarchical): (&str, &str, bool),
    callbacks: &TermRoutes,
    locale: &Locale,
) {
    let endpoint = |methods, permission, callback, args| Endpoint {
        methods,
        args: Some(args),
        permission: Some(permission),
        callback,
        subject: name.to_owned().into(),
        allow_batch: true,
    };
    let written = |is_new| {
        let mut args = term_args(hierarchical, is_new, locale);
        args.extend((callbacks.write_args)(locale));
        args
    };
    let TermRoutes {
        may_list, may_read, ..
    } = *callbacks;
    let listed = args(hierarchical, locale);
    let (get_items, create) = (callbacks.get_items, callbacks.create_item);
    routes.register(
        "wp/v2",
        &format!("/{base}"),
        vec![
            endpoint(READABLE, may_list, get_items, listed),
            endpoint(CREATABLE, may_create, create, written(true)),
        ],
    );
    routes.schema(item_schema::term);
    let id = || Arg::new("id", locale.translate("Unique identifier for the term.")).integer();
    let one_args = vec![id(), context_arg(locale, &["view", "embed", "edit"])];
    let mut edit_args = vec![id()];
    edit_args.extend(written(false));
    let source = "Required to be true, as terms do not support trashing.";
    let delete_args = vec![id(), force(locale, source)];
    let (update, delete) = (callbacks.update_item, callbacks.delete_item);
    routes.register(
        "wp/v2",
        &format!("/{base}/(?P<id>[\\d]+)"),
        vec![
            endpoint(READABLE, may_read, callbacks.get_item, one_args),
            endpoint(EDITABLE, may_edit, update, edit_args),
            endpoint(DELETABLE, may_delete, delete, delete_args),
        ],
    );
    routes.schema(item_schema::term);
}

async fn get_items(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let (terms, total) = page_of_terms(rest, request).await?;
    let items = prepare_all(rest, request, &terms).await?;
    Ok(page(rest, request, items, total))
}

async fn get_item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let term = term_of(rest, request)?;
    Ok(RestResponse::item(prepare(rest, request, &term).await?))
}
