//! The Store API (`wc/store/v1`): what block storefronts and apps ask the shop.
//!
//! Contract "woocommerce-store-api". No response is kept in the page cache: prices and stock change with time, and other
//! origins may read one that was asked with a token.

mod account;
mod address_args;
mod attributes;
mod batch;
mod cart;
mod cart_args;
mod cart_coupons;
mod cart_items;
mod cart_request;
mod cart_schema;
mod checkout;
mod checkout_args;
mod checkout_schema;
mod collection_data;
mod customer;
mod draft;
mod headers;
mod item_schema;
mod order;
mod order_access;
mod order_schema;
mod paging;
mod pay;
mod payment_method;
mod product_args;
mod product_request;
mod product_schema;
mod products;
mod public_schema;
mod rate_limit;
mod refusal;
mod reviews;
mod routes;
mod schema;
mod terms;

pub use cart_request::caller_headers;

use compat::wordpress::l10n::Locale;
use compat::wordpress::options::Options;

use crate::wordpress::rest::rest_api_init::RestApiInit;
use crate::wordpress::rest::route::{NamespaceRules, Routes};

/// The routes with the version alone, for pages that bring answers.
pub fn register_routes(routes: &mut Routes, scene: (&Options, &Locale)) {
    routes::register(routes, "wc/store/v1", scene);
}

/// Registers the routes, with the version and without.
pub fn register(rest: &mut RestApiInit) {
    rest.add("wc/store", |routes, options, locale| {
        routes::register(routes, "wc/store", (options, locale));
    });
    rest.add("wc/store/v1", |routes, options, locale| {
        routes::register(routes, "wc/store/v1", (options, locale));
    });
    rest.add_rules(NamespaceRules {
        prefix: "/wc/store/",
        send_headers: headers::send,
        admit: |rest, request| Box::pin(rate_limit::admit(rest, request)),
    });
}
