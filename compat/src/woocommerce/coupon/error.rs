//! Why a coupon is refused.

use std::fmt;

/// A reason, with the number that the plugin gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CouponError {
    /// 105: there is no such coupon.
    NotExists,
    /// 103: the cart has it already.
    AlreadyApplied,
    /// 104: a coupon of the cart stands alone; its code.
    IndividualUse(String),
    /// 106: it has been used as often as it may.
    UsageLimit,
    /// 107: its time is over.
    Expired,
    /// 108: the cart's subtotal is too small; the least one as text.
    MinimumSpend(String),
    /// 112: the cart's subtotal is too large; the highest one as text.
    MaximumSpend(String),
    /// 109: it is for none of the products.
    NotApplicable,
    /// 110: something of the cart is on sale.
    NotForSaleItems,
    /// 113: the cart holds these products, which it is not for.
    ExcludedProducts(String),
    /// 114: the cart holds something of these categories, which it is not for.
    ExcludedCategories(String),
    /// 101: it was valid, and no longer is.
    NoLongerValid,
    /// 102: it is for other e-mail addresses.
    NotYours,
}

impl CouponError {
    /// The plugin's number.
    pub fn number(&self) -> u8 {
        match self {
            Self::NoLongerValid => 101,
            Self::NotYours => 102,
            Self::AlreadyApplied => 103,
            Self::IndividualUse(_) => 104,
            Self::NotExists => 105,
            Self::UsageLimit => 106,
            Self::Expired => 107,
            Self::MinimumSpend(_) => 108,
            Self::NotApplicable => 109,
            Self::NotForSaleItems => 110,
            Self::MaximumSpend(_) => 112,
            Self::ExcludedProducts(_) => 113,
            Self::ExcludedCategories(_) => 114,
        }
    }
}

impl fmt::Display for CouponError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "coupon error {}", self.number())
    }
}

impl std::error::Error for CouponError {}
