//! Reads coupons.
//!
//! Contract "woocommerce", section 2.4.

use std::collections::HashMap;

use super::stored_coupon::{Coupon, DiscountType, format_coupon_code};
use crate::binds;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::php::cast::{string_to_float, string_to_int};
use crate::wordpress::php::{Value, maybe_unserialize};
use crate::wordpress::post::PostId;
use crate::wordpress::taxonomy::TermId;

/// Keys of holds: `{beginning}{Unix time of their end}_{random}`.
const HELD: &str = "_coupon_held_";
const MAYBE_USED_BY: &str = "_maybe_used_by_";

/// The coupon of a code as typed: of published ones the newest. `now`: Unix time, at which holds have ended or not.
///
/// # Errors
/// When the database fails.
pub async fn load_coupon(db: &Db, code: &str, now: i64) -> Result<Option<Coupon>, DbError> {
    const SQL: &str = "SELECT ID FROM {p}posts WHERE post_type = 'shop_coupon' AND post_status = 'publish' \
        AND {ci:post_title} = {ci:?} ORDER BY post_date DESC, ID DESC LIMIT 1";
    let code = format_coupon_code(code);
    if code.is_empty() {
        return Ok(None);
    }
    let row: Option<(i64,)> = db.load_first(SQL, binds![code.as_str()]).await?;
    let Some((id,)) = row else {
        return Ok(None);
    };
    const META: &str =
        "SELECT meta_key, meta_value FROM {p}postmeta WHERE post_id = ? ORDER BY meta_id";
    let rows: Vec<(String, Vec<u8>)> = db.lookup(META, binds![id]).await?;
    Ok(Some(coupon(PostId(id), code, &rows, now)))
}

/// The coupons of a cart, in its order; those that do not exist are left out.
///
/// # Errors
/// When the database fails.
pub async fn load_coupons(db: &Db, codes: &[String], now: i64) -> Result<Vec<Coupon>, DbError> {
    let mut coupons = Vec::new();
    for code in codes {
        coupons.extend(load_coupon(db, code, now).await?);
    }
    Ok(coupons)
}

fn coupon(id: PostId, code: String, rows: &[(String, Vec<u8>)], now: i64) -> Coupon {
    let mut meta: HashMap<&str, &[u8]> = HashMap::new();
    for (key, value) in rows {
        meta.entry(key).or_insert(value);
    }
    let raw = |key: &str| meta.get(key).copied().unwrap_or_default();
    let text = |key: &str| String::from_utf8_lossy(raw(key)).into_owned();
    let is_on = |key: &str| raw(key) == b"yes";
    let number = |key: &str| string_to_int(raw(key));
    let amount = |key: &str| string_to_float(raw(key));
    let posts = |key: &str| ids(&text(key)).into_iter().map(PostId).collect();
    let terms = |key: &str| {
        list(raw(key))
            .iter()
            .map(|id| TermId(id.to_int()))
            .collect()
    };
    let live = |beginning: &'static str| {
        rows.iter().filter(move |(key, _)| {
            let end = key.strip_prefix(beginning);
            end.is_some_and(|end| string_to_int(end.as_bytes()) > now)
        })
    };
    let used_by = rows.iter().filter(|(key, _)| key == "_used_by");
    let used_by = used_by.chain(live(MAYBE_USED_BY));
    let limit = raw("limit_usage_to_x_items");
    Coupon {
        id,
        code,
        discount_type: DiscountType::of(&text("discount_type")),
        amount: amount("coupon_amount"),
        individual_use: is_on("individual_use"),
        product_ids: posts("product_ids"),
        excluded_product_ids: posts("exclude_product_ids"),
        product_categories: terms("product_categories"),
        excluded_product_categories: terms("exclude_product_categories"),
        exclude_sale_items: is_on("exclude_sale_items"),
        free_shipping: is_on("free_shipping"),
        minimum_amount: amount("minimum_amount"),
        maximum_amount: amount("maximum_amount"),
        usage_limit: number("usage_limit"),
        usage_limit_per_user: number("usage_limit_per_user"),
        limit_usage_to_x_items: (!limit.is_empty())
            .then(|| string_to_int(limit))
            .filter(|limit| *limit > 0),
        usage_count: number("usage_count"),
        date_expires: Some(number("date_expires")).filter(|time| *time > 0),
        email_restrictions: list(raw("customer_email"))
            .iter()
            .map(|email| email.to_string_lossy().into_owned())
            .collect(),
        used_by: used_by
            .map(|(_, by)| String::from_utf8_lossy(by).into_owned())
            .collect(),
        held: i64::try_from(live(HELD).count()).unwrap_or(i64::MAX),
    }
}

/// Numbers between commas.
fn ids(text: &str) -> Vec<i64> {
    let numbers = text.split(',').map(|id| string_to_int(id.as_bytes()));
    numbers.filter(|id| *id > 0).collect()
}

fn list(raw: &[u8]) -> Vec<Value> {
    maybe_unserialize(raw).values().cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meta_makes_a_coupon() {
        let row = |key: &str, value: &str| (key.to_owned(), value.as_bytes().to_vec());
        let rows = [
            row("discount_type", "percent"),
            row("coupon_amount", "10.50"),
            row("product_ids", "7,8,"),
            row("product_categories", "a:1:{i:0;i:3;}"),
            row("customer_email", "a:1:{i:0;s:5:\"*@a.b\";}"),
            row("date_expires", ""),
            row("usage_limit", "3"),
            row("limit_usage_to_x_items", "0"),
            row("_used_by", "9"),
            row("_used_by", "ana@a.b"),
            row("_maybe_used_by_2000_x", "7"),
            row("_maybe_used_by_900_x", "8"),
            row("_coupon_held_2000_x", ""),
            row("_coupon_held_900_x", ""),
        ];
        let coupon = coupon(PostId(1), "c".to_owned(), &rows, 1000);
        assert_eq!(coupon.discount_type, DiscountType::Percent);
        assert_eq!(coupon.amount, 10.5);
        assert_eq!(coupon.product_ids, [PostId(7), PostId(8)]);
        assert_eq!(coupon.product_categories, [TermId(3)]);
        assert_eq!(coupon.email_restrictions, ["*@a.b"]);
        assert_eq!(
            (coupon.date_expires, coupon.limit_usage_to_x_items),
            (None, None)
        );
        assert_eq!(coupon.used_by, ["9", "ana@a.b", "7"]);
        assert_eq!((coupon.held, coupon.usage_limit), (1, 3));
    }
}
