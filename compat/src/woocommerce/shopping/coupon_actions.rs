//! Applying, removing and checking coupons in a visit.
//!
//! Contract "woocommerce", sections 8.4 and 10.

use super::source::ShopSource;
use super::sums::CHOSEN;
use super::visit::Visit;
use crate::woocommerce::cart::{CartMessage, Products, applied_message, coupon_message};
use crate::woocommerce::coupon::{CouponScene, format_coupon_code, load_coupon, validate};
use crate::woocommerce::money::PriceSettings;
use crate::woocommerce::session::NoticeKind;
use crate::woocommerce::settings::ShopSettings;
use crate::wordpress::db::DbError;
use crate::wordpress::php::Value;
use crate::wordpress::taxonomy::TermId;

/// What a coupon is held against, without the products.
pub(super) struct Facts {
    displayed_subtotal: f64,
    customer: Vec<String>,
    category_names: Vec<(TermId, String)>,
    prices: PriceSettings,
}

impl Facts {
    /// Whether an e-mail address of the customer is known.
    pub(super) fn knows_email(&self) -> bool {
        self.customer.iter().any(|by| by.contains('@'))
    }

    pub(super) fn scene<'a>(&'a self, visit: &'a Visit, now: i64) -> CouponScene<'a> {
        let lines = visit.cart.lines.iter();
        CouponScene {
            products: lines
                .filter_map(|line| visit.goods.product(line.bought()))
                .collect(),
            displayed_subtotal: self.displayed_subtotal,
            now,
            customer: &self.customer,
            category_names: &self.category_names,
            prices: &self.prices,
        }
    }
}

impl Visit {
    pub(super) fn facts(&self, source: &ShopSource<'_>) -> Facts {
        let sums = self.sums.as_ref();
        let displayed = sums.map(|sums| sums.totals.shown_subtotal(&sums.scene()).amount);
        let emails = [&self.account_email, &self.customer.billing.email];
        let emails = emails.into_iter().filter(|email| !email.is_empty());
        let user = source.user.map(|user| user.0.to_string());
        let categories = source.site.terms.of("product_cat").iter();
        Facts {
            displayed_subtotal: displayed.unwrap_or_default(),
            customer: user
                .into_iter()
                .chain(emails.map(|email| email.to_lowercase()))
                .collect(),
            category_names: categories
                .map(|term| (term.term_id, term.name.clone()))
                .collect(),
            prices: PriceSettings::from_options(&source.site.options),
        }
    }

    /// Applies a coupon, and tells how that went. Whether it was applied.
    pub(super) async fn apply_coupon(
        &mut self,
        source: &ShopSource<'_>,
        code: &str,
    ) -> Result<bool, DbError> {
        if !ShopSettings::from_options(&source.site.options).has_coupons {
            return Ok(false);
        }
        let clean = format_coupon_code(code);
        if clean.is_empty() {
            self.tell(source, &CartMessage::error("Please enter a coupon code."));
            return Ok(false);
        }
        self.calculate(source);
        let found = load_coupon(source.db, code, source.now).await?;
        let facts = self.facts(source);
        let mut cart = self.cart.clone();
        let applied = {
            let scene = facts.scene(self, source.now);
            cart.apply_coupon(found.as_ref(), &self.coupons, &scene)
        };
        match applied {
            Ok(()) => {
                self.cart = cart;
                let found = found.into_iter();
                self.coupons.extend(found);
                if self
                    .coupons
                    .last()
                    .is_some_and(|coupon| coupon.free_shipping)
                {
                    let choice = Value::array().with(0, "free_shipping");
                    self.session.set(CHOSEN, &choice);
                }
                self.tell(source, &applied_message());
                Ok(true)
            }
            Err(error) => {
                self.tell(source, &coupon_message(&error, &clean));
                Ok(false)
            }
        }
    }

    /// Removes a coupon. Whether the cart has to be calculated anew.
    pub(super) fn remove_coupon(
        &mut self,
        source: &ShopSource<'_>,
        code: &str,
        is_told: bool,
    ) -> bool {
        let is_empty = format_coupon_code(code).is_empty();
        let was_there = self.cart.remove_coupon(code);
        if is_told {
            let message = if is_empty {
                CartMessage::error("Sorry there was a problem removing this coupon.")
            } else {
                CartMessage::new(NoticeKind::Success, "Coupon has been removed.")
            };
            self.tell(source, &message);
        }
        was_there
    }

    /// Removes the coupons that may no longer be used, and tells so.
    pub(crate) fn check_coupons(&mut self, source: &ShopSource<'_>) {
        if self.cart.coupons.is_empty() {
            return;
        }
        let facts = self.facts(source);
        let mut cart = self.cart.clone();
        let messages = {
            let scene = facts.scene(self, source.now);
            cart.check_coupons(&self.coupons, &scene)
        };
        self.cart = cart;
        messages.iter().for_each(|m| self.tell(source, m));
    }
}

impl Visit {
    /// `check_customer_coupons`: removes the coupons that the customer of the order may not use, and tells why. Whether
    /// one was removed.
    pub(crate) fn check_customer_coupons(&mut self, source: &ShopSource<'_>) -> bool {
        let facts = self.facts(source);
        let refused: Vec<_> = {
            let scene = facts.scene(self, source.now);
            let own = self.coupons.iter();
            let own = own.filter(|coupon| self.cart.has_coupon(&coupon.code));
            own.filter_map(|coupon| {
                let error = validate(coupon, &scene).err()?;
                Some((coupon.code.clone(), error))
            })
            .collect()
        };
        for (code, error) in &refused {
            self.cart.remove_coupon(code);
            self.tell(source, &coupon_message(error, code));
        }
        !refused.is_empty()
    }
}
