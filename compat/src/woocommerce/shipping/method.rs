//! The three shipping methods, and what they ask for a package.

use super::cost::evaluate_cost;
use super::package::{Package, ShippingClass};
use crate::woocommerce::money::{Decimals, PriceSettings, wc_format_decimal};
use crate::wordpress::php::Value;
use crate::wordpress::php::cast::string_to_float;
use crate::wordpress::php::round::round;

/// A method of a zone: a row of `{p}woocommerce_shipping_zone_methods` with its settings.
#[derive(Debug, Clone, PartialEq)]
pub struct Method {
    /// Id of the row.
    pub instance_id: i64,
    /// Shown to customers.
    pub title: String,
    /// Whether its costs are taxed.
    pub is_taxable: bool,
    /// What it asks.
    pub kind: MethodKind,
}

/// What a method asks for a package.
#[derive(Debug, Clone, PartialEq)]
pub enum MethodKind {
    /// `flat_rate`.
    FlatRate(FlatRate),
    /// `free_shipping`.
    FreeShipping(FreeShipping),
    /// `local_pickup`.
    LocalPickup(LocalPickup),
}

impl MethodKind {
    /// Its name in rate ids and options.
    pub fn id(&self) -> &'static str {
        match self {
            Self::FlatRate(_) => "flat_rate",
            Self::FreeShipping(_) => "free_shipping",
            Self::LocalPickup(_) => "local_pickup",
        }
    }
}

/// Settings of `flat_rate`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FlatRate {
    /// A cost expression; empty: none.
    pub cost: String,
    /// Cost expressions of shipping classes, by `{term id}` or, in older settings, by slug.
    pub class_costs: Vec<(String, String)>,
    /// The cost expression of items without class.
    pub no_class_cost: String,
    /// Whether the classes' costs add up; else the highest counts.
    pub adds_classes: bool,
}

impl FlatRate {
    fn class_cost(&self, class: Option<&ShippingClass>) -> &str {
        let Some(class) = class else {
            return &self.no_class_cost;
        };
        let id = class.id.0.to_string();
        let by = |key: &str| self.class_costs.iter().find(|(own, _)| own == key);
        by(&id)
            .or_else(|| by(&class.slug))
            .map_or("", |(_, cost)| cost)
    }

    /// The cost of a package; `None` when no cost is set that concerns it.
    pub fn cost(&self, package: &Package, settings: &PriceSettings) -> Option<f64> {
        let mut cost =
            (!self.cost.is_empty()).then(|| evaluate_cost(&self.cost, package.facts(), settings));
        let mut highest = 0.0_f64;
        for (class, facts) in package.classes() {
            let expression = self.class_cost(class);
            if expression.is_empty() {
                continue;
            }
            let class_cost = evaluate_cost(expression, facts, settings);
            let sum = cost.get_or_insert(0.0);
            if self.adds_classes {
                *sum += class_cost;
            } else {
                highest = highest.max(class_cost);
            }
        }
        cost.map(|cost| cost + highest)
    }
}

/// What a free delivery asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Requirement {
    /// Nothing.
    #[default]
    Nothing,
    /// A coupon that grants it.
    Coupon,
    /// An amount.
    Amount,
    /// One of both.
    Either,
    /// Both.
    Both,
}

impl Requirement {
    /// The requirement of the setting `requires`.
    pub fn of(setting: &str) -> Self {
        match setting {
            "coupon" => Self::Coupon,
            "min_amount" => Self::Amount,
            "either" => Self::Either,
            "both" => Self::Both,
            _ => Self::Nothing,
        }
    }
}

/// Settings of `free_shipping`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FreeShipping {
    /// What it asks for.
    pub requires: Requirement,
    /// The least amount.
    pub min_amount: f64,
    /// Whether the amount is that before discounts.
    pub ignore_discounts: bool,
}

