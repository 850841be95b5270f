//! A rate that holds for a price, and the taxes that rates make.

/// Id of a row of `{p}woocommerce_tax_rates`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TaxRateId(pub i64);

/// A rate that was found for a place and a tax class.
#[derive(Debug, Clone, PartialEq)]
pub struct TaxRate {
    /// Its row.
    pub id: TaxRateId,
    /// Percent.
    pub rate: f64,
    /// Its name, empty when it has none: then the word for tax is shown.
    pub label: String,
    /// Whether it holds for shipping too.
    pub shipping: bool,
    /// Whether it is taken of the price with the other taxes.
    pub compound: bool,
}

/// The sum of amounts; of none it is zero without a sign.
pub fn sum_of(amounts: impl Iterator<Item = f64>) -> f64 {
    amounts.fold(0.0, |sum, amount| sum + amount)
}

/// Amounts of tax by rate, in the order of the rates.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Taxes(pub Vec<(TaxRateId, f64)>);

impl Taxes {
    /// All of them together.
    pub fn sum(&self) -> f64 {
        sum_of(self.0.iter().map(|(_, amount)| *amount))
    }

    /// Adds to the amount of a rate.
    pub fn add(&mut self, rate: TaxRateId, amount: f64) {
        match self.0.iter_mut().find(|(id, _)| *id == rate) {
            Some((_, sum)) => *sum += amount,
            None => self.0.push((rate, amount)),
        }
    }

    /// Every amount changed.
    #[must_use]
    pub fn map(&self, change: impl Fn(f64) -> f64) -> Self {
        let changed = self.0.iter().map(|(id, amount)| (*id, change(*amount)));
        Self(changed.collect())
    }

    /// The amount of a rate; nothing when it has none.
    pub fn amount(&self, rate: TaxRateId) -> f64 {
        let found = self.0.iter().find(|(id, _)| *id == rate);
        found.map_or(0.0, |(_, amount)| *amount)
    }
}
