//! What an order needs before it is paid.
//!
//! Contract "woocommerce-store-api", section 8.5, step 8.

use super::refusal::CheckoutRefusal;
use crate::woocommerce::address::{
    Address, FieldSettings, FieldUse, address_fields, country_label, country_name, default_label,
};
use crate::woocommerce::order::Order;
use crate::woocommerce::settings::Countries;
use crate::woocommerce::shopping::{ShopSource, Visit};
use crate::woocommerce::store_api::country_codes;
use crate::wordpress::formatting::email::is_email;
use crate::wordpress::l10n::Locale;
use crate::wordpress::options::Options;
use crate::wordpress::php::Value;

/// Fields in the order in which they are told.
const FIELDS: [&str; 10] = [
    "country",
    "first_name",
    "last_name",
    "company",
    "address_1",
    "address_2",
    "city",
    "state",
    "postcode",
    "phone",
];

/// Methods by which customers fetch the goods.
const PICKUPS: [&str; 2] = ["local_pickup", "pickup_location"];

/// What an address is asked for.
pub(super) struct Place<'a> {
    pub address: &'a Address,
    pub countries: &'a Countries,
}

/// Refuses a cart from which coupons were removed, because its buyer may not use them. `removed`: their codes, and why.
///
/// # Errors
/// The refusal that names them.
pub fn refuse_removed(
    source: &ShopSource<'_>,
    removed: &[(String, String)],
) -> Result<(), CheckoutRefusal> {
    const ONE: &str = "\"%1$s\" was removed from the cart. %2$s";
    const MANY: &str = "Invalid coupons were removed from the cart: \"%s\"";
    let words = ("woocommerce_rest_cart_coupon_errors", ONE, MANY);
    removed_coupons(source, words, removed)
}

