//! What the checkout's script asks while the form is filled in: totals and gateways.
//!
//! Contract "woocommerce", sections 9.4 and 10.

use compat::woocommerce::checkout::{PostedPlace, ReviewRequest, review};
use compat::woocommerce::clean::wc_clean;
use compat::woocommerce::session::{NoticeKind, Notices};
use compat::woocommerce::shopping::{SessionKey, ShopSource, Visit, turn};
use compat::wordpress::php::Value;
use themes::woocommerce::checkout_payment::payment;
use themes::woocommerce::checkout_review::{EXPIRED, review_fragment};
use themes::woocommerce::notices::printed;

use super::answer::{json, with_cookies};
use super::cart_view::rendered;
use super::posted;
use super::visit::{is_verified, session_cookie, source};
use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::admin_ajax::minus_one;
use crate::wordpress::request_context::RequestContext;

/// `wc-ajax=update_order_review`.
///
/// # Errors
/// When the database or rendering fails.
pub async fn update_order_review(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let source = source(context);
    let key = SessionKey::Cookie(session_cookie(context));
    let _turn = turn(&source, key).await;
    let visit = Box::pin(Visit::open(&source, key)).await?;
    if !is_verified(
        context,
        &visit,
        &["security", "_wpnonce"],
        &["update-order-review"],
    ) {
        return Ok(minus_one());
    }
    let request = review_request(context);
    let review = Box::pin(review(&source, key, visit, &request)).await?;
    let visit = &review.visit;
    if visit.cart.is_empty() {
        let fragments = Value::array().with("form.woocommerce-checkout", expired(&source));
        let answer = Value::array().with("fragments", fragments);
        return Ok(with_cookies(context, visit, json(&answer)));
    }
    let messages = printed(&review.notices);
    let parts = [review_fragment, payment];
    let [table, payment] = Box::pin(rendered(context, visit, parts)).await?;
    let result = if messages.is_empty() {
        "success"
    } else {
        "failure"
    };
    let fragments = Value::array()
        .with(".woocommerce-checkout-review-order-table", table)
        .with(".woocommerce-checkout-payment", payment);
    let answer = Value::array()
        .with("result", result)
        .with("messages", messages)
        .with("reload", review.reloads)
        .with("fragments", fragments);
    Ok(with_cookies(context, visit, json(&answer)))
}

fn expired(source: &ShopSource<'_>) -> String {
    let shop = source.page_url("woocommerce_shop_page_id");
    let html = source.texts().translate(EXPIRED).replacen("%s", &shop, 1);
    let mut notices = Notices::default();
    notices.add(NoticeKind::Error, html);
    printed(&notices)
}

fn review_request(context: &RequestContext<'_>) -> ReviewRequest {
    let post = &context.input.post;
    let text = |name: &str| {
        let value = wc_clean(post.get(name)?);
        Some(value.as_str_lossy()?.into_owned())
    };
    let place = |prefix: &str| PostedPlace {
        country: text(&format!("{prefix}country")),
        state: text(&format!("{prefix}state")),
        postcode: text(&format!("{prefix}postcode")),
        city: text(&format!("{prefix}city")),
        address_1: text(&format!("{prefix}address")),
        address_2: text(&format!("{prefix}address_2")),
    };
    let full = text("has_full_address").unwrap_or_default();
    ReviewRequest {
        billing: place(""),
        shipping: place("s_"),
        shipping_method: posted::shipping_choice(context.input),
        payment_method: text("payment_method").unwrap_or_default(),
        has_full_address: matches!(full.to_lowercase().as_str(), "yes" | "1" | "true" | "on"),
    }
}
