//! Cost expressions of flat rates: `10 + [fee percent="10" min_fee="4"]`.

use std::borrow::Cow;

use super::arithmetic::evaluate;
use crate::woocommerce::money::PriceSettings;
use crate::wordpress::php::cast::string_to_float;
use crate::wordpress::php::float::to_php_string;
use crate::wordpress::php::round::round;
use crate::wordpress::shortcode::{Atts, shortcode_parse_atts};
use crate::wordpress::static_regex::StaticRegex;

/// What a cost expression is about.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CostFacts {
    /// Units: `[qty]`.
    pub quantity: i64,
    /// Their lines' totals without tax, after discounts: `[cost]`, and what a `[fee]` is a part of.
    pub cost: f64,
}

/// `evaluate_cost`: the cost of an expression; nothing when it has no value.
pub fn evaluate_cost(expression: &str, facts: CostFacts, settings: &PriceSettings) -> f64 {
    let quantity = facts.quantity.to_string();
    let expression = expression
        .replace("[qty]", &quantity)
        .replace("[cost]", &to_php_string(facts.cost));
    let expression = with_fees(&expression, facts.cost, settings);
    let expression: String = expression.chars().filter(|c| !c.is_whitespace()).collect();
    let expression = match settings.decimal_separator.as_str() {
        "" => expression,
        separator => expression.replace(separator, "."),
    };
    let expression = expression.replace(',', ".");
    let expression = expression
        .trim_start_matches(['\0', '+', '*', '/'])
        .trim_end_matches(['\0', '+', '-', '*', '/']);
    evaluate(expression).unwrap_or_default()
}

/// The expression with every `[fee …]` replaced by its amount.
fn with_fees<'e>(expression: &'e str, cost: f64, settings: &PriceSettings) -> Cow<'e, str> {
    static FEE: StaticRegex = StaticRegex::new(r"\[fee(\s[^\[\]]*)?\]");
    FEE.replace_all(expression, |found: &regex::Captures<'_>| {
        let attributes = found.get(1).map_or("", |a| a.as_str());
        fee(&shortcode_parse_atts(attributes), cost, settings)
    })
}

/// A part of the cost in percent, rounded to the shop's decimals, between the least and the highest fee.
fn fee(attributes: &Atts, cost: f64, settings: &PriceSettings) -> String {
    let attribute = |name: &str| {
        let value = attributes.get(name).unwrap_or_default();
        (!matches!(value, "" | "0")).then_some(value)
    };
    let number = |text: &str| string_to_float(text.as_bytes());
    let part = attribute("percent").map_or(0.0, |percent| cost * (number(percent) / 100.0));
    let part = round(part, settings.decimals);
    let least = attribute("min_fee").filter(|least| part < number(least));
    let fee = least.map_or(part, number);
    let highest = attribute("max_fee").filter(|highest| fee > number(highest));
    match highest.or(least) {
        Some(limit) => limit.to_owned(),
        None => to_php_string(part),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_follow_quantity_and_price() {
        let settings = PriceSettings {
            decimal_separator: ",".to_owned(),
            ..PriceSettings::default()
        };
        let facts = CostFacts {
            quantity: 3,
            cost: 40.0,
        };
        for (expression, cost) in [
            ("4,50", 4.5),
            ("3 + 1.5*[qty]", 7.5),
            ("[fee percent=\"10\" min_fee=\"5\"]", 5.0),
            ("10 + [fee percent='50' max_fee='9']", 19.0),
            ("[cost]/8+", 5.0),
            ("*2", 2.0),
            ("", 0.0),
            ("system(1)", 0.0),
        ] {
            assert_eq!(
                evaluate_cost(expression, facts, &settings),
                cost,
                "{expression}"
            );
        }
    }
}
