//! The section `[divi]` of the configuration.

use crate::{settings_choice, settings_section};

settings_choice! {
    /// How pages with a split test are rendered.
    SplitTestMode {
        /// Placeholders on sites with a caching plugin, else live.
        Auto = "auto",
        /// With the visitor's subject.
        Live = "live",
        /// With placeholders filled by the browser.
        Placeholders = "placeholders",
    }
}

settings_choice! {
    /// Where sign-up forms store subscribers.
    SubscriberStore {
        /// At the form's provider.
        Provider = "provider",
        /// In the local list.
        Local = "local",
    }
}

settings_section! {
    /// Divi.
    DiviSettings "divi" {
        /// Rendering of pages with a split test: `live` with the visitor's subject, `placeholders` with placeholders filled by the browser, `auto`: placeholders on sites with a caching plugin, else live.
        split_tests: SplitTestMode = "auto",
        /// Maximum split test events counted per client address and minute; 0: no limit. Events from a loopback address are always counted.
        stats_per_minute: u64 = 600_u64,
        /// URL of reCAPTCHA's verification API.
        recaptcha_url: String = "https://www.google.com/recaptcha/api/siteverify",
        /// Timeout of reCAPTCHA and of newsletter providers, in seconds; a subscription that times out is queued and retried.
        provider_timeout: u64 = 5_u64,
        /// Where sign-up forms store subscribers: `provider` at the form's provider, `local` in the local list (`oxipress subscribers export`).
        subscribers: SubscriberStore = "provider",
        /// Whether subscribers of the local list must confirm by mail (double opt-in).
        double_opt_in: bool = true,
        /// URL of a mock of the newsletter providers, for tests: the providers' hosts become the first segment of its paths; empty: the providers.
        provider_url: String = "",
    }
}
