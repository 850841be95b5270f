//! The cookie that ties a visitor to his cart.
//!
//! Contract "woocommerce", cookies table, and vectors README. The hash key is public: anybody can make the cookie
//! for a known customer id, so customer ids must be random.

use crate::wordpress::fast_hash::{wp_fast_hash, wp_verify_fast_hash};

/// The parts of a shop session cookie, as text, as they stand in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionCookie<'a> {
    /// `t_` and 30 hexadecimal digits for a guest, the user id for a customer.
    pub customer_id: &'a str,
    /// Unix time at which the session ends.
    pub session_expiration: &'a str,
    /// Unix time from which the cookie is renewed.
    pub session_expiring: &'a str,
    /// Hash over customer id and expiration.
    pub cookie_hash: &'a str,
}

/// Name of the cookie.
pub fn session_cookie_name(cookie_hash: &str) -> String {
    format!("wp_woocommerce_session_{cookie_hash}")
}

/// Value of the cookie, not yet percent-encoded.
pub fn wc_session_cookie(customer_id: &str, expiration: i64, expiring: i64) -> String {
    let hash = wp_fast_hash(format!("{customer_id}|{expiration}").as_bytes());
    format!("{customer_id}|{expiration}|{expiring}|{hash}")
}

/// Reads a decoded cookie: `None` unless it has four parts, a customer and a right hash.
pub fn wc_get_session_cookie(value: &str) -> Option<SessionCookie<'_>> {
    let separator = if value.contains("||") { "||" } else { "|" };
    let mut parts = value.split(separator);
    let cookie = SessionCookie {
        customer_id: parts.next()?,
        session_expiration: parts.next()?,
        session_expiring: parts.next()?,
        cookie_hash: parts.next()?,
    };
    if parts.next().is_some() || matches!(cookie.customer_id, "" | "0") {
        return None;
    }
    let message = format!("{}|{}", cookie.customer_id, cookie.session_expiration);
    wp_verify_fast_hash(message.as_bytes(), cookie.cookie_hash).then_some(cookie)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reads_what_it_writes() {
        let value = wc_session_cookie("t_a", 20, 10);
        let cookie = wc_get_session_cookie(&value).unwrap();
        assert_eq!((cookie.customer_id, cookie.session_expiring), ("t_a", "10"));
        assert!(wc_get_session_cookie(&value.replace("t_a", "t_b")).is_none());
        // An expensive portable hash from a visitor is refused without being computed.
        assert!(wc_get_session_cookie("t_a|20|10|$P$Sabcdefghabcdefghabcdefghabcde").is_none());
    }

    proptest! {
        #[test]
        fn never_panics(value in "\\PC{0,80}") {
            wc_get_session_cookie(&value);
        }
    }
}
