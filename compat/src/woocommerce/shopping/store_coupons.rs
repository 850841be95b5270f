//! Coupons in requests of the Store API.
//!
//! Contract "woocommerce-store-api", sections 6.5 and 6.7.

use super::source::ShopSource;
use super::sums::CHOSEN;
use super::visit::Visit;
use crate::woocommerce::cart::{CartMessage, coupon_message};
use crate::woocommerce::coupon::{Coupon, CouponError, format_coupon_code, load_coupon, validate};
use crate::woocommerce::settings::ShopSettings;
use crate::woocommerce::store_api::StoreError;
use crate::wordpress::db::DbError;
use crate::wordpress::formatting::escape::esc_html;
use crate::wordpress::php::Value;

/// Most refusals about coupons.
const REFUSED: &str = "woocommerce_rest_cart_coupon_error";
/// A code that the cart does not have.
const NOT_THERE: &str = "woocommerce_rest_cart_coupon_invalid_code";

impl Visit {
    fn has_coupons(source: &ShopSource<'_>) -> Result<(), StoreError> {
        if ShopSettings::from_options(&source.site.options).has_coupons {
            return Ok(());
        }
        let code = "woocommerce_rest_cart_coupon_disabled";
        let mut error = StoreError::bad_request(code, "Coupons are disabled.");
        error.status = 404;
        Err(error)
    }

    pub(super) async fn apply_store_coupon(
        &mut self,
        source: &ShopSource<'_>,
        typed: &str,
    ) -> Result<Result<(), StoreError>, DbError> {
        const AGAIN: &str = "Coupon code \"%s\" has already been applied.";
        const ALONE: &str =
            "\"%s\" has already been applied and cannot be used in conjunction with other coupons.";
        if let Err(error) = Self::has_coupons(source) {
            return Ok(Err(error));
        }
        let code = format_coupon_code(typed);
        let is_empty = code.is_empty() && !self.cart.coupons.is_empty();
        if is_empty || self.cart.has_coupon(&code) {
            let error = StoreError::bad_request(REFUSED, AGAIN);
            return Ok(Err(error.with(&*esc_html(&code))));
        }
        self.calculate(source);
        let Some(coupon) = load_coupon(source.db, typed, source.now).await? else {
            return Ok(Err(refusal(&CouponError::NotExists, &code)));
        };
        if let Err(error) = self.is_valid(source, &coupon) {
            return Ok(Err(refusal(&error, &coupon.code)));
        }
        if coupon.individual_use {
            self.cart.coupons.clear();
        }
        let alone = self.coupons.iter();
        let mut alone = alone.filter(|own| own.individual_use && self.cart.has_coupon(&own.code));
        if let Some(alone) = alone.next() {
            let error = StoreError::bad_request(REFUSED, ALONE);
            return Ok(Err(error.with(&*esc_html(&alone.code))));
        }
        if coupon.free_shipping {
            self.session
                .set(CHOSEN, &Value::array().with(0, "free_shipping"));
        }
        self.cart.coupons.push(coupon.code.clone());
        self.coupons.push(coupon);
        Ok(Ok(()))
    }

    pub(super) async fn remove_store_coupon(
        &mut self,
        source: &ShopSource<'_>,
        typed: &str,
    ) -> Result<Result<(), StoreError>, DbError> {
        const GONE: &str =
            "Coupon cannot be removed because it is not already applied to the cart.";
        if let Err(error) = Self::has_coupons(source) {
            return Ok(Err(error));
        }
        self.calculate(source);
        let coupon = load_coupon(source.db, typed, source.now).await?;
        let is_valid = coupon.is_some_and(|coupon| self.is_valid(source, &coupon).is_ok());
        if !is_valid {
            return Ok(Err(StoreError::bad_request(
                REFUSED,
                "Invalid coupon code.",
            )));
        }
        if self.cart.remove_coupon(typed) {
            return Ok(Ok(()));
        }
        let mut error = StoreError::bad_request(NOT_THERE, GONE);
        error.status = 409;
        Ok(Err(error))
    }

    /// Removes a coupon that the address names.
    pub(super) fn drop_store_coupon(&mut self, typed: &str) -> Result<(), StoreError> {
        if self.cart.remove_coupon(typed) {
            return Ok(());
        }
        let mut error = StoreError::bad_request(NOT_THERE, "Coupon does not exist in the cart.");
        error.status = 404;
        Err(error)
    }

    /// Removes the coupons that no longer hold, and says why.
    pub(super) fn drop_invalid_coupons(&mut self, source: &ShopSource<'_>) -> Vec<StoreError> {
        const DROPPED: &str = "The \"%1$s\" coupon has been removed from your cart: %2$s";
        let refused = self.remove_refused_coupons(source).into_iter();
        let errors = refused.map(|(code, reason)| {
            let message = CartMessage::error(DROPPED).with(&*esc_html(&code));
            StoreError::new(REFUSED, 409, message.with(reason.as_str()))
        });
        errors.collect()
    }

    /// Removes the coupons that no longer hold; their codes, and why.
    pub(super) fn remove_refused_coupons(
        &mut self,
        source: &ShopSource<'_>,
    ) -> Vec<(String, String)> {
        let mut refused = Vec::new();
        let texts = source.texts();
        for code in self.cart.coupons.clone() {
            let own = self.coupons.iter().find(|coupon| coupon.code == code);
            let judged = match own {
                Some(coupon) => self.is_valid(source, coupon),
                None => Err(CouponError::NotExists),
            };
            if let Err(error) = judged {
                let reason = refusal(&error, &code).text(texts);
                self.cart.remove_coupon(&code);
                refused.push((code, reason));
            }
        }
        refused
    }

    /// Whether a coupon may be used. One for some e-mail addresses is refused while the customer's is not known.
    fn is_valid(&self, source: &ShopSource<'_>, coupon: &Coupon) -> Result<(), CouponError> {
        let facts = self.facts(source);
        validate(coupon, &facts.scene(self, source.now))?;
        if coupon.email_restrictions.is_empty() || facts.knows_email() {
            Ok(())
        } else {
            Err(CouponError::NotYours)
        }
    }
}

/// The refusal of a coupon. That for other e-mail addresses is worded for cart and checkout.
fn refusal(error: &CouponError, code: &str) -> StoreError {
    const AT_CHECKOUT: &str = "Please enter a valid email at checkout to use coupon code \"%s\".";
    let message = coupon_message(error, code);
    let mut refused = StoreError::new(REFUSED, 400, message.clone());
    if matches!(error, CouponError::NotYours) {
        let checkout = CartMessage::error(AT_CHECKOUT).with(&*esc_html(code));
        refused.details = vec![("cart", message), ("checkout", checkout)];
    }
    refused
}
