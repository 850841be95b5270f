//! Comments on products are reviews: their rating, and the product's figures made from them.
//!
//! Contract "woocommerce" (reviews); recordings comments/product-review and comments/product-review-no-rating.

use crate::binds;
use crate::woocommerce::visibility_term::set_visibility_term;
use crate::wordpress::comment::hooks::{CommentHook, CommentScene};
use crate::wordpress::comment::new_comment::NewComment;
use crate::wordpress::comment::refusal::Refusal;
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::php::{Value, serialize};
use crate::wordpress::post::PostId;

/// What the shop does to comments.
pub const HOOK: CommentHook = CommentHook {
    preprocess_comment,
    comment_post: |tx, new| Box::pin(comment_post(tx, new)),
    comment_count: |tx, post| Box::pin(comment_count(tx, post)),
};

fn preprocess_comment(scene: &CommentScene<'_>, new: &mut NewComment) -> Option<Refusal> {
    if scene.post.post_type != "product" {
        return None;
    }
    let rating = scene.fields.get("rating");
    let is_on = |name: &str| scene.options.text(name) == "yes";
    let is_rated = is_on("woocommerce_enable_reviews") && is_on("woocommerce_enable_review_rating");
    if rating.is_some_and(|r| !r.to_bool())
        && is_rated
        && is_on("woocommerce_review_rating_required")
    {
        let (domain, message) = ("woocommerce", "Please rate the product.");
        return Some(Refusal::DiedWith { domain, message });
    }
    if matches!(new.comment.comment_type.as_str(), "" | "comment") {
        new.comment.comment_type = "review".to_owned();
    }
    if let Some(stars) = rating
        .map(Value::to_int)
        .filter(|stars| (1..=5).contains(stars))
    {
        new.meta.push(("rating", stars.to_string()));
    }
    None
}

async fn comment_post(tx: &Transaction, new: &NewComment) -> Result<(), DbError> {
    if new.comment.comment_type != "review" {
        return Ok(());
    }
    let verified = has_bought(tx, &new.comment.author_email, new.comment.post_id).await?;
    crate::wordpress::comment::insert::add_comment_meta(
        tx,
        new.comment.id,
        "verified",
        if verified { "1" } else { "0" },
    )
    .await?;
    update_product(tx, new.comment.post_id).await
}

/// Reviews that are approved, held or deleted change the figures of their product.
async fn comment_count(tx: &Transaction, post: PostId) -> Result<(), DbError> {
    const SQL: &str = "SELECT ID FROM {p}posts WHERE ID = ? AND post_type = 'product'";
    let product: Option<(i64,)> = tx.load_first(SQL, binds![post.0]).await?;
    match product {
        Some(_) => update_product(tx, post).await,
        None => Ok(()),
    }
}

/// Whether an order of this e-mail address that was paid holds the product.
async fn has_bought(tx: &Transaction, email: &str, product: PostId) -> Result<bool, DbError> {
    const SQL: &str = "SELECT p.ID FROM {p}posts p \
        JOIN {p}postmeta e ON e.post_id = p.ID AND e.meta_key = '_billing_email' AND e.meta_value = ? \
        JOIN {p}woocommerce_order_items i ON i.order_id = p.ID \
        JOIN {p}woocommerce_order_itemmeta m ON m.order_item_id = i.order_item_id \
        AND m.meta_key IN ('_product_id', '_variation_id') AND m.meta_value = ? \
        WHERE p.post_type = 'shop_order' AND p.post_status IN ('wc-processing', 'wc-completed') LIMIT 1";
    const TABLE_SQL: &str = "SELECT o.id FROM {p}wc_orders o \
        JOIN {p}woocommerce_order_items i ON i.order_id = o.id \
        JOIN {p}woocommerce_order_itemmeta m ON m.order_item_id = i.order_item_id \
        AND m.meta_key IN ('_product_id', '_variation_id') AND m.meta_value = ? \
        WHERE o.billing_email = ? AND o.type = 'shop_order' AND o.status IN ('wc-processing', 'wc-completed') LIMIT 1";
    if email.is_empty() {
        return Ok(false);
    }
    const TABLES: &str = "SELECT option_value FROM {p}options WHERE option_name = 'woocommerce_custom_orders_table_enabled'";
    let id = product.0.to_string();
    let uses_tables: Option<(String,)> = tx.load_first(TABLES, vec![]).await?;
    let found: Option<(i64,)> = if uses_tables.is_some_and(|(value,)| value == "yes") {
        tx.load_first(TABLE_SQL, binds![id, email]).await?
    } else {
        tx.load_first(SQL, binds![email, id]).await?
    };
    Ok(found.is_some())
}

