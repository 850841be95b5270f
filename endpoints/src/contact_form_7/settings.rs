//! The section `[contact_form_7]` of the configuration.

use crate::settings_section;

settings_section! {
    /// Contact Form 7.
    ContactForm7Settings "contact_form_7" {
        /// Where reCAPTCHA tokens are verified.
        recaptcha_url: String = "https://www.google.com/recaptcha/api/siteverify",
        /// Where Turnstile tokens are verified.
        turnstile_url: String = "https://challenges.cloudflare.com/turnstile/v0/siteverify",
        /// Where Akismet is asked about messages.
        akismet_url: String = "https://rest.akismet.com/1.1/comment-check",
        /// Where Stripe keeps payments.
        stripe_url: String = "https://api.stripe.com/v1/payment_intents",
        /// Seconds that a verifying service may take; one that does not answer knows no human.
        verify_timeout: u64 = 5_u64,
        /// Most submissions that one address may send in a minute, further ones are spam; 0: as many as it likes. Behind a proxy set `server.trusted_proxies`, else all visitors have its address.
        submissions_per_minute: u64 = 0_u64,
        /// Whether forms are checked for mistakes when they are saved (the plugin's constant `WPCF7_VALIDATE_CONFIGURATION`).
        validate_configuration: bool = true,
    }
}
