//! What a cart costs: lines, shipping, totals.
//!
//! Contract "woocommerce", sections 8.1 and 8.3.

use std::sync::Arc;

use super::goods::Goods;
use super::tables::ShopTables;
use crate::woocommerce::cart::{Cart, Products, free_shipping_facts, shows_shipping};
use crate::woocommerce::cart_product::CartProduct;
use crate::woocommerce::coupon::Coupon;
use crate::woocommerce::session::{Customer, SessionData};
use crate::woocommerce::settings::Countries;
use crate::woocommerce::shipping::{
    FreeShippingFacts, Package, RateId, RateScene, ShippingRate, choose_rate, matching_zone,
    rates_for_package,
};
use crate::woocommerce::tax::{TaxLocation, TaxRate, shipping_tax_rates, taxed_place};
use crate::woocommerce::totals::{CartTotals, ItemTotals, ShippingLine, TotalsItem, TotalsScene};
use crate::wordpress::php::{Array, Value};

/// Session keys about shipping.
pub(crate) const CHOSEN: &str = "chosen_shipping_methods";
const PREVIOUS: &str = "previous_shipping_methods";
const COUNTS: &str = "shipping_method_counts";

/// A package with what is offered for it.
#[derive(Debug, Clone)]
pub struct ShippingPackage {
    /// What is sent where.
    pub package: Package,
    /// The offer.
    pub rates: Vec<ShippingRate>,
    /// The rate that counts.
    pub chosen: Option<RateId>,
}

/// The amounts of a cart, with what they were made from.
#[derive(Debug, Clone)]
pub struct Sums {
    /// Of lines and coupons.
    pub items: ItemTotals,
    /// Of all.
    pub totals: CartTotals,
    /// What is sent; none while costs are not shown.
    pub packages: Vec<ShippingPackage>,
    /// Whether something has to be sent.
    pub needs_shipping: bool,
    /// Whether its costs are shown.
    pub shows_shipping: bool,
    /// Whose taxes hold.
    pub place: TaxLocation,
    /// Whether the customer pays no taxes.
    pub is_vat_exempt: bool,
    /// Settings, rates and zones.
    pub tables: Arc<ShopTables>,
}

impl ShopTables {
    fn scene<'a>(&'a self, place: &'a TaxLocation, is_vat_exempt: bool) -> TotalsScene<'a> {
        TotalsScene {
            prices: &self.settings.prices,
            taxes: &self.settings.taxes,
            rates: &self.rates,
            customer: place,
            shop: &self.settings.place,
            is_vat_exempt,
            is_sequential: self.settings.is_sequential,
        }
    }

    fn has_methods(&self) -> bool {
        let mut zones = self.zones.zones.iter();
        self.settings.ships_to != Countries::None && zones.any(|zone| !zone.methods.is_empty())
    }
}

impl Sums {
    /// What amounts are shown with.
    pub fn scene(&self) -> TotalsScene<'_> {
        self.tables.scene(&self.place, self.is_vat_exempt)
    }

    /// Calculates a cart; choices of shipping are read from the session and written into it. `coupons`: those of the
    /// cart.
    pub fn calculate(
        cart: &Cart,
        (goods, coupons): (&Goods, &[Coupon]),
        customer: &Customer,
        tables: &Arc<ShopTables>,
        session: &mut SessionData,
    ) -> Self {
        let settings = &tables.settings;
        let needs_shipping = tables.has_methods() && cart.has_goods(goods);
        let stored = session.get(CHOSEN);
        let is_pickup = needs_shipping && stored.values().any(|id| rate_id(id).is_of(PICKUP));
        let place = taxed_place(
            settings.taxes.based_on,
            &customer.billing,
            &customer.shipping,
            &settings.place,
            is_pickup,
        );
        let scene = tables.scene(&place, customer.is_vat_exempt);
        let items: Vec<_> = cart
            .lines
            .iter()
            .filter_map(|line| {
                Some(TotalsItem {
                    key: &line.key,
                    product: goods.product(line.bought())?,
                    quantity: line.quantity,
                })
            })
            .collect();
        let of_cart: Vec<_> = coupons
            .iter()
            .filter(|c| cart.has_coupon(&c.code))
            .collect();
        let items = ItemTotals::calculate(&items, &of_cart, &scene);
        let has_free_coupon = of_cart.iter().any(|coupon| coupon.free_shipping);
        let shows_shipping = needs_shipping && shows_shipping(customer, settings);
        let mut packages = Vec::new();
        if shows_shipping {
            let package = cart.package(&items, goods, &customer.shipping);
            let taxes = shipping_rates(cart, goods, tables, &scene);
            let free = free_shipping_facts(&items, &scene, has_free_coupon);
            let rates = tables.offer(&package, free, &taxes);
            let previous = session.get(PREVIOUS).get(0).map(rate_ids);
            let own = stored.get(0).map(rate_id);
            let chosen = choose_rate(&rates, own.as_ref(), previous.as_deref(), has_free_coupon);
            let chosen = chosen.map(|rate| rate.id.clone());
            packages.push(ShippingPackage {
                package,
                rates,
                chosen,
            });
        }
        let lines: Vec<_> = packages.iter().filter_map(ShippingPackage::line).collect();
        let totals = CartTotals::new(&items, &lines, &scene);
        write_choices(&packages, session);
        Self {
            items,
            totals,
            packages,
            needs_shipping,
            shows_shipping,
            is_vat_exempt: customer.is_vat_exempt,
            place,
            tables: Arc::clone(tables),
        }
    }
}

