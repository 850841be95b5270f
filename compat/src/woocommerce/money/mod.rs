//! Amounts of money: how the shop reads, rounds and prints them.
//!
//! Contract "woocommerce", section 4; vectors woocommerce-totals. Amounts are binary floats as in PHP: the recorded
//! totals hold their last digits (`0.5354132199999999`).

mod currency;
mod decimal;
mod price;
mod settings;

pub use currency::currency_symbol;
pub use decimal::{Decimals, wc_format_decimal, wc_format_localized_price, wc_stock_amount};
pub use price::{wc_format_price_range, wc_format_sale_price};
pub use settings::{PriceSettings, price_format};
