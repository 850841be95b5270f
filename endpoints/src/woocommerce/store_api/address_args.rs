//! Addresses as arguments: cleaned and judged before the route is asked, or by it.
//!
//! Contract "woocommerce-store-api", section 8.6.

use compat::woocommerce::address::Address;
use compat::woocommerce::store_api::{AddressErrors, AddressKind, clean_address, validate_address};
use compat::wordpress::l10n::Locale;
use compat::wordpress::php::Value;

use crate::wordpress::rest::arg::{Arg, ArgContext};
use crate::wordpress::rest::route_error::RestError;

/// `billing_address`.
pub fn billing_address() -> Arg {
    let arg = Arg::bare("billing_address").with("type", "object");
    arg.cleaned_by(|value, context| cleaned(value, AddressKind::Billing, context))
}

/// `shipping_address`.
pub fn shipping_address() -> Arg {
    let arg = Arg::bare("shipping_address").with("type", "object");
    arg.cleaned_by(|value, context| cleaned(value, AddressKind::Shipping, context))
}

/// The parts that were sent, cleaned.
fn cleaned(posted: &Value, kind: AddressKind, context: ArgContext<'_>) -> Result<Value, RestError> {
    let known = Address::default();
    let (address, errors) = judged(posted, &known, kind, context.locale);
    if let Some(error) = joined(errors) {
        return Err(error);
    }
    let parts = kind.parts().filter(|part| posted.get(*part).is_some());
    let parts = parts.fold(Value::array(), |map, part| {
        map.with(part, address.field(part).unwrap_or_default())
    });
    Ok(parts)
}

/// An address over which cleaned parts are laid.
pub fn overlaid(known: &Address, parts: &Value, kind: AddressKind) -> Address {
    let mut address = known.clone();
    for part in kind.parts() {
        if let Some(value) = parts.get(part) {
            address.set_field(part, &value.to_string_lossy());
        }
    }
    address
}

/// The posted parts laid over a known address, and what is wrong with the whole.
pub fn judged(
    posted: &Value,
    known: &Address,
    kind: AddressKind,
    locale: &Locale,
) -> (Address, AddressErrors) {
    let (address, wrong) = clean_address(posted, known, kind, locale);
    let texts = locale.domain("woocommerce");
    let wrong = wrong.into_iter().map(|part| {
        let text = texts.translate("Invalid %s provided.");
        (format!("invalid_{part}"), text.replacen("%s", part, 1))
    });
    let mut errors: AddressErrors = wrong.collect();
    errors.extend(validate_address(&address, kind, locale));
    (address, errors)
}

/// All errors of an address as one: the first with the others behind it, the texts in a row.
pub fn joined(errors: AddressErrors) -> Option<RestError> {
    let mut errors = errors.into_iter().map(|(code, message)| RestError {
        code,
        message,
        data: Box::new(Value::Null),
        additional_data: Vec::new(),
        additional_errors: Vec::new(),
    });
    let mut first = errors.next()?;
    first.additional_errors = errors.collect();
    Some(first)
}
