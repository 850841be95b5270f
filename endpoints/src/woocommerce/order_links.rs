//! Links of orders: giving one up (`?cancel_order`), and putting what it held into the cart (`?order_again`).
//!
//! Contract "woocommerce", sections 9.9, 13.2 and 14.

use compat::woocommerce::order::{
    LineItem, Order, OrderChange, OrderId, OrderItem, OrderStatus, PaymentStep, change_order,
    load_order, order_products,
};
use compat::woocommerce::product::Products;
use compat::woocommerce::session::NoticeKind;
use compat::woocommerce::shopping::{AddToCart, CartAction, Visit};
use compat::woocommerce::stock::OrderStorage;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::Value;
use compat::wordpress::post::PostId;

use super::checkout::{order_scene, settle};
use super::order_mails::{OrderMails, staged_mails};
use super::visit::{Carried, act, cookies, is_verified, source};
use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::headers::set_cookies;
use crate::wordpress::input::Input;
use crate::wordpress::request_context::{RequestContext, SiteSnapshot};
use crate::wordpress::scripts::Script;

/// Follows a link of an order; the page shows how it went, or the visitor is led to another one.
///
/// # Errors
/// When the database or rendering fails.
pub async fn handle(
    site: &SiteSnapshot<'_>,
    input: &mut Input,
) -> Result<Option<Response>, RequestError> {
    let has = |name: &str| input.get.contains_key(name);
    let cancels = ["cancel_order", "order", "order_id", "_wpnonce"]
        .into_iter()
        .all(has);
    let repeats = has("order_again") && has("_wpnonce");
    if !cancels && !repeats || Script::of(input.request.path()).is_some() {
        return Ok(None);
    }
    let state = site.of_content(&input.request).await?;
    let context = RequestContext::of_page(site, state, input).await?;
    let Carried(opened) = context.input.carried.get();
    let view = CartAction::View {
        keeps_removed: true,
    };
    let (mut visit, _) = act(&context, opened.clone(), &view).await?;
    let leads_to = if cancels {
        cancel(&context, &mut visit).await?
    } else {
        Box::pin(repeat(&context, &mut visit)).await?
    };
    let Some(leads_to) = leads_to else {
        return Ok(None);
    };
    if leads_to.is_empty() {
        drop(context);
        input.carried.insert(Carried(Some(visit)));
        return Ok(None);
    }
    // Opened anew when another request has changed the session meanwhile; the notices are kept.
    let notices = visit.notices.clone();
    if !visit.store(&source(&context)).await? {
        (visit, _) = act(&context, None, &view).await?;
        visit.notices = notices;
        visit.store(&source(&context)).await?;
    }
    let mut response = context.safe_redirect(&leads_to);
    set_cookies(&mut response, &cookies(&context, &visit), context.now);
    Ok(Some(response))
}

/// Gives an order up. Where that leads; empty: the page is shown; `None`: the link is none of ours.
async fn cancel(
    context: &RequestContext<'_>,
    visit: &mut Visit,
) -> Result<Option<String>, RequestError> {
    if !is_verified(context, visit, &["_wpnonce"], &["woocommerce-cancel_order"]) {
        return Ok(None);
    }
    let input = context.input;
    let texts = context.locale.domain("woocommerce");
    let id = OrderId(number(&input.get_text("order_id")));
    let storage = OrderStorage::from_options(&context.state.site.options);
    let order = load_order(&context.app.db, storage, id).await?;
    let user = context.visitor.user.map_or(0, |user| user.0);
    let own = order.filter(|order| order.customer_id == user);
    let (kind, source) = match own {
        Some(order) if !is_cancellable(&order) => {
            const LATE: &str =
                "Your order can no longer be cancelled. Please contact us if you need assistance.";
            (NoticeKind::Error, LATE)
        }
        Some(order) if order.is_key(&input.get_text("order")) => {
            if give_up(context, order).await? {
                visit.forget_awaiting_order();
                (NoticeKind::Notice, "Your order was cancelled.")
            } else {
                (NoticeKind::Error, "Invalid order.")
            }
        }
        _ => (NoticeKind::Error, "Invalid order."),
    };
    visit.notices.add(kind, texts.translate(source).to_owned());
    Ok(Some(input.get_text("redirect")))
}

