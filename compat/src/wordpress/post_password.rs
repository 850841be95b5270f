//! Password-protected posts: whether the password is required, and its cookie.
//!
//! Contract wordpress-core, sections 12.3 and 18 (action postpass); recordings login/postpass*.

use super::cookie::SetCookie;
use super::password::{phpass_check, phpass_hash};
use super::post::Post;
use super::session::CookieSite;
use super::user::attempts::{Attempt, AttemptError, AttemptKind, Attempts, Origin};

/// The cookie lives ten days.
const LIFE: i64 = 864_000;
/// Cookies with another hash prefix are ignored.
const HASH_START: &str = "$P$B";

/// `post_password_required`. `cookie` is the decoded value of `wp-postpass_HASH`. Hashing takes milliseconds: pages use
/// [`is_post_password_required`].
pub fn post_password_required(post_password: &str, cookie: Option<&str>) -> bool {
    match tried_hash(post_password, cookie) {
        Ok(hash) => !phpass_check(post_password.as_bytes(), hash, 13),
        Err(is_required) => is_required,
    }
}

/// The hash in the cookie, if it has to be tried; else whether the password is required.
fn tried_hash<'c>(post_password: &str, cookie: Option<&'c str>) -> Result<&'c str, bool> {
    // PHP's empty(): a post with the password "0" is not protected.
    if matches!(post_password, "" | "0") {
        return Err(false);
    }
    cookie
        .filter(|hash| hash.starts_with(HASH_START))
        .ok_or(true)
}

/// As [`post_password_required`], as an attempt of the visitor: a cookie is tried once and then remembered.
///
/// # Errors
/// When the visitor sent too many wrong passwords, the hashing threads have too much to do, or the database fails.
pub async fn is_post_password_required(
    attempts: &Attempts,
    origin: Origin,
    post: &Post,
    cookie: Option<&str>,
) -> Result<bool, AttemptError> {
    let hash = match tried_hash(&post.password, cookie) {
        Ok(hash) => hash,
        Err(is_required) => return Ok(is_required),
    };
    let id = post.id.to_string();
    let attempt = Attempt::new(AttemptKind::PostPassword, origin, &id);
    let (password, given) = (post.password.clone(), hash.to_owned());
    let is_right = move || phpass_check(password.as_bytes(), &given, 13);
    let checked = attempts.check_once(&attempt, [&post.password, hash], is_right);
    Ok(!checked.await?)
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
