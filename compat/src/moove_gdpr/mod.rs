//! GDPR Cookie Compliance: settings, the visitor's consent, and the scripts of accepted categories.
//!
//! Contract "cookie-consent". Not here: the markup of banner and dialog (`themes`) and what the page's own script does.

mod category;
mod consent;
mod cookie_removal;
mod frontend_scripts;
mod gdin_values;
mod geo_cache;
mod language_suffix;
mod positions;
pub mod register;
mod script_cache;
mod scripts;
mod settings;
mod visitor_consent;

pub use category::Category;
pub use consent::{COOKIE, Consent};
pub use cookie_removal::{Removal, expire_all, remove_php_cookies, site_domain};
pub use frontend_scripts::{PageFacts, frontend_scripts};
pub use gdin_values::{ConsentMode, consent_mode};
pub use geo_cache::{anonymised_ip, load_geo_response};
pub use language_suffix::language_suffix;
pub use positions::Positions;
pub use script_cache::{CACHE_LIFE, cache_language, load_cached, store_cached};
pub use scripts::{
    CategoryScripts, PaidScripts, RequestedCategories, get_scripts, scripts_defined,
};
pub use settings::Settings;
pub use visitor_consent::VisitorConsent;

/// The recorded version of the plugin: it is part of addresses and of the names of stored rows.
pub const VERSION: &str = "5.0.12";

/// The action of the plugin's nonces.
pub const NONCE_ACTION: &str = "gdpr-cookie-compliance";