/// The method by which customers fetch the goods.
const PICKUP: &str = "local_pickup";

fn rate_id(stored: &Value) -> RateId {
    RateId(stored.to_string_lossy().into_owned())
}

fn rate_ids(stored: &Value) -> Vec<RateId> {
    stored.values().map(rate_id).collect()
}

fn shipping_rates(
    cart: &Cart,
    goods: &Goods,
    tables: &ShopTables,
    scene: &TotalsScene<'_>,
) -> Vec<TaxRate> {
    if !scene.taxes.is_enabled || scene.is_vat_exempt {
        return Vec::new();
    }
    let classes = cart.shipping_tax_classes(goods);
    let class = &scene.taxes.shipping_class;
    shipping_tax_rates(
        class,
        scene.rates,
        scene.customer,
        &classes,
        &tables.classes,
    )
}

impl ShopTables {
    /// The rates for a package. Where the shop does not ship to, goods can only be fetched.
    fn offer(
        &self,
        package: &Package,
        facts: FreeShippingFacts,
        taxes: &[TaxRate],
    ) -> Vec<ShippingRate> {
        let settings = &self.settings;
        let Some(zone) = matching_zone(&self.zones.zones, &package.destination) else {
            return Vec::new();
        };
        let country = &package.destination.country;
        let scene = RateScene {
            free: facts,
            taxes,
            prices: &settings.prices,
            hides_when_free: settings.hides_rates_when_free,
            ships_there: country.is_empty() || settings.ships_to.contains(country),
        };
        rates_for_package(zone, package, &scene)
    }
}

impl ShippingPackage {
    /// The rate that counts.
    pub fn rate(&self) -> Option<&ShippingRate> {
        let chosen = self.chosen.as_ref()?;
        self.rates.iter().find(|rate| rate.id == *chosen)
    }

    fn line(&self) -> Option<ShippingLine> {
        let rate = self.rate()?;
        Some(ShippingLine {
            cost: rate.cost,
            taxes: rate.taxes.clone(),
        })
    }
}

/// Keeps what was offered and chosen, where something was.
fn write_choices(packages: &[ShippingPackage], session: &mut SessionData) {
    if packages.is_empty() {
        return;
    }
    let (mut chosen, mut previous, mut counts) = (Array::new(), Array::new(), Array::new());
    for (index, package) in packages.iter().enumerate() {
        let index = i64::try_from(index).unwrap_or_default();
        if let Some(id) = &package.chosen {
            chosen.insert(index, id.0.as_str());
        }
        let ids = package.rates.iter();
        let ids = ids.fold(Array::new(), |ids, rate| {
            ids.with_pushed(rate.id.0.as_str())
        });
        counts.insert(index, i64::try_from(ids.len()).unwrap_or_default());
        previous.insert(index, ids);
    }
    session.set(CHOSEN, &chosen.into());
    session.set(PREVIOUS, &previous.into());
    session.set(COUNTS, &counts.into());
}

impl Sums {
    /// The price of one unit of a product, as the cart shows prices.
    pub fn unit_price(&self, product: &CartProduct) -> f64 {
        let scene = self.scene();
        let item = TotalsItem {
            key: "",
            product,
            quantity: 1,
        };
        let items = ItemTotals::calculate(&[item], &[], &scene);
        scene.shown(items.subtotal, items.subtotal_tax).amount
    }
}
