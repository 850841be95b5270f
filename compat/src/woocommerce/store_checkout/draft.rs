//! Draft orders: what a cart would become, stored while its checkout is filled in.
//!
//! Contract "woocommerce-store-api", section 8.2.

use crate::woocommerce::checkout::{Buyer, available_gateways, chosen_payment_method};
use crate::woocommerce::order::{
    Order, OrderId, OrderItem, OrderRequest, OrderScene, OrderStatus, load_order, order_of_cart,
    save_order,
};
use crate::woocommerce::shopping::{ShopSource, Sums, Visit};
use crate::woocommerce::stock::OrderStorage;
use crate::wordpress::db::DbError;
use crate::wordpress::php::Value;
use crate::wordpress::php::hash::md5;
use crate::wordpress::php::json::wp_json_encode;

/// Kinds of items with the meta that says whether they have changed; those of lines is the hash of the cart.
const HASHES: [(&str, &str); 4] = [
    ("shipping", "_shipping_hash"),
    ("coupon", "_coupons_hash"),
    ("fee", "_fees_hash"),
    ("tax", "_taxes_hash"),
];

/// The session's order: a draft, or one that was not paid and is made of the very cart. The cart is calculated.
///
/// # Errors
/// When the database fails.
pub async fn session_draft(
    source: &ShopSource<'_>,
    visit: &Visit,
) -> Result<Option<Order>, DbError> {
    let id = OrderId(visit.draft_order());
    let storage = OrderStorage::from_options(&source.site.options);
    let order = load_order(source.db, storage, id).await?;
    Ok(order.filter(|order| {
        order.status == OrderStatus::CheckoutDraft
            || order.needs_payment() && order.cart_hash == visit.cart_hash()
    }))
}

/// The gateway that is taken as long as nobody chooses: the last chosen one, else the first that is there.
pub fn default_payment_method(source: &ShopSource<'_>, visit: &Visit) -> String {
    let all = available_gateways(&source.site.options, source.texts(), visit);
    let chosen = chosen_payment_method(visit);
    let own = all.iter().find(|own| own.id() == chosen);
    own.or(all.first()).map_or("", |own| own.id()).to_owned()
}

/// The order that the cart makes now, with the addresses of the customer. Of `stored` it keeps number, key, status and
/// the items that have not changed. `None` while the cart is not calculated.
pub fn drafted(
    source: &ShopSource<'_>,
    visit: &Visit,
    buyer: Buyer<'_>,
    stored: Option<&Order>,
) -> Option<Order> {
    let customer = &visit.customer;
    let text = |of: fn(&Order) -> &String| stored.map_or(String::new(), |own| of(own).clone());
    let request = OrderRequest {
        billing: customer.billing.clone(),
        shipping: customer.shipping.clone(),
        customer_note: text(|own| &own.customer_note),
        payment_method: default_payment_method(source, visit),
        payment_method_title: text(|own| &own.payment_method_title),
        created_via: "store-api",
        customer_id: source.user.map_or(0, |user| user.0),
        ip_address: buyer.ip_address.to_owned(),
        user_agent: buyer.user_agent.to_owned(),
    };
    let mut order = order_of_cart(source, visit, request)?;
    order.status = OrderStatus::CheckoutDraft;
    order.meta = hashes(visit, visit.sums.as_deref()?);
    let Some(stored) = stored else {
        return Some(order);
    };
    keep_items(&mut order, stored);
    Some(Order {
        id: stored.id,
        status: stored.status,
        key: stored.key.clone(),
        created_via: stored.created_via.clone(),
        transaction_id: stored.transaction_id.clone(),
        date_created: stored.date_created,
        date_paid: stored.date_paid,
        date_completed: stored.date_completed,
        flags: stored.flags,
        ..order
    })
}

/// Stores what [`drafted`] has made, and remembers it in the session, which the caller stores. `stored`: the order as it
/// is stored by now. `None`: another request has changed its status meanwhile.
///
/// # Errors
/// When the database fails.
pub async fn save_draft(
    source: &ShopSource<'_>,
    scene: &OrderScene,
    visit: &mut Visit,
    order: Order,
    stored: Option<&Order>,
) -> Result<Option<Order>, DbError> {
    if let Some(stored) = stored {
        if is_same(&order, stored) {
            return Ok(Some(order));
        }
        return save_order(source.db, scene, order, Some(stored.status)).await;
    }
    let saved = save_order(source.db, scene, order, None).await?;
    if let Some(order) = &saved {
        visit.set_draft_order(order.id.0);
    }
    Ok(saved)
}

/// Whether nothing would be written but the time of the change.
fn is_same(order: &Order, stored: &Order) -> bool {
    let has = |own: &(String, String)| stored.meta.contains(own);
    let same = Order {
        date_modified: stored.date_modified,
        meta: stored.meta.clone(),
        ..order.clone()
    };
    order.meta.iter().all(has) && same == *stored
}

/// Takes over the stored items of the kinds that have not changed.
fn keep_items(order: &mut Order, stored: &Order) {
    let value = |order: &Order, key: &str| {
        let mut meta = order.meta.iter();
        meta.find(|(own, _)| own == key).map(|(_, v)| v.clone())
    };
    let stays = |kind: &str| {
        if kind == "line_item" {
            return order.cart_hash == stored.cart_hash;
        }
        let hash = HASHES.iter().find(|(own, _)| *own == kind);
        hash.is_none_or(|(_, key)| value(order, key) == value(stored, key))
    };
    let is = |item: &&OrderItem, stays_wanted: bool| stays(item.kind.name()) == stays_wanted;
    let kept = stored.items.iter().filter(|item| is(item, true));
    let new = order.items.iter().filter(|item| is(item, false));
    order.items = kept.chain(new).cloned().collect();
}

/// Digests of what the items are made of. Those of the plugin are others where something is sent: it makes the items
/// anew when it goes on with the draft.
fn hashes(visit: &Visit, sums: &Sums) -> Vec<(String, String)> {
    let packages = sums.packages.iter().map(|package| {
        let rate = package.rate();
        let taxes = rate.map_or(0.0, |rate| rate.taxes.sum());
        Value::array()
            .with("rate", rate.map_or("", |rate| rate.id.0.as_str()))
            .with("name", rate.map_or("", |rate| rate.label.as_str()))
            .with("cost", rate.map_or(0.0, |rate| rate.cost))
            .with("taxes", taxes)
            .with("contents", package.package.contents())
    });
    let packages: Value = packages.collect();
    let shipping = Value::array()
        .with_pushed(packages)
        .with_pushed(visit.session.get("chosen_shipping_methods"));
    let coupons = visit.cart.coupons.iter().map(|code| {
        let mut discounts = sums.items.coupons.iter();
        let own = discounts.find(|own| own.code == *code);
        Value::array()
            .with("code", code.as_str())
            .with("discount", own.map_or(0.0, |own| own.discount.value()))
            .with("tax", own.and_then(|own| own.tax).unwrap_or_default())
    });
    let (of_cart, of_shipping) = (&sums.totals.contents_taxes, &sums.totals.shipping_taxes);
    let taxes = of_cart
        .0
        .iter()
        .chain(&of_shipping.0)
        .map(|(id, tax)| Value::array().with("rate", id.0).with("tax", *tax));
    let values = [shipping, coupons.collect(), Value::array(), taxes.collect()];
    let digests = HASHES.iter().zip(values).map(|((_, key), value)| {
        let json = wp_json_encode(&value, 0).unwrap_or_default();
        ((*key).to_owned(), md5(json.as_bytes()))
    });
    digests.collect()
}
