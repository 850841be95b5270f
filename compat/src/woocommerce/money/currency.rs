//! Symbols of currencies.
//!
//! The table lies beside this file: code and symbol of a currency a line, the symbol with the entities that a page prints.

use std::collections::HashMap;
use std::sync::LazyLock;

static SYMBOLS: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let lines = include_str!("currency_symbols.txt").lines();
    lines.filter_map(|line| line.split_once(' ')).collect()
});

/// `get_woocommerce_currency_symbol`: the symbol of an ISO code; empty for an unknown one.
pub fn currency_symbol(code: &str) -> &'static str {
    SYMBOLS.get(code).copied().unwrap_or_default()
}
