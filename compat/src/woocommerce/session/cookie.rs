//! The cookie that ties a visitor to his cart.
//!
//! Contract "woocommerce", cookies table, and vectors README. The hash key is public: anybody can make the cookie
//! for a known customer id, so customer ids must be random.

use subtle::ConstantTimeEq as _;

use crate::wordpress::fast_hash::{wp_fast_hash, wp_verify_fast_hash};
use crate::wordpress::hash::{HashAlgorithm, hash_hmac};
use crate::wordpress::salt::Salts;

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
    let cookie = parts(value)?;
    let message = cookie.message();
    wp_verify_fast_hash(message.as_bytes(), cookie.cookie_hash).then_some(cookie)
}

/// Reads a decoded cookie that a site with WordPress before 6.8 set: its hash is made with the site's secrets.
pub fn keyed_session_cookie<'c>(value: &'c str, salts: &Salts) -> Option<SessionCookie<'c>> {
    let cookie = parts(value)?;
    let message = cookie.message();
    let key = salts.wp_hash(message.as_bytes(), "auth");
    let hash = hash_hmac(HashAlgorithm::Md5, message.as_bytes(), key.as_bytes());
    let is_right = hash.as_bytes().ct_eq(cookie.cookie_hash.as_bytes());
    bool::from(is_right).then_some(cookie)
}

fn parts(value: &str) -> Option<SessionCookie<'_>> {
    let separator = if value.contains("||") { "||" } else { "|" };
    let mut parts = value.split(separator);
    let cookie = SessionCookie {
        customer_id: parts.next()?,
        session_expiration: parts.next()?,
        session_expiring: parts.next()?,
        cookie_hash: parts.next()?,
    };
    let is_whole = parts.next().is_none() && !matches!(cookie.customer_id, "" | "0");
    is_whole.then_some(cookie)
}

impl SessionCookie<'_> {
    /// What the hash is made of.
    fn message(&self) -> String {
        format!("{}|{}", self.customer_id, self.session_expiration)
    }
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

    #[test]
    fn older_cookies_are_made_with_the_sites_secrets() {
        let salts = |secret: &str| Salts::collect(|_| None, |_| None, || secret.to_owned()).0;
        let (own, other) = (salts("a"), salts("b"));
        let key = own.wp_hash(b"t_a|20", "auth");
        let hash = hash_hmac(HashAlgorithm::Md5, b"t_a|20", key.as_bytes());
        for separator in ["|", "||"] {
            let value = ["t_a", "20", "10", &hash].join(separator);
            let cookie = keyed_session_cookie(&value, &own).unwrap();
            assert_eq!(
                (cookie.customer_id, cookie.session_expiration),
                ("t_a", "20")
            );
            assert!(keyed_session_cookie(&value, &other).is_none());
            assert!(wc_get_session_cookie(&value).is_none());
        }
    }

    proptest! {
        #[test]
        fn never_panics(value in "\\PC{0,80}") {
            wc_get_session_cookie(&value);
        }
    }
}
