//! What the shop's scripts ask: `/?wc-ajax={action}`, and the same actions of `admin-ajax.php`.
//!
//! Contract "woocommerce", section 10.

use compat::woocommerce::clean::wc_clean;
use compat::woocommerce::shopping::{CartAction, Visit};
use compat::wordpress::php::Value;
use compat::wordpress::php::hash::md5;
use http::{HeaderName, HeaderValue};
use themes::woocommerce::cart_totals::cart_totals;
use themes::woocommerce::mini_cart::widget_content;
use themes::woocommerce::notices::printed;

use super::answer::{json, with_cookies};
use super::cart_view::rendered;
use super::checkout;
use super::checkout_forms;
use super::checkout_review;
use super::posted;
use super::variation::variation;
use super::visit::{act, cookies, is_protected, is_verified};
use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::admin_ajax::{AjaxActions, AjaxHandler, minus_one};
use crate::wordpress::headers::{no_cache, set_cookies};
use crate::wordpress::input::Input;
use crate::wordpress::request_context::{RequestContext, SiteSnapshot};
use crate::wordpress::scripts::Script;

/// The actions: name in `wc-ajax`, name in `admin-ajax.php`, handler.
const ACTIONS: [(&str, &str, AjaxHandler); 11] = [
    (
        "get_refreshed_fragments",
        "woocommerce_get_refreshed_fragments",
        |context| Box::pin(refreshed(context)),
    ),
    ("add_to_cart", "woocommerce_add_to_cart", |context| {
        Box::pin(add(context))
    }),
    (
        "remove_from_cart",
        "woocommerce_remove_from_cart",
        |context| Box::pin(remove(context)),
    ),
    ("apply_coupon", "woocommerce_apply_coupon", |context| {
        Box::pin(apply_coupon(context))
    }),
    ("remove_coupon", "woocommerce_remove_coupon", |context| {
        Box::pin(remove_coupon(context))
    }),
    (
        "update_shipping_method",
        "woocommerce_update_shipping_method",
        |context| Box::pin(choose_shipping(context)),
    ),
    (
        "get_cart_totals",
        "woocommerce_get_cart_totals",
        |context| Box::pin(calculate(context)),
    ),
    ("checkout", "woocommerce_checkout", |context| {
        Box::pin(checkout::checkout(context))
    }),
    (
        "update_order_review",
        "woocommerce_update_order_review",
        |context| Box::pin(checkout_review::update_order_review(context)),
    ),
    ("get_variation", "woocommerce_get_variation", |context| {
        Box::pin(variation(context))
    }),
    (
        "get_customer_location",
        "woocommerce_get_customer_location",
        |context| Box::pin(customer_location(context)),
    ),
];

/// Registers the actions of `admin-ajax.php`.
pub fn register(ajax: &mut AjaxActions) {
    for (_, action, handler) in ACTIONS {
        ajax.for_all(action, handler);
    }
}

/// Answers `wc-ajax`, on any page's address.
///
/// # Errors
/// When the database or rendering fails.
pub async fn wc_ajax(
    site: &SiteSnapshot<'_>,
    input: &mut Input,
) -> Result<Option<Response>, RequestError> {
    let asked = input.get.get("wc-ajax").map(wc_clean);
    let action = asked.and_then(|asked| Some(asked.as_str_lossy()?.into_owned()));
    let action = action.filter(|action| !matches!(action.as_str(), "" | "0"));
    let is_script = Script::of(input.request.path()).is_some();
    let Some(action) = action.filter(|_| !is_script) else {
        return Ok(None);
    };
    let state = site.of_content(&input.request).await?;
    let context = RequestContext::of_page(site, state, input).await?;
    let known = ACTIONS.iter().find(|(name, ..)| *name == action);
    let response = match known {
        Some((_, _, handler)) => handler(&context).await?,
        None => Response::html(""),
    };
    const NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");
    const NOINDEX: HeaderValue = HeaderValue::from_static("noindex");
    // A form with a button of the page is answered before scripts' requests are.
    if action == "checkout" && checkout_forms::is_sent(input) {
        return Ok(Some(no_cache(response)));
    }
    let response = no_cache(response)
        .with_header(HeaderName::from_static("x-content-type-options"), NOSNIFF)
        .with_header(HeaderName::from_static("x-robots-tag"), NOINDEX);
    Ok(Some(response))
}

async fn refreshed(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let (visit, _) = act(context, None, &CartAction::Calculate).await?;
    fragments(context, visit).await
}

