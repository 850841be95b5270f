//! Addresses as they are printed.

use super::countries::country_name;
use super::party::Address;
use super::states::states;
use crate::wordpress::formatting::escape::esc_html;
use crate::wordpress::l10n::TextDomain;
use crate::wordpress::php::letter_case::mb_strtoupper;

const DEFAULT: &str =
    "{name}\n{company}\n{address_1}\n{address_2}\n{city}\n{state}\n{postcode}\n{country}";
const COMPANY_FIRST: &str =
    "{company}\n{name}\n{address_1}\n{address_2}\n{postcode} {city}\n{country}";

/// The lines of an address where a country has no format of its own.
pub fn default_address_format() -> &'static str {
    DEFAULT
}

/// The lines of an address of a country, with `{field}` for its parts.
pub fn address_format(country: &str) -> &'static str {
    match country {
        "AT" | "BE" | "CH" | "CZ" | "DE" | "DK" | "EE" | "FI" | "IS" | "LI" | "NL" | "NO"
        | "PL" | "PT" | "SE" | "SI" | "SK" => COMPANY_FIRST,
        "AU" => "{name}\n{company}\n{address_1}\n{address_2}\n{city} {state} {postcode}\n{country}",
        "CA" => {
            "{company}\n{name}\n{address_1}\n{address_2}\n{city} {state_code} {postcode}\n{country}"
        }
        "CL" => {
            "{company}\n{name}\n{address_1}\n{address_2}\n{state}\n{postcode} {city}\n{country}"
        }
        "CN" => {
            "{country} {postcode}\n{state}, {city}, {address_2}, {address_1}\n{company}\n{name}"
        }
        "ES" => {
            "{name}\n{company}\n{address_1}\n{address_2}\n{postcode} {city}\n{state}\n{country}"
        }
        "FR" => "{company}\n{name}\n{address_1}\n{address_2}\n{postcode} {city_upper}\n{country}",
        "HK" => {
            "{company}\n{first_name} {last_name_upper}\n{address_1}\n{address_2}\n{city_upper}\n{state_upper}\n{country}"
        }
        "HU" => {
            "{last_name} {first_name}\n{company}\n{city}\n{address_1}\n{address_2}\n{postcode}\n{country}"
        }
        "IN" => {
            "{company}\n{name}\n{address_1}\n{address_2}\n{city} {postcode}\n{state}, {country}"
        }
        "IT" => {
            "{company}\n{name}\n{address_1}\n{address_2}\n{postcode}\n{city}\n{state_upper}\n{country}"
        }
        "JM" => {
            "{name}\n{company}\n{address_1}\n{address_2}\n{city}\n{state}\n{postcode_upper}\n{country}"
        }
        "JP" => {
            "{postcode}\n{state} {city} {address_1}\n{address_2}\n{company}\n{last_name} {first_name}\n{country}"
        }
        "NZ" => "{name}\n{company}\n{address_1}\n{address_2}\n{city} {postcode}\n{country}",
        "PR" => "{company}\n{name}\n{address_1} {address_2}\n{city} \n{country} {postcode}",
        "RS" => "{name}\n{company}\n{address_1}\n{address_2}\n{postcode} {city}\n{country}",
        "TR" => "{name}\n{company}\n{address_1}\n{address_2}\n{postcode} {city} {state}\n{country}",
        "TW" => {
            "{company}\n{last_name} {first_name}\n{address_1}\n{address_2}\n{state}, {city} {postcode}\n{country}"
        }
        "UG" => "{name}\n{company}\n{address_1}\n{address_2}\n{city}\n{state}, {country}",
        "US" => {
            "{name}\n{company}\n{address_1}\n{address_2}\n{city}, {state_code} {postcode}\n{country}"
        }
        "VN" => "{name}\n{company}\n{address_1}\n{address_2}\n{city} {postcode}\n{country}",
        _ => DEFAULT,
    }
}

/// `get_formatted_address`: the lines of an address, joined by `separator`. The country of the shop is not printed.
/// `texts`: domain `woocommerce`.
pub fn formatted_address(
    address: &Address,
    separator: &str,
    shop_country: &str,
    texts: TextDomain<'_>,
) -> String {
    let country = address.country.trim();
    let state_code = address.state.trim();
    let format = match country {
        "" => DEFAULT,
        country => address_format(country),
    };
    let full_country = country_name(country).map_or(country, |name| texts.translate(name));
    let full_state = states(country).name(state_code);
    let full_state = full_state.map_or(state_code, |name| texts.translate(name));
    let field = |name: &str| address.field(name).unwrap_or_default().trim().to_owned();
    let name = texts.translate_with_context("%1$s %2$s", "full name");
    let name = name
        .replace("%1$s", &field("first_name"))
        .replace("%2$s", &field("last_name"));
    let value = |part: &str| -> String {
        let plain = part.strip_suffix("_upper").unwrap_or(part);
        let text = match plain {
            "name" => name.clone(),
            "state" => full_state.to_owned(),
            "state_code" => mb_strtoupper(state_code.as_bytes()),
            "country" if country == shop_country => String::new(),
            "country" => full_country.to_owned(),
            other => field(other),
        };
        let text = if plain == part {
            text
        } else {
            mb_strtoupper(text.as_bytes())
        };
        esc_html(&text).into_owned()
    };
    let lines = fill(format, value);
    let lines = lines.lines().map(|line| {
        let words: Vec<_> = line.split(' ').filter(|word| !word.is_empty()).collect();
        words.join(" ").trim_matches([',', ' ']).to_owned()
    });
    let lines: Vec<_> = lines
        .filter(|line| !matches!(line.as_str(), "" | "0"))
        .collect();
    lines.join(separator)
}

/// The format with each `{part}` replaced. What a value holds is not looked at again.
fn fill(format: &str, value: impl Fn(&str) -> String) -> String {
    let mut filled = String::new();
    for piece in format.split_inclusive('}') {
        match piece.split_once('{') {
            Some((text, part)) => {
                filled.push_str(text);
                filled.push_str(&value(part.trim_end_matches('}')));
            }
            None => filled.push_str(piece),
        }
    }
    filled
}
