//! The section `[woocommerce]` of the configuration.

use crate::settings_section;

settings_section! {
    /// WooCommerce.
    WooCommerceSettings "woocommerce" {
        /// URL of Stripe's API.
        stripe_url: String = "https://api.stripe.com/v1",
        /// URL of a mock of Redsys's payment page, for tests; empty: Redsys's own, for tests or for real payments as the gateway is set.
        redsys_url: String = "",
        /// Timeout of a request to a payment provider, in seconds; the order waits, and may be paid again without being charged twice.
        payment_timeout: u64 = 20_u64,
    }
}
