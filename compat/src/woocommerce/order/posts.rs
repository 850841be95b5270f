//! Orders as posts of type `shop_order` with their meta.
//!
//! Contract "woocommerce", section 2.5.

use super::item::{amount_text, price_text};
use super::model::Order;
use super::scene::{OrderScene, gmt, local};
use crate::binds;
use crate::woocommerce::address::Address;
use crate::wordpress::date::PhpDate;
use crate::wordpress::db::{DbError, SqlText, Transaction};
use crate::wordpress::formatting::sanitize_title::sanitize_title;
use crate::wordpress::post::Post;
use crate::wordpress::post::post_row::insert_post_row;
use crate::wordpress::user::UserId;

/// Type of the post that only keeps an order's number free.
const PLACEHOLDER: &str = "shop_order_placehold";

/// Inserts the post from whose id an order takes its number. It is an order only once [`insert`] has made it one.
pub(super) async fn insert_placeholder(
    tx: &Transaction,
    scene: &OrderScene,
    author: i64,
) -> Result<i64, DbError> {
    const GUID: &str = "UPDATE {p}posts SET guid = ? WHERE ID = ?";
    let (date, date_gmt) = (local(scene.now, &scene.zone), gmt(scene.now));
    let row = Post {
        author: UserId(author),
        date: date.clone(),
        date_gmt: date_gmt.clone(),
        status: "draft".to_owned(),
        comment_status: "closed".to_owned(),
        ping_status: "closed".to_owned(),
        modified: date,
        modified_gmt: date_gmt,
        post_type: PLACEHOLDER.to_owned(),
        ..Post::default()
    };
    let id = insert_post_row(tx, &row).await?.0;
    let guid = format!("{}/?post_type={PLACEHOLDER}&#038;p={id}", scene.home);
    tx.execute(GUID, binds![guid, id]).await?;
    Ok(id)
}

/// Deletes a placeholder whose number was not used.
pub(super) async fn delete_placeholder(tx: &Transaction, id: i64) -> Result<(), DbError> {
    const DELETE: &str = "DELETE FROM {p}posts WHERE ID = ? AND post_type = ?";
    tx.execute(DELETE, binds![id, PLACEHOLDER]).await?;
    Ok(())
}

/// Makes the placeholder of a new order its post.
pub(super) async fn insert(
    tx: &Transaction,
    scene: &OrderScene,
    order: &Order,
) -> Result<(), DbError> {
    const UPDATE: &str = "UPDATE {p}posts SET post_type = 'shop_order', post_status = ?, post_title = ?, post_name = ?, \
        post_excerpt = ?, post_password = ?, post_author = 1, comment_status = 'open', ping_status = 'closed', guid = ? \
        WHERE ID = ?";
    let title = title(scene, order);
    let slug = unique_slug(tx, &sanitize_title(&title, "", scene.locale.code()), order).await?;
    let id = order.id.0;
    let guid = format!("{}/?post_type=shop_order&#038;p={id}", scene.home);
    let row = binds![
        order.status.stored(),
        title,
        slug,
        order.customer_note.as_str(),
        order.key.as_str(),
        guid,
        id,
    ];
    tx.execute(UPDATE, row).await?;
    let exempt = if order.is_vat_exempt { "yes" } else { "no" };
    let exempt = ("is_vat_exempt".to_owned(), exempt.to_owned());
    let rows = meta(scene, order).into_iter().chain([exempt]);
    add_meta(tx, id, rows.chain(order.meta.iter().cloned())).await
}

/// Writes an order anew. Further meta stay as they are.
pub(super) async fn update(
    tx: &Transaction,
    scene: &OrderScene,
    order: &Order,
) -> Result<(), DbError> {
    const UPDATE: &str = "UPDATE {p}posts SET post_status = ?, post_excerpt = ?, post_modified = ?, post_modified_gmt = ? \
        WHERE ID = ?";
    let (id, at) = (order.id.0, order.date_modified);
    let row = binds![
        order.status.stored(),
        order.customer_note.as_str(),
        local(at, &scene.zone),
        gmt(at),
        id,
    ];
    tx.execute(UPDATE, row).await?;
    set_meta(tx, id, meta(scene, order)).await
}

/// Writes what was kept with a stored order; rows of other keys stay.
pub(super) async fn write_meta(tx: &Transaction, order: &Order) -> Result<(), DbError> {
    let exempt = if order.is_vat_exempt { "yes" } else { "no" };
    let own = ("is_vat_exempt".to_owned(), exempt.to_owned());
    let kept = order.meta.iter().filter(|(key, _)| *key != own.0);
    let kept = kept.cloned().chain([own.clone()]).collect();
    set_meta(tx, order.id.0, kept).await
}

