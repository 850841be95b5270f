//! Coupons of the cart.
//!
//! Contract "woocommerce", sections 8.4 and 18.

use super::contents::Cart;
use super::message::CartMessage;
use crate::woocommerce::coupon::{Coupon, CouponError, CouponScene, format_coupon_code, validate};
use crate::woocommerce::session::NoticeKind;
use crate::wordpress::formatting::escape::esc_html;

/// What the visitor is told about a coupon that is refused.
pub fn coupon_message(error: &CouponError, code: &str) -> CartMessage {
    let code = esc_html(code);
    let told = |id: &'static str| CartMessage::error(id).with(&*code);
    match error {
        CouponError::NotExists => {
            told("Coupon \"%s\" cannot be applied because it does not exist.")
        }
        CouponError::AlreadyApplied => told("Coupon code \"%s\" already applied!"),
        CouponError::IndividualUse(other) => CartMessage::error(
            "Sorry, coupon \"%s\" has already been applied and cannot be used in conjunction with other coupons.",
        )
        .with(&*esc_html(other)),
        CouponError::UsageLimit => told("Usage limit for coupon \"%s\" has been reached."),
        CouponError::Expired => told("Coupon \"%s\" has expired."),
        CouponError::MinimumSpend(least) => {
            told("The minimum spend for coupon \"%1$s\" is %2$s.").with(least.as_str())
        }
        CouponError::MaximumSpend(highest) => {
            told("The maximum spend for coupon \"%1$s\" is %2$s.").with(highest.as_str())
        }
        CouponError::NotApplicable => {
            told("Sorry, coupon \"%s\" is not applicable to selected products.")
        }
        CouponError::NotForSaleItems => told("Sorry, coupon \"%s\" is not valid for sale items."),
        CouponError::ExcludedProducts(names) => told(
            "Sorry, coupon \"%1$s\" is not applicable to the products: %2$s.",
        )
        .with(names.as_str()),
        CouponError::ExcludedCategories(names) => told(
            "Sorry, coupon \"%1$s\" is not applicable to the categories: %2$s.",
        )
        .with(names.as_str()),
        CouponError::NoLongerValid => told(
            "Sorry, it seems the coupon \"%s\" is invalid - it has now been removed from your order.",
        ),
        CouponError::NotYours => told("Please enter a valid email to use coupon code \"%s\"."),
    }
}

/// The message after a coupon was applied.
pub fn applied_message() -> CartMessage {
    CartMessage::new(NoticeKind::Success, "Coupon code applied successfully.")
}

impl Cart {
    /// `apply_coupon`: applies a coupon. `found`: the coupon of this code; `in_cart`: those that the cart has.
    ///
    /// A coupon that grants free shipping also sets the chosen method of each package to `free_shipping`; that is the
    /// caller's.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn apply_coupon(
        &mut self,
        found: Option<&Coupon>,
        in_cart: &[Coupon],
        scene: &CouponScene<'_>,
    ) -> Result<(), CouponError> {
        let coupon = found.ok_or(CouponError::NotExists)?;
        validate(coupon, scene)?;
        if self.has_coupon(&coupon.code) {
            return Err(CouponError::AlreadyApplied);
        }
        if coupon.individual_use {
            self.coupons.clear();
        }
        let alone = in_cart.iter();
        let mut alone = alone.filter(|own| own.individual_use && self.has_coupon(&own.code));
        if let Some(alone) = alone.next() {
            return Err(CouponError::IndividualUse(alone.code.clone()));
        }
        self.coupons.push(coupon.code.clone());
        Ok(())
    }

    /// Whether the cart has a coupon.
    pub fn has_coupon(&self, code: &str) -> bool {
        self.coupons.iter().any(|own| own == code)
    }

    /// Removes a coupon; whether the cart had it. `code`: as typed.
    pub fn remove_coupon(&mut self, code: &str) -> bool {
        let code = format_coupon_code(code);
        let count = self.coupons.len();
        self.coupons.retain(|own| *own != code);
        self.coupons.len() < count
    }

    /// `check_cart_coupons`: removes coupons that may no longer be used, and tells so. `in_cart`: those of the cart that
    /// still exist.
    pub fn check_coupons(
        &mut self,
        in_cart: &[Coupon],
        scene: &CouponScene<'_>,
    ) -> Vec<CartMessage> {
        let mut messages = Vec::new();
        self.coupons.retain(|code| {
            let coupon = in_cart.iter().find(|coupon| coupon.code == *code);
            let is_valid = coupon.is_some_and(|coupon| validate(coupon, scene).is_ok());
            if !is_valid {
                messages.push(coupon_message(&CouponError::NoLongerValid, code));
            }
            is_valid
        });
        messages
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::woocommerce::money::PriceSettings;
    use crate::wordpress::l10n::Locale;

    #[test]
    fn a_lonely_coupon_stands_alone() {
        let prices = PriceSettings::default();
        let scene = CouponScene {
            products: Vec::new(),
            displayed_subtotal: 0.0,
            now: 0,
            customer: &[],
            category_names: &[],
            prices: &prices,
        };
        let coupon = |code: &str, individual_use| Coupon {
            code: code.to_owned(),
            individual_use,
            ..Coupon::default()
        };
        let all = [
            coupon("a", false),
            coupon("b", false),
            coupon("alone", true),
        ];
        let mut cart = Cart::default();
        let mut apply = |at: usize| cart.apply_coupon(all.get(at), &all, &scene).err();
        assert_eq!((apply(0), apply(1)), (None, None));
        assert_eq!(apply(0), Some(CouponError::AlreadyApplied));
        assert_eq!(apply(2), None);
        assert_eq!(
            apply(1),
            Some(CouponError::IndividualUse("alone".to_owned()))
        );
        assert_eq!(apply(7), Some(CouponError::NotExists));
        assert_eq!(cart.coupons, ["alone"]);
        assert!(cart.remove_coupon("ALONE") && !cart.remove_coupon("alone"));
        cart.coupons.push("gone".to_owned());
        let messages = cart.check_coupons(&all, &scene);
        let english = Locale::english();
        let text = messages[0].text(english.domain("woocommerce"));
        assert!(text.contains("\"gone\" is invalid") && cart.coupons.is_empty());
    }
}
