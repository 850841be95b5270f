//! The cache variant of a page: visitors with the same consent share one.
//!
//! Contract "cookie-consent", sections 2.2 and 10: pages print the scripts accepted by the visitor's cookie.

use compat::moove_gdpr::Settings;
use compat::moove_gdpr::{COOKIE, Consent};
use http::header;

use crate::app::App;
use crate::server::Request;
use crate::wordpress::cookies::Cookies;

/// The cache variant: equal for visitors whose pages are equal.
pub fn page_variant(app: &App, request: &Request) -> u64 {
    let mut headers = request.headers.get_all(header::COOKIE).iter();
    let name = COOKIE.as_bytes();
    // Fast path: most requests have no such cookie.
    if !headers.any(|value| {
        value
            .as_bytes()
            .windows(name.len())
            .any(|part| part == name)
    }) {
        return 0;
    }
    let cookies = Cookies::parse(&request.headers);
    let Some(cookie) = cookies.get(COOKIE) else {
        return 0;
    };
    let state = app.state();
    let consent = Consent::of(Some(cookie), state.site_data.get::<Settings>());
    if consent.is_chosen() {
        u64::from(consent.page_variant())
    } else {
        0
    }
}
