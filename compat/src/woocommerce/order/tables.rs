//! Orders in tables of their own (`{p}wc_orders` and those beside it).
//!
//! Contract "woocommerce", section 2.5. Values that are empty in an address are NULL.

use super::item::amount_text;
use super::model::Order;
use super::scene::{OrderScene, gmt};
use crate::binds;
use crate::woocommerce::address::Address;
use crate::wordpress::db::{Bind, DbError, SqlText, Transaction};

const ORDER: &str = "INSERT INTO {p}wc_orders (status, currency, type, tax_amount, total_amount, customer_id, \
    billing_email, date_created_gmt, date_updated_gmt, parent_order_id, payment_method, payment_method_title, \
    transaction_id, ip_address, user_agent, customer_note, id) \
    VALUES (?, ?, 'shop_order', ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?)";
const UPDATE_ORDER: &str = "UPDATE {p}wc_orders SET status = ?, currency = ?, tax_amount = ?, total_amount = ?, \
    customer_id = ?, billing_email = ?, date_created_gmt = ?, date_updated_gmt = ?, payment_method = ?, \
    payment_method_title = ?, transaction_id = ?, ip_address = ?, user_agent = ?, customer_note = ? WHERE id = ?";
const DATA: &str = "INSERT INTO {p}wc_order_operational_data (created_via, woocommerce_version, prices_include_tax, \
    coupon_usages_are_counted, download_permission_granted, cart_hash, new_order_email_sent, order_key, \
    order_stock_reduced, date_paid_gmt, date_completed_gmt, shipping_tax_amount, shipping_total_amount, \
    discount_tax_amount, discount_total_amount, recorded_sales, order_id) \
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
const UPDATE_DATA: &str = "UPDATE {p}wc_order_operational_data SET created_via = ?, woocommerce_version = ?, \
    prices_include_tax = ?, coupon_usages_are_counted = ?, download_permission_granted = ?, cart_hash = ?, \
    new_order_email_sent = ?, order_key = ?, order_stock_reduced = ?, date_paid_gmt = ?, date_completed_gmt = ?, \
    shipping_tax_amount = ?, shipping_total_amount = ?, discount_tax_amount = ?, discount_total_amount = ?, \
    recorded_sales = ? WHERE order_id = ?";
const META: &str = "INSERT INTO {p}wc_orders_meta (order_id, meta_key, meta_value) VALUES ";
const META_ROW: &str = "(?, ?, ?)";
const SET_META: &str =
    "UPDATE {p}wc_orders_meta SET meta_value = ? WHERE order_id = ? AND meta_key = ?";
const ADDRESSES: &str = "INSERT INTO {p}wc_order_addresses (first_name, last_name, company, address_1, address_2, city, \
    state, postcode, country, email, phone, order_id, address_type) VALUES ";
const ADDRESS_ROW: &str = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
const UPDATE_ADDRESS: &str = "UPDATE {p}wc_order_addresses SET first_name = ?, last_name = ?, company = ?, \
    address_1 = ?, address_2 = ?, city = ?, state = ?, postcode = ?, country = ?, email = ?, phone = ? \
    WHERE order_id = ? AND address_type = ?";

/// Inserts the rows of a new order.
pub(super) async fn insert(
    tx: &Transaction,
    scene: &OrderScene,
    order: &Order,
) -> Result<(), DbError> {
    tx.execute(ORDER, order_row(scene, order)).await?;
    let rows = addresses(order).map(|(kind, address)| address_row(order, kind, address));
    for insert in SqlText::inserts(ADDRESSES, ADDRESS_ROW, rows) {
        tx.execute_built(insert).await?;
    }
    tx.execute(DATA, data_row(scene, order)).await?;
    let rows = own_meta(order).into_iter();
    let rows = rows.map(|(key, value)| binds![order.id.0, key, value]);
    for insert in SqlText::inserts(META, META_ROW, rows) {
        tx.execute_built(insert).await?;
    }
    Ok(())
}

/// The meta of an order in the order of its rows: what was kept with it, then what every order has.
fn own_meta(order: &Order) -> Vec<(String, String)> {
    let exempt = if order.is_vat_exempt { "yes" } else { "no" };
    let own = [
        ("is_vat_exempt", exempt.to_owned()),
        ("_billing_address_index", order.billing_index()),
        ("_shipping_address_index", order.shipping_index()),
    ];
    let own = own.map(|(key, value)| (key.to_owned(), value));
    let kept = order
        .meta
        .iter()
        .filter(|(key, _)| !own.iter().any(|(name, _)| name == key));
    kept.cloned().chain(own.clone()).collect()
}

