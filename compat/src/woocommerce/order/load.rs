//! Reads orders.
//!
//! Contract "woocommerce", section 2.5.

use std::collections::HashMap;

use super::item_rows;
use super::model::{Order, OrderAmounts, OrderFlags, OrderId};
use super::status::OrderStatus;
use crate::binds;
use crate::woocommerce::address::Address;
use crate::woocommerce::stock::OrderStorage;
use crate::wordpress::date::mysql::parse_local;
use crate::wordpress::db::{Db, DbError, Row};
use crate::wordpress::php::cast::{string_to_float, string_to_int};

/// An order with its items; `None` when there is none of this number, or of a status that is not known.
///
/// # Errors
/// When the database fails.
pub async fn load_order(
    db: &Db,
    storage: OrderStorage,
    id: OrderId,
) -> Result<Option<Order>, DbError> {
    if id.0 <= 0 {
        return Ok(None);
    }
    let order = match storage {
        OrderStorage::Tables => from_tables(db, id).await?,
        OrderStorage::Posts => from_posts(db, id).await?,
    };
    let Some(mut order) = order else {
        return Ok(None);
    };
    order.items = item_rows::load(db, id).await?;
    Ok(Some(order))
}

#[expect(clippy::too_many_lines, reason = "a line for each column")]
async fn from_tables(db: &Db, id: OrderId) -> Result<Option<Order>, DbError> {
    const ORDER: &str = "SELECT o.status, o.currency, o.tax_amount, o.total_amount, o.customer_id, o.billing_email, \
        CAST(o.date_created_gmt AS CHAR), CAST(o.date_updated_gmt AS CHAR), o.payment_method, o.payment_method_title, \
        o.transaction_id, o.ip_address, o.user_agent, o.customer_note, d.created_via, d.prices_include_tax, \
        d.coupon_usages_are_counted, d.download_permission_granted, d.cart_hash, d.new_order_email_sent, d.order_key, \
        d.order_stock_reduced, CAST(d.date_paid_gmt AS CHAR), CAST(d.date_completed_gmt AS CHAR), \
        d.shipping_tax_amount, d.shipping_total_amount, d.discount_tax_amount, d.discount_total_amount, \
        d.recorded_sales FROM {p}wc_orders o LEFT JOIN {p}wc_order_operational_data d ON d.order_id = o.id \
        WHERE o.id = ? AND o.type = 'shop_order' LIMIT 1";
    const META: &str =
        "SELECT meta_key, meta_value FROM {p}wc_orders_meta WHERE order_id = ? ORDER BY id";
    let row: Option<Row> = db.lookup_first(ORDER, binds![id.0]).await?;
    let Some(row) = row else {
        return Ok(None);
    };
    let status: String = row.at(0)?;
    let Some(status) = OrderStatus::of(&status) else {
        return Ok(None);
    };
    let flag = |at: usize| Ok::<_, DbError>(row.at::<i64>(at)? != 0);
    let date = |at: usize| Ok::<_, DbError>(unix_time(&row.at::<String>(at)?));
    let (billing, shipping) = addresses(db, id).await?;
    let meta: Vec<(String, String)> = db.lookup(META, binds![id.0]).await?;
    let mut order = Order {
        id,
        status,
        currency: row.at(1)?,
        customer_id: row.at(4)?,
        billing,
        shipping,
        payment_method: row.at(8)?,
        payment_method_title: row.at(9)?,
        transaction_id: row.at(10)?,
        ip_address: row.at(11)?,
        user_agent: row.at(12)?,
        customer_note: row.at(13)?,
        created_via: row.at(14)?,
        prices_include_tax: flag(15)?,
        cart_hash: row.at(18)?,
        key: row.at(20)?,
        date_created: date(6)?.unwrap_or_default(),
        date_modified: date(7)?.unwrap_or_default(),
        date_paid: date(22)?,
        date_completed: date(23)?,
        amounts: OrderAmounts {
            cart_tax: row.at(2)?,
            total: row.at(3)?,
            shipping_tax: row.at(24)?,
            shipping_total: row.at(25)?,
            discount_tax: row.at(26)?,
            discount_total: row.at(27)?,
        },
        flags: OrderFlags {
            has_counted_coupons: flag(16)?,
            has_granted_downloads: flag(17)?,
            has_sent_new_order: flag(19)?,
            is_stock_reduced: flag(21)?,
            has_recorded_sales: flag(28)?,
        },
        meta,
        ..Order::default()
    };
    if order.billing.email.is_empty() {
        order.billing.email = row.at(5)?;
    }
    order.is_vat_exempt = is_vat_exempt(&order.meta);
    Ok(Some(order))
}

