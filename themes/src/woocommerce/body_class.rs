//! The shop's classes of the body.
//!
//! Contract "woocommerce".

use compat::woocommerce::catalogue::shop_page::is_product_taxonomy;
use compat::wordpress::post::PostId;
use compat::wordpress::query::QueriedObject;

use crate::wordpress::view::View;

/// End points below the checkout and the account, which have a class.
const ENDPOINTS: [&str; 13] = [
    "order-pay",
    "order-received",
    "orders",
    "view-order",
    "downloads",
    "edit-account",
    "edit-address",
    "payment-methods",
    "lost-password",
    "customer-logout",
    "add-payment-method",
    "delete-payment-method",
    "set-default-payment-method",
];

/// The end points that the request names.
fn endpoints(view: &View) -> impl Iterator<Item = &'static str> {
    let named = |name: &&str| view.query.vars.get(name).is_some();
    ENDPOINTS.into_iter().filter(named)
}

/// Adds the classes.
pub fn body_class(view: &View, classes: &mut Vec<String>) {
    let mut own: Vec<String> = Vec::new();
    let mut add = |class: &str| own.push(class.to_owned());
    add(&format!("theme-{}", view.site.options.text("template")));
    let page = view
        .query
        .queried_post_id()
        .filter(|_| view.query.is.is_page);
    let is_page = |key: &str| {
        let id = PostId(view.site.options.int(key));
        id.0 > 0 && page == Some(id)
    };
    match &view.query.queried_object {
        Some(QueriedObject::PostType(name)) if *name == "product" => {
            ["woocommerce-shop", "woocommerce", "woocommerce-page"]
                .into_iter()
                .for_each(add);
        }
        Some(QueriedObject::Term(term)) if is_product_taxonomy(&term.taxonomy) => {
            ["woocommerce", "woocommerce-page"]
                .into_iter()
                .for_each(add);
        }
        Some(QueriedObject::Post(_))
            if view
                .queried_post()
                .is_some_and(|p| p.post_type == "product") =>
        {
            ["woocommerce", "woocommerce-page"]
                .into_iter()
                .for_each(add);
        }
        _ if is_page("woocommerce_cart_page_id") => {
            ["woocommerce-cart", "woocommerce-page"]
                .into_iter()
                .for_each(add);
        }
        _ if is_page("woocommerce_checkout_page_id") => {
            ["woocommerce-checkout", "woocommerce-page"]
                .into_iter()
                .for_each(add);
        }
        _ if is_page("woocommerce_myaccount_page_id") => {
            ["woocommerce-account", "woocommerce-page"]
                .into_iter()
                .for_each(add);
            if view.visitor.user.is_some() && endpoints(view).next().is_none() {
                own.push("woocommerce-dashboard".to_owned());
            }
        }
        _ => {}
    }
    classes.append(&mut own);
    let is_checkout = is_page("woocommerce_checkout_page_id");
    if is_checkout || is_page("woocommerce_myaccount_page_id") {
        classes.extend(endpoints(view).map(|name| format!("woocommerce-{name}")));
    }
    classes.push("woocommerce-no-js".to_owned());
}
