//! Password-protected posts: whether the password is required, and its cookie.
//!
//! Contract wordpress-core, sections 12.3 and 18 (action postpass); recordings login/postpass*.

use super::cookie::SetCookie;
use super::password::{phpass_check, phpass_hash};
use super::session::CookieSite;

/// The cookie lives ten days.
const LIFE: i64 = 864_000;
/// Cookies with another hash prefix are ignored.
const HASH_START: &str = "$P$B";

/// `post_password_required`. `cookie` is the decoded value of `wp-postpass_HASH`.
pub fn post_password_required(post_password: &str, cookie: Option<&str>) -> bool {
    // PHP's empty(): a post with the password "0" is not protected.
    if matches!(post_password, "" | "0") {
        return false;
    }
    match cookie {
        Some(hash) if hash.starts_with(HASH_START) => {
            !phpass_check(post_password.as_bytes(), hash, 13)
        }
        _ => true,
    }
}

/// The cookie for a submitted password, correct or not. `salt` is random; `secure` is set when the referer is an
/// https URL. `None` for a password over 4096 bytes.
pub fn post_password_cookie(
    site: &CookieSite,
    password: &str,
    salt: [u8; 6],
    now: i64,
    secure: bool,
) -> Option<SetCookie> {
    Some(SetCookie {
        name: site.post_password_name(),
        value: phpass_hash(password.as_bytes(), salt)?,
        expires: Some(now.saturating_add(LIFE)),
        path: site.path().to_owned(),
        domain: site.domain().map(str::to_owned),
        secure,
        http_only: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cookie_opens_the_post() {
        let site = CookieSite::new("http://127.0.0.1:8081", "http://127.0.0.1:8081");
        let cookie = post_password_cookie(&site, "almendro", *b"123456", 1, false).unwrap();
        assert_eq!(cookie.name, "wp-postpass_868d72495b7d63175cfbaed4ef4dd9ea");
        assert!(!post_password_required("almendro", Some(&cookie.value)));
        assert!(post_password_required("otra", Some(&cookie.value)));
        assert!(post_password_required("almendro", None));
        assert!(!post_password_required("", None));
    }

    #[test]
    fn only_cheap_portable_hashes_are_tried() {
        assert!(post_password_required("clave", Some("$P$Sxxxxxxxx")));
        assert!(post_password_required(
            "clave",
            Some("1d5ad9c5f8a3d1c7d8d7b1e5c5c37d3c")
        ));
    }
}
