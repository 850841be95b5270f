//! Labels and placeholders of the fields of an address, as English texts of the plugin.
//!
//! Contract "woocommerce", sections 9.2 and 9.3.

/// The label of a field where a country does not name it otherwise.
pub fn default_label(field: &str) -> &'static str {
    match field {
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

/// The placeholder of a field. `is_required`: whether it has to be filled in.
pub fn placeholder(field: &str, is_required: bool) -> Option<&'static str> {
    match (field, is_required) {
        ("address_1", _) => Some("House number and street name"),
        ("address_2", true) => Some("Apartment, suite, unit, etc."),
        ("address_2", false) => Some("Apartment, suite, unit, etc. (optional)"),
        _ => None,
    }
}

/// What a country calls a field.
pub fn country_label(country: &str, field: &str) -> Option<&'static str> {
    match field {
        "postcode" => postcode(country),
        "state" => state(country),
        "city" => city(country),
        _ => None,
    }
}

fn postcode(country: &str) -> Option<&'static str> {
    Some(match country {
        "GB" | "AU" | "NZ" | "NG" => "Postcode",
        "IE" => "Eircode",
        "US" => "ZIP Code",
        "CA" | "KN" => "Postal code",
        "JM" => "Postal Code",
        "IN" => "PIN Code",
        _ => return None,
    })
}

fn state(country: &str) -> Option<&'static str> {
    Some(match country {
        "ES" | "IT" | "TR" | "CA" | "AO" | "MZ" | "CN" | "CR" | "DO" | "EC" | "ID" | "PA"
        | "ZA" => "Province",
        "CH" | "BA" => "Canton",
        "GB" | "IE" | "HU" | "RO" | "AL" => "County",
        "GG" | "JM" | "KN" => "Parish",
        "US" | "AU" | "IN" | "NG" => "State",
        "NP" => "State / Zone",
        "NZ" | "HK" | "CL" | "GH" => "Region",
        "JP" => "Prefecture",
        "RS" | "UG" | "BW" | "ST" | "BD" => "District",
        "BO" | "CO" | "GT" | "HN" | "NI" | "PY" | "SV" | "UY" => "Department",
        "LV" => "Municipality",
        "MD" => "Municipality / District",
        _ => return None,
    })
}

fn city(country: &str) -> Option<&'static str> {
    Some(match country {
        "AU" => "Suburb",
        "HK" => "Town / District",
        "JM" => "Town / City / Post Office",
        "PR" => "Municipality",
        "UG" => "Town / Village",
        _ => return None,
    })
}
