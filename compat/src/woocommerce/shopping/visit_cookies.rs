//! The cookies that a visit sets.
//!
//! Contract "woocommerce", section 3.2.

use super::visit::Visit;
use crate::woocommerce::session::cookie::{session_cookie_name, wc_session_cookie};
use crate::wordpress::cookie::SetCookie;
use crate::wordpress::session::CookieSite;

/// Scripts know by it whether the cart is empty.
pub const ITEMS_IN_CART: &str = "woocommerce_items_in_cart";
/// Scripts know by it whether their copy of the cart is the right one.
pub const CART_HASH: &str = "woocommerce_cart_hash";

/// Seconds by which the end of a removed cookie lies back.
const HOUR: i64 = 3600;

/// What the browser has sent.
#[derive(Debug, Clone, Copy, Default)]
pub struct SentCookies<'a> {
    /// `woocommerce_items_in_cart`.
    pub items_in_cart: Option<&'a str>,
    /// `woocommerce_cart_hash`.
    pub cart_hash: Option<&'a str>,
}

/// The cookies to set. `is_ssl`: whether the request and the site's address are https; `now`: Unix time.
pub fn visit_cookies(
    visit: &Visit,
    sent: SentCookies<'_>,
    site: &CookieSite,
    is_ssl: bool,
    now: i64,
) -> Vec<SetCookie> {
    let cookie = |name: &str, value: String, expires: Option<i64>| SetCookie {
        name: name.to_owned(),
        value,
        expires,
        path: site.path().to_owned(),
        domain: site.domain().map(str::to_owned),
        secure: false,
        http_only: false,
    };
    let mut cookies = Vec::new();
    let hash = visit.cart_hash();
    if !visit.cart.is_empty() {
        if sent.items_in_cart != Some("1") {
            cookies.push(cookie(ITEMS_IN_CART, "1".to_owned(), None));
        }
        if sent.cart_hash != Some(hash.as_str()) {
            cookies.push(cookie(CART_HASH, hash, None));
        }
    } else if sent.items_in_cart.is_some() {
        let gone = Some(now.saturating_sub(HOUR));
        cookies.push(cookie(ITEMS_IN_CART, "0".to_owned(), gone));
        if sent.cart_hash.is_some() {
            cookies.push(cookie(CART_HASH, "0".to_owned(), gone));
        }
    }
    let name = session_cookie_name(site.hash());
    let session = match (&visit.id, visit.lifetime) {
        (Some(id), Some(lifetime)) if visit.sets_cookie => {
            let value = wc_session_cookie(&id.0, lifetime.expiration, lifetime.expiring);
            Some(cookie(&name, value, Some(lifetime.expiration)))
        }
        _ if visit.clears_cookie => Some(cookie(&name, String::new(), None)),
        _ => None,
    };
    cookies.extend(session.map(|cookie| SetCookie {
        secure: is_ssl,
        http_only: true,
        ..cookie
    }));
    cookies
}
