//! The section `[divi]` of the configuration.

use crate::{settings_choice, settings_section};

settings_choice! {
    /// How pages with a split test are rendered.
    SplitTestMode {
        /// As placeholders on sites with a page cache of their own, else live.
        Auto = "auto",
        /// With the visitor's variant.
        Live = "live",
        /// With places that the browser fills.
        Placeholders = "placeholders",
    }
}

settings_choice! {
    /// Where the addresses of forms to subscribe go.
    SubscriberStore {
        /// To the form's service.
        Provider = "provider",
        /// Into the site's own list.
        Local = "local",
    }
}

settings_section! {
    /// Divi.
    DiviSettings "divi" {
        /// Pages with a split test: `live` draws the visitor's variant, `placeholders` leaves places that the browser fills, `auto` does so on sites with a page cache of their own.
        split_tests: SplitTestMode = "auto",
        /// Most calls of one address that a split test counts in a minute; 0: all. Calls from this machine are all counted.
        stats_per_minute: u64 = 600_u64,
        /// Where reCAPTCHA tokens are verified.
        recaptcha_url: String = "https://www.google.com/recaptcha/api/siteverify",
        /// Seconds that a spam service or a newsletter's service may take; a subscription that is not answered in time waits, and the service is asked again.
        provider_timeout: u64 = 5_u64,
        /// Where the addresses of forms to subscribe go: `provider` hands them to the form's service, `local` keeps them in the site's own list (`oxipress subscribers export`).
        subscribers: SubscriberStore = "provider",
        /// Whether whoever comes on the site's own list is asked by mail to confirm.
        double_opt_in: bool = true,
        /// Stand-in for the services of newsletters, for tests: their hosts become the first part of its paths; empty: the services themselves.
        provider_url: String = "",
    }
}
