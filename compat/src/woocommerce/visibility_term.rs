//! Terms of `product_visibility`, by which lists find products that are out of stock or have so many stars.
//!
//! Contract "woocommerce", sections 2.2, 6.3 and 13.4.

use crate::binds;
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::post::PostId;

/// Gives a product a term, or takes it away, and counts the term's products. A term that the site lacks is passed over.
///
/// # Errors
/// When the database fails.
pub(super) async fn set_visibility_term(
    tx: &Transaction,
    product: PostId,
    slug: &str,
    is_set: bool,
) -> Result<(), DbError> {
    const TERM: &str = "SELECT tt.term_taxonomy_id FROM {p}term_taxonomy tt JOIN {p}terms t ON t.term_id = tt.term_id \
        WHERE tt.taxonomy = 'product_visibility' AND t.slug = ? LIMIT 1";
    const ADD: &str = "INSERT {ignore} INTO {p}term_relationships (object_id, term_taxonomy_id, term_order) VALUES (?, ?, 0)";
    const DELETE: &str =
        "DELETE FROM {p}term_relationships WHERE object_id = ? AND term_taxonomy_id = ?";
    const COUNT: &str = "UPDATE {p}term_taxonomy SET count = (SELECT COUNT(*) FROM {p}term_relationships r \
        JOIN {p}posts p ON p.ID = r.object_id WHERE r.term_taxonomy_id = ? AND p.post_status = 'publish' \
        AND p.post_type IN ('product', 'product_variation')) WHERE term_taxonomy_id = ?";
    let term: Option<(i64,)> = tx.load_first(TERM, binds![slug]).await?;
    let Some((term,)) = term else {
        return Ok(());
    };
    let change = if is_set { ADD } else { DELETE };
    if tx.execute(change, binds![product.0, term]).await? > 0 {
        tx.execute(COUNT, binds![term, term]).await?;
    }
    Ok(())
}
