//! What a request does to a cart.
//!
//! Contract "woocommerce", sections 7.2, 7.3, 7.6 and 7.7.

use super::source::ShopSource;
use super::store_action::{StoreAction, StoreOutcome};
use super::sums::CHOSEN;
use super::visit::Visit;
use crate::woocommerce::cart::{
    AddRequest, CalculatorRequest, CartMessage, Products, Refusal, added_message,
    calculate_shipping, posted_quantity,
};
use crate::woocommerce::product::ProductType;
use crate::woocommerce::session::Notices;
use crate::wordpress::db::DbError;
use crate::wordpress::object_cache::ObjectCache;
use crate::wordpress::php::{Array, Value};
use crate::wordpress::post::PostId;
use crate::wordpress::url::parse_url;

/// Most units of a line, and most lines of a cart: more are cut off.
const UNITS_MAX: i64 = 10_000;
const LINES_MAX: usize = 200;

/// Posted numbers of units by what they are of.
pub type PostedQuantities = Vec<(String, String)>;

/// A chosen rate of each package by its number.
pub type ShippingChoice = Vec<(i64, String)>;

/// A product that a form, a link or a script puts in.
#[derive(Debug, Clone, Default)]
pub struct AddToCart {
    /// A product, or a variation.
    pub product: PostId,
    /// A variation of it; 0: none.
    pub variation: PostId,
    /// Units as posted.
    pub quantity: String,
    /// Of a grouped product: units of each of its products.
    pub quantities: PostedQuantities,
    /// Posted `attribute_…`.
    pub attributes: Vec<(String, String)>,
    /// The path of the request.
    pub path: String,
    /// Whether a script asks: the visitor is told errors alone.
    pub is_ajax: bool,
    /// Whether a password keeps the visitor from the product.
    pub is_protected: bool,
}

/// What a request does.
#[derive(Debug, Clone)]
pub enum CartAction {
    /// Nothing; a page is looked at. `keeps_removed`: removed lines may still be put back.
    View {
        /// Whether removed lines may still be put back.
        keeps_removed: bool,
    },
    /// Puts a product in.
    Add(AddToCart),
    /// The cart's form: sets quantities.
    Update(PostedQuantities),
    /// Removes a line.
    Remove {
        /// Its key.
        key: String,
        /// Whether the visitor is told, and may put it back.
        is_told: bool,
    },
    /// Puts a removed line back.
    Restore(String),
    /// Applies a coupon.
    ApplyCoupon {
        /// Its code as typed.
        code: String,
        /// The customer's address, when it is known by now.
        email: Option<String>,
        /// Whether the notices are printed at once.
        prints: bool,
    },
    /// Removes a coupon.
    RemoveCoupon {
        /// Its code as typed.
        code: String,
        /// Whether the visitor is told, at once.
        is_told: bool,
    },
    /// Chooses rates.
    ChooseShipping(ShippingChoice),
    /// Calculates the totals.
    Calculate,
    /// The page of the cart: checks it, after the shipping calculator was used.
    ShowCart {
        /// What the calculator was given.
        calculator: Option<CalculatorRequest>,
        /// Whether removed lines may still be put back.
        keeps_removed: bool,
    },
    /// The page of the checkout: checks the cart.
    CheckCart,
    /// Takes everything out.
    Empty,
    /// The notices are printed.
    PrintNotices,
    /// A request of the Store API.
    Store(StoreAction),
}

/// What came of an action.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    /// Whether it was done.
    pub is_done: bool,
    /// The page of the product that was to be put in.
    pub product_url: Option<String>,
    /// The notices to print.
    pub notices: Notices,
    /// What came of a request of the Store API.
    pub store: StoreOutcome,
}

