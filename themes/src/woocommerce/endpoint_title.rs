//! Titles of the checkout's end points (`wc_page_endpoint_title`).
//!
//! Contract "woocommerce", section 1.2; recording woo/order-received-bacs.

use compat::woocommerce::order::{ORDER_PAY, ORDER_RECEIVED};
use compat::wordpress::post::PostId;

use crate::wordpress::view::View;

/// The title of the end point of the page that was asked for.
pub fn endpoint_title(view: &View, post: PostId) -> Option<String> {
    let is_own = view.query.is.is_page && view.query.queried_post_id() == Some(post);
    let has = |name: &str| view.query.vars.get(name).is_some();
    let title = if !is_own {
        return None;
    } else if has(ORDER_PAY.name) {
        "Pay for order"
    } else if has(ORDER_RECEIVED.name) {
        "Order received"
    } else {
        return None;
    };
    Some(view.label("woocommerce", title))
}
