//! woocommerce-totals: prices, rounding, taxes, totals, keys, addresses.

mod addresses;
mod cart_totals;
mod contract_table;
mod helpers;
mod money;

use compat::woocommerce::money::PriceSettings;
use compat::wordpress::l10n::{Locale, Message, MoWriter, Translations};
use compat::wordpress::php::Value as Php;
use compat::wordpress::php::json::json_decode_assoc;
use serde_json::Value;
use std::sync::Arc;

const FAMILY: &str = "woocommerce-totals";

/// The settings with which the family was recorded: `1.234,50 €`.
fn euros() -> PriceSettings {
    PriceSettings {
        currency: "EUR".to_owned(),
        price_format: "%2$s&nbsp;%1$s".to_owned(),
        decimal_separator: ",".to_owned(),
        thousand_separator: ".".to_owned(),
        decimals: 2,
    }
}

/// A recorded argument as PHP's value.
fn php(value: &Value) -> Php {
    json_decode_assoc(value.to_string().as_bytes()).expect("JSON")
}

/// Spanish with these texts of the shop, and the folder from which they are read when they are asked for.
fn spanish(texts: &[(Message<'_>, &str)]) -> (Arc<Locale>, tempfile::TempDir) {
    let mut pack = MoWriter::new("nplurals=2; plural=n != 1;");
    for (message, translation) in texts {
        pack.insert(message, &[translation]);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let plugins = folder.path().join("languages/plugins");
    std::fs::create_dir_all(&plugins).expect("a folder");
    let file = plugins.join("woocommerce-es_ES.mo");
    std::fs::write(file, pack.finish().expect("a small file")).expect("a file");
    let mut translations = Translations::new(Some(folder.path()));
    translations.register_plugin("woocommerce", "woocommerce");
    (translations.locale("es_ES"), folder)
}
