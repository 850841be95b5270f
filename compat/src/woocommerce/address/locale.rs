//! What countries change of the fields of an address.
//!
//! Contract "woocommerce", section 9.3. Only countries that the shop sells or ships to change anything.

/// Classes of a field that shares its row with the next one.
const FIRST: &[&str] = &["form-row-first", "address-field"];
/// Classes of a field that shares its row with the one before.
const LAST: &[&str] = &["form-row-last", "address-field"];

/// What a country changes of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FieldLocale {
    /// Whether it has to be filled in.
    pub required: Option<bool>,
    /// Whether it is not shown.
    pub hidden: Option<bool>,
    /// Place in the form.
    pub priority: Option<u16>,
    /// Classes of its row.
    pub class: Option<&'static [&'static str]>,
}

const NONE: FieldLocale = FieldLocale {
    required: None,
    hidden: None,
    priority: None,
    class: None,
};
const OPTIONAL: FieldLocale = FieldLocale {
    required: Some(false),
    ..NONE
};
const REQUIRED: FieldLocale = FieldLocale {
    required: Some(true),
    ..NONE
};
const SHOWN: FieldLocale = FieldLocale {
    required: Some(false),
    hidden: Some(false),
    ..NONE
};
const HIDDEN: FieldLocale = FieldLocale {
    required: Some(false),
    hidden: Some(true),
    ..NONE
};

const fn at(priority: u16) -> FieldLocale {
    FieldLocale {
        priority: Some(priority),
        ..NONE
    }
}

const fn in_row(class: &'static [&'static str], priority: u16) -> FieldLocale {
    FieldLocale {
        priority: Some(priority),
        class: Some(class),
        ..NONE
    }
}

/// `get_country_locale`: the fields that a country changes.
pub fn country_locale(country: &str) -> Vec<(&'static str, FieldLocale)> {
    let mut fields = Vec::new();
    if let Some(postcode) = postcode(country) {
        fields.push(("postcode", postcode));
    }
    if let Some(state) = state(country) {
        fields.push(("state", state));
    }
    fields.extend_from_slice(others(country));
    fields
}

fn postcode(country: &str) -> Option<FieldLocale> {
    Some(match country {
        "ES" | "DE" | "CH" | "IT" | "TR" | "AT" | "AX" | "BE" | "DK" | "EE" | "FI" | "FR"
        | "IS" | "IL" | "NL" | "NO" | "PL" | "SK" | "SI" | "LI" | "SE" | "BA" => at(65),
        "HU" | "JP" => in_row(FIRST, 65),
        "IR" => at(50),
        "VN" => FieldLocale {
            priority: Some(65),
            ..SHOWN
        },
        "IE" | "RS" => REQUIRED,
        "HK" | "JM" | "KN" | "NP" | "BH" | "BD" | "GH" | "CO" | "GT" => OPTIONAL,
        "CL" => SHOWN,
        "UG" | "AE" | "BZ" | "CW" | "BS" | "SR" | "WS" | "ZW" | "AO" | "MZ" | "BO" | "BW"
        | "NG" | "ST" => HIDDEN,
        _ => return None,
    })
}

fn state(country: &str) -> Option<FieldLocale> {
    Some(match country {
        "AT" | "AX" | "BE" | "DK" | "EE" | "FI" | "FR" | "IS" | "IL" | "NL" | "NO" | "PL"
        | "SK" | "SI" | "LI" | "SE" | "PT" | "CZ" | "CY" | "ET" | "GP" | "GF" | "IM" | "KR"
        | "KW" | "LB" | "LK" | "LU" | "MF" | "MQ" | "MT" | "RE" | "RW" | "SG" | "YT" | "BI"
        | "AF" | "VN" | "PR" | "BA" | "BW" | "BH" => HIDDEN,
        "DE" | "CH" | "GB" | "GG" | "NZ" | "HU" | "RS" | "LV" | "AE" | "BZ" | "CW" | "BD"
        | "GH" | "CO" | "GT" | "BG" | "GR" => OPTIONAL,
        "IT" | "JM" | "KN" | "RO" | "UG" => REQUIRED,
        "JP" => in_row(LAST, 66),
        _ => return None,
    })
}

const HUNGARY: &[(&str, FieldLocale)] = &[
    ("last_name", in_row(&["form-row-first"], 10)),
    ("first_name", in_row(&["form-row-last"], 20)),
    ("city", in_row(LAST, 70)),
    ("address_1", at(71)),
    ("address_2", at(72)),
];
const JAPAN: &[(&str, FieldLocale)] = &[
    ("last_name", in_row(&["form-row-first"], 10)),
    ("first_name", in_row(&["form-row-last"], 20)),
    ("city", at(67)),
    ("address_1", at(68)),
    ("address_2", at(69)),
];
const IRAN: &[(&str, FieldLocale)] = &[
    ("city", at(60)),
    ("address_1", at(70)),
    ("address_2", at(80)),
];

fn others(country: &str) -> &'static [(&'static str, FieldLocale)] {
    match country {
        "HU" => HUNGARY,
        "JP" => JAPAN,
        "IR" => IRAN,
        "SG" => &[("city", OPTIONAL)],
        "VN" => &[("address_2", SHOWN)],
        "RS" | "CL" | "UG" => &[("city", REQUIRED)],
        _ => &[],
    }
}
