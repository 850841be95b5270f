//! The routes of the API.
//!
//! Contract "woocommerce-store-api", section 1.1.

use std::borrow::Cow;

use compat::wordpress::l10n::Locale;
use compat::wordpress::options::Options;

use super::cart_coupons::COUPON_PATTERN;
use super::item_schema::ITEM_PATTERN;
use super::{
    attributes, batch, cart, cart_args, cart_coupons, cart_items, checkout, checkout_args,
    collection_data, customer, order, order_access, pay, product_args, products, public_schema,
    reviews, terms,
};
use crate::wordpress::rest::arg::Arg;
use crate::wordpress::rest::route::{
    CREATABLE, Callback, DELETABLE, EDITABLE, Endpoint, ItemSchema, Permission, READABLE, Routes,
};

fn endpoint(methods: &'static [&'static str], args: Vec<Arg>, callback: Callback) -> Endpoint {
    Endpoint {
        methods,
        args: Some(args),
        permission: None,
        callback,
        subject: Cow::Borrowed(""),
        allow_batch: true,
    }
}

fn read(args: Vec<Arg>, callback: Callback) -> Endpoint {
    endpoint(READABLE, args, callback)
}

fn create(args: Vec<Arg>, callback: Callback) -> Endpoint {
    endpoint(CREATABLE, args, callback)
}

/// A callback of an async function.
macro_rules! callback {
    ($function:path) => {
        |rest, request| Box::pin($function(rest, request))
    };
}

/// Registers the routes of a name space.
pub fn register(routes: &mut Routes, namespace: &'static str, scene: (&Options, &Locale)) {
    let batch = Endpoint {
        allow_batch: false,
        ..create(batch::args(), callback!(batch::serve))
    };
    routes.register(namespace, "/batch", vec![batch]);
    register_cart(routes, namespace);
    register_checkout(routes, namespace, scene);
    register_products(routes, namespace);
}

#[expect(clippy::too_many_lines, reason = "a line for each route")]
fn register_cart(routes: &mut Routes, namespace: &'static str) {
    let context = || vec![product_args::context()];
    let mut add = |pattern: &str, schema: ItemSchema, endpoints| {
        routes.register(namespace, pattern, endpoints);
        routes.schema(schema);
    };
    let cart_schema: ItemSchema = public_schema::cart;
    add(
        "/cart",
        cart_schema,
        vec![read(context(), callback!(cart::get))],
    );
    let answers: [(&str, Vec<Arg>, Callback); 8] = [
        (
            "/cart/add-item",
            cart_args::add_item(),
            callback!(cart::add_item),
        ),
        (
            "/cart/apply-coupon",
            cart_args::code(),
            callback!(cart_coupons::apply),
        ),
        (
            "/cart/remove-coupon",
            cart_args::code(),
            callback!(cart_coupons::remove),
        ),
        (
            "/cart/extensions",
            cart_args::extensions(),
            callback!(cart::extensions),
        ),
        (
            "/cart/remove-item",
            cart_args::key(),
            callback!(cart::remove_item),
        ),
        (
            "/cart/select-shipping-rate",
            cart_args::rate(),
            callback!(cart::select_rate),
        ),
        (
            "/cart/update-item",
            cart_args::update_item(),
            callback!(cart::update_item),
        ),
        (
            "/cart/update-customer",
            Vec::new(),
            callback!(customer::update),
        ),
    ];
    for (pattern, args, callback) in answers {
        add(pattern, cart_schema, vec![create(args, callback)]);
    }
    add(
        "/cart/coupons",
        public_schema::coupon,
        vec![
            read(context(), callback!(cart_coupons::list)),
            create(cart_args::code(), callback!(cart_coupons::add)),
            endpoint(DELETABLE, Vec::new(), callback!(cart_coupons::remove_all)),
        ],
    );
    add(
        &format!("/cart/coupons/{COUPON_PATTERN}"),
        public_schema::coupon,
        vec![
            read(context(), callback!(cart_coupons::by_code)),
            endpoint(DELETABLE, Vec::new(), callback!(cart_coupons::drop)),
        ],
    );
    add(
        "/cart/items",
        public_schema::cart_item,
        vec![
            read(context(), callback!(cart_items::list)),
            create(Vec::new(), callback!(cart_items::add)),
            endpoint(DELETABLE, Vec::new(), callback!(cart_items::remove_all)),
        ],
    );
    add(
        &format!("/cart/items/{ITEM_PATTERN}"),
        public_schema::cart_item,
        vec![
            read(context(), callback!(cart_items::by_key)),
            endpoint(
                EDITABLE,
                cart_args::quantity(),
                callback!(cart_items::update),
            ),
            endpoint(DELETABLE, Vec::new(), callback!(cart_items::remove)),
        ],
    );
}

