//! How many units of a product a line of the cart may have.
//!
//! Contract "woocommerce-store-api", section 6.3.

use super::error::StoreError;
use crate::woocommerce::cart_product::CartProduct;
use crate::wordpress::formatting::escape::esc_html;

/// Most units of a line.
const MOST: i64 = 9999;

/// The limits of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuantityLimits {
    /// Fewest units.
    pub minimum: i64,
    /// Most units.
    pub maximum: i64,
    /// What the number is a multiple of.
    pub multiple_of: i64,
    /// Whether the number may be changed.
    pub is_editable: bool,
}

impl QuantityLimits {
    /// The limits of a product.
    pub fn of(product: &CartProduct) -> Self {
        let maximum = if product.is_sold_individually {
            1
        } else {
            let stock = product.stock.as_ref();
            let stock = stock.filter(|stock| !stock.backorders_allowed);
            let left = stock.into_iter().flat_map(|stock| {
                let free = stock.quantity.saturating_sub(stock.reserved);
                [stock.quantity, free]
            });
            // When others hold everything, the stock itself is the limit.
            left.filter(|n| *n != 0).fold(MOST, i64::min)
        };
        Self {
            minimum: 1,
            maximum,
            multiple_of: 1,
            is_editable: !product.is_sold_individually,
        }
    }

    /// The number that a line gets for one that is out of its limits.
    pub fn fit(&self, quantity: i64) -> i64 {
        quantity.min(self.maximum).max(self.minimum)
    }

    /// Whether a line may have so many units. `name`: of the product.
    ///
    /// # Errors
    /// `readonly_quantity` or `invalid_quantity`.
    pub fn check(&self, quantity: i64, name: &str) -> Result<(), StoreError> {
        const FIXED: &str = "The quantity of &quot;%1$s&quot; cannot be changed";
        const LEAST: &str = "The minimum quantity of &quot;%1$s&quot; allowed in the cart is %2$s";
        const HIGHEST: &str =
            "The maximum quantity of &quot;%1$s&quot; allowed in the cart is %2$s";
        const MULTIPLE: &str = "The quantity of &quot;%1$s&quot; must be a multiple of %2$s";
        let name = esc_html(name);
        if !self.is_editable && quantity > self.maximum {
            return Err(StoreError::bad_request("readonly_quantity", FIXED).with(&*name));
        }
        let (id, limit) = if quantity < self.minimum {
            (LEAST, self.minimum)
        } else if quantity > self.maximum {
            (HIGHEST, self.maximum)
        } else if quantity % self.multiple_of.max(1) != 0 {
            (MULTIPLE, self.multiple_of)
        } else {
            return Ok(());
        };
        let error = StoreError::bad_request("invalid_quantity", id).with(&*name);
        Err(error.with(limit.to_string().as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::woocommerce::cart_product::Stock;
    use crate::wordpress::post::PostId;

    fn with_stock(quantity: i64, reserved: i64, backorders_allowed: bool) -> CartProduct {
        CartProduct {
            stock: Some(Stock {
                managed_by: PostId(1),
                quantity,
                reserved,
                backorders_allowed,
            }),
            ..CartProduct::default()
        }
    }

    #[test]
    fn stock_limits_a_line() {
        let maximum = |product: &CartProduct| QuantityLimits::of(product).maximum;
        assert_eq!(maximum(&CartProduct::default()), 9999);
        assert_eq!(maximum(&with_stock(20, 0, false)), 20);
        assert_eq!(maximum(&with_stock(20, 5, false)), 15);
        // All of it is held by other orders.
        assert_eq!(maximum(&with_stock(20, 20, false)), 20);
        assert_eq!(maximum(&with_stock(0, 0, true)), 9999);
        let alone = CartProduct {
            is_sold_individually: true,
            ..with_stock(20, 0, false)
        };
        assert_eq!(maximum(&alone), 1);
        let limits = QuantityLimits::of(&alone);
        assert_eq!(limits.check(2, "A").unwrap_err().code, "readonly_quantity");
        assert_eq!(limits.check(0, "A").unwrap_err().code, "invalid_quantity");
        assert!(limits.check(1, "A").is_ok());
        let limits = QuantityLimits::of(&with_stock(20, 0, false));
        assert_eq!((limits.fit(25), limits.fit(0), limits.fit(3)), (20, 1, 3));
        assert_eq!(limits.check(21, "A").unwrap_err().code, "invalid_quantity");
    }
}
