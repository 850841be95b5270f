//! Services that a site has keys for: reCAPTCHA, Turnstile.
//!
//! Contract "contact-form-7" sections 1.4, 3.1 and 9.

use crate::wordpress::options::Options;
use crate::wordpress::php::Value;

use super::form_tag::FormTagTypes;

/// A pair of keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceKeys {
    /// The public key, printed into pages.
    pub sitekey: String,
    /// The secret key, sent to the service.
    pub secret: String,
}

/// The first pair that the option `wpcf7` holds for a service.
fn keys(options: &Options, service: &str) -> Option<ServiceKeys> {
    let option = options.value("wpcf7");
    let (key, secret) = option.at(service).iter().next()?;
    let keys = ServiceKeys {
        sitekey: String::from_utf8_lossy(&key.to_bytes()).into_owned(),
        secret: secret.to_string_lossy().into_owned(),
    };
    (!keys.sitekey.is_empty() && !keys.secret.is_empty()).then_some(keys)
}

/// The keys of reCAPTCHA.
pub fn recaptcha_keys(options: &Options) -> Option<ServiceKeys> {
    keys(options, "recaptcha")
}

/// The keys of Turnstile.
pub fn turnstile_keys(options: &Options) -> Option<ServiceKeys> {
    keys(options, "turnstile")
}

/// The keys of Stripe, when both are there.
pub fn stripe_publishable_key(options: &Options) -> Option<String> {
    let option = options.value("wpcf7");
    let keys = option.at("stripe");
    let text =
        |key: &str| Some(keys.at(key).to_string_lossy().into_owned()).filter(|t| !t.is_empty());
    let nested = || text_of(keys.at("api_keys"), "publishable");
    text("secret").and(text("publishable")).or_else(nested)
}

fn text_of(value: &Value, key: &str) -> Option<String> {
    Some(value.at(key).to_string_lossy().into_owned()).filter(|t| !t.is_empty())
}

/// The form-tag types of a site.
pub fn form_tag_types(options: &Options) -> FormTagTypes {
    FormTagTypes {
        recaptcha: recaptcha_keys(options).is_some(),
        turnstile: turnstile_keys(options).is_some(),
    }
}
