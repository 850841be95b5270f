//! Prices as text, decimals and rounding.

use compat::woocommerce::money::{
    Decimals, PriceSettings, currency_symbol, price_format, wc_format_decimal,
    wc_format_localized_price, wc_format_price_range, wc_format_sale_price, wc_stock_amount,
};
use compat::wordpress::l10n::{Locale, Message};
use compat::wordpress::php::round::{Half, round, round_half};
use serde_json::{Value, json};

use super::{FAMILY, euros, php, spanish};
use crate::vectors::harness::{Vector, check};

/// The settings of a vector of `wc_price`: those of its `env`, then those of its second argument.
fn price_settings(v: &Vector) -> Option<PriceSettings> {
    let mut settings = euros();
    let format = match v.env["format"].as_str()? {
        position @ ("left" | "right" | "left_space" | "right_space") => price_format(position),
        _ => return None,
    };
    settings.price_format = format.to_owned();
    for (name, value) in v.arg(1).as_object()? {
        let text = value.as_str().unwrap_or_default().to_owned();
        match name.as_str() {
            "currency" => settings.currency = text,
            "price_format" => settings.price_format = text,
            "decimal_separator" => settings.decimal_separator = text,
            "thousand_separator" => settings.thousand_separator = text,
            "decimals" => settings.decimals = i32::try_from(value.as_i64()?).ok()?,
            "in_span" => {}
            _ => return None,
        }
    }
    Some(settings)
}

#[test]
fn prices() {
    check(FAMILY, &["wc_price"], 0, |v| {
        let settings = price_settings(v)?;
        let amount = php(v.arg(0)).to_float();
        Some(if v.arg(1)["in_span"] == json!(false) {
            settings.price_text(amount).into()
        } else {
            settings.price(amount).into()
        })
    });
    check(FAMILY, &["get_woocommerce_price_format"], 0, |v| {
        Some(price_format(v.env["currency_pos"].as_str()?).into())
    });
    check(FAMILY, &["get_woocommerce_currency_symbol"], 0, |v| {
        Some(currency_symbol(v.str(0)).into())
    });
}

#[test]
fn ranges_and_sales() {
    let range = Message {
        context: Some("Price range: from-to"),
        ..Message::new("%1$s <span aria-hidden=\"true\">&ndash;</span> %2$s")
    };
    let spoken = Message::new("Price range: %1$s through %2$s");
    let (spanish, _folder) = spanish(&[
        (range, "%1$s <span aria-hidden=\"true\">-</span> %2$s"),
        (spoken, "Rango de precios: desde %1$s hasta %2$s"),
    ]);
    let amount = |v: &Vector, i: usize| php(v.arg(i)).to_float();
    check(FAMILY, &["wc_format_price_range"], 0, |v| {
        let texts = spanish.domain("woocommerce");
        Some(wc_format_price_range(amount(v, 0), amount(v, 1), &euros(), texts).into())
    });
    check(FAMILY, &["wc_format_sale_price"], 0, |v| {
        let english = Locale::english();
        let texts = english.domain("woocommerce");
        let text = wc_format_sale_price(amount(v, 0), amount(v, 1), &euros(), texts);
        // The spoken texts are left out of the vectors.
        let open = "<span class=\"screen-reader-text\">";
        let parts: Vec<_> = text.split(open).collect();
        let masked = parts
            .iter()
            .enumerate()
            .map(|(i, part)| match part.split_once("</span>") {
                Some((_, rest)) if i > 0 => format!("{open}…</span>{rest}"),
                _ => (*part).to_owned(),
            });
        Some(masked.collect::<String>().into())
    });
}

#[test]
fn decimals() {
    check(FAMILY, &["wc_format_decimal"], 0, |v| {
        let decimals = match v.arg(1) {
            Value::Null | Value::Bool(_) => Decimals::AsGiven,
            Value::String(_) => Decimals::Shop,
            count => Decimals::Count(i32::try_from(count.as_i64()?).ok()?),
        };
        let trim_zeros = v.arg(2) == &json!(true);
        Some(wc_format_decimal(&php(v.arg(0)), decimals, trim_zeros, &euros()).into())
    });
    let localized = ["wc_format_localized_price", "wc_format_localized_decimal"];
    for function in localized {
        check(FAMILY, &[function], 0, |v| {
            Some(wc_format_localized_price(&php(v.arg(0)), &euros()).into())
        });
    }
    check(FAMILY, &["wc_stock_amount"], 0, |v| {
        Some(wc_stock_amount(&php(v.arg(0))).into())
    });
}

#[test]
fn rounding() {
    let places = |v: &Vector| i32::try_from(v.arg(1).as_i64()?).ok();
    let amount = |v: &Vector| php(v.arg(0)).to_float();
    check(FAMILY, &["wc_round_discount"], 0, |v| {
        Some(round_half(amount(v), places(v)?, Half::Down).into())
    });
    check(FAMILY, &["NumberUtil_round"], 0, |v| {
        Some(round(amount(v), places(v)?).into())
    });
    check(FAMILY, &["wc_add_number_precision"], 0, |v| {
        Some(euros().add_number_precision(amount(v)).into())
    });
}
