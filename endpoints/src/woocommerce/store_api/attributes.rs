//! The shop's global attributes.
//!
//! Contract "woocommerce-store-api", section 4.

use compat::woocommerce::catalogue::attribute_taxonomies::{
    AttributeTaxonomies, AttributeTaxonomy,
};

use super::schema::error;
use super::terms::values;
use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::rest_response::{Body, Item, RestResponse};
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route_error::RouteError;

fn item(rest: &Rest<'_>, own: &AttributeTaxonomy) -> Item {
    let terms = rest.state.site.terms.of(&own.taxonomy).iter();
    let filled = terms.filter(|term| term.count > 0).count();
    let mut item = Item::default();
    item.set("id", own.id);
    item.set("name", own.label.as_str());
    item.set("taxonomy", own.taxonomy.as_str());
    item.set("type", own.kind.as_str());
    item.set("order", own.orderby.as_str());
    item.set("has_archives", own.is_public);
    item.set("count", filled);
    item
}

/// All of them.
///
/// # Errors
/// None.
pub async fn list(rest: &Rest<'_>, _: &RestRequest) -> Result<RestResponse, RouteError> {
    let all = rest.state.site_data.get::<AttributeTaxonomies>().0.iter();
    let items = all.map(|own| item(rest, own)).collect();
    Ok(RestResponse::new(Body::List(items)).cached_for(None))
}

fn find<'r>(
    rest: &'r Rest<'_>,
    request: &RestRequest,
    name: &str,
) -> Option<&'r AttributeTaxonomy> {
    let id: i64 = request.url_text(name).parse().ok()?;
    let mut all = rest.state.site_data.get::<AttributeTaxonomies>().0.iter();
    all.find(|own| own.id == id)
}

/// One of them.
///
/// # Errors
/// `woocommerce_rest_attribute_invalid_id`.
pub async fn by_id(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let Some(own) = find(rest, request, "id") else {
        let code = "woocommerce_rest_attribute_invalid_id";
        return Err(error(rest, code, "Invalid attribute ID.", 404).into());
    };
    Ok(RestResponse::item(item(rest, own)).cached_for(None))
}

/// Its values.
///
/// # Errors
/// `woocommerce_rest_taxonomy_invalid`; when the database or rendering fails.
pub async fn terms(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let Some(own) = find(rest, request, "attribute_id") else {
        let code = "woocommerce_rest_taxonomy_invalid";
        return Err(error(rest, code, "Attribute does not exist.", 404).into());
    };
    values(rest, request, &own.taxonomy).await
}