fn register_checkout(
    routes: &mut Routes,
    namespace: &'static str,
    (options, locale): (&Options, &Locale),
) {
    const CHANGES: &[&str] = &["PUT", "PATCH"];
    const PERMISSION: Option<Permission> =
        Some(|rest, request| Box::pin(order_access::may_see(rest, request)));
    let context = || vec![product_args::context()];
    let mut add = |pattern: &str, schema: ItemSchema, endpoints| {
        routes.register(namespace, pattern, endpoints);
        routes.schema(schema);
    };
    let (place, update) = (
        checkout_args::place(options, locale),
        checkout_args::update(options, locale),
    );
    add(
        "/checkout",
        public_schema::checkout,
        vec![
            read(context(), callback!(checkout::get)),
            create(place, callback!(checkout::place)),
            endpoint(CHANGES, update, callback!(checkout::update)),
        ],
    );
    let pay = Endpoint {
        permission: PERMISSION,
        ..create(checkout_args::pay(options, locale), callback!(pay::pay))
    };
    add(
        "/checkout/(?P<id>[\\d]+)",
        public_schema::checkout,
        vec![pay],
    );
    let order = Endpoint {
        permission: PERMISSION,
        allow_batch: false,
        ..read(context(), callback!(order::get))
    };
    add("/order/(?P<id>[\\d]+)", public_schema::order, vec![order]);
}

#[expect(clippy::too_many_lines, reason = "a line for each route")]
fn register_products(routes: &mut Routes, namespace: &'static str) {
    let context = || vec![product_args::context()];
    let mut add = |pattern: &str, schema: ItemSchema, args, callback: Callback| {
        routes.register(namespace, pattern, vec![read(args, callback)]);
        routes.schema(schema);
    };
    add(
        "/products/attributes",
        public_schema::attribute,
        context(),
        callback!(attributes::list),
    );
    add(
        "/products/attributes/(?P<id>[\\d]+)",
        public_schema::attribute,
        context(),
        callback!(attributes::by_id),
    );
    add(
        "/products/attributes/(?P<attribute_id>[\\d]+)/terms",
        public_schema::term,
        terms::args(true),
        callback!(attributes::terms),
    );
    add(
        "/products/categories",
        public_schema::category,
        terms::args(false),
        callback!(terms::categories),
    );
    add(
        "/products/categories/(?P<id>[\\d]+)",
        public_schema::category,
        context(),
        callback!(terms::category),
    );
    add(
        "/products/brands",
        public_schema::brand,
        terms::args(false),
        callback!(terms::brands),
    );
    add(
        "/products/brands/(?P<identifier>[\\w-]+)",
        public_schema::brand,
        context(),
        callback!(terms::brand),
    );
    add(
        "/products/collection-data",
        public_schema::collection_data,
        product_args::collection_data_args(),
        callback!(collection_data::figures),
    );
    add(
        "/products/reviews",
        public_schema::review,
        reviews::args(),
        callback!(reviews::list),
    );
    add(
        "/products/tags",
        public_schema::term,
        terms::args(false),
        callback!(terms::tags),
    );
    add(
        "/products",
        public_schema::product,
        product_args::product_args(),
        callback!(products::list),
    );
    add(
        "/products/(?P<id>[\\d]+)",
        public_schema::product,
        context(),
        callback!(products::by_id),
    );
    // Any other word is a slug: the fixed ones stand before it.
    add(
        "/products/(?P<slug>[\\S]+)",
        public_schema::product,
        context(),
        callback!(products::by_slug),
    );
}