/// What free shipping looks at.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct FreeShippingFacts {
    /// Whether a coupon of the cart grants it.
    pub has_coupon: bool,
    /// The subtotal as the cart shows it.
    pub displayed_subtotal: f64,
    /// The discounts, with their tax where the cart shows prices with tax.
    pub discounts: f64,
}

impl FreeShipping {
    /// Whether a cart has it.
    pub fn is_available(&self, facts: FreeShippingFacts, settings: &PriceSettings) -> bool {
        let has_amount = || {
            let discounts = if self.ignore_discounts {
                0.0
            } else {
                facts.discounts
            };
            let total = round(facts.displayed_subtotal - discounts, settings.decimals);
            total >= self.min_amount
        };
        match self.requires {
            Requirement::Nothing => true,
            Requirement::Coupon => facts.has_coupon,
            Requirement::Amount => has_amount(),
            Requirement::Either => facts.has_coupon || has_amount(),
            Requirement::Both => facts.has_coupon && has_amount(),
        }
    }
}

/// Settings of `local_pickup`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LocalPickup {
    /// A cost expression; empty: free.
    pub cost: String,
}

impl Method {
    /// What the method asks for a package, to the shop's decimals; `None` when it does not take the package.
    pub fn cost(
        &self,
        package: &Package,
        free: FreeShippingFacts,
        settings: &PriceSettings,
    ) -> Option<f64> {
        match &self.kind {
            MethodKind::FlatRate(flat) => flat.cost(package, settings),
            MethodKind::FreeShipping(own) => own.is_available(free, settings).then_some(0.0),
            MethodKind::LocalPickup(pickup) => {
                Some(evaluate_cost(&pickup.cost, package.facts(), settings))
            }
        }
    }
}

/// A cost as the rate keeps it: a decimal with the shop's number of places.
pub(super) fn rounded(cost: f64, settings: &PriceSettings) -> f64 {
    let text = wc_format_decimal(&Value::from(cost), Decimals::Shop, false, settings);
    string_to_float(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::super::package::PackageItem;
    use super::*;
    use crate::wordpress::taxonomy::TermId;

    fn item(quantity: i64, line_total: f64, class: Option<(i64, &str)>) -> PackageItem {
        PackageItem {
            key: String::new(),
            name: String::new(),
            quantity,
            line_total,
            shipping_class: class.map(|(id, slug)| ShippingClass {
                id: TermId(id),
                slug: slug.to_owned(),
            }),
        }
    }

    #[test]
    fn classes_add_up_or_the_highest_counts() {
        let settings = PriceSettings::default();
        let package = Package {
            items: vec![
                item(2, 20.0, Some((7, "heavy"))),
                item(1, 10.0, None),
                item(3, 5.0, Some((8, "old"))),
            ],
            ..Package::default()
        };
        let class_costs = [("7", "3*[qty]"), ("old", "[cost]")];
        let mut flat = FlatRate {
            class_costs: class_costs
                .map(|(k, v)| (k.to_owned(), v.to_owned()))
                .to_vec(),
            adds_classes: true,
            ..FlatRate::default()
        };
        assert_eq!(flat.cost(&package, &settings), Some(11.0));
        flat.adds_classes = false;
        flat.cost = "1".to_owned();
        assert_eq!(flat.cost(&package, &settings), Some(7.0));
        let empty = FlatRate::default();
        assert_eq!(empty.cost(&package, &settings), None);
    }

    #[test]
    fn free_shipping_asks_for_coupon_or_amount() {
        let settings = PriceSettings::default();
        let facts = FreeShippingFacts {
            has_coupon: false,
            displayed_subtotal: 50.0,
            discounts: 5.0,
        };
        let mut free = FreeShipping {
            requires: Requirement::of("either"),
            min_amount: 50.0,
            ignore_discounts: false,
        };
        assert!(!free.is_available(facts, &settings));
        free.ignore_discounts = true;
        assert!(free.is_available(facts, &settings));
        free.requires = Requirement::of("both");
        assert!(!free.is_available(facts, &settings));
    }
}