impl Visit {
    /// Does an action.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) async fn apply(
        &mut self,
        source: &ShopSource<'_>,
        action: &CartAction,
    ) -> Result<Outcome, DbError> {
        let mut outcome = Outcome::default();
        match action {
            CartAction::View { keeps_removed } => self.forget_removed(*keeps_removed),
            CartAction::Add(add) => outcome = self.add(source, add).await?,
            CartAction::Update(quantities) => outcome.is_done = self.update(source, quantities),
            CartAction::Remove { key, is_told } => {
                outcome.is_done = self.remove(source, key, *is_told);
            }
            CartAction::Restore(key) => {
                self.load_goods(source).await?;
                outcome.is_done = self.cart.restore(key);
            }
            CartAction::ApplyCoupon { code, email, .. } => {
                self.set_email(email.as_deref());
                outcome.is_done = self.apply_coupon(source, code).await?;
            }
            CartAction::RemoveCoupon { code, is_told } => {
                outcome.is_done = self.remove_coupon(source, code, *is_told);
            }
            CartAction::ChooseShipping(choice) => {
                self.choose_shipping(choice);
                outcome.is_done = true;
            }
            CartAction::Calculate => outcome.is_done = true,
            CartAction::ShowCart {
                calculator,
                keeps_removed,
            } => {
                self.forget_removed(*keeps_removed);
                self.show_cart(source, calculator.as_ref()).await?;
                outcome.is_done = true;
            }
            CartAction::CheckCart => {
                self.show_cart(source, None).await?;
                outcome.is_done = true;
            }
            CartAction::Empty => {
                self.cart.empty();
                self.session.set(CHOSEN, &Value::Null);
                outcome.is_done = true;
            }
            CartAction::PrintNotices => outcome.notices = self.take_notices(),
            CartAction::Store(action) => outcome.store = self.apply_store(source, action).await?,
        }
        self.limit_lines();
        if outcome.is_done {
            self.calculate(source);
        }
        if matches!(
            action,
            CartAction::ApplyCoupon { prints: true, .. }
                | CartAction::RemoveCoupon { is_told: true, .. }
        ) {
            outcome.notices = self.take_notices();
        }
        Ok(outcome)
    }

    fn update(&mut self, source: &ShopSource<'_>, quantities: &PostedQuantities) -> bool {
        let updated = self.cart.update_quantities(quantities, &self.goods);
        updated.messages.iter().for_each(|m| self.tell(source, m));
        updated.has_changed
    }

    fn remove(&mut self, source: &ShopSource<'_>, key: &str, is_told: bool) -> bool {
        let message = self.cart.remove(key, &self.goods);
        let was_there = message.is_some();
        if let Some(message) = message.filter(|_| is_told) {
            self.tell(source, &message);
        }
        was_there
    }

    fn forget_removed(&mut self, keeps: bool) {
        if !keeps && !self.cart.removed.is_empty() {
            self.cart.removed.clear();
            self.session.set(REMOVED, &Value::Null);
        }
    }

    fn choose_shipping(&mut self, choice: &ShippingChoice) {
        let mut chosen = match self.session.get(CHOSEN) {
            Value::Array(chosen) => chosen,
            _ => Array::new(),
        };
        for (package, rate) in choice {
            chosen.insert(*package, rate.as_str());
        }
        self.session.set(CHOSEN, &chosen.into());
    }

    fn limit_lines(&mut self) {
        for line in &mut self.cart.lines {
            line.quantity = line.quantity.min(UNITS_MAX);
        }
        self.cart.lines.truncate(LINES_MAX);
    }

    async fn add(&mut self, source: &ShopSource<'_>, add: &AddToCart) -> Result<Outcome, DbError> {
        let asked = [add.product, add.variation];
        self.goods.add(source, &asked).await?;
        let mut outcome = Outcome::default();
        let Some(product) = self.goods.product(add.product).cloned() else {
            if add.is_ajax {
                outcome.product_url = permalink_of(source, add.product).await?;
            }
            return Ok(outcome);
        };
        let page = self.goods.product(product.product_id());
        let page = page.map_or_else(|| product.permalink.clone(), |p| p.permalink.clone());
        let is_own_path = parse_url(&page)
            .and_then(|url| url.path)
            .is_some_and(|path| path.trim_end_matches('/') == add.path.trim_end_matches('/'));
        outcome.product_url = Some(page);
        if add.is_protected {
            const PROTECTED: &str = "This product is protected and cannot be purchased.";
            self.tell(source, &CartMessage::error(PROTECTED));
            return Ok(outcome);
        }
        let request = |product: PostId, quantity: i64| AddRequest {
            product_id: product,
            variation_id: add.variation,
            quantity: quantity.min(UNITS_MAX),
            attributes: add.attributes.clone(),
            data: Array::new(),
            is_on_product_page: is_own_path,
            locale: source.locale.code().to_owned(),
        };
        let mut added = Vec::new();
        if product.kind == ProductType::Grouped && !add.is_ajax {
            for (id, units) in self.wanted(source, add).await? {
                added.extend(self.add_one(source, &request(id, units)));
            }
        } else {
            let units = posted_quantity(&add.quantity);
            added.extend(self.add_one(source, &request(product.id, units)));
        }
        outcome.is_done = !added.is_empty();
        let redirects = source
            .site
            .options
            .text("woocommerce_cart_redirect_after_add");
        if outcome.is_done && (!add.is_ajax || redirects == "yes") {
            self.tell(source, &added_message(&added));
        }
        let is_public = self
            .goods
            .get(product.product_id())
            .is_some_and(|p| p.post.is_published());
        if add.is_ajax && outcome.is_done && !is_public {
            self.calculate(source);
            outcome.is_done = false;
        }
        Ok(outcome)
    }

    /// What is wanted of the products of a group. The visitor is told when it is nothing.
    async fn wanted(
        &mut self,
        source: &ShopSource<'_>,
        add: &AddToCart,
    ) -> Result<Vec<(PostId, i64)>, DbError> {
        let wanted = add.quantities.iter().filter_map(|(id, quantity)| {
            let units = crate::wordpress::php::cast::string_to_int(quantity.as_bytes());
            Some((PostId(id.parse().ok()?), units)).filter(|(_, units)| *units > 0)
        });
        let wanted: Vec<_> = wanted.collect();
        let ids: Vec<_> = wanted.iter().map(|(id, _)| *id).collect();
        self.goods.add(source, &ids).await?;
        if wanted.is_empty() {
            let message = if add.quantities.is_empty() {
                "Please choose a product to add to your cart&hellip;"
            } else {
                "Please choose the quantity of items you wish to add to your cart&hellip;"
            };
            self.tell(source, &CartMessage::error(message));
        }
        Ok(wanted)
    }

    /// Puts one product in: its name and units, when it was put in.
    fn add_one(&mut self, source: &ShopSource<'_>, request: &AddRequest) -> Option<(String, i64)> {
        match self.cart.add(request, &self.goods) {
            Ok(_) => {
                let product = self.goods.product(request.product_id)?;
                let name = self.goods.product(product.product_id());
                Some((
                    name.map_or(&product.name, |p| &p.name).clone(),
                    request.quantity,
                ))
            }
            Err(Refusal::Silent) => None,
            Err(Refusal::Told(message)) => {
                self.tell(source, &message);
                None
            }
        }
    }

    /// The checks of the cart's page. The calculator comes first.
    async fn show_cart(
        &mut self,
        source: &ShopSource<'_>,
        calculator: Option<&CalculatorRequest>,
    ) -> Result<(), DbError> {
        self.calculate(source);
        if let Some(request) = calculator {
            let settings = self.sums.as_ref().map(|sums| sums.tables.settings.clone());
            if let Some(settings) = settings {
                let message = calculate_shipping(request, &mut self.customer, &settings);
                self.session.set(CHOSEN, &Value::Null);
                self.tell(source, &message);
            }
        }
        let messages = self.cart.check_items(&self.goods);
        messages.iter().for_each(|m| self.tell(source, m));
        self.check_coupons(source);
        let cross_sells = self.cross_sells();
        self.goods.add(source, &cross_sells).await
    }

    /// Products that those of the cart name as fitting, without those that are in it.
    pub fn cross_sells(&self) -> Vec<PostId> {
        let held = |id: PostId| self.cart.lines.iter().any(|line| line.product_id == id);
        let mut ids: Vec<PostId> = Vec::new();
        for line in &self.cart.lines {
            let product = self.goods.get(line.bought());
            for id in product.iter().flat_map(|product| &product.cross_sells) {
                if !held(*id) && !ids.contains(id) {
                    ids.push(*id);
                }
            }
        }
        ids
    }

    fn set_email(&mut self, email: Option<&str>) {
        let email = email.and_then(crate::wordpress::formatting::email::is_email);
        if let Some(email) = email {
            email.clone_into(&mut self.customer.billing.email);
        }
    }
}

/// The address of what is no product; `None`: there is no such post.
async fn permalink_of(source: &ShopSource<'_>, id: PostId) -> Result<Option<String>, DbError> {
    let mut objects = ObjectCache::default();
    objects.prime_posts(source.db, &[id]).await?;
    let links = source.links(&objects);
    Ok(objects.post(id).map(|post| links.get_permalink(post)))
}

/// The session key of removed lines.
const REMOVED: &str = "removed_cart_contents";
