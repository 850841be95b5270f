//! The value of an auth cookie: `login|expiration|token|hmac`.

use crate::wordpress::hash::{HashAlgorithm, hash_equals, hash_hmac};
use crate::wordpress::salt::Salts;
use crate::wordpress::session::SessionTokens;

/// How much longer a cookie counts for POST and ajax requests, so that a form sent just after
/// midnight is not lost.
const GRACE: i64 = 3600;

/// Which of the three cookies, and thereby which secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuthScheme {
    /// Admin pages over http.
    Auth,
    /// Admin pages over https.
    SecureAuth,
    /// The site's pages (`LOGGED_IN_COOKIE`).
    LoggedIn,
}

impl AuthScheme {
    /// WordPress's name, also the name of the secret.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auth => "auth",
            Self::SecureAuth => "secure_auth",
            Self::LoggedIn => "logged_in",
        }
    }
}

/// What a cookie is checked against.
#[derive(Debug, Clone, Copy)]
pub struct CookieUser<'a> {
    /// Column `user_pass`: a password change ends all sessions.
    pub user_pass: &'a str,
    /// User meta `session_tokens`.
    pub sessions: &'a SessionTokens,
}

/// The parts of an auth cookie; nothing is verified yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AuthCookie<'a> {
    /// The login name, as it stands in the cookie.
    pub username: &'a str,
    /// Unix time in digits.
    pub expiration: &'a str,
    /// Names the session.
    pub token: &'a str,
    /// Proves the other three.
    pub hmac: &'a str,
}

impl<'a> AuthCookie<'a> {
    /// `wp_parse_auth_cookie`: splits a decoded value into its four parts.
    pub fn parse(value: &'a str) -> Option<Self> {
        let mut parts = value.split('|');
        let cookie = Self {
            username: parts.next()?,
            expiration: parts.next()?,
            token: parts.next()?,
            hmac: parts.next()?,
        };
        parts.next().is_none().then_some(cookie)
    }

    /// `wp_generate_auth_cookie`: the value for a user and a session, not yet percent-encoded.
    pub fn generate(
        salts: &Salts,
        scheme: AuthScheme,
        (username, user_pass): (&str, &str),
        expiration: i64,
        token: &str,
    ) -> String {
        let digits = expiration.to_string();
        let unsigned = AuthCookie {
            username,
            expiration: &digits,
            token,
            hmac: "",
        };
        let hmac = unsigned.expected_hmac(salts, scheme, user_pass);
        format!("{username}|{expiration}|{token}|{hmac}")
    }

    /// Whether the cookie is past its time. `grace` for POST and ajax requests. What is no number
    /// counts as past.
    pub fn is_expired(&self, now: i64, grace: bool) -> bool {
        match self.expiration.parse::<i64>() {
            Ok(at) => at.saturating_add(if grace { GRACE } else { 0 }) < now,
            Err(_) => true,
        }
    }

    /// Whether the hash proves user, expiration and token.
    pub fn is_genuine(&self, salts: &Salts, scheme: AuthScheme, user_pass: &str) -> bool {
        hash_equals(&self.expected_hmac(salts, scheme, user_pass), self.hmac)
    }

    fn expected_hmac(&self, salts: &Salts, scheme: AuthScheme, user_pass: &str) -> String {
        let Self {
            username,
            expiration,
            token,
            ..
        } = self;
        let fragment = String::from_utf8_lossy(password_fragment(user_pass.as_bytes()));
        let data = format!("{username}|{fragment}|{expiration}|{token}");
        let key = salts.wp_hash(data.as_bytes(), scheme.name());
        let data = format!("{username}|{expiration}|{token}");
        hash_hmac(HashAlgorithm::Sha256, data.as_bytes(), key.as_bytes())
    }
}

/// The four characters of the stored password that enter the key.
fn password_fragment(user_pass: &[u8]) -> &[u8] {
    let from = if user_pass.starts_with(b"$P$") || user_pass.starts_with(b"$2y$") {
        8.min(user_pass.len())
    } else {
        // Since 6.8: the end, because newer hashes begin with a long prefix.
        user_pass.len().saturating_sub(4)
    };
    let to = from.saturating_add(4).min(user_pass.len());
    user_pass.get(from..to).unwrap_or_default()
}

/// `wp_validate_auth_cookie`: whether a cookie proves that its sender is `user`.
///
/// `user` is the account of the cookie's user name, `grace` is set for POST and ajax requests.
/// Parsing and [`AuthCookie::is_expired`] come first, so that a stale cookie costs no query.
pub fn validate_auth_cookie(
    cookie: &AuthCookie<'_>,
    scheme: AuthScheme,
    user: &CookieUser<'_>,
    salts: &Salts,
    now: i64,
    grace: bool,
) -> bool {
    !cookie.is_expired(now, grace)
        && cookie.is_genuine(salts, scheme, user.user_pass)
        && user.sessions.verify(cookie.token, now)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn salts() -> Salts {
        let constant = |name: &str| match name {
            "LOGGED_IN_KEY" => Some("k".repeat(64)),
            "LOGGED_IN_SALT" => Some("s".repeat(64)),
            _ => None,
        };
        Salts::collect(constant, |_| None, || "x".to_owned()).0
    }

    #[test]
    fn the_contracts_example() {
        let made = AuthCookie::generate(
            &salts(),
            AuthScheme::LoggedIn,
            ("ana", "$P$BABCDEFGHIJKLMNOP"),
            1_700_172_800,
            "tok",
        );
        assert_eq!(
            made,
            "ana|1700172800|tok|3e64ea42d4687a94c7d67377436a819217a01de66af34077f314c63501d723fe"
        );
    }

    #[test]
    fn a_post_has_an_hour_of_grace() {
        let cookie = AuthCookie::parse("ana|1000|tok|x").unwrap();
        assert!(!cookie.is_expired(1000, false));
        assert!(cookie.is_expired(1001, false));
        assert!(!cookie.is_expired(4600, true));
        assert!(cookie.is_expired(4601, true));
    }

    #[test]
    fn short_stored_passwords_have_short_fragments() {
        assert_eq!(password_fragment(b"$P$Babc"), b"");
        assert_eq!(password_fragment(b"abc"), b"abc");
        assert_eq!(password_fragment(b"$wp$2y$10$abcdefgh"), b"efgh");
    }

    proptest! {
        #[test]
        fn never_panics(value in "\\PC{0,60}", pass in "\\PC{0,20}") {
            if let Some(cookie) = AuthCookie::parse(&value) {
                cookie.is_expired(0, true);
                cookie.is_genuine(&salts(), AuthScheme::Auth, &pass);
            }
        }
    }
}
