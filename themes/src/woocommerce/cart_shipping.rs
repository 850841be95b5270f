//! Shipping in the totals of the cart: rates, destination, calculator.
//!
//! Contract "woocommerce", sections 7.4 and 7.6.

use compat::woocommerce::address::{
    Address, States, countries, country_name, formatted_address, states,
};
use compat::woocommerce::settings::Countries;
use compat::woocommerce::shipping::ShippingRate;
use compat::woocommerce::shopping::{ShippingPackage, Sums, Visit};
use compat::wordpress::formatting::accents::remove_accents;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::formatting::sanitize_title::sanitize_title;
use compat::wordpress::kses::wp_kses_post;
use minijinja::{Value, context};

use super::addresses::cart_url;
use super::cart_amount::amount;
use super::cart_item::nonce_fields;
use super::shop::{Shop, TEXT_DOMAIN};
use crate::markup::markup;
use crate::wordpress::head::url;

/// The rows of shipping; empty where nothing is sent.
pub fn shipping(shop: &Shop, visit: &Visit, sums: &Sums) -> String {
    if !sums.needs_shipping {
        return String::new();
    }
    let packages = sums.packages.iter().enumerate();
    let rows: String = packages
        .map(|(index, package)| row(shop, visit, sums, index, package))
        .collect();
    if sums.shows_shipping || !has_calculator(shop) {
        return rows;
    }
    let name = esc_html(&shop.text("Shipping")).into_owned();
    let calculator = calculator(shop, visit, sums, "Calculate shipping");
    format!(
        "\n\t\t\t<tr class=\"shipping\">\n\t\t\t\t<th>{name}</th>\n\t\t\t\t<td data-title=\"{name}\">{calculator}</td>\n\t\t\t</tr>\n"
    )
}

fn has_calculator(shop: &Shop) -> bool {
    shop.options().text("woocommerce_enable_shipping_calc") != "no"
}

fn row(shop: &Shop, visit: &Visit, sums: &Sums, index: usize, package: &ShippingPackage) -> String {
    let texts = shop.view.locale.domain(TEXT_DOMAIN);
    let destination = &package.package.destination;
    let address = Address {
        country: destination.country.clone(),
        state: destination.state.clone(),
        postcode: destination.postcode.clone(),
        city: destination.city.clone(),
        address_1: destination.address_1.clone(),
        address_2: destination.address_2.clone(),
        ..Address::default()
    };
    let country = &sums.tables.settings.place.country;
    let place = formatted_address(&address, ", ", country, texts);
    let strong = format!("<strong>{place}</strong>");
    let rates = rates(shop, sums, index, package);
    let (line, message, button) = if !rates.is_empty() && !place.is_empty() {
        let line = shop.text("Shipping to %s.").replacen("%s", &strong, 1);
        (line, String::new(), "Change address")
    } else if !rates.is_empty() {
        let line = shop.text("Shipping options will be updated during checkout.");
        (line, String::new(), "Calculate shipping")
    } else if !visit.customer.calculated_shipping || place.is_empty() {
        let text = if has_calculator(shop) {
            "Enter your address to view shipping options."
        } else {
            "Shipping costs are calculated during checkout."
        };
        (String::new(), shop.text(text), "Calculate shipping")
    } else {
        let text = shop.text("No shipping options were found for %s.");
        let text = text.replacen("%s", &strong, 1);
        (String::new(), text, "Enter a different address")
    };
    let calculator = if has_calculator(shop) {
        calculator(shop, visit, sums, button)
    } else {
        String::new()
    };
    shop.view.render(
        "woocommerce/cart_shipping.html",
        context! {
            name => texts.translate_with_context("Shipment", "shipping packages"),
            index => index,
            is_single => rates.len() == 1,
            rates => rates,
            destination => markup(line),
            message => markup(message),
            calculator => markup(calculator),
        },
    )
}

