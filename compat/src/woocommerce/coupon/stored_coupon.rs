//! A coupon as it is stored.

use crate::wordpress::kses::{AllowedHtml, WP_ALLOWED_PROTOCOLS, wp_kses};
use crate::wordpress::php::html::html_entity_decode;
use crate::wordpress::php::letter_case::mb_strtolower;
use crate::wordpress::php::trim::trim_str;
use crate::wordpress::post::PostId;
use crate::wordpress::taxonomy::TermId;

/// What a coupon takes off: meta `discount_type`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum DiscountType {
    /// An amount off each unit.
    FixedProduct,
    /// A part of each price.
    Percent,
    /// An amount off the whole cart, spread over its units.
    #[default]
    FixedCart,
}

impl DiscountType {
    /// The type of the meta.
    pub fn of(stored: &str) -> Self {
        match stored {
            "percent" => Self::Percent,
            "fixed_product" => Self::FixedProduct,
            _ => Self::FixedCart,
        }
    }

    /// As stored.
    pub fn name(self) -> &'static str {
        match self {
            Self::FixedProduct => "fixed_product",
            Self::Percent => "percent",
            Self::FixedCart => "fixed_cart",
        }
    }
}

/// A published post of type `shop_coupon` with its meta.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Coupon {
    /// Its post.
    pub id: PostId,
    /// As [`format_coupon_code`] makes it.
    pub code: String,
    /// What it takes off.
    pub discount_type: DiscountType,
    /// Percent, or an amount of money.
    pub amount: f64,
    /// Whether no other coupon may stand beside it.
    pub individual_use: bool,
    /// The only products it is for; none: all.
    pub product_ids: Vec<PostId>,
    /// Products it is not for.
    pub excluded_product_ids: Vec<PostId>,
    /// The only categories it is for; none: all.
    pub product_categories: Vec<TermId>,
    /// Categories it is not for.
    pub excluded_product_categories: Vec<TermId>,
    /// Whether it leaves out what is on sale.
    pub exclude_sale_items: bool,
    /// Whether it grants free shipping.
    pub free_shipping: bool,
    /// Least subtotal; 0: none.
    pub minimum_amount: f64,
    /// Highest subtotal; 0: none.
    pub maximum_amount: f64,
    /// How often it may be used; 0: as often as one likes.
    pub usage_limit: i64,
    /// How often by one customer; 0: as often as one likes.
    pub usage_limit_per_user: i64,
    /// For how many units; `None`: for all.
    pub limit_usage_to_x_items: Option<i64>,
    /// How often it has been used.
    pub usage_count: i64,
    /// Unix time of its end.
    pub date_expires: Option<i64>,
    /// The only e-mail addresses it is for, with `*` for any text; none: all.
    pub email_restrictions: Vec<String>,
    /// User ids and e-mail addresses that used it.
    pub used_by: Vec<String>,
    /// Holds of orders that are being placed, which have not ended.
    pub held: i64,
}

impl Coupon {
    /// Whether its discount is one of products; else it is one of the cart.
    pub fn is_for_products(&self) -> bool {
        self.discount_type != DiscountType::FixedCart
    }
}

/// `wc_format_coupon_code`: the code without elements, its entities as stored titles have them, in lower case.
pub fn format_coupon_code(code: &str) -> String {
    let decoded = html_entity_decode(code.as_bytes());
    let decoded = String::from_utf8_lossy(&decoded);
    let code = wp_kses(
        trim_str(&decoded),
        AllowedHtml::strip(),
        &WP_ALLOWED_PROTOCOLS,
    );
    mb_strtolower(code.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_compared_as_titles_are_stored() {
        for (typed, code) in [
            (" LOMA10 ", "loma10"),
            ("Código Ñ", "código ñ"),
            ("10%ab &amp; <b>CD</b>", "10%ab &amp; cd"),
            ("a  b", "a  b"),
        ] {
            assert_eq!(format_coupon_code(typed), code);
        }
    }
}
