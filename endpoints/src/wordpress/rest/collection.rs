//! Common to all collections: context, paging, paging headers.

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::{Array, Value};

use super::arg::Arg;
use super::context::Rest;
use super::query_args::paging_link;
use super::request::RestRequest;
use super::rest_response::{Body, Item, RestResponse};

/// `get_context_param` with the default `view`.
pub fn context_arg(locale: &Locale, contexts: &[&str]) -> Arg {
    let text = "Scope under which the request is made; determines fields present in response.";
    Arg::new("context", locale.translate(text))
        .string()
        .one_of(contexts)
        .default("view")
        .early()
}

/// Context, page, number of items, search.
pub fn collection_args(locale: &Locale) -> Vec<Arg> {
    vec![
        context_arg(locale, &["view", "embed", "edit"]),
        Arg::new("page", locale.translate("Current page of the collection."))
            .integer()
            .default(1)
            .with("minimum", 1)
            .early(),
        Arg::new(
            "per_page",
            locale.translate("Maximum number of items to be returned in result set."),
        )
        .integer()
        .default(10)
        .with("minimum", 1)
        .with("maximum", 100)
        .early(),
        Arg::new(
            "search",
            locale.translate("Limit results to those matching a string."),
        )
        .string()
        .early(),
    ]
}

/// The requested part of a list.
#[derive(Debug, Clone, Copy)]
pub struct Paging {
    /// The page, from 1.
    pub page: i64,
    /// Items on a page.
    pub per_page: i64,
    /// Items before the page.
    pub offset: i64,
}

impl Paging {
    /// Reads `page`, `per_page`, `offset`.
    pub fn of(request: &RestRequest) -> Self {
        let page = request.int("page").max(1);
        let per_page = request.int("per_page").max(1);
        let offset = if request.has("offset") {
            request.int("offset").saturating_abs()
        } else {
            (page - 1).saturating_mul(per_page)
        };
        Self {
            page,
            per_page,
            offset,
        }
    }

    /// Number of pages.
    pub fn pages(self, total: i64) -> i64 {
        total.saturating_add(self.per_page - 1) / self.per_page
    }
}

/// A page of a list, with its headers. `base` is the collection's route.
pub fn paged(
    rest: &Rest<'_>,
    request: &RestRequest,
    items: Vec<Item>,
    total: i64,
    base: &str,
) -> RestResponse {
    let paging = Paging::of(request);
    let pages = paging.pages(total);
    let mut reply = RestResponse::new(Body::List(items))
        .with_header("X-WP-Total", total.to_string())
        .with_header("X-WP-TotalPages", pages.to_string());
    let params = request.query_params();
    if let Some(link) = paging_link(&rest.rest_url(base), params, paging.page, pages) {
        reply = reply.with_header("Link", link);
    }
    reply
}

/// Filters the fields by the context `embed`; other contexts keep all.
pub fn keep_context(item: &mut Item, request: &RestRequest, embed: &[&str]) {
    if request.text("context") != "embed" {
        return;
    }
    let mut kept = Array::new();
    for (name, value) in item.data.iter() {
        if embed.contains(&name.to_string_lossy().as_str()) {
            kept.insert(name.clone(), value.clone());
        }
    }
    item.data = kept;
}

/// `{"rendered": …}`.
pub fn rendered(text: impl Into<Value>) -> Value {
    Value::array().with("rendered", text)
}
