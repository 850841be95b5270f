//! Figures about a list of products.
//!
//! Contract "woocommerce-store-api", section 3.

use compat::woocommerce::catalogue::filter::hides_out_of_stock;
use compat::woocommerce::display_price::DisplayTaxes;
use compat::woocommerce::money::PriceSettings;
use compat::woocommerce::store_api::{CollectionData, StoreProducts, with_currency};
use compat::wordpress::php::{Array, Value};

use super::product_request::product_list;
use super::schema::money;
use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::rest_response::{Body, RestResponse};
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route_error::RouteError;

/// The figures that are asked for; null for the others.
///
/// # Errors
/// When the database fails.
pub async fn figures(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let list = product_list(rest, request).await?;
    let data = CollectionData {
        db: &rest.app.db,
        site: &rest.state.site,
    };
    let mut answer = Array::new();
    let asks = |name: &str| request.bool(name);
    let mut range = Value::Null;
    if asks("calculate_price_range") {
        range = price_range(rest, data, &list).await?;
    }
    answer.insert("price_range", range);
    answer.insert(
        "attribute_counts",
        attribute_counts(request, data, &list).await?,
    );
    let mut ratings = Value::Null;
    if asks("calculate_rating_counts") {
        let counts = data.rating_counts(&list).await?.into_iter();
        let counts =
            counts.map(|(stars, count)| Value::array().with("rating", stars).with("count", count));
        ratings = counts.collect();
    }
    answer.insert("rating_counts", ratings);
    let mut stock = Value::Null;
    if asks("calculate_stock_status_counts") {
        let hides = hides_out_of_stock(&rest.state.site.options);
        let counts = data.stock_counts(&list, hides).await?.into_iter();
        // The counts are texts, as the database gave them.
        let counts = counts.map(|own| {
            let entry = Value::array().with("status", own.status);
            entry.with("count", own.count.to_string())
        });
        stock = counts.collect();
    }
    answer.insert("stock_status_counts", stock);
    let taxonomies = request.texts("calculate_taxonomy_counts");
    let mut terms = Value::Null;
    if !taxonomies.is_empty() {
        terms = counted(data.term_counts(&list, &taxonomies).await?);
    }
    answer.insert("taxonomy_counts", terms);
    Ok(RestResponse::new(Body::Value(answer.into())).cached_for(None))
}

fn counted(counts: Vec<(compat::wordpress::taxonomy::TermId, i64)>) -> Value {
    let counts = counts.into_iter();
    let counts =
        counts.map(|(term, count)| Value::array().with("term", term.0).with("count", count));
    counts.collect()
}

async fn price_range(
    rest: &Rest<'_>,
    data: CollectionData<'_>,
    list: &StoreProducts,
) -> Result<Value, RouteError> {
    let settings = PriceSettings::from_options(&rest.state.site.options);
    let Some(range) = data.price_range(list).await? else {
        return Ok(Value::Null);
    };
    let taxes = rest.state.site_data.get::<DisplayTaxes>();
    let standard = compat::woocommerce::product::Product::default();
    let shown = |price: f64| money(taxes.shown(&standard, price, &settings), &settings);
    let bounds = Array::new()
        .with("min_price", shown(range.min))
        .with("max_price", shown(range.max));
    Ok(with_currency(bounds, &settings).into())
}

/// Values of attributes; with `or`, the list's own filter on the taxonomy does not narrow them.
async fn attribute_counts(
    request: &RestRequest,
    data: CollectionData<'_>,
    list: &StoreProducts,
) -> Result<Value, RouteError> {
    let asked: Vec<&Value> = request.get("calculate_attribute_counts").values().collect();
    if asked.is_empty() {
        return Ok(Value::Null);
    }
    let mut counts = Vec::new();
    for own in asked {
        let taxonomy = own.at("taxonomy").to_string_lossy().into_owned();
        let mut list = list.clone();
        if own.at("query_type").as_str() != Some("and") {
            list.attributes.retain(|filter| filter.taxonomy != taxonomy);
        }
        counts.extend(data.term_counts(&list, &[taxonomy]).await?);
    }
    Ok(counted(counts))
}
