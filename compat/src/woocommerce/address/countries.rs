//! Countries and continents.
//!
//! The table lies beside this file: code, continent and English name of a country a line.

use std::collections::HashMap;
use std::sync::LazyLock;

struct Country {
    continent: &'static str,
    name: &'static str,
}

static COUNTRIES: LazyLock<HashMap<&'static str, Country>> = LazyLock::new(|| {
    let rows = include_str!("countries.txt").lines().filter_map(|line| {
        let mut cells = line.splitn(3, ' ');
        let (code, continent, name) = (cells.next()?, cells.next()?, cells.next()?);
        Some((code, Country { continent, name }))
    });
    rows.collect()
});

/// The continent (`EU`) of a country.
pub fn continent(code: &str) -> Option<&'static str> {
    COUNTRIES.get(code).map(|country| country.continent)
}

/// The English name of a country, with the entities that the plugin has in it.
pub fn country_name(code: &str) -> Option<&'static str> {
    COUNTRIES.get(code).map(|country| country.name)
}

/// Codes of all countries.
pub fn countries() -> impl Iterator<Item = &'static str> {
    COUNTRIES.keys().copied()
}