/// Writes meta whose values have changed.
pub(super) async fn set_meta(
    tx: &Transaction,
    id: i64,
    values: Vec<(String, String)>,
) -> Result<(), DbError> {
    const KNOWN: &str = "SELECT meta_key, meta_value FROM {p}postmeta WHERE post_id = ?";
    const META: &str = "UPDATE {p}postmeta SET meta_value = ? WHERE post_id = ? AND meta_key = ?";
    let known: Vec<(String, String)> = tx.load(KNOWN, binds![id]).await?;
    for (key, value) in values {
        match known.iter().find(|(own, _)| *own == key) {
            None => add_meta(tx, id, [(key, value)]).await?,
            Some((_, stored)) if *stored != value => {
                tx.execute(META, binds![value, id, key]).await?;
            }
            Some(_) => {}
        }
    }
    Ok(())
}

async fn add_meta(
    tx: &Transaction,
    id: i64,
    rows: impl IntoIterator<Item = (String, String)>,
) -> Result<(), DbError> {
    const META: &str = "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES ";
    let rows = rows.into_iter().map(|(key, value)| binds![id, key, value]);
    for insert in SqlText::inserts(META, "(?, ?, ?)", rows) {
        tx.execute_built(insert).await?;
    }
    Ok(())
}

/// The title of an order's post; dates are English (`DateTime::format`).
fn title(scene: &OrderScene, order: &Order) -> String {
    let texts = scene.texts();
    let context = "Order date parsed by DateTime::format";
    let format = texts.translate_with_context("M d, Y @ h:i A", context);
    let date = PhpDate::new(order.date_created, &scene.zone).format(format);
    texts.translate("Order &ndash; %s").replacen("%s", &date, 1)
}

/// A slug that no other order has.
async fn unique_slug(tx: &Transaction, slug: &str, order: &Order) -> Result<String, DbError> {
    const TAKEN: &str = "SELECT ID FROM {p}posts WHERE post_name = ? AND post_type = 'shop_order' AND ID <> ? LIMIT 1";
    let taken: Option<(i64,)> = tx.load_first(TAKEN, binds![slug, order.id.0]).await?;
    Ok(match taken {
        None => slug.to_owned(),
        Some(_) => format!("{slug}-{}", order.id.0),
    })
}

fn yes_no(is_set: bool) -> String {
    (if is_set { "yes" } else { "no" }).to_owned()
}

/// The meta of an order, in the order in which they are stored. Empty parts of addresses have none.
fn meta(scene: &OrderScene, order: &Order) -> Vec<(String, String)> {
    let amount = |amount: f64| amount_text(amount, &scene.prices);
    let (flags, amounts) = (&order.flags, &order.amounts);
    let mut rows: Vec<(String, String)> = Vec::new();
    let mut add = |key: &str, value: String| rows.push((key.to_owned(), value));
    add("_order_key", order.key.clone());
    add("_customer_user", order.customer_id.to_string());
    add("_payment_method", order.payment_method.clone());
    add("_payment_method_title", order.payment_method_title.clone());
    if !order.transaction_id.is_empty() {
        add("_transaction_id", order.transaction_id.clone());
    }
    add("_customer_ip_address", order.ip_address.clone());
    add("_customer_user_agent", order.user_agent.clone());
    add("_created_via", order.created_via.clone());
    add("_cart_hash", order.cart_hash.clone());
    let granted = yes_no(flags.has_granted_downloads);
    add("_download_permissions_granted", granted);
    add("_recorded_sales", yes_no(flags.has_recorded_sales));
    let counted = yes_no(flags.has_counted_coupons);
    add("_recorded_coupon_usage_counts", counted);
    add(
        "_new_order_email_sent",
        flags.has_sent_new_order.to_string(),
    );
    add("_order_stock_reduced", yes_no(flags.is_stock_reduced));
    for (prefix, address) in [("billing", &order.billing), ("shipping", &order.shipping)] {
        for field in Address::FIELDS {
            let value = address.field(field).unwrap_or_default();
            if !value.is_empty() {
                add(&format!("_{prefix}_{field}"), value.to_owned());
            }
        }
    }
    add("_order_currency", order.currency.clone());
    add("_cart_discount", amount(amounts.discount_total));
    add("_cart_discount_tax", amount(amounts.discount_tax));
    add("_order_shipping", amount(amounts.shipping_total));
    add("_order_shipping_tax", amount(amounts.shipping_tax));
    add("_order_tax", amount(amounts.cart_tax));
    add("_order_total", price_text(amounts.total, &scene.prices));
    add("_order_version", scene.version.clone());
    add("_prices_include_tax", yes_no(order.prices_include_tax));
    add("_billing_address_index", order.billing_index());
    add("_shipping_address_index", order.shipping_index());
    for (at, unix, date) in [
        (order.date_paid, "_date_paid", "_paid_date"),
        (order.date_completed, "_date_completed", "_completed_date"),
    ] {
        if let Some(at) = at {
            add(unix, at.to_string());
            add(date, local(at, &scene.zone));
        }
    }
    rows
}