/// The refusal that names removed coupons. The second value: its code, and the texts for one and for several.
pub(super) fn removed_coupons(
    source: &ShopSource<'_>,
    (code, one, many): (&'static str, &'static str, &'static str),
    removed: &[(String, String)],
) -> Result<(), CheckoutRefusal> {
    let texts = source.texts();
    let message = match removed {
        [] => return Ok(()),
        [(code, reason)] => texts
            .translate(one)
            .replacen("%2$s", reason, 1)
            .replacen("%1$s", code, 1),
        several => {
            let codes: Vec<_> = several.iter().map(|(code, _)| code.as_str()).collect();
            texts
                .translate(many)
                .replacen("%s", &codes.join("\", \""), 1)
        }
    };
    let map = removed.iter();
    let map = map.fold(Value::array(), |map, (code, reason)| {
        map.with(code.as_str(), reason.as_str())
    });
    Err(CheckoutRefusal::new(code, 409, message).with("removed_coupons", map))
}

/// Whether the draft of a visit may be paid: e-mail address, shipping, countries, fields. Its coupons were judged before.
///
/// # Errors
/// What is missing first.
pub fn validate_draft(
    source: &ShopSource<'_>,
    visit: &Visit,
    order: &Order,
) -> Result<(), CheckoutRefusal> {
    validate_email(source, order)?;
    let Some(sums) = visit.sums.as_deref() else {
        return Ok(());
    };
    let settings = &sums.tables.settings;
    let rates = sums.packages.iter().map(|package| package.rate());
    let rates: Vec<_> = rates.collect();
    if sums.needs_shipping && (rates.is_empty() || rates.iter().any(Option::is_none)) {
        let text = "Sorry, this order requires a shipping option.";
        let text = source.texts().translate(text);
        let code = "woocommerce_rest_invalid_shipping_option";
        return Err(CheckoutRefusal::new(code, 400, text));
    }
    let is_fetched = !rates.is_empty()
        && rates
            .iter()
            .flatten()
            .all(|rate| PICKUPS.contains(&rate.method_id));
    let shipping = sums.needs_shipping.then_some(Place {
        address: &order.shipping,
        countries: if is_fetched {
            &Countries::All
        } else {
            &settings.ships_to
        },
    });
    let billing = Place {
        address: &order.billing,
        countries: &settings.sells_to,
    };
    validate_places(source, shipping, billing)
}

pub(super) fn validate_email(
    source: &ShopSource<'_>,
    order: &Order,
) -> Result<(), CheckoutRefusal> {
    const BAD: &str =
        "The provided email address (%s) is not valid—please provide a valid email address";
    let texts = source.texts();
    let email = &order.billing.email;
    if email.is_empty() {
        let text = texts.translate("A valid email address is required");
        let code = "woocommerce_rest_missing_email_address";
        return Err(CheckoutRefusal::new(code, 400, text));
    }
    if is_email(email).is_none() {
        let text = texts.translate(BAD).replacen("%s", email, 1);
        let code = "woocommerce_rest_invalid_email_address";
        return Err(CheckoutRefusal::new(code, 400, text));
    }
    Ok(())
}

/// Whether the shop serves the countries, and the fields that have to be filled in are. `shipping`: `None` where nothing
/// is sent.
pub(super) fn validate_places(
    source: &ShopSource<'_>,
    shipping: Option<Place<'_>>,
    billing: Place<'_>,
) -> Result<(), CheckoutRefusal> {
    const NOT_SHIPPED: &str = "Sorry, we do not ship orders to the provided country (%s)";
    const NOT_SOLD: &str = "Sorry, we do not allow orders from the provided country (%s)";
    let texts = source.texts();
    let with_texts = [(shipping.as_ref(), NOT_SHIPPED), (Some(&billing), NOT_SOLD)];
    for (place, text) in with_texts {
        let Some(place) = place else {
            continue;
        };
        let country = &place.address.country;
        if country_name(country).is_none() || !place.countries.contains(country) {
            let text = texts.translate(text).replacen("%s", country, 1);
            let code = "woocommerce_rest_invalid_address_country";
            let allowed = allowed(place.countries, source.locale);
            let refusal = CheckoutRefusal::new(code, 400, text);
            return Err(refusal.with("allowed_countries", allowed));
        }
    }
    let groups = [
        ("shipping", "shipping address", shipping.as_ref()),
        ("billing", "billing address", Some(&billing)),
    ];
    let missing = groups.into_iter().filter_map(|(group, name, place)| {
        let missing = missing(source, group, place?.address);
        (!missing.is_empty()).then_some((group, name, missing))
    });
    let missing: Vec<_> = missing.collect();
    let Some((_, name, fields)) = missing.first() else {
        return Ok(());
    };
    let text = texts.translate("There was a problem with the provided %s:");
    let text = text.replacen("%s", texts.translate(name), 1);
    let text = format!("{text} {}", fields.join(", "));
    let errors = missing
        .iter()
        .fold(Value::array(), |map, (group, _, fields)| {
            map.with(*group, fields.iter().map(String::as_str).collect::<Value>())
        });
    let code = "woocommerce_rest_invalid_address";
    Err(CheckoutRefusal::new(code, 400, text).with("errors", errors))
}

/// Codes of countries: in the shop's order, else in that of their names.
fn allowed(countries: &Countries, locale: &Locale) -> Value {
    match countries {
        Countries::Only(codes) => codes.iter().map(String::as_str).collect(),
        others => {
            let codes = country_codes(locale).into_iter();
            codes.filter(|code| others.contains(code)).collect()
        }
    }
}

/// What is told about the empty fields of an address that have to be filled in. The API asks for a phone only where the
/// shop says so itself (recording woo-store/store-checkout-missing).
fn missing(source: &ShopSource<'_>, group: &str, address: &Address) -> Vec<String> {
    let options = &source.site.options;
    let country = &address.country;
    let settings = FieldSettings {
        phone: FieldUse::Optional,
        ..FieldSettings::from_options(options)
    };
    let form = address_fields(&format!("{group}_"), country, true, &settings);
    let texts = source.texts();
    let fields = FIELDS.into_iter().filter(|key| {
        let is_required = match *key {
            "phone" => is_phone_required(options),
            key => form.iter().any(|own| own.key == key && own.required),
        };
        is_required && address.field(key).unwrap_or_default().is_empty()
    });
    let told = fields.map(|key| {
        let label = country_label(country, key).unwrap_or_else(|| default_label(key));
        let text = texts.translate("%s is required");
        text.replacen("%s", texts.translate(label), 1)
    });
    told.collect()
}

fn is_phone_required(options: &Options) -> bool {
    options.text("woocommerce_checkout_phone_field") == "required"
}
