//! What requests of the Store API do in a visit.
//!
//! Contract "woocommerce-store-api", sections 1.13 and 6.

use super::source::ShopSource;
use super::sums::CHOSEN;
use super::visit::Visit;
use crate::woocommerce::address::Address;
use crate::woocommerce::cart::{Cart, Products};
use crate::woocommerce::store_api::{
    QuantityLimits, Shelf, StoreAdd, StoreError, add_to_cart, cart_errors,
};
use crate::wordpress::db::DbError;
use crate::wordpress::php::{Array, Value};

/// What a request does.
#[derive(Debug, Clone)]
pub enum StoreAction {
    /// Calculates the totals.
    Calculate,
    /// Nothing; lines whose units are out of their limits are brought within them.
    Open,
    /// Puts a product in.
    Add(StoreAdd),
    /// Sets the units of a line; `None`: they stay.
    SetQuantity {
        /// Its key.
        key: String,
        /// Units.
        quantity: Option<i64>,
    },
    /// Removes a line.
    Remove(String),
    /// Removes everything, coupons too.
    Empty,
    /// Applies a coupon.
    ApplyCoupon(String),
    /// Removes a coupon.
    RemoveCoupon(String),
    /// Removes a coupon that is named in the address.
    DropCoupon(String),
    /// Removes all coupons.
    RemoveCoupons,
    /// Removes the coupons that the customer may not use.
    DropRefusedCoupons,
    /// Chooses a rate. `None`: for all packages; a package that is not there is ignored.
    SelectRate {
        /// The number of the package.
        package: Option<String>,
        /// The rate.
        rate: String,
    },
    /// Sets the customer's addresses, as they were cleaned and judged.
    SetAddresses {
        /// Where the bill goes.
        billing: Option<Box<Address>>,
        /// Where the goods go.
        shipping: Option<Box<Address>>,
    },
    /// Prepares an answer with the cart: says what would stop the checkout, and removes coupons that no longer hold.
    Show,
}

/// What came of it.
#[derive(Debug, Clone, Default)]
pub struct StoreOutcome {
    /// Codes of coupons that were removed because the customer may not use them, and why.
    pub removed: Vec<(String, String)>,
    /// Why it was refused.
    pub refused: Option<Box<StoreError>>,
    /// The key of the line that was put in.
    pub key: Option<String>,
    /// What would stop the checkout.
    pub errors: Vec<StoreError>,
}

impl Visit {
    /// Does what a request of the Store API asks.
    pub(super) async fn apply_store(
        &mut self,
        source: &ShopSource<'_>,
        action: &StoreAction,
    ) -> Result<StoreOutcome, DbError> {
        let mut outcome = StoreOutcome::default();
        match action {
            StoreAction::Open => {
                if self.fit_quantities() {
                    self.calculate(source);
                }
                return Ok(outcome);
            }
            StoreAction::Calculate => {
                self.calculate_once(source);
                return Ok(outcome);
            }
            StoreAction::DropRefusedCoupons => {
                outcome.removed = self.remove_refused_coupons(source);
                if !outcome.removed.is_empty() {
                    self.calculate(source);
                }
                return Ok(outcome);
            }
            StoreAction::Show => {
                outcome.errors = self.show_store(source).await?;
                return Ok(outcome);
            }
            _ => {}
        }
        match self.change_store(source, action).await? {
            Ok(key) => outcome.key = key,
            Err(error) => outcome.refused = Some(Box::new(error)),
        }
        self.calculate(source);
        Ok(outcome)
    }

    /// Brings the lines within the limits of their products. Whether one has changed.
    fn fit_quantities(&mut self) -> bool {
        let mut has_changed = false;
        for line in &mut self.cart.lines {
            let Some(product) = self.goods.product(line.bought()) else {
                continue;
            };
            let quantity = QuantityLimits::of(product).fit(line.quantity);
            has_changed |= quantity != line.quantity;
            line.quantity = quantity;
        }
        has_changed
    }

    /// Calculates the totals of a cart with anything in it, unless that was done.
    fn calculate_once(&mut self, source: &ShopSource<'_>) {
        let has_anything = !self.cart.is_empty() || !self.cart.coupons.is_empty();
        if self.sums.is_none() && has_anything {
            self.calculate(source);
        }
    }

