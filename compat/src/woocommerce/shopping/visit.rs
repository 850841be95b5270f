//! A visit: whose it is, what its session holds, and how that is stored.
//!
//! Contract "woocommerce", sections 3.1, 3.2 and 17.

use std::sync::Arc;

use super::default_customer::default_customer;
use super::goods::Goods;
use super::link_text::link_text;
use super::session_key::{SessionKey, read_cookie};
use super::source::ShopSource;
use super::sums::Sums;
use super::tables::ShopTables;
use crate::woocommerce::cart::{Cart, CartMessage};
use crate::woocommerce::coupon::{Coupon, load_coupons};
use crate::woocommerce::session::{
    Customer, CustomerId, Lifetime, NoticeKind, Notices, SessionData, SessionStart, delete_session,
    load_persistent_cart, load_session_value, merge_carts, move_session, start, take_merge_flag,
};
use crate::wordpress::db::DbError;
use crate::wordpress::php::Value;
use crate::wordpress::post::PostId;
use crate::wordpress::user::UserId;

/// Session keys.
pub(super) mod key {
    pub(in super::super) const CART: &str = "cart";
    pub(in super::super) const CUSTOMER: &str = "customer";
    pub(in super::super) const NOTICES: &str = "wc_notices";
    pub(in super::super) const TOTALS: &str = "cart_totals";
}

/// The blog whose saved carts of users count: sites of a network are not supported.
pub(super) const BLOG: i64 = 1;

/// A visitor in the shop.
#[derive(Debug, Clone, Default)]
pub struct Visit {
    /// The key of the session; `None` for a visitor who has none.
    pub id: Option<CustomerId>,
    /// What the session holds.
    pub session: SessionData,
    /// The cart.
    pub cart: Cart,
    /// What is known of the customer.
    pub customer: Customer,
    /// What was not told yet.
    pub notices: Notices,
    /// The coupons of the cart.
    pub coupons: Vec<Coupon>,
    /// The products of the cart.
    pub goods: Goods,
    /// What the cart costs, once it was calculated.
    pub sums: Option<Arc<Sums>>,
    /// The lifetime of the session.
    pub(super) lifetime: Option<Lifetime>,
    /// Whether the cookie of the session has to be set.
    pub(super) sets_cookie: bool,
    /// Whether the row has to be written for its new lifetime.
    pub(super) is_due: bool,
    /// Whether the cookie of the session was of no use and has to go.
    pub(super) clears_cookie: bool,
    /// The row's value as it was read.
    pub(super) stored: Option<Vec<u8>>,
    /// Whether a guest has become a user with this request: his cart joins the saved one.
    pub(super) is_adopted: bool,
    /// Whether the saved cart of a user has joined that of his session.
    pub(super) is_joined: bool,
    pub(super) default_customer: Customer,
    /// The e-mail address of a user's account; empty: none.
    pub(super) account_email: String,
}

crate::type_map_entry!(Visit);

