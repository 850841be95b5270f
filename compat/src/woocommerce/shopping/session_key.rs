//! What names the session of a request.
//!
//! Contracts "woocommerce", section 3.2, and "woocommerce-store-api", section 1.5.

use super::source::ShopSource;
use crate::woocommerce::session::CartToken;
use crate::woocommerce::session::cookie::{
    SessionCookie, keyed_session_cookie, wc_get_session_cookie,
};

/// What names the session of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SessionKey<'a> {
    /// The decoded value of the session's cookie, if it was sent.
    Cookie(Option<&'a str>),
    /// A token whose signature was right: the cookie is neither read nor set.
    Token(&'a CartToken),
}

impl SessionKey<'_> {
    /// Whether it names a session.
    pub fn is_given(self) -> bool {
        self != Self::Cookie(None)
    }
}

/// The session's cookie, when its hash is right, and whether it has a form of older versions, so that it is set anew.
pub(super) fn read_cookie<'c>(
    value: &'c str,
    source: &ShopSource<'_>,
) -> (Option<SessionCookie<'c>>, bool) {
    match wc_get_session_cookie(value) {
        Some(cookie) => (Some(cookie), value.contains("||")),
        None => (keyed_session_cookie(value, source.salts), true),
    }
}
