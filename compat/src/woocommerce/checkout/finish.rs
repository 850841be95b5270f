//! From a form that is all right to a placed order.
//!
//! Contract "woocommerce", sections 9.7 and 17: a form that is sent twice makes one order.

use super::address::PAYMENT;
use super::process::{REFRESH, RELOAD, ReadyCheckout};
use crate::woocommerce::cart::{CartMessage, coupon_message};
use crate::woocommerce::coupon::CouponError;
use crate::woocommerce::order::{
    CouponUse, Order, OrderId, OrderProduct, OrderRequest, OrderScene, OrderStatus, PaymentStep,
    PlaceRefusal, Placed, Placement, load_order, order_of_cart, order_products, place_order,
};
use crate::woocommerce::session::Notices;
use crate::woocommerce::shopping::{ShopSource, Visit};
use crate::woocommerce::stock::OrderStorage;
use crate::wordpress::db::DbError;
use crate::wordpress::mail::outbox::Staged;
use crate::wordpress::php::Value;

/// Session key: the last order of the session. Ours alone; PHP keeps it without reading it.
const PLACED: &str = "oxipress_placed_order";

/// Seconds for which the same form of an emptied cart means the same order: long enough for a server that was started
/// again and is busy.
const SAME_FORM: i64 = 600;

/// Who buys, as far as the form does not say it.
#[derive(Debug, Clone, Copy)]
pub struct Buyer<'a> {
    /// The address on the net.
    pub ip_address: &'a str,
    /// The browser.
    pub user_agent: &'a str,
}

/// An order that was made of the cart, without a number.
#[derive(Debug, Clone)]
pub struct PreparedOrder {
    /// The order.
    pub order: Order,
    /// The status with which it is stored by now; `None`: it is new.
    pub stored: Option<OrderStatus>,
    /// Its products.
    pub products: Vec<OrderProduct>,
    /// Its coupons.
    pub coupons: Vec<CouponUse>,
    /// What its payment does.
    pub step: PaymentStep,
    /// Fields of the form that become those of the order's user.
    pub customer: Vec<(String, String)>,
}

/// The order of the session that waits for its payment, if it is made of the very cart: it is used again.
///
/// # Errors
/// When the database fails.
pub async fn awaiting_order(
    source: &ShopSource<'_>,
    visit: &Visit,
) -> Result<Option<Order>, DbError> {
    let storage = OrderStorage::from_options(&source.site.options);
    let order = load_order(source.db, storage, OrderId(visit.awaiting_order())).await?;
    Ok(order.filter(|own| own.status.is_payable() && own.cart_hash == visit.cart_hash()))
}

/// Makes the order of a form and a cart; `None` while the cart is not calculated. `awaiting`: the order that is used
/// again, with new items.
pub fn prepare(
    source: &ShopSource<'_>,
    visit: &Visit,
    ready: &ReadyCheckout,
    buyer: Buyer<'_>,
    awaiting: Option<Order>,
) -> Option<PreparedOrder> {
    let posted = &ready.posted;
    let gateway = ready.gateway.as_ref();
    let note = posted.value("order_comments").unwrap_or_default();
    let request = OrderRequest {
        billing: posted.address("billing_"),
        shipping: posted.address("shipping_"),
        customer_note: note.to_owned(),
        payment_method: gateway.map_or("", |own| own.id()).to_owned(),
        payment_method_title: gateway.map_or(String::new(), |own| own.title.clone()),
        created_via: "checkout",
        customer_id: source.user.map_or(0, |user| user.0),
        ip_address: buyer.ip_address.to_owned(),
        user_agent: buyer.user_agent.to_owned(),
    };
    let mut order = order_of_cart(source, visit, request)?;
    let stored = awaiting.as_ref().map(|own| own.status);
    if let Some(own) = awaiting {
        order = Order {
            id: own.id,
            status: own.status,
            key: own.key,
            date_created: own.date_created,
            flags: own.flags,
            ..order
        };
    }
    let products = order_products(&order, &visit.goods.catalogue, &source.site.options);
    let has_downloads = products.iter().any(|own| own.is_download);
    let step = match gateway {
        Some(own) => own.gateway.process(&order, has_downloads, source.texts()),
        None => PaymentStep::Complete {
            transaction_id: String::new(),
        },
    };
    let in_cart = visit.coupons.iter();
    let in_cart = in_cart.filter(|coupon| visit.cart.has_coupon(&coupon.code));
    Some(PreparedOrder {
        order,
        stored,
        products,
        coupons: in_cart.map(CouponUse::from).collect(),
        step,
        customer: posted
            .values()
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
    })
}