impl Visit {
    /// Opens the session of a request.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn open(source: &ShopSource<'_>, key: SessionKey<'_>) -> Result<Self, DbError> {
        let mut visit = Self::default();
        match key {
            SessionKey::Cookie(cookie) => visit.find_session(source, cookie).await?,
            SessionKey::Token(token) => {
                let id = CustomerId(token.user_id.clone());
                visit.lifetime = Some(Lifetime {
                    expiration: token.expires,
                    expiring: token.expires,
                });
                visit.read_row(source, id).await?;
            }
        }
        (visit.default_customer, visit.account_email) = default_customer(source).await?;
        let customer = visit.session.get(key::CUSTOMER);
        visit.customer =
            Customer::from_value(&customer).unwrap_or_else(|| visit.default_customer.clone());
        visit.notices = Notices::from_value(&visit.session.get(key::NOTICES));
        visit.cart = Cart::from_session(&visit.session);
        visit.goods.own_order = PostId(match visit.draft_order() {
            0 => visit.awaiting_order(),
            draft => draft,
        });
        let is_joined = visit.add_persistent_cart(source).await?;
        visit.load_goods(source).await?;
        visit.coupons = load_coupons(source.db, &visit.cart.coupons, source.now).await?;
        let (has_changed, messages) = visit.cart.check_loaded(&visit.goods);
        for message in &messages {
            visit.tell(source, message);
        }
        if has_changed || is_joined {
            visit.calculate(source);
        }
        Ok(visit)
    }

    async fn find_session(
        &mut self,
        source: &ShopSource<'_>,
        cookie: Option<&str>,
    ) -> Result<(), DbError> {
        let (cookie, is_old) = match cookie {
            Some(value) => read_cookie(value, source),
            None => (None, false),
        };
        let db = source.db;
        let id = match start(cookie.as_ref(), source.user, source.now) {
            SessionStart::New(id) => id,
            SessionStart::Continued {
                id,
                lifetime,
                is_renewed,
            } => {
                self.lifetime = Some(lifetime);
                (self.sets_cookie, self.is_due) = (is_renewed || is_old, is_renewed);
                id
            }
            SessionStart::Adopted { guest, user } => {
                let lifetime = Lifetime::from(source.now, &user);
                move_session(db, &guest, &user, lifetime.expiration).await?;
                self.lifetime = Some(lifetime);
                (self.sets_cookie, self.is_adopted) = (true, true);
                user
            }
            SessionStart::Destroyed { row, id } => {
                if let Some(row) = row {
                    delete_session(db, &row).await?;
                }
                self.clears_cookie = true;
                id
            }
        };
        let is_guest = id.is_guest();
        if self.lifetime.is_some() || !is_guest {
            self.read_row(source, id).await?;
        }
        // A guest's id without a row was made up (contract, section 17); a user's row may be missing.
        let is_open = self.stored.is_some() || !is_guest;
        self.clears_cookie |= self.lifetime.is_some() && !is_open;
        if !is_open {
            (self.id, self.lifetime) = (None, None);
            (self.sets_cookie, self.is_due) = (false, false);
        }
        Ok(())
    }

    /// Reads the row of a session, which may be missing.
    async fn read_row(&mut self, source: &ShopSource<'_>, id: CustomerId) -> Result<(), DbError> {
        self.stored = load_session_value(source.db, &id).await?;
        if let Some(value) = &self.stored {
            self.session = SessionData::parse(value);
        }
        self.id = Some(id);
        Ok(())
    }

    /// The user, if the session is his: that of a token may be a guest's.
    fn owner(&self, source: &ShopSource<'_>) -> Option<UserId> {
        let user = source.user?;
        (self.id == Some(CustomerId::of_user(user))).then_some(user)
    }

    /// A user's saved cart: it is taken while the session has none, and joins the session's once after a login. Whether
    /// it was.
    async fn add_persistent_cart(&mut self, source: &ShopSource<'_>) -> Result<bool, DbError> {
        let Some(user) = self.owner(source) else {
            return Ok(false);
        };
        let own = self.session.get(key::CART);
        let is_merged = take_merge_flag(source.db, user).await? || self.is_adopted;
        if !own.is_null() && !is_merged {
            return Ok(false);
        }
        let saved = load_persistent_cart(source.db, user, BLOG).await?;
        if !saved.is_empty() {
            let own = own.as_array().cloned().unwrap_or_default();
            self.cart.lines = Cart::lines_of(&merge_carts(saved, &own).into());
        }
        self.is_joined = is_merged;
        Ok(is_merged || !self.cart.is_empty())
    }

    /// Loads the products of the lines.
    pub(super) async fn load_goods(&mut self, source: &ShopSource<'_>) -> Result<(), DbError> {
        let lines = self.cart.lines.iter().chain(&self.cart.removed);
        let ids: Vec<PostId> = lines
            .flat_map(|line| [line.product_id, line.variation_id])
            .collect();
        self.goods.add(source, &ids).await
    }

    /// Calculates the totals anew.
    pub fn calculate(&mut self, source: &ShopSource<'_>) {
        let tables = Arc::clone(source.site_data.get::<Arc<ShopTables>>());
        let sums = Sums::calculate(
            &self.cart,
            (&self.goods, &self.coupons),
            &self.customer,
            &tables,
            &mut self.session,
        );
        self.cart.set_line_totals(&sums.items);
        self.sums = Some(Arc::new(sums));
    }

    /// Adds a notice in the language of the request.
    pub(crate) fn tell(&mut self, source: &ShopSource<'_>, message: &CartMessage) {
        let guest = self.guest_id().map(str::to_owned);
        let html = link_text(source, guest.as_deref(), message);
        self.notices.add(message.kind, html);
    }

    /// Takes the customer's data from the account anew, after they were changed there.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn renew_customer(&mut self, source: &ShopSource<'_>) -> Result<(), DbError> {
        (self.default_customer, self.account_email) = default_customer(source).await?;
        self.customer = self.default_customer.clone();
        self.session.set(key::CUSTOMER, &Value::Null);
        Ok(())
    }

    /// Becomes the visit of somebody whose session was destroyed: its cookies go.
    pub fn end(&mut self) {
        *self = Self {
            clears_cookie: self.lifetime.is_some(),
            ..Self::default()
        };
    }

    /// Whether an error waits to be told.
    pub fn has_errors(&self) -> bool {
        self.notices.of(NoticeKind::Error).next().is_some()
    }

    /// The id of a guest's session: nonces of the shop are made with it.
    pub fn guest_id(&self) -> Option<&str> {
        let id = self.id.as_ref().filter(|id| id.is_guest())?;
        Some(&id.0)
    }

    /// `get_cart_hash`: changes with contents and total; empty for an empty cart.
    pub fn cart_hash(&self) -> String {
        let totals = self.session.get(key::TOTALS);
        let total = match &self.sums {
            Some(sums) => sums.totals.stored(&sums.tables.settings.prices),
            None => totals,
        };
        self.cart.hash(&total.at("total").to_string_lossy())
    }

    /// Continues as the visit of a user: a guest who has got an account in this request. `source`: that of the user.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn join(&mut self, source: &ShopSource<'_>) -> Result<(), DbError> {
        let Some(user) = source.user else {
            return Ok(());
        };
        let own = CustomerId(user.0.to_string());
        let lifetime = Lifetime::from(source.now, &own);
        if let Some(guest) = self.id.replace(own.clone()) {
            move_session(source.db, &guest, &own, lifetime.expiration).await?;
        }
        self.lifetime = Some(lifetime);
        (self.sets_cookie, self.is_joined) = (true, true);
        self.customer.id = user.0;
        Ok(())
    }

    /// Takes the notices, to print them.
    pub(crate) fn take_notices(&mut self) -> Notices {
        std::mem::take(&mut self.notices)
    }
}
