//! Addresses: countries and states, formats, fields of forms, postcodes, phone numbers.
//!
//! Contract "woocommerce", sections 2.10, 9.2 and 9.3. Names of countries and states are the plugin's English texts; a
//! site's language pack translates them.

mod countries;
mod fields;
mod format;
mod labels;
mod locale;
mod party;
mod phone;
mod postcode;
mod states;

pub use countries::{continent, countries, country_name};
pub use fields::{AddressField, FieldSettings, FieldUse, address_fields};
pub use format::{address_format, default_address_format, formatted_address};
pub use labels::{country_label, default_label, placeholder};
pub use locale::{FieldLocale, country_locale};
pub use party::Address;
pub use phone::{format_phone_number, is_phone, sanitize_phone_number};
pub use postcode::{format_postcode, is_postcode, normalize_postcode, postcode_matches};
pub use states::{States, states};