fn is_cancellable(order: &Order) -> bool {
    matches!(order.status, OrderStatus::Pending | OrderStatus::Failed)
}

/// PHP's `absint`.
fn number(text: &str) -> i64 {
    Value::from(text.trim()).to_int().saturating_abs()
}

/// The posts that the lines of an order name.
fn products_of(order: &Order) -> Vec<PostId> {
    let ids = order
        .lines()
        .flat_map(|(_, line)| [line.product_id, line.variation_id]);
    ids.filter(|id| id.0 > 0).collect()
}

/// Cancels an order of the visitor. `false`: it has changed meanwhile.
async fn give_up(context: &RequestContext<'_>, order: Order) -> Result<bool, RequestError> {
    let (db, site) = (&context.app.db, &context.state.site);
    let mut objects = ObjectCache::default();
    let products = Products::load(db, site, &mut objects, &products_of(&order)).await?;
    let note = context
        .locale
        .domain("woocommerce")
        .translate("Order cancelled by customer.");
    let mails = OrderMails {
        order: &order,
        products: &products,
        from: order.status,
        to: OrderStatus::Cancelled,
    };
    let mails = Box::pin(staged_mails(context, mails)).await?;
    let change = OrderChange {
        products: order_products(&order, &products, &site.options),
        step: PaymentStep::Status {
            status: OrderStatus::Cancelled,
            note: note.to_owned(),
        },
        order,
        mails,
        customer: Vec::new(),
    };
    let scene = order_scene(context);
    match Box::pin(change_order(db, &scene, change)).await? {
        Ok(placed) => {
            settle(context, &placed).await;
            Ok(true)
        }
        Err(_) => Ok(false),
    }
}

/// `populate_cart_from_order`: the cart becomes what a completed order of the user held.
async fn repeat(
    context: &RequestContext<'_>,
    visit: &mut Visit,
) -> Result<Option<String>, RequestError> {
    let Some(user) = context.visitor.user else {
        return Ok(None);
    };
    if !is_verified(context, visit, &["_wpnonce"], &["woocommerce-order_again"]) {
        return Ok(None);
    }
    let cart = source(context).page_url("woocommerce_cart_page_id");
    let storage = OrderStorage::from_options(&context.state.site.options);
    let id = OrderId(number(&context.input.get_text("order_again")));
    let order = load_order(&context.app.db, storage, id).await?;
    let is_own =
        |order: &Order| order.customer_id == user.0 && order.status == OrderStatus::Completed;
    let Some(order) = order.filter(is_own) else {
        return Ok(Some(cart));
    };
    let notices = visit.notices.clone();
    let (mut filled, _) = act(context, Some(visit.clone()), &CartAction::Empty).await?;
    let (mut added, mut lines) = (0_i64, 0_i64);
    for (item, line) in order.lines() {
        lines += 1;
        let add = CartAction::Add(again(item, line));
        let outcome;
        (filled, outcome) = act(context, Some(filled), &add).await?;
        added += i64::from(outcome.is_done);
    }
    // What single products told is said in one sentence.
    filled.notices = notices;
    let texts = context.locale.domain("woocommerce");
    let missing = lines - added;
    if missing > 0 {
        const ONE: &str = "%d item from your previous order is currently unavailable and could not be added to your cart.";
        const MANY: &str = "%d items from your previous order are currently unavailable and could not be added to your cart.";
        let text = texts.ngettext(ONE, MANY, missing.unsigned_abs());
        let text = text.replacen("%d", &missing.to_string(), 1);
        filled.notices.add(NoticeKind::Error, text);
    }
    if added > 0 {
        const FILLED: &str = "The cart has been filled with the items from your previous order.";
        let text = texts.translate(FILLED).to_owned();
        filled.notices.add(NoticeKind::Success, text);
    }
    *visit = filled;
    Ok(Some(cart))
}

/// A line of an order as it is put into the cart.
fn again(item: &OrderItem, line: &LineItem) -> AddToCart {
    let chosen = item.meta.iter().filter(|(key, _)| !key.starts_with('_'));
    AddToCart {
        product: line.product_id,
        variation: line.variation_id,
        quantity: line.quantity.to_string(),
        attributes: chosen
            .map(|(key, value)| (format!("attribute_{key}"), value.clone()))
            .collect(),
        is_ajax: true,
        ..AddToCart::default()
    }
}
