//! Rates: what a zone's methods offer for a package, and which one is chosen.

use super::method::{FreeShippingFacts, Method, MethodKind, rounded};
use super::package::Package;
use super::zone::Zone;
use crate::woocommerce::money::PriceSettings;
use crate::woocommerce::tax::{TaxRate, Taxes, calc_tax};

/// Name of a rate: `flat_rate:1`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RateId(pub String);

impl RateId {
    fn of(method: &Method) -> Self {
        Self(format!("{}:{}", method.kind.id(), method.instance_id))
    }

    /// Whether it is a rate of this method (`local_pickup`).
    pub fn is_of(&self, method: &str) -> bool {
        self.0.split(':').next() == Some(method)
    }
}

/// What a method offers for a package.
#[derive(Debug, Clone, PartialEq)]
pub struct ShippingRate {
    /// Its name.
    pub id: RateId,
    /// `flat_rate`.
    pub method_id: &'static str,
    /// Row of the method.
    pub instance_id: i64,
    /// Shown to customers.
    pub label: String,
    /// Without tax.
    pub cost: f64,
    /// Of the cost.
    pub taxes: Taxes,
}

/// What rates are made with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RateScene<'a> {
    /// What free shipping looks at.
    pub free: FreeShippingFacts,
    /// Taxes of the costs; none when the shop has no taxes or the customer has to pay none.
    pub taxes: &'a [TaxRate],
    /// How prices are written and rounded.
    pub prices: &'a PriceSettings,
    /// Option `woocommerce_shipping_hide_rates_when_free`.
    pub hides_when_free: bool,
    /// Whether the shop ships to the country; if not, goods can only be fetched.
    pub ships_there: bool,
}

/// The rates of a zone for a package, in the order of its methods.
pub fn rates_for_package(
    zone: &Zone,
    package: &Package,
    scene: &RateScene<'_>,
) -> Vec<ShippingRate> {
    let methods = zone.methods.iter();
    let methods = methods.filter(|method| scene.ships_there || method.is_pickup());
    let rates = methods.filter_map(|method| {
        let cost = method.cost(package, scene.free, scene.prices)?;
        let rates = if method.is_taxable && cost > 0.0 {
            scene.taxes
        } else {
            &[]
        };
        Some(ShippingRate {
            id: RateId::of(method),
            method_id: method.kind.id(),
            instance_id: method.instance_id,
            label: method.title.clone(),
            cost: rounded(cost, scene.prices),
            taxes: calc_tax(cost, rates, false, scene.prices.rounding_precision()),
        })
    });
    let mut rates: Vec<_> = rates.collect();
    let is_free = |rate: &ShippingRate| rate.method_id == "free_shipping";
    if scene.hides_when_free && rates.iter().any(is_free) {
        rates.retain(|rate| is_free(rate) || rate.method_id == "local_pickup");
    }
    rates
}

/// The rate of a package: the `stored` choice while the offer is the one of last time (`previous`), else the default.
/// `None` when there is no offer.
pub fn choose_rate<'r>(
    rates: &'r [ShippingRate],
    stored: Option<&RateId>,
    previous: Option<&[RateId]>,
    has_free_shipping_coupon: bool,
) -> Option<&'r ShippingRate> {
    let offered = stored.and_then(|id| rates.iter().find(|rate| rate.id == *id));
    let is_unchanged = previous.is_some_and(|ids| ids.iter().eq(rates.iter().map(|rate| &rate.id)));
    let is_pickup = |rate: &&ShippingRate| rate.method_id == "local_pickup";
    let free = || rates.iter().find(|rate| rate.method_id == "free_shipping");
    offered
        .filter(|rate| is_unchanged || is_pickup(rate))
        .or_else(|| has_free_shipping_coupon.then(free).flatten())
        .or_else(|| rates.first())
}

impl Method {
    /// Whether customers fetch the goods.
    pub fn is_pickup(&self) -> bool {
        matches!(self.kind, MethodKind::LocalPickup(_))
    }
}

#[cfg(test)]
mod tests {
    use super::super::method::{FlatRate, FreeShipping, LocalPickup};
    use super::*;

    fn zone() -> Zone {
        let method = |instance_id, kind| Method {
            instance_id,
            title: String::new(),
            is_taxable: true,
            kind,
        };
        let flat = FlatRate {
            cost: "4.955".to_owned(),
            ..FlatRate::default()
        };
        Zone {
            methods: vec![
                method(1, MethodKind::FlatRate(flat)),
                method(2, MethodKind::LocalPickup(LocalPickup::default())),
                method(3, MethodKind::FreeShipping(FreeShipping::default())),
            ],
            ..Zone::default()
        }
    }

    fn offered(hides_when_free: bool, ships_there: bool) -> Vec<ShippingRate> {
        let scene = RateScene {
            free: FreeShippingFacts::default(),
            taxes: &[],
            prices: &PriceSettings::default(),
            hides_when_free,
            ships_there,
        };
        rates_for_package(&zone(), &Package::default(), &scene)
    }

    #[test]
    fn a_choice_is_kept_while_the_offer_is_the_same() {
        let rates = offered(false, true);
        assert_eq!(rates[0].cost, 4.96);
        let ids: Vec<_> = rates.iter().map(|rate| rate.id.clone()).collect();
        let chosen = |stored: Option<usize>, previous: Option<&[RateId]>, coupon| {
            let stored = stored.map(|i| &ids[i]);
            choose_rate(&rates, stored, previous, coupon).map(|rate| rate.instance_id)
        };
        assert_eq!(chosen(None, None, false), Some(1));
        assert_eq!(chosen(Some(2), Some(&ids), false), Some(3));
        assert_eq!(chosen(Some(2), Some(&ids[1..]), false), Some(1));
        assert_eq!(chosen(Some(1), None, false), Some(2));
        assert_eq!(chosen(None, None, true), Some(3));
        assert_eq!(offered(true, true).len(), 2);
        assert_eq!(offered(true, false).len(), 1);
        assert!(choose_rate(&[], None, None, false).is_none());
    }
}
