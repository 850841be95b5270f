//! Cookies that a stranger can send: login, shop session, protected posts, nonces.
#![cfg_attr(feature = "link", no_main)]

use compat::woocommerce::session::cookie::wc_get_session_cookie;
use compat::wordpress::fast_hash::wp_verify_fast_hash;
use compat::wordpress::nonce::NonceContext;
use compat::wordpress::post_password::post_password_required;
use compat::wordpress::salt::Salts;
use compat::wordpress::session::{
    AuthCookie, AuthScheme, CookieUser, SessionTokens, validate_auth_cookie,
};
use oxipress_fuzz::fuzz_target;

fuzz_target!(|text: &str| {
    let (salts, _) = Salts::collect(
        |_| None,
        |_| None,
        || "secret that nobody guesses".to_owned(),
    );
    if let Some(cookie) = AuthCookie::parse(text) {
        let sessions = SessionTokens::default();
        let user = CookieUser {
            user_pass: "$P$BABCDEFGHIJKLMNOP",
            sessions: &sessions,
        };
        assert!(!validate_auth_cookie(
            &cookie,
            AuthScheme::LoggedIn,
            &user,
            &salts,
            0,
            true
        ));
    }
    assert!(
        NonceContext::anonymous(&salts, 1)
            .verify(text, "action")
            .is_none()
    );
    post_password_required("password", Some(text));
    wc_get_session_cookie(text);
    wp_verify_fast_hash(b"message", text);
});
