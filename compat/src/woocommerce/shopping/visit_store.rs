//! How what changed in a visit is stored.
//!
//! Contract "woocommerce", sections 3.1 and 17.

use super::source::ShopSource;
use super::sums::CHOSEN;
use super::visit::{BLOG, Visit, key};
use crate::woocommerce::session::{
    CustomerId, Lifetime, SessionData, SessionWrite, replace_session, save_persistent_cart,
};
use crate::wordpress::db::DbError;
use crate::wordpress::php::Value;

/// Session key of the order that waits for its payment.
const AWAITING: &str = "order_awaiting_payment";
/// Session key of the draft that the Store API makes of the cart.
const DRAFT: &str = "store_api_draft_order";

impl Visit {
    /// Stores what changed; a visitor who has put something in gets a session. `false`: another request has changed the
    /// row meanwhile, and nothing is stored.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn store(&mut self, source: &ShopSource<'_>) -> Result<bool, DbError> {
        self.begin_session(source);
        let lines = self.session.get(key::CART);
        let Some(write) = self.unsaved(source) else {
            return Ok(true);
        };
        let stored = write.value.clone();
        if !replace_session(source.db, write).await? {
            return Ok(false);
        }
        self.written(stored);
        if let Some(user) = source.user
            && (lines != self.session.get(key::CART) || self.is_joined)
        {
            self.is_joined = false;
            let lines = self.cart.stored_lines();
            save_persistent_cart(source.db, user, BLOG, &lines).await?;
        }
        Ok(true)
    }

    /// The row as it has to be written; `None`: nothing has changed, or the visitor has no session.
    fn unsaved(&mut self, source: &ShopSource<'_>) -> Option<SessionWrite> {
        let id = self.id.clone()?;
        if let Some(sums) = &self.sums {
            let totals = (&sums.items, &sums.totals);
            let prices = &sums.tables.settings.prices;
            self.cart
                .to_session(&mut self.session, Some(totals), prices);
        }
        let is_default = self.customer == self.default_customer;
        let customer = match (is_default, self.session.get(key::CUSTOMER)) {
            (true, Value::Null) => Value::Null,
            _ => self.customer.to_value(),
        };
        self.session.set(key::CUSTOMER, &customer);
        self.session.set(key::NOTICES, &self.notices.to_value());
        if !self.session.is_changed() && !self.is_due && !self.is_joined {
            return None;
        }
        let lifetime = *self
            .lifetime
            .get_or_insert_with(|| Lifetime::from(source.now, &id));
        Some(SessionWrite {
            id,
            old: self.stored.clone(),
            value: self.session.session_value(),
            expiration: lifetime.expiration,
            forgets_cart_of: None,
        })
    }

    /// Takes over that the row was written.
    fn written(&mut self, stored: Vec<u8>) {
        self.session = SessionData::parse(&stored);
        (self.stored, self.is_due) = (Some(stored), false);
    }

    /// The session without its cart, which has become an order: as it is stored with the order. The order is
    /// remembered under `key`.
    pub(crate) fn emptied(
        &self,
        source: &ShopSource<'_>,
        (key, order): (&str, &Value),
    ) -> Option<(Self, SessionWrite)> {
        let mut emptied = self.clone();
        emptied.cart.empty();
        emptied.coupons.clear();
        emptied.session.set(CHOSEN, &Value::Null);
        emptied.session.set(AWAITING, &Value::Null);
        emptied.session.set(DRAFT, &Value::Null);
        emptied.session.set(key, order);
        let mut write = emptied.unsaved(source)?;
        write.forgets_cart_of = source.user;
        emptied.sums = None;
        emptied.written(write.value.clone());
        Some((emptied, write))
    }

    fn begin_session(&mut self, source: &ShopSource<'_>) {
        if self.cart.is_empty() || self.lifetime.is_some() {
            return;
        }
        let id = self.id.get_or_insert_with(CustomerId::new_guest);
        self.lifetime = Some(Lifetime::from(source.now, id));
        (self.sets_cookie, self.is_due) = (true, true);
    }

    /// The number of the order that waits for its payment; 0: none.
    pub(crate) fn awaiting_order(&self) -> i64 {
        self.session.get(AWAITING).to_int()
    }

    /// Forgets the order that waits for its payment.
    pub fn forget_awaiting_order(&mut self) {
        self.session.set(AWAITING, &Value::Null);
    }

    /// The session as it is stored with an order that the buyer pays elsewhere: it remembers the order, and keeps the
    /// cart.
    pub(crate) fn awaiting(
        &self,
        source: &ShopSource<'_>,
        order: i64,
    ) -> Option<(Self, SessionWrite)> {
        let mut waiting = self.clone();
        waiting.session.set(AWAITING, &Value::from(order));
        let write = waiting.unsaved(source)?;
        waiting.written(write.value.clone());
        Some((waiting, write))
    }

    /// The number of the draft; 0: none.
    pub fn draft_order(&self) -> i64 {
        self.session.get(DRAFT).to_int()
    }

    /// Remembers the draft by its number.
    pub fn set_draft_order(&mut self, order: i64) {
        self.session.set(DRAFT, &Value::from(order));
    }
}
