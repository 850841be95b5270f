//! Which products a coupon is for.

use super::stored_coupon::Coupon;
use crate::woocommerce::cart_product::CartProduct;
use crate::wordpress::post::PostId;
use crate::wordpress::taxonomy::TermId;

/// `is_valid_for_product`: whether a product coupon takes something off a product.
pub(super) fn is_valid_for_product(coupon: &Coupon, product: &CartProduct) -> bool {
    let has_product = |ids: &[PostId]| is_among(ids, product);
    let has_category = |ids: &[TermId]| is_in_categories(ids, product);
    let has_no_list = coupon.product_ids.is_empty() && coupon.product_categories.is_empty();
    let is_included =
        has_no_list || has_product(&coupon.product_ids) || has_category(&coupon.product_categories);
    let is_excluded = has_product(&coupon.excluded_product_ids)
        || has_category(&coupon.excluded_product_categories)
        || coupon.exclude_sale_items && product.is_on_sale;
    is_included && !is_excluded
}

/// Whether a product, or the variable product above it, is on a list.
pub(super) fn is_among(ids: &[PostId], product: &CartProduct) -> bool {
    ids.contains(&product.id) || product.parent_id.0 != 0 && ids.contains(&product.parent_id)
}

/// Whether a product is in one of these categories.
pub(super) fn is_in_categories(ids: &[TermId], product: &CartProduct) -> bool {
    ids.iter().any(|id| product.category_ids.contains(id))
}
