//! The shop's table of rates, and which of them hold at a place.

use std::cmp::Reverse;

use super::location::TaxLocation;
use super::rate::{TaxRate, TaxRateId};
use crate::woocommerce::address::postcode_matches;
use crate::wordpress::php::letter_case::mb_strtoupper;

/// A row of `{p}woocommerce_tax_rates` with its rows of `{p}woocommerce_tax_rate_locations`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RateRow {
    /// Its id.
    pub id: i64,
    /// Two letters; empty: every country.
    pub country: String,
    /// The country's code of a state; empty: every state.
    pub state: String,
    /// Percent.
    pub rate: f64,
    /// Shown to customers.
    pub name: String,
    /// Of the rates of one priority only the best holds.
    pub priority: i64,
    /// Whether it is taken of the price with the other taxes.
    pub is_compound: bool,
    /// Whether it holds for shipping too.
    pub for_shipping: bool,
    /// Slug of the tax class; empty: the standard class.
    pub class: String,
    /// Postcodes in upper case: whole, with `*` at the end, or a range (`18000...18999`). None: every postcode.
    pub postcodes: Vec<String>,
    /// Cities in upper case. None: every city.
    pub cities: Vec<String>,
}

impl RateRow {
    fn holds_at(&self, place: &TaxLocation, city: &str) -> bool {
        let is_or_any = |own: &str, place: &str| own.is_empty() || own == place;
        is_or_any(&self.country, &place.country)
            && is_or_any(&self.state, &place.state)
            && (self.cities.is_empty() || self.cities.iter().any(|own| own == city))
            && (self.postcodes.is_empty()
                || self
                    .postcodes
                    .iter()
                    .any(|own| postcode_matches(&place.postcode, own, &place.country)))
    }

    fn rate(&self) -> TaxRate {
        TaxRate {
            id: TaxRateId(self.id),
            rate: self.rate,
            label: self.name.clone(),
            shipping: self.for_shipping,
            compound: self.is_compound,
        }
    }

    /// The code of the rate in orders and in element names: `ES-IVA-1`.
    pub fn code(&self) -> String {
        let name = if self.name.is_empty() {
            "TAX"
        } else {
            &self.name
        };
        let priority = match self.priority {
            0 => String::new(),
            priority => priority.to_string(),
        };
        let parts = [&*self.country, &*self.state, name, &*priority];
        let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join("-").to_ascii_uppercase()
    }
}

/// All rates of a shop.
#[derive(Debug, Clone, Default)]
pub struct RateTable {
    rows: Vec<RateRow>,
}

impl RateTable {
    /// The table of these rows.
    pub fn new(rows: Vec<RateRow>) -> Self {
        Self { rows }
    }

    /// A rate's row.
    pub fn row(&self, id: TaxRateId) -> Option<&RateRow> {
        self.rows.iter().find(|row| row.id == id.0)
    }

    /// `find_rates`: the rates of a class that hold at a place, one of each priority, in their order. Without a country
    /// there is none.
    pub fn find(&self, place: &TaxLocation, class: &str) -> Vec<TaxRate> {
        if place.country.is_empty() {
            return Vec::new();
        }
        let city = mb_strtoupper(place.city.as_bytes());
        let rows = self.rows.iter();
        let mut rows: Vec<_> = rows
            .filter(|row| row.class == class && row.holds_at(place, &city))
            .collect();
        rows.sort_by_key(|row| {
            let order = (row.priority, row.country.is_empty(), row.state.is_empty());
            let places = (Reverse(row.postcodes.len()), Reverse(row.cities.len()));
            (order, places, row.id)
        });
        rows.dedup_by_key(|row| row.priority);
        rows.into_iter().map(RateRow::rate).collect()
    }

    /// `find_shipping_rates`: as [`RateTable::find`], those for shipping.
    pub fn find_for_shipping(&self, place: &TaxLocation, class: &str) -> Vec<TaxRate> {
        let mut rates = self.find(place, class);
        rates.retain(|rate| rate.shipping);
        rates
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: i64, country: &str, priority: i64) -> RateRow {
        RateRow {
            id,
            country: country.to_owned(),
            priority,
            rate: 21.0,
            ..RateRow::default()
        }
    }

    fn found(table: &RateTable, postcode: &str, city: &str) -> Vec<i64> {
        let place = TaxLocation::of_shop("ES:GR", postcode, city);
        table
            .find(&place, "")
            .iter()
            .map(|rate| rate.id.0)
            .collect()
    }

    #[test]
    fn the_nearest_rate_of_each_priority_holds() {
        let table = RateTable::new(vec![
            row(1, "", 1),
            row(2, "ES", 1),
            RateRow {
                state: "GR".to_owned(),
                ..row(3, "ES", 1)
            },
            RateRow {
                postcodes: vec!["18000...18499".to_owned()],
                state: "GR".to_owned(),
                ..row(4, "ES", 1)
            },
            RateRow {
                cities: vec!["GUADIX".to_owned()],
                ..row(5, "ES", 2)
            },
            RateRow {
                class: "zero".to_owned(),
                ..row(6, "ES", 3)
            },
        ]);
        assert_eq!(found(&table, "18500", "Guadix"), [3, 5]);
        assert_eq!(found(&table, "18010", "Granada"), [4]);
        assert!(table.find(&TaxLocation::default(), "").is_empty());
        let france = TaxLocation::of_shop("FR", "75001", "Paris");
        assert_eq!(table.find(&france, "")[0].id, TaxRateId(1));
    }

    #[test]
    fn codes_leave_out_what_is_empty() {
        assert_eq!(row(1, "ES", 1).code(), "ES-TAX-1");
        let named = RateRow {
            name: "Recargo".to_owned(),
            ..row(1, "", 0)
        };
        assert_eq!(named.code(), "RECARGO");
    }
}