/// Counts the product's ratings and reviews anew.
async fn update_product(tx: &Transaction, product: PostId) -> Result<(), DbError> {
    const RATINGS: &str = "SELECT m.meta_value, COUNT(*) FROM {p}commentmeta m \
        JOIN {p}comments c ON c.comment_ID = m.comment_id WHERE m.meta_key = 'rating' AND c.comment_post_ID = ? \
        AND c.comment_approved = '1' AND m.meta_value > '0' GROUP BY m.meta_value ORDER BY m.meta_value";
    const REVIEWS: &str = "SELECT COUNT(*) FROM {p}comments WHERE comment_parent = 0 AND comment_post_ID = ? \
        AND comment_approved = '1'";
    let ratings: Vec<(String, i64)> = tx.load(RATINGS, binds![product.0]).await?;
    let (mut sum, mut number, mut counts) = (0_i64, 0_i64, Value::array());
    for (stars, count) in &ratings {
        let stars: i64 = stars.parse().unwrap_or(0);
        sum = sum.saturating_add(stars.saturating_mul(*count));
        number = number.saturating_add(*count);
        counts = counts.with(stars, *count);
    }
    let average = average(sum, number);
    let reviews: Option<(i64,)> = tx.load_first(REVIEWS, binds![product.0]).await?;
    let counts = serialize(&counts);
    let counts = String::from_utf8_lossy(&counts);
    let reviews = reviews.map_or(0, |(n,)| n).to_string();
    for (key, value) in [
        ("_wc_rating_count", counts.as_ref()),
        ("_wc_average_rating", &average),
        ("_wc_review_count", &reviews),
    ] {
        set_post_meta(tx, product, key, value).await?;
    }
    const LOOKUP: &str = "UPDATE {p}wc_product_meta_lookup SET rating_count = ?, average_rating = ? WHERE product_id = ?";
    tx.execute(LOOKUP, binds![number, average, product.0])
        .await?;
    let stars = rounded(sum, number);
    for own in 1..=5 {
        let slug = format!("rated-{own}");
        set_visibility_term(tx, product, &slug, own == stars).await?;
    }
    Ok(())
}

/// The mean with two digits, rounded half up; `0` without ratings.
fn average(sum: i64, number: i64) -> String {
    if number <= 0 {
        return "0".to_owned();
    }
    let hundredths = (sum.saturating_mul(200) + number) / (2 * number);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// The mean in whole stars, rounded half up; 0 without ratings.
fn rounded(sum: i64, number: i64) -> i64 {
    if number <= 0 {
        return 0;
    }
    (sum.saturating_mul(2) + number) / (2 * number)
}

async fn set_post_meta(
    tx: &Transaction,
    post: PostId,
    key: &str,
    value: &str,
) -> Result<(), DbError> {
    const UPDATE: &str = "UPDATE {p}postmeta SET meta_value = ? WHERE post_id = ? AND meta_key = ?";
    const INSERT: &str = "INSERT INTO {p}postmeta (post_id, meta_key, meta_value) VALUES (?, ?, ?)";
    const FIND: &str = "SELECT meta_id FROM {p}postmeta WHERE post_id = ? AND meta_key = ? LIMIT 1";
    let row: Option<(i64,)> = tx.load_first(FIND, binds![post.0, key]).await?;
    if row.is_some() {
        tx.execute(UPDATE, binds![value, post.0, key]).await?;
    } else {
        tx.execute(INSERT, binds![post.0, key, value]).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{average, rounded};

    #[test]
    fn the_mean_has_two_digits() {
        assert_eq!(average(0, 0), "0");
        assert_eq!(average(9, 2), "4.50");
        assert_eq!(average(14, 3), "4.67");
        assert_eq!((rounded(0, 0), rounded(9, 2), rounded(13, 3)), (0, 5, 4));
    }
}