fn is_vat_exempt(meta: &[(String, String)]) -> bool {
    let mut meta = meta.iter();
    meta.any(|(key, value)| key == "is_vat_exempt" && value == "yes")
}

/// Unix time of a stored date in GMT; zero dates and NULL are none.
fn unix_time(stored: &str) -> Option<i64> {
    parse_local(stored).filter(|time| *time > 0)
}

async fn addresses(db: &Db, id: OrderId) -> Result<(Address, Address), DbError> {
    const SQL: &str = "SELECT address_type, first_name, last_name, company, address_1, address_2, city, state, \
        postcode, country, email, phone FROM {p}wc_order_addresses WHERE order_id = ?";
    let rows: Vec<Row> = db.lookup(SQL, binds![id.0]).await?;
    let (mut billing, mut shipping) = (Address::default(), Address::default());
    for row in rows {
        let kind: String = row.at(0)?;
        let address = match kind.as_str() {
            "billing" => &mut billing,
            "shipping" => &mut shipping,
            _ => continue,
        };
        for (at, field) in Address::FIELDS.into_iter().enumerate() {
            let value: String = row.at(at + 1)?;
            address.set_field(field, &value);
        }
    }
    Ok((billing, shipping))
}

#[expect(clippy::too_many_lines, reason = "a line for each meta")]
async fn from_posts(db: &Db, id: OrderId) -> Result<Option<Order>, DbError> {
    const POST: &str = "SELECT post_status, post_excerpt, CAST(post_date_gmt AS CHAR), CAST(post_modified_gmt AS CHAR) \
        FROM {p}posts WHERE ID = ? AND post_type = 'shop_order' LIMIT 1";
    const META: &str =
        "SELECT meta_key, meta_value FROM {p}postmeta WHERE post_id = ? ORDER BY meta_id";
    let post: Option<(String, String, String, String)> =
        db.lookup_first(POST, binds![id.0]).await?;
    let Some((status, customer_note, created, modified)) = post else {
        return Ok(None);
    };
    let Some(status) = OrderStatus::of(&status) else {
        return Ok(None);
    };
    let rows: Vec<(String, String)> = db.lookup(META, binds![id.0]).await?;
    let mut meta: HashMap<&str, &str> = HashMap::new();
    for (key, value) in &rows {
        meta.entry(key).or_insert(value);
    }
    let text = |key: &str| meta.get(key).copied().unwrap_or_default().to_owned();
    let is_yes = |key: &str| matches!(text(key).as_str(), "yes" | "true" | "1");
    let number = |key: &str| string_to_float(text(key).as_bytes());
    let time = |key: &str| Some(string_to_int(text(key).as_bytes())).filter(|time| *time > 0);
    let address = |prefix: &str| {
        let mut address = Address::default();
        for field in Address::FIELDS {
            address.set_field(field, &text(&format!("_{prefix}_{field}")));
        }
        address
    };
    Ok(Some(Order {
        id,
        status,
        currency: text("_order_currency"),
        key: text("_order_key"),
        customer_id: string_to_int(text("_customer_user").as_bytes()),
        billing: address("billing"),
        shipping: address("shipping"),
        payment_method: text("_payment_method"),
        payment_method_title: text("_payment_method_title"),
        transaction_id: text("_transaction_id"),
        customer_note,
        created_via: text("_created_via"),
        cart_hash: text("_cart_hash"),
        ip_address: text("_customer_ip_address"),
        user_agent: text("_customer_user_agent"),
        prices_include_tax: is_yes("_prices_include_tax"),
        is_vat_exempt: is_yes("is_vat_exempt"),
        date_created: unix_time(&created).unwrap_or_default(),
        date_modified: unix_time(&modified).unwrap_or_default(),
        date_paid: time("_date_paid"),
        date_completed: time("_date_completed"),
        amounts: OrderAmounts {
            total: number("_order_total"),
            cart_tax: number("_order_tax"),
            shipping_total: number("_order_shipping"),
            shipping_tax: number("_order_shipping_tax"),
            discount_total: number("_cart_discount"),
            discount_tax: number("_cart_discount_tax"),
        },
        flags: OrderFlags {
            is_stock_reduced: is_yes("_order_stock_reduced"),
            has_recorded_sales: is_yes("_recorded_sales"),
            has_counted_coupons: is_yes("_recorded_coupon_usage_counts"),
            has_sent_new_order: is_yes("_new_order_email_sent"),
            has_granted_downloads: is_yes("_download_permissions_granted"),
        },
        items: Vec::new(),
        meta: rows,
    }))
}
