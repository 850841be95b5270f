//! Colours and footer of the shop's mails, with their styles in the elements, as mail programs need them.
//!
//! Contract "woocommerce", section 13.3.

use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::kses::wp_kses_post;
use compat::wordpress::options::Options;
use minijinja::{Value, context};

use super::shop::{Shop, TEXT_DOMAIN};

/// The colours of mails.
pub struct MailStyle {
    /// Links.
    pub base: String,
    background: String,
    body: String,
    text: String,
    footer: String,
    footer_text: String,
}

const FONT: &str = "\"Helvetica Neue\",Helvetica,Roboto,Arial,sans-serif";

/// A colour as style sheets shorten it: `#ffffff` is `#fff`.
fn short(colour: &str) -> String {
    let digits: Vec<char> = colour.trim().trim_start_matches('#').chars().collect();
    match digits.as_slice() {
        [a, b, c, d, e, f] if a == b && c == d && e == f => format!("#{a}{c}{e}"),
        _ => format!("#{}", digits.iter().collect::<String>()),
    }
}

/// Red, green and blue.
fn parts(colour: &str) -> [u32; 3] {
    let digits = colour.trim().trim_start_matches('#');
    let digits: String = if digits.len() == 3 {
        digits.chars().flat_map(|c| [c, c]).collect()
    } else {
        digits.to_owned()
    };
    let part = |at: usize| {
        let pair = digits.get(at..at + 2).unwrap_or("00");
        u32::from_str_radix(pair, 16).unwrap_or_default()
    };
    [part(0), part(2), part(4)]
}

/// `wc_hex_lighter`: the colour, so many percent of the way to white.
fn lighter(colour: &str, percent: u32) -> String {
    let parts = parts(colour).map(|part| part + (255 - part.min(255)) * percent / 100);
    format!("#{:02x}{:02x}{:02x}", parts[0], parts[1], parts[2])
}

impl MailStyle {
    /// The style of a shop.
    pub fn of(options: &Options) -> Self {
        let colour = |name: &str, default: &str| {
            let name = format!("woocommerce_email_{name}");
            options.text_or(&name, default).into_owned()
        };
        Self {
            base: colour("base_color", "#720eec"),
            background: short(&colour("background_color", "#f7f7f7")),
            body: short(&colour("body_background_color", "#ffffff")),
            text: colour("text_color", "#3c3c3c"),
            footer: colour("footer_text_color", "#3c3c3c"),
            footer_text: colour("footer_text", "{site_title}"),
        }
    }

    /// The colours for templates.
    pub fn context(&self) -> Value {
        let [red, green, blue] = parts(&self.text);
        context! {
            base => self.base.as_str(),
            background => self.background.as_str(),
            body => self.body.as_str(),
            text => self.text.as_str(),
            text_light => lighter(&self.text, 20),
            footer => self.footer.as_str(),
            line => format!("rgba({red}, {green}, {blue}, 0.2)"),
            font => crate::markup::markup(FONT.to_owned()),
        }
    }

    /// Paragraphs with their style.
    pub fn paragraphs(&self, html: &str, align: &str) -> String {
        let open = if align == "left" {
            "<p style=\"margin: 0 0 16px;\">".to_owned()
        } else {
            format!("<p style=\"text-align: {align}; margin: 0 0 16px;\" align=\"{align}\">")
        };
        html.replace("<p>", &open)
    }

    /// Headings with their style.
    pub fn headings(&self, html: &str) -> String {
        let style = |size: &str, margin: &str| {
            format!(
                " style='color: {}; display: block; font-family: {FONT}; font-size: {size}; font-weight: bold; line-height: 160%; margin: {margin}; text-align: left;'>",
                self.text
            )
        };
        let (h2, h3) = ("wc-bacs-bank-details-heading\"", "details-account-name\"");
        html.replace(
            &format!("{h2}>"),
            &format!("{h2}{}", style("20px", "0 0 18px")),
        )
        .replace(
            &format!("{h3}>"),
            &format!("{h3}{}", style("16px", "16px 0 8px")),
        )
    }

    /// The footer: the shop's text with its placeholders filled.
    pub fn footer(&self, shop: &Shop) -> String {
        let options = shop.options();
        let home = shop.view.site.home();
        let host = home
            .split_once("//")
            .map_or(home.as_str(), |(_, rest)| rest);
        let text = self
            .footer_text
            .replace("{site_title}", &esc_html(&options.text("blogname")))
            .replace("{store_address}", &esc_html(&store_address(shop)))
            .replace(
                "{store_email}",
                &esc_html(&options.text("woocommerce_email_from_address")),
            )
            .replace("{site_address}", &esc_html(host))
            .replace("{site_url}", &esc_html(host));
        let text = wp_kses_post(&text).replace("<br />", "<br>");
        format!("<p style=\"margin: 0;\">{text}</p>")
    }
}

/// The shop's address in one line.
fn store_address(shop: &Shop) -> String {
    use compat::woocommerce::address::{country_name, states};
    use compat::wordpress::php::html::html_entity_decode;
    let options = shop.options();
    let text = |name: &str| options.text(name).into_owned();
    let place = text("woocommerce_default_country");
    let (country, state) = place.split_once(':').unwrap_or((place.as_str(), ""));
    let texts = shop.view.locale.domain(TEXT_DOMAIN);
    let country_label = country_name(country).map_or("", |name| texts.translate(name));
    let state = states(country).name(state);
    let state = state.map_or("", |name| texts.translate(name)).to_owned();
    let postcode = text("woocommerce_store_postcode");
    let city = format!("{postcode} {}", text("woocommerce_store_city"));
    let parts = [
        text("woocommerce_store_address"),
        text("woocommerce_store_address_2"),
        city.trim().to_owned(),
        state,
        country_label.to_owned(),
    ];
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let line = parts.join(", ");
    String::from_utf8_lossy(&html_entity_decode(line.as_bytes())).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_shortened_and_lightened() {
        assert_eq!(short("#ffffff"), "#fff");
        assert_eq!(short("#8526ff"), "#8526ff");
        assert_eq!(lighter("#1e1e1e", 20), "#4b4b4b");
        assert_eq!(lighter("#fff", 20), "#ffffff");
    }
}
