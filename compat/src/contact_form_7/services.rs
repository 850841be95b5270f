//! Services that a site has keys for: reCAPTCHA, Turnstile, Stripe, Akismet.
//!
//! Contract "contact-form-7" sections 1.4, 3.1 and 9.

use crate::wordpress::column::is_plugin_active;
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

/// The keys of Stripe, when both are there: `sitekey` is the publishable one.
pub fn stripe_keys(options: &Options) -> Option<ServiceKeys> {
    let option = options.value("wpcf7");
    let stored = option.at("stripe");
    let pair = |keys: &Value| {
        let text = |key: &str| keys.at(key).to_string_lossy().into_owned();
        let keys = ServiceKeys {
            sitekey: text("publishable"),
            secret: text("secret"),
        };
        (!keys.sitekey.is_empty() && !keys.secret.is_empty()).then_some(keys)
    };
    pair(stored.at("api_keys")).or_else(|| pair(stored))
}

/// The publishable key of Stripe, when both keys are there.
pub fn stripe_publishable_key(options: &Options) -> Option<String> {
    stripe_keys(options).map(|keys| keys.sitekey)
}

/// The site's key of Akismet, while its plugin is active: `WPCOM_API_KEY` of wp-config.php stands before the option.
pub fn akismet_key(options: &Options, constant: Option<String>) -> Option<String> {
    const PLUGIN: &str = "akismet/akismet.php";
    let stored = || options.text("wordpress_api_key").into_owned();
    let key = || constant.unwrap_or_else(stored).trim().to_owned();
    is_plugin_active(options, PLUGIN)
        .then(key)
        .filter(|key| !key.is_empty())
}

/// The form-tag types of a site.
pub fn form_tag_types(options: &Options) -> FormTagTypes {
    FormTagTypes {
        recaptcha: recaptcha_keys(options).is_some(),
        turnstile: turnstile_keys(options).is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constant_stands_before_the_option() {
        let plugins =
            crate::wordpress::php::serialize(&Value::array().with("0", "akismet/akismet.php"));
        let active = ("active_plugins".to_owned(), plugins);
        let stored = ("wordpress_api_key".to_owned(), b" stored ".to_vec());
        let options = Options::new([active, stored.clone()]);
        let key = |constant: Option<&str>| akismet_key(&options, constant.map(str::to_owned));
        assert_eq!(key(None).as_deref(), Some("stored"));
        assert_eq!(key(Some("k3y")).as_deref(), Some("k3y"));
        assert_eq!(key(Some("")), None);
        assert_eq!(
            akismet_key(&Options::new([stored]), Some("k3y".into())),
            None
        );
    }
}
