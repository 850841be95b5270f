//! A package: what is sent together to one place.

use super::cost::CostFacts;
use super::destination::Destination;
use crate::wordpress::taxonomy::TermId;

/// A term of taxonomy `product_shipping_class`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ShippingClass {
    /// Its id.
    pub id: TermId,
    /// Its slug.
    pub slug: String,
}

/// A line of the cart that has to be sent.
#[derive(Debug, Clone, PartialEq)]
pub struct PackageItem {
    /// Key of the line.
    pub key: String,
    /// Shown in the order: name of the product.
    pub name: String,
    /// Units.
    pub quantity: i64,
    /// Without tax, after discounts.
    pub line_total: f64,
    /// Of the product.
    pub shipping_class: Option<ShippingClass>,
}

/// What is sent together.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Package {
    /// The lines that have to be sent.
    pub items: Vec<PackageItem>,
    /// Where to.
    pub destination: Destination,
}

impl Package {
    /// What a method's own cost is made of.
    pub fn facts(&self) -> CostFacts {
        facts(self.items.iter())
    }

    /// The shipping classes of the items in the order of the items, each with what its costs are made of.
    pub fn classes(&self) -> Vec<(Option<&ShippingClass>, CostFacts)> {
        let mut classes: Vec<Option<&ShippingClass>> = Vec::new();
        for item in &self.items {
            let class = item.shipping_class.as_ref();
            if !classes.contains(&class) {
                classes.push(class);
            }
        }
        let of_class = |class: Option<&ShippingClass>| {
            facts(
                self.items
                    .iter()
                    .filter(move |i| i.shipping_class.as_ref() == class),
            )
        };
        classes
            .into_iter()
            .map(|class| (class, of_class(class)))
            .collect()
    }

    /// What the order prints of the package: `Tarro de miel &times; 2, …`.
    pub fn contents(&self) -> String {
        let items = self.items.iter();
        let items = items.map(|item| format!("{} &times; {}", item.name, item.quantity));
        items.collect::<Vec<_>>().join(", ")
    }
}

fn facts<'a>(items: impl Iterator<Item = &'a PackageItem>) -> CostFacts {
    let mut facts = CostFacts {
        quantity: 0,
        cost: 0.0,
    };
    for item in items {
        facts.quantity = facts.quantity.saturating_add(item.quantity.max(0));
        facts.cost += item.line_total;
    }
    facts
}
