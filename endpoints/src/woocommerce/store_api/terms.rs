//! Categories, tags, brands, and the values of attributes.
//!
//! Contract "woocommerce-store-api", section 4.

use std::sync::Arc;

use compat::woocommerce::store_api::{StoreTerm, TermOrder, TermQuery, review_counts, terms};
use compat::wordpress::php::Value;
use themes::woocommerce::product_texts::{html_text, product_image, rich_text};
use themes::wordpress::view::Page;

use super::paging::with_paging;
use super::product_args::{choice, context, ids, number, text};
use super::product_request::id_list;
use super::schema::{error, image};
use crate::woocommerce::cart_view::part_view;
use crate::wordpress::rest::arg::Arg;
use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::rest_response::{Body, Item, RestResponse};
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route_error::RouteError;

/// The arguments of a list; `of_attribute`: of the values of an attribute.
pub fn args(of_attribute: bool) -> Vec<Arg> {
    let mut orders = vec!["name", "slug", "count"];
    if of_attribute {
        orders.extend(["menu_order", "name_num", "id"]);
    }
    vec![
        context(),
        number("page").default(1).with("minimum", 1),
        number("per_page").with("minimum", 0),
        text("search"),
        ids("exclude"),
        ids("include"),
        choice("order", &["asc", "desc"]).default("asc"),
        choice("orderby", &orders).default("name"),
        Arg::bare("hide_empty").boolean().default(true).early(),
        number("parent"),
    ]
}

/// Which keys terms have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keys {
    /// Those of all terms.
    Plain,
    /// Also picture, number of reviews and address.
    WithImage,
}

/// Categories.
///
/// # Errors
/// When the database or rendering fails.
pub async fn categories(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<RestResponse, RouteError> {
    list(rest, request, "product_cat", Keys::WithImage).await
}

/// Tags.
///
/// # Errors
/// When the database or rendering fails.
pub async fn tags(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    list(rest, request, "product_tag", Keys::Plain).await
}

/// Brands.
///
/// # Errors
/// When the database or rendering fails.
pub async fn brands(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    list(rest, request, "product_brand", Keys::WithImage).await
}

/// The values of an attribute.
///
/// # Errors
/// When the database or rendering fails.
pub async fn values(
    rest: &Rest<'_>,
    request: &RestRequest,
    taxonomy: &str,
) -> Result<RestResponse, RouteError> {
    list(rest, request, taxonomy, Keys::Plain).await
}

async fn list(
    rest: &Rest<'_>,
    request: &RestRequest,
    taxonomy: &str,
    keys: Keys,
) -> Result<RestResponse, RouteError> {
    let site = &rest.state.site;
    let registry = site.registry.taxonomies.get(taxonomy);
    let is_hierarchical = registry.is_some_and(|own| own.hierarchical);
    let query = TermQuery {
        search: request.text("search"),
        include: id_list(request.get("include")),
        exclude: id_list(request.get("exclude")),
        parent: (is_hierarchical && request.has("parent")).then(|| request.int("parent")),
        hide_empty: request.bool("hide_empty"),
        orderby: TermOrder::of(&request.text("orderby")),
        is_descending: request.text("order") == "desc",
    };
    let mut found = terms(&rest.app.db, site, taxonomy, &query).await?;
    let total = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let (page, per_page) = (request.int("page").max(1), request.int("per_page"));
    if per_page > 0 {
        let at = |n: i64| usize::try_from(n).unwrap_or(usize::MAX);
        let skipped = at((page - 1).saturating_mul(per_page)).min(found.len());
        found.drain(..skipped);
        found.truncate(at(per_page));
    }
    let is_full = i64::try_from(found.len()).unwrap_or(i64::MAX) == per_page;
    let items = items(rest, found, keys).await?;
    let response = RestResponse::new(Body::List(items)).cached_for(None);
    if per_page > 0 && (is_full || page > 1) {
        return Ok(with_paging(
            rest,
            request,
            response,
            (page, per_page, total),
        ));
    }
    Ok(response)
}

async fn items(
    rest: &Rest<'_>,
    found: Vec<StoreTerm>,
    keys: Keys,
) -> Result<Vec<Item>, RouteError> {
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let has_image = keys == Keys::WithImage;
    let reviews = if has_image {
        review_counts(&rest.app.db, &rest.state.site, &found).await?
    } else {
        Vec::new()
    };
    let images: Vec<i64> = found.iter().map(|own| own.image_id).collect();
    let view = part_view(&rest.context, &images).await?;
    let render = move |page: &mut Page| {
        let reviews = reviews.iter().copied().chain(std::iter::repeat(0));
        let terms = found.iter().zip(reviews);
        let items = terms.map(|(own, reviews)| {
            let mut item = plain(page, own);
            if has_image {
                let picture = product_image(page, own.image_id);
                let url = page.view.links().get_term_link(&own.term);
                item.set("image", picture.as_ref().map_or(Value::Null, image));
                item.set("review_count", reviews);
                item.set("permalink", url.unwrap_or_default());
            }
            item
        });
        Ok(items.collect())
    };
    let pool = &rest.app.render_pool;
    let (items, _) = pool.render(Arc::new(view), render).await?;
    Ok(items)
}

/// The keys of all terms.
fn plain(page: &mut Page, own: &StoreTerm) -> Item {
    let term = &own.term;
    let mut item = Item::default();
    item.set("id", term.term_id.0);
    item.set("name", html_text(&page.view, &term.name));
    item.set("slug", term.slug.as_str());
    item.set("description", rich_text(page, &term.description));
    item.set("parent", term.parent.0);
    item.set("count", own.count);
    item
}

/// A category by its id.
///
/// # Errors
/// `woocommerce_rest_category_invalid_id`; when the database or rendering fails.
pub async fn category(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let id: i64 = request.url_text("id").parse().unwrap_or_default();
    let found = one(rest, "product_cat", |own| own.term.term_id.0 == id).await?;
    found.ok_or_else(|| {
        let code = "woocommerce_rest_category_invalid_id";
        error(rest, code, "Invalid category ID.", 404).into()
    })
}

/// A brand by its id or slug.
///
/// # Errors
/// `woocommerce_rest_brand_invalid_id` or `…_slug`; when the database or rendering fails.
pub async fn brand(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let name = request.url_text("identifier");
    let id = name.parse::<i64>().ok();
    let found = one(rest, "product_brand", |own| match id {
        Some(id) => own.term.term_id.0 == id,
        None => own.term.slug == name,
    });
    found.await?.ok_or_else(|| {
        let (code, text) = match id {
            Some(_) => ("woocommerce_rest_brand_invalid_id", "Invalid brand ID."),
            None => ("woocommerce_rest_brand_invalid_slug", "Invalid brand slug."),
        };
        error(rest, code, text, 404).into()
    })
}

async fn one(
    rest: &Rest<'_>,
    taxonomy: &str,
    is_asked: impl Fn(&StoreTerm) -> bool,
) -> Result<Option<RestResponse>, RouteError> {
    let query = TermQuery::default();
    let mut found = terms(&rest.app.db, &rest.state.site, taxonomy, &query).await?;
    found.retain(is_asked);
    let items = items(rest, found, Keys::WithImage).await?;
    let item = items.into_iter().next().map(RestResponse::item);
    Ok(item.map(|response| response.cached_for(None)))
}
