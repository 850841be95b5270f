//! Labels and placeholders of the fields of an address, as source texts of the plugin.
//!
//! Contract "woocommerce", sections 9.2 and 9.3. Countries call some fields by other words.

use super::fields::AddressField;

/// The label of a field in every country that has no word of its own for it.
pub fn default_label(key: &str) -> &'static str {
    match key {
        "first_name" => "First name",
        "last_name" => "Last name",
        "company" => "Company name",
        "country" => "Country / Region",
        "address_1" => "Street address",
        "address_2" => "Apartment, suite, unit, etc.",
        "city" => "Town / City",
        "state" => "State / County",
        "postcode" => "Postcode / ZIP",
        "phone" => "Phone",
        "email" => "Email address",
        _ => "",
    }
}

/// A country's own label of a field.
pub fn country_label(country: &str, key: &str) -> Option<&'static str> {
    match key {
        "state" => state_label(country),
        "postcode" => Some(match country {
            "AU" | "GB" | "NG" | "NZ" => "Postcode",
            "CA" | "KN" => "Postal code",
            "JM" => "Postal Code",
            "US" => "ZIP Code",
            "IN" => "PIN Code",
            "IE" => "Eircode",
            _ => return None,
        }),
        "city" => Some(match country {
            "AU" => "Suburb",
            "HK" => "Town / District",
            "JM" => "Town / City / Post Office",
            "PR" => "Municipality",
            "UG" => "Town / Village",
            _ => return None,
        }),
        _ => None,
    }
}

fn state_label(country: &str) -> Option<&'static str> {
    Some(match country {
        "AO" | "CA" | "CN" | "CR" | "DO" | "EC" | "ES" | "ID" | "IT" | "MZ" | "PA" | "TR"
        | "ZA" => "Province",
        "AL" | "GB" | "HU" | "IE" | "RO" => "County",
        "AU" | "IN" | "NG" | "US" => "State",
        "BA" | "CH" => "Canton",
        "BD" | "BW" | "RS" | "ST" | "UG" => "District",
        "BO" | "CO" | "GT" | "HN" | "NI" | "PY" | "SV" | "UY" => "Department",
        "CL" | "GH" | "HK" | "NZ" => "Region",
        "GG" | "JM" | "KN" => "Parish",
        "JP" => "Prefecture",
        "LV" => "Municipality",
        "MD" => "Municipality / District",
        "NP" => "State / Zone",
        _ => return None,
    })
}

/// The label of a field in a country.
pub fn field_label(country: &str, key: &str) -> &'static str {
    country_label(country, key).unwrap_or_else(|| default_label(key))
}

/// What an empty field shows.
pub fn field_placeholder(field: &AddressField) -> &'static str {
    match (field.key, field.required) {
        ("address_1", _) => "House number and street name",
        ("address_2", false) => "Apartment, suite, unit, etc. (optional)",
        ("address_2", true) => "Apartment, suite, unit, etc.",
        _ => "",
    }
}
