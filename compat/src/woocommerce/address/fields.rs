//! Fields of the billing and shipping forms.
//!
//! Contract "woocommerce", section 9.2. The version that the recordings show asks for the phone in the billing form alone.

use super::locale::{FieldLocale, country_locale};
use crate::wordpress::options::Options;

/// Whether a form has a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldUse {
    /// It has not.
    Hidden,
    /// It may be left empty.
    Optional,
    /// It has to be filled in.
    Required,
}

impl FieldUse {
    fn of(options: &Options, name: &str, default: Self) -> Self {
        match &*options.text(name) {
            "hidden" => Self::Hidden,
            "optional" => Self::Optional,
            "required" => Self::Required,
            _ => default,
        }
    }
}

/// The options about fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldSettings {
    /// Option `woocommerce_checkout_company_field`.
    pub company: FieldUse,
    /// Option `woocommerce_checkout_address_2_field`.
    pub address_2: FieldUse,
    /// Option `woocommerce_checkout_phone_field`.
    pub phone: FieldUse,
}

impl FieldSettings {
    /// The settings of a site.
    pub fn from_options(options: &Options) -> Self {
        let of = |field: &str, default| {
            let name = format!("woocommerce_checkout_{field}_field");
            FieldUse::of(options, &name, default)
        };
        Self {
            company: of("company", FieldUse::Optional),
            address_2: of("address_2", FieldUse::Optional),
            phone: of("phone", FieldUse::Required),
        }
    }
}

/// A field of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressField {
    /// `billing_first_name`.
    pub name: String,
    /// Its name in both forms: `first_name`.
    pub key: &'static str,
    /// Whether it has to be filled in.
    pub required: bool,
    /// Place in the form.
    pub priority: u16,
    /// Classes of its row.
    pub class: Vec<&'static str>,
    /// `text`, `country`, `state`, `tel`, `email`.
    pub kind: &'static str,
    /// What its value has to be (`postcode`); empty: any text.
    pub validate: &'static [&'static str],
    /// Attribute `autocomplete`.
    pub autocomplete: String,
}

struct DefaultField {
    key: &'static str,
    required: bool,
    priority: u16,
    class: &'static [&'static str],
    kind: &'static str,
    validate: &'static [&'static str],
    autocomplete: &'static str,
}

const fn field(
    key: &'static str,
    priority: u16,
    class: &'static [&'static str],
    autocomplete: &'static str,
) -> DefaultField {
    DefaultField {
        key,
        required: true,
        priority,
        class,
        kind: "text",
        validate: &[],
        autocomplete,
    }
}

const WIDE: &[&str] = &["form-row-wide"];
const PLACE: &[&str] = &["form-row-wide", "address-field"];
const UPDATING: &[&str] = &["form-row-wide", "address-field", "update_totals_on_change"];

const FIELDS: [DefaultField; 11] = [
    field("first_name", 10, &["form-row-first"], "given-name"),
    field("last_name", 20, &["form-row-last"], "family-name"),
    field("company", 30, WIDE, "organization"),
    DefaultField {
        kind: "country",
        ..field("country", 40, UPDATING, "country")
    },
    field("address_1", 50, PLACE, "address-line1"),
    field("address_2", 60, PLACE, "address-line2"),
    field("city", 70, PLACE, "address-level2"),
    DefaultField {
        kind: "state",
        validate: &["state"],
        ..field("state", 80, PLACE, "address-level1")
    },
    DefaultField {
        validate: &["postcode"],
        ..field("postcode", 90, PLACE, "postal-code")
    },
    DefaultField {
        kind: "tel",
        validate: &["phone"],
        ..field("phone", 100, WIDE, "tel")
    },
    DefaultField {
        kind: "email",
        validate: &["email"],
        ..field("email", 110, WIDE, "email")
    },
];

/// `get_address_fields`: the fields of a form (`billing_`, `shipping_`) in their order. `country`: whose rules hold;
/// `is_allowed`: whether the shop sells or ships there.
pub fn address_fields(
    prefix: &str,
    country: &str,
    is_allowed: bool,
    settings: &FieldSettings,
) -> Vec<AddressField> {
    let locale = if is_allowed {
        country_locale(country)
    } else {
        Vec::new()
    };
    let group = prefix.trim_end_matches('_');
    let is_billing = group == "billing";
    let fields = FIELDS.iter().filter_map(|field| {
        let use_ = match field.key {
            "company" => settings.company,
            "address_2" => settings.address_2,
            "phone" if is_billing => settings.phone,
            "phone" => FieldUse::Hidden,
            "email" if !is_billing => FieldUse::Hidden,
            _ if field.required => FieldUse::Required,
            _ => FieldUse::Optional,
        };
        let own = locale.iter().find(|(key, _)| *key == field.key);
        let own = own.map_or_else(FieldLocale::default, |(_, own)| *own);
        (use_ != FieldUse::Hidden).then(|| AddressField {
            name: format!("{prefix}{}", field.key),
            key: field.key,
            required: own.required.unwrap_or(use_ == FieldUse::Required),
            priority: own.priority.unwrap_or(field.priority),
            class: overlaid(field.class, own.class.unwrap_or_default()),
            kind: field.kind,
            validate: field.validate,
            autocomplete: format!("section-{group} {group} {}", field.autocomplete),
        })
    });
    let mut fields: Vec<_> = fields.collect();
    fields.sort_by_key(|field| field.priority);
    fields
}

/// Classes with those of a country over them, place by place.
fn overlaid(class: &[&'static str], over: &[&'static str]) -> Vec<&'static str> {
    let classes = class.iter().enumerate();
    classes
        .map(|(at, own)| *over.get(at).unwrap_or(own))
        .collect()
}