/// The offered rates of a package.
fn rates(shop: &Shop, sums: &Sums, index: usize, package: &ShippingPackage) -> Vec<Value> {
    let rates = package.rates.iter().map(|rate| {
        let slug = sanitize_title(&rate.id.0, "", shop.view.locale.code());
        context! {
            id => format!("shipping_method_{index}_{slug}"),
            value => rate.id.0.as_str(),
            is_chosen => package.chosen.as_ref() == Some(&rate.id),
            label => markup(rate_label(shop, sums, rate)),
        }
    });
    rates.collect()
}

/// The rows of shipping on the checkout's page: without the destination and the calculator.
pub fn checkout_shipping(shop: &Shop, sums: &Sums) -> String {
    const NONE: &str = "There are no shipping options available. Please ensure that your address has been entered correctly, or contact us if you need any help.";
    let texts = shop.view.locale.domain(TEXT_DOMAIN);
    let packages = sums.packages.iter().enumerate();
    let rows = packages.map(|(index, package)| {
        let rates = rates(shop, sums, index, package);
        shop.view.render(
            "woocommerce/checkout_shipping.html",
            context! {
                name => texts.translate_with_context("Shipment", "shipping packages"),
                index => index,
                is_single => rates.len() == 1,
                rates => rates,
                message => markup(shop.text(NONE)),
            },
        )
    });
    rows.collect()
}

/// `wc_cart_totals_shipping_method_label`.
fn rate_label(shop: &Shop, sums: &Sums, rate: &ShippingRate) -> String {
    let label = wp_kses_post(&rate.label);
    if rate.cost <= 0.0 {
        return label;
    }
    let shown = sums.scene().shown(rate.cost, rate.taxes.sum());
    format!("{label}: {}", amount(shop, shown))
}

/// The form with which costs are asked for another place.
fn calculator(shop: &Shop, visit: &Visit, sums: &Sums, button: &str) -> String {
    let address = &visit.customer.shipping;
    let (kind, listed) = match states(&address.country) {
        States::Listed(listed) => ("select", listed),
        States::None => ("hidden", &[][..]),
        States::Unknown => ("text", &[][..]),
    };
    let options = listed.iter().map(|(code, name)| {
        context! {
            code => *code,
            name => markup(shop.text(name)),
            is_chosen => *code == address.state,
        }
    });
    let nonce = nonce_fields(
        &shop.view,
        "woocommerce-shipping-calculator",
        "woocommerce-shipping-calculator-nonce",
    );
    shop.view.render(
        "woocommerce/shipping_calculator.html",
        context! {
            action => markup(url(&cart_url(&shop.view))),
            countries => shipping_countries(shop, &sums.tables.settings.ships_to, &address.country),
            state_kind => kind,
            states => options.collect::<Vec<_>>(),
            state => address.state.as_str(),
            city => address.city.as_str(),
            postcode => address.postcode.as_str(),
            nonce => markup(nonce),
            words => context! {
                button => shop.text(button),
                country => shop.text("Country / region"),
                choose_country => markup(shop.text("Select a country / region&hellip;")),
                state => shop.text("State / County"),
                choose_state => markup(shop.text("Select an option&hellip;")),
                city => shop.text("City:"),
                postcode => shop.text("Postcode / ZIP:"),
                update => shop.text("Update"),
            },
        },
    )
}

fn shipping_countries(shop: &Shop, ships_to: &Countries, chosen: &str) -> Vec<Value> {
    let named = named_countries(shop, ships_to).into_iter();
    let options = named.map(|(code, name)| {
        context! { is_chosen => code == chosen, code => code, name => markup(name) }
    });
    options.collect()
}

/// Countries with their names: chosen ones in the order of the option, others by name.
pub fn named_countries(shop: &Shop, among: &Countries) -> Vec<(String, String)> {
    let name = |code: &str| country_name(code).map(|name| shop.text(name));
    if let Countries::Only(codes) = among {
        let named = codes
            .iter()
            .filter_map(|code| Some((code.clone(), name(code)?)));
        return named.collect();
    }
    let codes = countries().filter(|code| among.contains(code));
    let named = codes.filter_map(|code| Some((code.to_owned(), name(code)?)));
    let mut named: Vec<_> = named.collect();
    let locale = shop.view.locale.code();
    named.sort_by_cached_key(|(_, name)| remove_accents(name, locale).to_lowercase());
    named
}
