//! Reads the shop's rates and tax classes.
//!
//! Contract "woocommerce", section 2.8.

use super::rate_table::{RateRow, RateTable};
use crate::row;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::php::cast::string_to_float;

row! {
    /// A row of `{p}woocommerce_tax_rates`.
    struct Stored {
        /// Its id.
        id: i64,
        /// Two letters; empty: every country.
        country: String,
        /// Empty: every state.
        state: String,
        /// Percent as text.
        rate: String,
        /// Shown to customers.
        name: String,
        /// Of one priority one rate holds.
        priority: i64,
        /// Taken of the price with other taxes.
        compound: i64,
        /// Holds for shipping.
        shipping: i64,
        /// Slug; empty: standard.
        class: String,
    }
}

/// All rates of a shop.
///
/// # Errors
/// When the database fails.
pub async fn load_rates(db: &Db) -> Result<RateTable, DbError> {
    const RATES: &str = "SELECT tax_rate_id AS id, tax_rate_country AS country, tax_rate_state AS state, tax_rate AS rate, \
        tax_rate_name AS name, tax_rate_priority AS priority, tax_rate_compound AS compound, \
        tax_rate_shipping AS shipping, tax_rate_class AS class FROM {p}woocommerce_tax_rates ORDER BY tax_rate_id";
    const LOCATIONS: &str = "SELECT tax_rate_id, location_code, location_type FROM {p}woocommerce_tax_rate_locations \
        ORDER BY location_id";
    let stored: Vec<Stored> = db.load(RATES, Vec::new()).await?;
    let mut rows: Vec<_> = stored.into_iter().map(RateRow::from).collect();
    let locations: Vec<(i64, String, String)> = db.load(LOCATIONS, Vec::new()).await?;
    for (rate, code, kind) in locations {
        let Some(row) = rows.iter_mut().find(|row| row.id == rate) else {
            continue;
        };
        match kind.as_str() {
            "postcode" => row.postcodes.push(code),
            "city" => row.cities.push(code),
            _ => {}
        }
    }
    Ok(RateTable::new(rows))
}

/// Slugs of the shop's tax classes in their order; the standard class is none of them.
///
/// # Errors
/// When the database fails.
pub async fn load_tax_classes(db: &Db) -> Result<Vec<String>, DbError> {
    const SQL: &str = "SELECT slug FROM {p}wc_tax_rate_classes ORDER BY name";
    let rows: Vec<(String,)> = db.load(SQL, Vec::new()).await?;
    Ok(rows.into_iter().map(|(slug,)| slug).collect())
}

impl From<Stored> for RateRow {
    fn from(stored: Stored) -> Self {
        Self {
            id: stored.id,
            country: stored.country,
            state: stored.state,
            rate: string_to_float(stored.rate.as_bytes()),
            name: stored.name,
            priority: stored.priority,
            is_compound: stored.compound != 0,
            for_shipping: stored.shipping != 0,
            class: stored.class,
            postcodes: Vec::new(),
            cities: Vec::new(),
        }
    }
}
