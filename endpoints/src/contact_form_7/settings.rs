//! The section `[contact_form_7]` of the configuration.

use crate::settings_section;

settings_section! {
    /// Contact Form 7.
    ContactForm7Settings "contact_form_7" {
        /// URL of reCAPTCHA's verification API.
        recaptcha_url: String = "https://www.google.com/recaptcha/api/siteverify",
        /// URL of Turnstile's verification API.
        turnstile_url: String = "https://challenges.cloudflare.com/turnstile/v0/siteverify",
        /// URL of Akismet's comment check API.
        akismet_url: String = "https://rest.akismet.com/1.1/comment-check",
        /// URL of Stripe's payment intents API.
        stripe_url: String = "https://api.stripe.com/v1/payment_intents",
        /// Timeout of a verification service, in seconds; a timeout counts as not verified.
        verify_timeout: u64 = 5_u64,
        /// Maximum submissions per client address and minute, further ones are spam; 0: no limit. Behind a proxy set `server.trusted_proxies`, otherwise all visitors have its address.
        submissions_per_minute: u64 = 0_u64,
        /// Whether the configuration validator runs when a form is saved (the plugin's constant `WPCF7_VALIDATE_CONFIGURATION`).
        validate_configuration: bool = true,
    }
}
