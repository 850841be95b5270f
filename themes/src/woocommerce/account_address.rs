//! The addresses of a user, and the form of one.
//!
//! Contract "woocommerce", sections 9.2 and 14; recording woo/account-edit-address.

use compat::woocommerce::account::{AccountEndpoint, AccountPageData, AddressKind};
use compat::woocommerce::address::{Address, formatted_address};
use compat::woocommerce::checkout::{CheckoutSettings, ShipTo};
use compat::woocommerce::clean::wc_clean;
use compat::woocommerce::settings::{Countries, ShopSettings};
use minijinja::context;

use super::account_links::{account_endpoint_url, ships};
use super::cart_item::nonce_fields;
use super::cart_shipping::named_countries;
use super::form_field::{FieldScene, form_field};
use super::shop::{Shop, TEXT_DOMAIN};
use crate::markup::markup;
use crate::wordpress::head::url;

/// Both addresses; that of the bill alone where goods go nowhere else.
pub fn addresses(shop: &Shop) -> String {
    let view = &shop.view;
    let settings = CheckoutSettings::from_options(shop.options());
    let has_both = ships(shop) && settings.ship_to != ShipTo::BillingOnly;
    let data = view.page_data.get::<AccountPageData>();
    let texts = view.locale.domain(TEXT_DOMAIN);
    let country = ShopSettings::from_options(shop.options()).place.country;
    let all = AddressKind::ALL.into_iter().zip(&data.addresses);
    let shown = all.filter(|(kind, _)| has_both || *kind == AddressKind::Billing);
    let shown = shown.map(|(kind, address)| {
        let title = shop.text(kind.title());
        let lines = formatted_address(address, "<br />", &country, texts);
        let link = if lines.is_empty() {
            "Add %s"
        } else {
            "Edit %s"
        };
        let slug = kind.slug(texts, view.locale.code());
        let href = account_endpoint_url(view, AccountEndpoint::EditAddress, &slug);
        context! {
            link => shop.text(link).replacen("%s", &title, 1),
            title => title,
            href => markup(url(&href)),
            lines => (!lines.is_empty()).then(|| markup(lines)),
        }
    });
    let shown: Vec<_> = shown.collect();
    view.render(
        "woocommerce/account_addresses.html",
        context! {
            has_both => has_both,
            addresses => shown,
            text => shop.text("The following addresses will be used on the checkout page by default."),
            none => shop.text("You have not set up this type of address yet."),
        },
    )
}

/// The country whose fields the form has: that of the address, else the shop's.
fn country_of(shop: &Shop, among: &Countries, address: &Address) -> String {
    let named = |code: &str| !code.is_empty() && among.contains(code);
    let own = ShopSettings::from_options(shop.options()).place.country;
    let country = if address.country.is_empty() {
        own
    } else {
        address.country.clone()
    };
    if named(&country) {
        return country;
    }
    let mut first = named_countries(shop, among).into_iter();
    first.next().map(|(code, _)| code).unwrap_or_default()
}

/// The form of an address. What was sent stands in it, else what is stored.
pub fn edit_address(shop: &Shop, kind: AddressKind) -> String {
    let view = &shop.view;
    let data = view.page_data.get::<AccountPageData>();
    let [billing, shipping] = &data.addresses;
    let settings = CheckoutSettings::from_options(shop.options());
    let (address, among) = match kind {
        AddressKind::Billing => (billing, &settings.sells_to),
        AddressKind::Shipping => (shipping, &settings.ships_to),
    };
    let country = country_of(shop, among, address);
    let countries = named_countries(shop, among);
    let posted = |name: &str| {
        let value = wc_clean(data.post.get(name)?);
        Some(value.as_str_lossy()?.into_owned())
    };
    let stored = |key: &str| match (key, address.field(key).unwrap_or_default()) {
        ("email", "") => data.user.as_ref().map_or("", |user| user.email.as_str()),
        ("country", "") => country.as_str(),
        (_, own) => own,
    };
    let chosen = posted(&format!("{}_country", kind.name()));
    let scene = FieldScene {
        shop,
        countries: &countries,
        country: chosen.as_deref().unwrap_or(&country),
    };
    let fields = kind.fields(&settings, scene.country);
    let fields: String = fields
        .iter()
        .map(|field| {
            let value = posted(&field.name);
            form_field(&scene, field, value.as_deref().unwrap_or(stored(field.key)))
        })
        .collect();
    let nonce = nonce_fields(
        view,
        "woocommerce-edit_address",
        "woocommerce-edit-address-nonce",
    );
    view.render(
        "woocommerce/account_edit_address.html",
        context! {
            title => shop.text(kind.title()),
            fields => markup(fields),
            nonce => markup(nonce),
            save => shop.text("Save address"),
        },
    )
}
