//! The external services that the site has keys for, for one submission.
//!
//! Contract "contact-form-7", sections 1.4, 13 and 16.

use std::sync::Arc;
use std::time::Duration;

use compat::contact_form_7::form_tag::FormTag;
use compat::contact_form_7::services::{
    ServiceKeys, akismet_key, recaptcha_keys, stripe_keys, turnstile_keys,
};
use compat::contact_form_7::spam::{INTENT_FIELD, Payment, payment_link};

use crate::wordpress::script_context::site_locale;

use super::akismet::AkismetApi;
use super::payments::Payments;
use super::settings::ContactForm7Settings;
use super::site_verify::Service;
use super::state::ContactFormState;
use super::submit::Sender;

/// The services.
pub struct Services {
    /// reCAPTCHA.
    pub recaptcha: Option<Service>,
    /// Turnstile.
    pub turnstile: Option<Service>,
    /// Akismet.
    pub akismet: Option<AkismetApi>,
    /// Stripe.
    pub payments: Option<Payments>,
    /// `[_stripe_payment_link]`.
    pub payment_link: Option<String>,
    /// The site's URL.
    pub home: String,
    /// The site's language.
    pub lang: String,
}

impl Services {
    /// The site's services for a submission to a form with these tags.
    pub fn new(sender: &Sender<'_>, tags: &[FormTag]) -> Self {
        let options = &sender.state.site.options;
        let settings = sender.app.settings.section::<ContactForm7Settings>();
        let timeout = Duration::from_secs(settings.verify_timeout.max(1));
        let service = |keys: Option<ServiceKeys>, url: &str| {
            keys.map(|keys| Service {
                url: url.to_owned(),
                secret: keys.secret,
                timeout,
            })
        };
        let constant = |name: &str| sender.app.wp_config.as_ref()?.text(name);
        let stripe = stripe_keys(options);
        let intent = sender.input.post_text(INTENT_FIELD);
        let link = stripe
            .as_ref()
            .map(|keys| payment_link(&intent, &keys.secret));
        let payments = stripe.map(|keys| {
            let others = Arc::clone(&sender.app.column_state::<ContactFormState>().payments);
            let at = (settings.stripe_url.as_str(), keys.secret);
            Payments::new(at, timeout, Payment::of_tags(tags), others)
        });
        Self {
            recaptcha: service(recaptcha_keys(options), &settings.recaptcha_url),
            turnstile: service(turnstile_keys(options), &settings.turnstile_url),
            akismet: akismet_key(options, constant("WPCOM_API_KEY")).map(|key| AkismetApi {
                url: settings.akismet_url.clone(),
                key,
                timeout,
            }),
            payments,
            payment_link: link.flatten(),
            home: sender.state.site.home().to_string(),
            lang: site_locale(sender.state),
        }
    }
}
