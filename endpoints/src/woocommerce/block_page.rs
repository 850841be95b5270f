//! Pages with the cart's or the checkout's block: the answers of the Store API that they bring.
//!
//! Contract "woocommerce-store-api", sections 11.4 to 11.6. The answers are made by the API's own routes, in the page's session.

use compat::woocommerce::block_page::{BlockPageData, ShopBlock};
use compat::woocommerce::shipping::has_methods;
use compat::woocommerce::shopping::Visit;
use compat::wordpress::blocks::{Block, parse_blocks};
use compat::wordpress::column::PageData;
use compat::wordpress::option_row::{option_value, update_option};
use compat::wordpress::php::{Array, Value};
use compat::wordpress::post::PostId;
use compat::wordpress::query::MainQuery;

use super::checkout_page;
use super::store_api::{self, caller_headers};
use super::visit::Carried;
use crate::column::PageDataSource;
use crate::request_error::RequestError;
use crate::wordpress::request_context::RequestContext;
use crate::wordpress::rest::preload::{Preloading, own_routes};

const CART: &str = "/wc/store/v1/cart";
const CHECKOUT: &str = "/wc/store/v1/checkout";

/// The block of a page; on the pages after and for an order that of the checkout prints something else.
pub fn block_of(query: &MainQuery) -> Option<ShopBlock> {
    let post = query.queried_post().filter(|_| query.is.is_singular)?;
    if ShopBlock::Checkout.is_in(&post.content) && !checkout_page::has_endpoint(query) {
        return Some(ShopBlock::Checkout);
    }
    ShopBlock::Cart
        .is_in(&post.content)
        .then_some(ShopBlock::Cart)
}

/// Loads the answers: the cart with its checks, and for the checkout the draft, which is made on the way. The result is the
/// visit as it is then.
///
/// # Errors
/// When the database or rendering fails.
pub async fn load(
    source: &PageDataSource<'_>,
    (block, visit): (ShopBlock, Visit),
    data: &mut PageData,
) -> Result<Visit, RequestError> {
    let context = source.context;
    let mut routes = own_routes();
    store_api::register_routes(&mut routes, (&context.state.site.options, &context.locale));
    let api = Preloading::new(context, &routes);
    api.rest().keep(Carried(Some(visit.clone())));
    let caller = caller_headers(api.rest());
    let nonce = caller.iter().find(|(name, _)| *name == "Nonce");
    let nonce = nonce.map_or(Value::Null, |(_, nonce)| nonce.clone());
    let headers = Array::new().with("Nonce", nonce.clone());
    let cart = api.get(CART, headers.clone()).await?;
    let told = cart
        .headers
        .into_iter()
        .filter(|(name, _)| *name != "Allow");
    let told = told.fold(Value::array(), |map, (name, value)| map.with(name, value));
    let answer = Value::array().with("body", cart.data).with("headers", told);
    let mut page = BlockPageData {
        preloads: Value::array().with(CART, answer),
        nonce: nonce.to_string_lossy().into_owned(),
        has_shipping_methods: has_methods(&context.app.db).await?,
        ..BlockPageData::default()
    };
    if block == ShopBlock::Checkout {
        keep_field_options(context, source.query).await?;
        page.checkout = api.get(CHECKOUT, headers).await?.data;
    }
    data.insert(page);
    let Carried(after) = api.kept();
    Ok(after.unwrap_or(visit))
}

/// A field that may be left out: its option, the attributes of older blocks about it, and whether it is shown by itself.
const FIELDS: [(&str, &str, &str, bool); 3] = [
    (
        "woocommerce_checkout_phone_field",
        "showPhoneField",
        "requirePhoneField",
        true,
    ),
    (
        "woocommerce_checkout_company_field",
        "showCompanyField",
        "requireCompanyField",
        false,
    ),
    (
        "woocommerce_checkout_address_2_field",
        "showApartmentField",
        "requireApartmentField",
        true,
    ),
];

/// The first view of the shop's own checkout writes down which fields it has, if nobody has chosen that.
async fn keep_field_options(
    context: &RequestContext<'_>,
    query: &MainQuery,
) -> Result<(), RequestError> {
    let options = &context.state.site.options;
    let own = PostId(options.int("woocommerce_checkout_page_id"));
    let post = query.queried_post().filter(|post| post.id == own);
    let missing: Vec<_> = FIELDS
        .iter()
        .filter(|(option, ..)| options.raw(option).is_none())
        .collect();
    let Some(post) = post.filter(|_| !missing.is_empty()) else {
        return Ok(());
    };
    let blocks = parse_blocks(&post.content);
    let block = find(&blocks, "woocommerce/checkout");
    let is_on = |name: &str, default: bool| {
        let attr = block.and_then(|block| block.attr(name)?.as_bool());
        attr.unwrap_or(default)
    };
    for (option, shows, requires, is_shown) in missing {
        let value = match (is_on(shows, *is_shown), is_on(requires, false)) {
            (false, _) => "hidden",
            (true, true) => "required",
            (true, false) => "optional",
        };
        let db = &context.app.db;
        // Another request, or PHP, may have been faster.
        if option_value(db, option).await?.is_none() {
            update_option(db, option, value).await?;
        }
    }
    Ok(())
}

/// The first block with a name, at any depth.
fn find<'b, 'c>(blocks: &'b [Block<'c>], name: &str) -> Option<&'b Block<'c>> {
    let mut blocks = blocks.iter();
    blocks.find_map(|block| match block.name.as_deref() {
        Some(own) if own == name => Some(block),
        _ => find(&block.inner_blocks, name),
    })
}
