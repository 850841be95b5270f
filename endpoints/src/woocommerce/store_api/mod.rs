//! The Store API (`wc/store/v1`): what block storefronts and apps ask the shop.
//!
//! Contract "woocommerce-store-api". The checkout and orders are not implemented. No response is kept in the page cache:
//! prices and stock change with time, and other origins may read one that was asked with a token.

mod attributes;
mod batch;
mod cart;
mod cart_args;
mod cart_coupons;
mod cart_items;
mod cart_request;
mod cart_schema;
mod collection_data;
mod customer;
mod headers;
mod item_schema;
mod paging;
mod product_args;
mod product_request;
mod product_schema;
mod products;
mod reviews;
mod routes;
mod schema;
mod terms;

use crate::wordpress::rest::rest_api_init::RestApiInit;
use crate::wordpress::rest::route::NamespaceRules;

/// Registers the routes, with the version and without.
pub fn register(rest: &mut RestApiInit) {
    rest.add("wc/store", |routes, _, _| {
        routes::register(routes, "wc/store")
    });
    rest.add("wc/store/v1", |routes, _, _| {
        routes::register(routes, "wc/store/v1");
    });
    rest.add_rules(NamespaceRules {
        prefix: "/wc/store/",
        send_headers: headers::send,
    });
}
