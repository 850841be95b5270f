//! What names the session of a request.
//!
//! Contracts "woocommerce", section 3.2, and "woocommerce-store-api", section 1.5.

use crate::woocommerce::session::CartToken;

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
