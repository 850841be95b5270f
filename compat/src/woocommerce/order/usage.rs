//! Uses of coupons and numbers of sales, counted once for each order.
//!
//! Contract "woocommerce", sections 2.4 and 13.2.

use super::model::Order;
use super::product_rows::ProductRows;
use crate::binds;
use crate::woocommerce::coupon::Coupon;
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::php::cast::{int_to_float, string_to_int};
use crate::wordpress::post::PostId;

/// A coupon of an order with its limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CouponUse {
    /// Its post.
    pub id: PostId,
    /// Its code.
    pub code: String,
    /// How often it may be used; 0: as often as one likes.
    pub limit: i64,
    /// How often by one customer; 0: as often as one likes.
    pub limit_per_user: i64,
}

impl From<&Coupon> for CouponUse {
    fn from(coupon: &Coupon) -> Self {
        Self {
            id: coupon.id,
            code: coupon.code.clone(),
            limit: coupon.usage_limit,
            limit_per_user: coupon.usage_limit_per_user,
        }
    }
}

/// The first coupon of an order whose limit is reached. Its count stays locked until the transaction ends.
pub(super) async fn used_up<'c>(
    tx: &Transaction,
    coupons: &'c [CouponUse],
    user: &str,
    now: i64,
) -> Result<Option<&'c CouponUse>, DbError> {
    const COUNT: &str = "SELECT meta_value FROM {p}postmeta WHERE post_id = ? AND meta_key = 'usage_count' {for_update}";
    const META: &str = "SELECT meta_key, meta_value FROM {p}postmeta WHERE post_id = ? AND (meta_key = '_used_by' \
        OR meta_key LIKE '|_coupon|_held|_%' ESCAPE '|' OR meta_key LIKE '|_maybe|_used|_by|_%' ESCAPE '|')";
    let mut limited: Vec<_> = coupons
        .iter()
        .filter(|own| own.limit > 0 || own.limit_per_user > 0)
        .collect();
    limited.sort_by_key(|own| own.id);
    for own in limited {
        let count: Option<(String,)> = tx.load_first(COUNT, binds![own.id.0]).await?;
        let count = count.map_or(0, |(count,)| string_to_int(count.as_bytes()));
        let meta: Vec<(String, String)> = tx.load(META, binds![own.id.0]).await?;
        let is_live = |key: &str, start: &str| {
            let end = key.strip_prefix(start);
            end.is_some_and(|end| string_to_int(end.as_bytes()) > now)
        };
        let held = meta.iter().filter(|(key, _)| is_live(key, "_coupon_held_"));
        let held = i64::try_from(held.count()).unwrap_or(i64::MAX);
        if own.limit > 0 && count.saturating_add(held) >= own.limit {
            return Ok(Some(own));
        }
        let by_user = meta.iter().filter(|(key, by)| {
            (key == "_used_by" || is_live(key, "_maybe_used_by_")) && by.to_lowercase() == user
        });
        let by_user = i64::try_from(by_user.count()).unwrap_or(i64::MAX);
        if own.limit_per_user > 0 && by_user >= own.limit_per_user {
            return Ok(Some(own));
        }
    }
    Ok(None)
}

/// `wc_update_coupon_usage_counts`: counts a use of each coupon of the order, or takes it back.
pub(super) async fn count_coupons(
    tx: &Transaction,
    order: &mut Order,
    is_used: bool,
) -> Result<(), DbError> {
    const ADD: &str = "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (?, ?, ?)";
    const FORGET: &str = "DELETE FROM {p}postmeta WHERE meta_id = ?";
    const USED_BY: &str = "SELECT meta_id FROM {p}postmeta WHERE post_id = ? AND meta_key = '_used_by' \
        AND meta_value = ? ORDER BY meta_id LIMIT 1";
    if order.flags.has_counted_coupons == is_used {
        return Ok(());
    }
    order.flags.has_counted_coupons = is_used;
    let user = order.coupon_user();
    let codes: Vec<String> = order
        .coupon_items()
        .map(|(item, _)| item.name.clone())
        .collect();
    for code in codes {
        let Some(id) = coupon_id(tx, &code).await? else {
            continue;
        };
        change_count(tx, id, if is_used { 1 } else { -1 }).await?;
        if user.is_empty() {
            continue;
        }
        if is_used {
            tx.execute(ADD, binds![id, "_used_by", user.as_str()])
                .await?;
        } else {
            let own: Option<(i64,)> = tx.load_first(USED_BY, binds![id, user.as_str()]).await?;
            if let Some((own,)) = own {
                tx.execute(FORGET, binds![own]).await?;
            }
        }
    }
    Ok(())
}

async fn coupon_id(tx: &Transaction, code: &str) -> Result<Option<i64>, DbError> {
    use crate::wordpress::db::SqlText;
    let mut sql = SqlText::default();
    sql.push_with(
        "SELECT ID FROM {p}posts WHERE post_type = 'shop_coupon' AND post_status = 'publish' \
         AND {ci:post_title} = {ci:?} ORDER BY post_date DESC, ID DESC LIMIT 1",
        binds![code],
    );
    let rows: Vec<(i64,)> = tx.load_built(sql).await?;
    Ok(rows.first().map(|(id,)| *id))
}

async fn change_count(tx: &Transaction, id: i64, by: i64) -> Result<(), DbError> {
    const COUNT: &str = "SELECT meta_value FROM {p}postmeta WHERE post_id = ? AND meta_key = 'usage_count' {for_update}";
    const SET: &str =
        "UPDATE {p}postmeta SET meta_value = ? WHERE post_id = ? AND meta_key = 'usage_count'";
    const ADD: &str =
        "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (?, 'usage_count', ?)";
    let stored: Option<(String,)> = tx.load_first(COUNT, binds![id]).await?;
    let count = stored
        .as_ref()
        .map_or(0, |(count,)| string_to_int(count.as_bytes()));
    let count = count.saturating_add(by).max(0).to_string();
    if stored.is_some() {
        tx.execute(SET, binds![count, id]).await?;
    } else {
        tx.execute(ADD, binds![id, count]).await?;
    }
    Ok(())
}

/// `wc_update_total_sales_counts`: counts the units of each product as sold, or takes them back.
pub(super) fn count_sales(rows: &mut ProductRows, order: &mut Order, is_sold: bool) {
    if order.flags.has_recorded_sales == is_sold {
        return;
    }
    order.flags.has_recorded_sales = is_sold;
    for (_, line) in order.lines() {
        if line.product_id.0 > 0 {
            let units = int_to_float(line.quantity);
            rows.count_sales(line.product_id, if is_sold { units } else { -units });
        }
    }
}