/// Writes the meta of a stored order anew; rows of other keys stay.
pub(super) async fn write_meta(tx: &Transaction, order: &Order) -> Result<(), DbError> {
    const STORED: &str = "SELECT meta_key, meta_value FROM {p}wc_orders_meta WHERE order_id = ?";
    let stored: Vec<(String, String)> = tx.load(STORED, binds![order.id.0]).await?;
    for (key, value) in own_meta(order) {
        match stored.iter().find(|(own, _)| *own == key) {
            None => add_meta(tx, order.id.0, &key, &value).await?,
            Some((_, own)) if *own != value => {
                tx.execute(SET_META, binds![value, order.id.0, key]).await?;
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// Writes one meta of a stored order.
pub(super) async fn set_meta(
    tx: &Transaction,
    id: i64,
    key: &str,
    value: &str,
) -> Result<(), DbError> {
    const STORED: &str =
        "SELECT id FROM {p}wc_orders_meta WHERE order_id = ? AND meta_key = ? LIMIT 1";
    let stored: Option<(i64,)> = tx.load_first(STORED, binds![id, key]).await?;
    if stored.is_none() {
        return add_meta(tx, id, key, value).await;
    }
    tx.execute(SET_META, binds![value, id, key]).await?;
    Ok(())
}

async fn add_meta(tx: &Transaction, id: i64, key: &str, value: &str) -> Result<(), DbError> {
    let row = [binds![id, key, value]];
    for insert in SqlText::inserts(META, META_ROW, row) {
        tx.execute_built(insert).await?;
    }
    Ok(())
}

/// Writes an order anew. Further meta stay as they are.
pub(super) async fn update(
    tx: &Transaction,
    scene: &OrderScene,
    order: &Order,
) -> Result<(), DbError> {
    update_status(tx, scene, order).await?;
    for (kind, address) in addresses(order) {
        tx.execute(UPDATE_ADDRESS, address_row(order, kind, address))
            .await?;
    }
    for (key, value) in [
        ("_billing_address_index", order.billing_index()),
        ("_shipping_address_index", order.shipping_index()),
    ] {
        tx.execute(SET_META, binds![value, order.id.0, key]).await?;
    }
    Ok(())
}

/// Writes what a change of its status changes of an order.
pub(super) async fn update_status(
    tx: &Transaction,
    scene: &OrderScene,
    order: &Order,
) -> Result<(), DbError> {
    tx.execute(UPDATE_ORDER, order_row(scene, order)).await?;
    tx.execute(UPDATE_DATA, data_row(scene, order)).await?;
    Ok(())
}

fn addresses(order: &Order) -> [(&'static str, &Address); 2] {
    [("billing", &order.billing), ("shipping", &order.shipping)]
}

fn order_row(scene: &OrderScene, order: &Order) -> Vec<Bind> {
    let amount = |amount: f64| amount_text(amount, &scene.prices);
    binds![
        order.status.stored(),
        order.currency.as_str(),
        amount(order.amounts.cart_tax),
        amount(order.amounts.total),
        order.customer_id,
        order.billing.email.as_str(),
        gmt(order.date_created),
        gmt(order.date_modified),
        order.payment_method.as_str(),
        order.payment_method_title.as_str(),
        order.transaction_id.as_str(),
        order.ip_address.as_str(),
        order.user_agent.as_str(),
        order.customer_note.as_str(),
        order.id.0,
    ]
}

fn data_row(scene: &OrderScene, order: &Order) -> Vec<Bind> {
    let amount = |amount: f64| amount_text(amount, &scene.prices);
    let (flags, amounts) = (&order.flags, &order.amounts);
    binds![
        order.created_via.as_str(),
        scene.version.as_str(),
        order.prices_include_tax,
        flags.has_counted_coupons,
        flags.has_granted_downloads,
        order.cart_hash.as_str(),
        flags.has_sent_new_order,
        order.key.as_str(),
        flags.is_stock_reduced,
        order.date_paid.map(gmt),
        order.date_completed.map(gmt),
        amount(amounts.shipping_tax),
        amount(amounts.shipping_total),
        amount(amounts.discount_tax),
        amount(amounts.discount_total),
        flags.has_recorded_sales,
        order.id.0,
    ]
}

fn address_row(order: &Order, kind: &str, address: &Address) -> Vec<Bind> {
    let text = |text: &str| {
        Some(text)
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
    };
    binds![
        text(&address.first_name),
        text(&address.last_name),
        text(&address.company),
        text(&address.address_1),
        text(&address.address_2),
        text(&address.city),
        text(&address.state),
        text(&address.postcode),
        text(&address.country),
        text(&address.email),
        text(&address.phone),
        order.id.0,
        kind,
    ]
}