    /// Prepares an answer with the cart.
    async fn show_store(&mut self, source: &ShopSource<'_>) -> Result<Vec<StoreError>, DbError> {
        self.calculate_once(source);
        let mut errors = cart_errors(&self.cart, &self.goods);
        let dropped = self.drop_invalid_coupons(source);
        if !dropped.is_empty() {
            self.calculate(source);
            errors.extend(dropped);
        }
        let cross_sells = self.cross_sells();
        self.goods.add(source, &cross_sells).await?;
        Ok(errors)
    }

    /// Changes the cart; the key of a line that was put in.
    async fn change_store(
        &mut self,
        source: &ShopSource<'_>,
        action: &StoreAction,
    ) -> Result<Result<Option<String>, StoreError>, DbError> {
        let done = match action {
            StoreAction::Add(add) => {
                self.goods.add(source, &[add.product]).await?;
                let mut cart = std::mem::take(&mut self.cart);
                let shelf = Shelf {
                    products: &self.goods,
                    catalogue: &self.goods.catalogue,
                    locale: source.locale.code(),
                };
                let added = add_to_cart(&mut cart, add, shelf);
                self.cart = cart;
                return Ok(added.map(Some));
            }
            StoreAction::ApplyCoupon(code) => self.apply_store_coupon(source, code).await?,
            StoreAction::RemoveCoupon(code) => self.remove_store_coupon(source, code).await?,
            StoreAction::DropCoupon(code) => self.drop_store_coupon(code),
            StoreAction::SetQuantity { key, quantity } => self.set_quantity(key, *quantity),
            StoreAction::Remove(key) => match self.cart.remove(key, &self.goods) {
                Some(_) => Ok(()),
                None => Err(invalid_key("Cart item no longer exists or is invalid.")),
            },
            StoreAction::Empty => {
                self.cart = Cart::default();
                Ok(())
            }
            StoreAction::RemoveCoupons => {
                self.cart.coupons.clear();
                Ok(())
            }
            StoreAction::SelectRate { package, rate } => {
                self.select_rate(package.as_deref(), rate);
                Ok(())
            }
            StoreAction::SetAddresses { billing, shipping } => {
                if let Some(address) = billing {
                    self.customer.billing = Address::clone(address);
                }
                if let Some(address) = shipping {
                    self.customer.shipping = Address::clone(address);
                }
                Ok(())
            }
            StoreAction::Open
            | StoreAction::Calculate
            | StoreAction::Show
            | StoreAction::DropRefusedCoupons => Ok(()),
        };
        Ok(done.map(|()| None))
    }

    fn set_quantity(&mut self, key: &str, quantity: Option<i64>) -> Result<(), StoreError> {
        let Some(line) = self.cart.line(key) else {
            return Err(invalid_key("Cart item does not exist."));
        };
        let Some(quantity) = quantity else {
            return Ok(());
        };
        let Some(product) = self.goods.product(line.bought()) else {
            let code = "woocommerce_rest_cart_invalid_product";
            let mut error = StoreError::bad_request(code, "Cart item is invalid.");
            error.status = 404;
            return Err(error);
        };
        QuantityLimits::of(product).check(quantity, &product.name)?;
        self.cart.set_quantity(key, quantity);
        Ok(())
    }

    fn select_rate(&mut self, package: Option<&str>, rate: &str) {
        let mut chosen = match self.session.get(CHOSEN) {
            Value::Array(chosen) => chosen,
            _ => Array::new(),
        };
        match package.map(str::parse::<i64>) {
            Some(Ok(package)) => {
                chosen.insert(package, rate);
            }
            Some(Err(_)) => {}
            None => {
                let packages = self.sums.as_ref().map_or(1, |sums| sums.packages.len());
                for package in 0..packages.max(1) {
                    chosen.insert(i64::try_from(package).unwrap_or_default(), rate);
                }
            }
        }
        self.session.set(CHOSEN, &chosen.into());
    }
}

fn invalid_key(id: &'static str) -> StoreError {
    let mut error = StoreError::bad_request("woocommerce_rest_cart_invalid_key", id);
    error.status = 409;
    error
}