/// The mini cart for the selector of the cart widget, and the hash by which scripts know it.
async fn fragments(context: &RequestContext<'_>, visit: Visit) -> Result<Response, RequestError> {
    let [content] = rendered(context, &visit, [widget_content]).await?;
    let fragments = Value::array().with("div.widget_shopping_cart_content", content);
    let answer = Value::array()
        .with("fragments", fragments)
        .with("cart_hash", visit.cart_hash());
    Ok(with_cookies(context, &visit, json(&answer)))
}

async fn add(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let Some(product) = context.input.post.get("product_id") else {
        return Ok(Response::html(""));
    };
    let product = product.as_str_lossy().unwrap_or_default();
    let mut add = posted::add_by_script(context.input, &product);
    add.is_protected = is_protected(context, add.product).await?;
    let (visit, outcome) = act(context, None, &CartAction::Add(add)).await?;
    if outcome.is_done {
        return fragments(context, visit).await;
    }
    let url = match outcome.product_url {
        Some(url) => Value::from(url),
        None => Value::Bool(false),
    };
    let answer = Value::array().with("error", true).with("product_url", url);
    Ok(with_cookies(context, &visit, json(&answer)))
}

async fn remove(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let key = context.input.post.get("cart_item_key").map(wc_clean);
    let key = key.as_ref().and_then(Value::as_str_lossy);
    let action = CartAction::Remove {
        key: key.unwrap_or_default().into_owned(),
        is_told: false,
    };
    let (visit, outcome) = act(context, None, &action).await?;
    if outcome.is_done {
        return fragments(context, visit).await;
    }
    Ok(json(&Value::array().with("success", false)))
}

/// Opens the visit if the nonce of a script's action is right.
async fn verified(
    context: &RequestContext<'_>,
    action: &str,
) -> Result<Option<Visit>, RequestError> {
    let view = CartAction::View {
        keeps_removed: true,
    };
    let (visit, _) = act(context, None, &view).await?;
    let is_right = is_verified(
        context,
        &visit,
        &["security", "_ajax_nonce", "_wpnonce"],
        &[action],
    );
    Ok(is_right.then_some(visit))
}

async fn apply_coupon(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let Some(visit) = verified(context, "apply-coupon").await? else {
        return Ok(minus_one());
    };
    let email = context.input.post_text("billing_email");
    let action = CartAction::ApplyCoupon {
        code: context.input.post_text("coupon_code"),
        email: Some(email).filter(|email| !email.is_empty()),
        prints: true,
    };
    told(context, visit, &action).await
}

async fn remove_coupon(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let Some(visit) = verified(context, "remove-coupon").await? else {
        return Ok(minus_one());
    };
    let action = CartAction::RemoveCoupon {
        code: context.input.post_text("coupon"),
        is_told: true,
    };
    told(context, visit, &action).await
}

/// The notices of an action.
async fn told(
    context: &RequestContext<'_>,
    visit: Visit,
    action: &CartAction,
) -> Result<Response, RequestError> {
    let (visit, outcome) = act(context, Some(visit), action).await?;
    let response = Response::html(printed(&outcome.notices));
    Ok(with_cookies(context, &visit, response))
}

async fn choose_shipping(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let Some(visit) = verified(context, "update-shipping-method").await? else {
        return Ok(minus_one());
    };
    let choice = posted::shipping_choice(context.input);
    totals(context, visit, &CartAction::ChooseShipping(choice)).await
}

async fn calculate(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let view = CartAction::View {
        keeps_removed: true,
    };
    let (visit, _) = act(context, None, &view).await?;
    totals(context, visit, &CartAction::Calculate).await
}

/// The totals after an action. The cookies are those of the cart before it: as for pages, headers are sent before the
/// totals are made.
async fn totals(
    context: &RequestContext<'_>,
    visit: Visit,
    action: &CartAction,
) -> Result<Response, RequestError> {
    let before = cookies(context, &visit);
    let (visit, _) = act(context, Some(visit), action).await?;
    let [totals] = rendered(context, &visit, [cart_totals]).await?;
    let mut response = Response::html(totals);
    set_cookies(&mut response, &before, context.now);
    Ok(response)
}

/// A short hash of where the customer is, for caches in front of the site.
async fn customer_location(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let view = CartAction::View {
        keeps_removed: true,
    };
    let (visit, _) = act(context, None, &view).await?;
    let place = &visit.customer.shipping;
    let place = [&*place.country, &place.state, &place.postcode, &place.city].concat();
    let hash = md5(place.to_lowercase().as_bytes());
    let data = Value::array().with("hash", hash.get(..12).unwrap_or_default());
    Ok(json(
        &Value::array().with("success", true).with("data", data),
    ))
}
