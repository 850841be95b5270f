//! The list of products that the arguments of a request name.
//!
//! Contract "woocommerce-store-api", section 2.1.

use compat::woocommerce::catalogue::attribute_taxonomies::AttributeTaxonomies;
use compat::woocommerce::catalogue::product_list::TermOperator;
use compat::woocommerce::display_price::DisplayTaxes;
use compat::woocommerce::money::PriceSettings;
use compat::woocommerce::page_data::related;
use compat::woocommerce::product::Products;
use compat::woocommerce::store_api::{
    AttributeFilter, DateColumn, PriceBound, ProductOrder, ProductOrderBy, StoreProducts,
    TermFilter,
};
use compat::woocommerce::tax::load_tax_classes;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::Value;
use compat::wordpress::php::cast::string_to_float;
use compat::wordpress::php::numeric::is_numeric;
use compat::wordpress::post::PostId;

use crate::wordpress::rest::collection::Paging;
use crate::wordpress::rest::date::to_mysql;
use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route_error::RouteError;
use crate::wordpress::rest::schema::list;

/// `wp_parse_id_list`: whole numbers; what is none is 0.
pub fn id_list(value: &Value) -> Vec<i64> {
    let mut ids: Vec<i64> = Vec::new();
    for id in list(value) {
        let id = id.to_int().saturating_abs();
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}

/// `wp_parse_list`: texts between commas and white space.
pub fn text_list(value: &Value) -> Vec<String> {
    let texts = list(value).into_iter();
    texts
        .map(|text| text.to_string_lossy().into_owned())
        .collect()
}

fn operator(text: &str) -> TermOperator {
    match text {
        "not_in" => TermOperator::NotIn,
        "and" => TermOperator::And,
        _ => TermOperator::In,
    }
}

/// The list of a request.
///
/// # Errors
/// When the database fails.
pub async fn product_list(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<StoreProducts, RouteError> {
    let paging = Paging::of(request);
    let zone = rest.state.timezone();
    let date = |name: &str| to_mysql(&request.text(name), &zone);
    let flag = |name: &str| request.has(name).then(|| request.bool(name));
    let words = |name: &str| -> Vec<String> {
        let text = request.text(name);
        let parts = text
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect()
    };
    let mut sku = words("sku");
    let whole = request.text("sku");
    if sku.len() > 1 {
        sku.push(whole);
    }
    Ok(StoreProducts {
        search: request.text("search"),
        slug: words("slug"),
        sku,
        after: date("after"),
        before: date("before"),
        date_column: match request.text("date_column").as_str() {
            "date_gmt" => DateColumn::DateGmt,
            "modified" => DateColumn::Modified,
            "modified_gmt" => DateColumn::ModifiedGmt,
            _ => DateColumn::Date,
        },
        include: id_list(request.get("include")),
        exclude: id_list(request.get("exclude")),
        parent: id_list(request.get("parent")),
        parent_exclude: id_list(request.get("parent_exclude")),
        product_type: request.text("type"),
        featured: flag("featured"),
        terms: term_filters(rest, request),
        attributes: attribute_filters(rest, request),
        is_any_attribute: request.text("attribute_relation") == "in",
        stock_status: request.texts("stock_status"),
        on_sale: flag("on_sale"),
        min_price: price_bound(rest, request, "min_price").await?,
        max_price: price_bound(rest, request, "max_price").await?,
        catalog_visibility: request.text("catalog_visibility"),
        rating: id_list(request.get("rating")),
        among: related_ids(rest, request, paging.per_page).await?,
        order: ProductOrder {
            by: ProductOrderBy::of(&request.text("orderby")),
            is_ascending: request.text("order") == "asc",
        },
        limit: paging.per_page,
        offset: paging.offset,
    })
}

/// Taxonomies of products that have no pages.
const HIDDEN_TAXONOMIES: [&str; 3] = [
    "product_type",
    "product_visibility",
    "product_shipping_class",
];

/// Categories, tags, brands, and what else products are classified by.
fn term_filters(rest: &Rest<'_>, request: &RestRequest) -> Vec<TermFilter> {
    const OWN: [(&str, &str); 3] = [
        ("category", "product_cat"),
        ("tag", "product_tag"),
        ("brand", "product_brand"),
    ];
    let filter = |argument: &str, taxonomy: &str| {
        let terms = text_list(request.get(argument));
        let operator = operator(&request.text(&format!("{argument}_operator")));
        (!terms.is_empty()).then(|| TermFilter {
            taxonomy: taxonomy.to_owned(),
            terms,
            operator,
        })
    };
    let own = OWN
        .iter()
        .filter_map(|(argument, taxonomy)| filter(argument, taxonomy));
    let registry = rest.state.site.registry.taxonomies.values();
    let registered = registry.filter(|own| own.object_types.contains(&"product"));
    let registered = registered.map(|own| &*own.name);
    let attributes = rest.state.site_data.get::<AttributeTaxonomies>().0.iter();
    let mut others: Vec<&str> = registered.chain(HIDDEN_TAXONOMIES).collect();
    others.extend(attributes.map(|own| own.taxonomy.as_str()));
    others.retain(|name| !OWN.iter().any(|(_, own)| own == name));
    others.sort_unstable();
    others.dedup();
    let others = others.into_iter().filter_map(|taxonomy| {
        let argument = format!("_unstable_tax_{taxonomy}");
        filter(&argument, taxonomy)
    });
    own.chain(others).collect()
}

fn attribute_filters(rest: &Rest<'_>, request: &RestRequest) -> Vec<AttributeFilter> {
    let known = rest.state.site_data.get::<AttributeTaxonomies>();
    let asked = request.get("attributes").values();
    let filters = asked.filter_map(|own| {
        let taxonomy = own.at("attribute").to_string_lossy();
        known.get(&taxonomy)?;
        let filter = AttributeFilter {
            taxonomy: taxonomy.into_owned(),
            ids: id_list(own.at("term_id")),
            slugs: text_list(own.at("slug")),
            operator: operator(&own.at("operator").to_string_lossy()),
        };
        (!filter.ids.is_empty() || !filter.slugs.is_empty()).then_some(filter)
    });
    filters.collect()
}

/// A bound in the smallest unit; a text that is no number is none.
async fn price_bound(
    rest: &Rest<'_>,
    request: &RestRequest,
    name: &str,
) -> Result<Option<PriceBound>, RouteError> {
    let text = request.text(name);
    if !is_numeric(text.as_bytes()) {
        return Ok(None);
    }
    let settings = PriceSettings::from_options(&rest.state.site.options);
    let shown = settings.remove_number_precision(string_to_float(text.as_bytes()));
    let taxes = rest.state.site_data.get::<DisplayTaxes>();
    let mut bound = PriceBound {
        shown,
        stored: Vec::new(),
    };
    if taxes.converts() {
        let mut classes = load_tax_classes(&rest.app.db).await?;
        classes.insert(0, String::new());
        let classes = classes.into_iter();
        bound.stored = classes
            .map(|class| {
                let stored = taxes.stored_bound(shown, &class, &settings);
                (class, stored)
            })
            .collect();
    }
    Ok(Some(bound))
}

/// Ids of the products like another one, when the list is limited to them.
async fn related_ids(
    rest: &Rest<'_>,
    request: &RestRequest,
    most: i64,
) -> Result<Option<Vec<i64>>, RouteError> {
    if !request.has("related") {
        return Ok(None);
    }
    let (db, site) = (&rest.app.db, &rest.state.site);
    let id = PostId(request.int("related"));
    let mut objects = ObjectCache::default();
    let products = Products::load(db, site, &mut objects, &[id]).await?;
    let Some(product) = products.get(id) else {
        return Ok(Some(Vec::new()));
    };
    let most = usize::try_from(most).unwrap_or_default();
    let ids = related(db, site, product, most).await?;
    Ok(Some(ids.into_iter().map(|id| id.0).collect()))
}