/// Places a prepared order, which has its number by now, and empties the cart. `form`: a digest of what was sent.
///
/// # Errors
/// When the database fails.
pub async fn finish(
    source: &ShopSource<'_>,
    scene: &OrderScene,
    visit: &Visit,
    prepared: PreparedOrder,
    (mails, form): (Vec<Staged>, &str),
) -> Result<Result<(Visit, Placed), PlaceRefusal>, DbError> {
    let order = &prepared.order;
    let placed = Value::array()
        .with("order", order.id.0)
        .with("key", order.key.as_str())
        .with("form", form)
        .with("at", source.now);
    let changed = if prepared.step == PaymentStep::Leave {
        visit.awaiting(source, order.id.0)
    } else {
        visit.emptied(source, (PLACED, &placed))
    };
    let (visit, session) = match changed {
        Some((changed, write)) => (changed, Some(write)),
        None => (visit.clone(), None),
    };
    let placement = Placement {
        order: prepared.order,
        stored: prepared.stored,
        products: prepared.products,
        coupons: prepared.coupons,
        payment: prepared.step,
        session,
        mails,
        customer: prepared.customer,
    };
    let placed = place_order(source.db, scene, &placement).await?;
    Ok(placed.map(|placed| (visit, placed)))
}

/// The order of the same form, sent a moment ago: its number and its key.
pub fn placed_before(visit: &Visit, form: &str, now: i64) -> Option<(OrderId, String)> {
    let placed = visit.session.get(PLACED);
    let age = now.saturating_sub(placed.at("at").to_int());
    let is_same = placed.at("form").as_str() == Some(form) && (0..=SAME_FORM).contains(&age);
    is_same.then(|| {
        let key = placed.at("key").to_string_lossy().into_owned();
        (OrderId(placed.at("order").to_int()), key)
    })
}

/// Tells why an order was not placed.
pub fn tell_refusal(source: &ShopSource<'_>, visit: &mut Visit, refusal: &PlaceRefusal) {
    const SHORTAGE: &str = "Not enough units of %s are available in stock to fulfil this order.";
    const OUT: &str = "&quot;%s&quot; is out of stock and cannot be purchased.";
    let message = match refusal {
        PlaceRefusal::Stock(shortage) => {
            let id = if shortage.is_out_of_stock {
                OUT
            } else {
                SHORTAGE
            };
            CartMessage::error(id).with(shortage.name.as_str())
        }
        PlaceRefusal::Coupon(code) => coupon_message(&CouponError::UsageLimit, code),
        PlaceRefusal::Session => {
            CartMessage::error("We were unable to process your order, please try again.")
        }
    };
    visit.tell(source, &message);
}

/// The answer to a form that was refused.
#[derive(Debug, Clone, Default)]
pub struct Refusal {
    /// The notices to print; none when the page is loaded anew, which prints them.
    pub notices: Notices,
    /// Whether the browser calculates the totals anew.
    pub refreshes: bool,
    /// Whether the browser loads the page anew.
    pub reloads: bool,
}

/// Takes the answer to a form that was refused out of a visit, which the caller stores afterwards.
pub fn refuse(visit: &mut Visit) -> Refusal {
    let is_set = |visit: &Visit, key: &str| !visit.session.get(key).is_null();
    let reloads = is_set(visit, RELOAD);
    let refusal = Refusal {
        refreshes: is_set(visit, REFRESH),
        reloads,
        notices: if reloads {
            Notices::default()
        } else {
            visit.take_notices()
        },
    };
    visit.session.set(REFRESH, &Value::Null);
    visit.session.set(RELOAD, &Value::Null);
    refusal
}

/// The gateway that a visitor has chosen last; empty: none.
pub fn chosen_payment_method(visit: &Visit) -> String {
    visit.session.get(PAYMENT).to_string_lossy().into_owned()
}

/// Remembers the gateway that a visitor has chosen.
pub fn choose_payment_method(visit: &mut Visit, id: &str) {
    visit.session.set(PAYMENT, &id.into());
}
