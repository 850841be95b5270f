//! Prices as a page prints them.

use super::currency::currency_symbol;
use super::settings::PriceSettings;
use crate::wordpress::formatting::escape::esc_html;
use crate::wordpress::formatting::strip_all_tags::wp_strip_all_tags;
use crate::wordpress::l10n::TextDomain;
use crate::wordpress::php::round::number_format;

impl PriceSettings {
    /// `wc_price`: an amount with its currency, in the element that scripts and style sheets know.
    pub fn price(&self, amount: f64) -> String {
        self.price_element(amount, "")
    }

    /// An amount that assistive technology skips, since a text beside it says it.
    fn hidden_price(&self, amount: f64) -> String {
        self.price_element(amount, " aria-hidden=\"true\"")
    }

    fn price_element(&self, amount: f64, attributes: &str) -> String {
        let symbol = currency_symbol(&self.currency);
        let symbol = format!("<span class=\"woocommerce-Price-currencySymbol\">{symbol}</span>");
        let text = self.arranged(amount, &symbol);
        format!(
            "<span class=\"woocommerce-Price-amount amount\"{attributes}><bdi>{text}</bdi></span>"
        )
    }

    /// `wc_price` without elements, for texts: `9,99&nbsp;&euro;`.
    pub fn price_text(&self, amount: f64) -> String {
        self.arranged(amount, currency_symbol(&self.currency))
    }

    fn arranged(&self, amount: f64, symbol: &str) -> String {
        let (point, thousands) = (&self.decimal_separator, &self.thousand_separator);
        let number = number_format(amount.abs(), self.decimals, point, thousands);
        let sign = if amount < 0.0 { "-" } else { "" };
        let text = self.price_format.replace("%1$s", symbol);
        format!("{sign}{}", text.replace("%2$s", &number))
    }
}

/// `wc_format_price_range`: the prices of the cheapest and of the dearest variation. `texts`: domain `woocommerce`.
pub fn wc_format_price_range(
    from: f64,
    to: f64,
    settings: &PriceSettings,
    texts: TextDomain<'_>,
) -> String {
    const RANGE: &str = "%1$s <span aria-hidden=\"true\">&ndash;</span> %2$s";
    const SPOKEN: &str = "Price range: %1$s through %2$s";
    let range = texts.translate_with_context(RANGE, "Price range: from-to");
    let range = with_two(
        range,
        &settings.hidden_price(from),
        &settings.hidden_price(to),
    );
    let text = with_two(
        texts.translate(SPOKEN),
        &settings.price_text(from),
        &settings.price_text(to),
    );
    format!("{range}{}", screen_reader_text(&text))
}

/// `wc_format_sale_price`: the regular price struck out, then the price of the sale. `texts`: domain `woocommerce`.
pub fn wc_format_sale_price(
    regular: f64,
    sale: f64,
    settings: &PriceSettings,
    texts: TextDomain<'_>,
) -> String {
    let spoken = |id: &'static str, amount: f64| {
        let text = texts.translate(id);
        screen_reader_text(&text.replacen("%s", &settings.price_text(amount), 1))
    };
    format!(
        "<del aria-hidden=\"true\">{}</del> {}<ins aria-hidden=\"true\">{}</ins>{}",
        settings.price(regular),
        spoken("Original price was: %s.", regular),
        settings.price(sale),
        spoken("Current price is: %s.", sale),
    )
}

fn with_two(format: &str, first: &str, second: &str) -> String {
    format.replace("%1$s", first).replace("%2$s", second)
}

fn screen_reader_text(text: &str) -> String {
    let text = wp_strip_all_tags(text, false);
    format!(
        "<span class=\"screen-reader-text\">{}</span>",
        esc_html(&text)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::l10n::Locale;

    #[test]
    fn the_sign_stands_before_the_symbol() {
        let settings = PriceSettings::default();
        assert_eq!(settings.price_text(-1234.5), "-&#36;1,234.50");
        assert_eq!(settings.price_text(f64::NAN), "&#36;nan");
    }

    #[test]
    fn a_sale_names_both_prices() {
        let (settings, english) = (PriceSettings::default(), Locale::english());
        let text = wc_format_sale_price(8.0, 6.9, &settings, english.domain("woocommerce"));
        assert!(
            text.contains(
                "<span class=\"screen-reader-text\">Original price was: &#036;8.00.</span>"
            )
        );
        assert!(text.ends_with("Current price is: &#036;6.90.</span>"));
    }
}
