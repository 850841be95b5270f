//! Names, paths and domain of a site's cookies, and the cookies of a login and a log-out.

use crate::wordpress::cookie::SetCookie;
use crate::wordpress::hash::md5_hex;

const DAY: i64 = 86_400;
const YEAR: i64 = 365 * DAY;

/// Cookie constants derived from the site's URLs: `COOKIEHASH`, `COOKIEPATH` and others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CookieSite {
    hash: String,
    path: String,
    site_path: String,
    plugins_path: String,
    domain: Option<String>,
    home_is_https: bool,
}

/// The values of the cookies of one login; see `AuthCookie::generate`.
#[derive(Debug, Clone, Copy)]
pub struct AuthCookieValues<'a> {
    /// Value of the scheme `secure_auth` on https, else `auth`.
    pub auth: &'a str,
    /// Value of the scheme `logged_in`.
    pub logged_in: &'a str,
    /// "Remember me" was ticked.
    pub remember: bool,
    /// The request came over https.
    pub secure: bool,
    /// Unix time.
    pub now: i64,
}

impl CookieSite {
    /// The cookies of a site with the options `home` and `siteurl`.
    pub fn new(home: &str, siteurl: &str) -> Self {
        let siteurl = siteurl.trim_end_matches('/');
        let site_path = url_path(siteurl);
        Self {
            hash: cookie_hash(siteurl),
            path: format!("{}/", url_path(home.trim_end_matches('/'))),
            plugins_path: format!("{site_path}/wp-content/plugins"),
            site_path: format!("{site_path}/"),
            domain: None,
            home_is_https: home
                .get(..8)
                .is_some_and(|s| s.eq_ignore_ascii_case("https://")),
        }
    }

    /// With the constant COOKIE_DOMAIN, when it is set and not empty.
    pub fn with_domain(mut self, domain: Option<&str>) -> Self {
        self.domain = domain.filter(|d| !d.is_empty()).map(str::to_owned);
        self
    }

    /// With the constant COOKIEHASH, when wp-config.php sets it.
    pub fn with_hash(mut self, hash: &str) -> Self {
        hash.clone_into(&mut self.hash);
        self
    }

    /// With another address of the plugins than below `siteurl` (constant WP_CONTENT_URL).
    pub fn with_plugins_url(mut self, url: &str) -> Self {
        self.plugins_path = url_path(url.trim_end_matches('/')).to_owned();
        self
    }

    /// COOKIEHASH.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// COOKIEPATH.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// COOKIE_DOMAIN, if set.
    pub fn domain(&self) -> Option<&str> {
        self.domain.as_deref()
    }

    /// AUTH_COOKIE, or SECURE_AUTH_COOKIE on https.
    pub fn auth_name(&self, secure: bool) -> String {
        let kind = if secure {
            "wordpress_sec_"
        } else {
            "wordpress_"
        };
        format!("{kind}{}", self.hash)
    }

    /// LOGGED_IN_COOKIE.
    pub fn logged_in_name(&self) -> String {
        format!("wordpress_logged_in_{}", self.hash)
    }

    /// Name of the cookie that opens protected posts.
    pub fn post_password_name(&self) -> String {
        format!("wp-postpass_{}", self.hash)
    }

    /// Names of the cookies that remember a commenter: author, e-mail, address.
    pub fn comment_author_names(&self) -> [String; 3] {
        ["", "email_", "url_"].map(|part| format!("comment_author_{part}{}", self.hash))
    }

    /// Unix time until which a new login session counts (`wp_set_auth_cookie`): two days, or 14.
    pub fn session_expiration(now: i64, remember: bool) -> i64 {
        now.saturating_add(if remember { 14 * DAY } else { 2 * DAY })
    }

    /// The test cookie of the login page.
    pub fn test_cookie(&self, secure: bool) -> SetCookie {
        SetCookie {
            secure,
            ..self.cookie("wordpress_test_cookie", "WP Cookie check", &self.path)
        }
    }

    /// `wp_set_auth_cookie`: the cookies of a login, in WordPress's order (recording login/ok).
    pub fn login_cookies(&self, values: &AuthCookieValues<'_>) -> Vec<SetCookie> {
        // A remembered browser keeps the cookie half a day longer than it counts.
        let expires = values
            .remember
            .then(|| Self::session_expiration(values.now, true).saturating_add(DAY / 2));
        let auth = self.auth_name(values.secure);
        let logged_in = self.logged_in_name();
        let mut cookies = vec![
            self.cookie(&auth, values.auth, &self.plugins_path),
            self.cookie(&auth, values.auth, &self.admin_path()),
            self.cookie(&logged_in, values.logged_in, &self.path),
        ];
        if self.path != self.site_path {
            cookies.push(self.cookie(&logged_in, values.logged_in, &self.site_path));
        }
        for cookie in &mut cookies {
            cookie.expires = expires;
            cookie.secure = if cookie.name == auth {
                values.secure
            } else {
                values.secure && self.home_is_https
            };
        }
        cookies
    }

    /// `wp_clear_auth_cookie`: what ends a login, in WordPress's order (recording login/form-redirect).
    pub fn logout_cookies(&self, user_id: i64, now: i64) -> Vec<SetCookie> {
        let (auth, sec, logged_in) = (
            self.auth_name(false),
            self.auth_name(true),
            self.logged_in_name(),
        );
        let (path, site, admin) = (&self.path, &self.site_path, self.admin_path());
        let settings = format!("wp-settings-{user_id}");
        let settings_time = format!("wp-settings-time-{user_id}");
        // Names of WordPress 2.3 and 2.0; still cleared.
        let user = format!("wordpressuser_{}", self.hash);
        let pass = format!("wordpresspass_{}", self.hash);
        let post_password = self.post_password_name();
        let list: [(&str, &str); 18] = [
            (&auth, &admin),
            (&sec, &admin),
            (&auth, &self.plugins_path),
            (&sec, &self.plugins_path),
            (&logged_in, path),
            (&logged_in, site),
            (&settings, site),
            (&settings_time, site),
            (&auth, path),
            (&auth, site),
            (&sec, path),
            (&sec, site),
            (&user, path),
            (&pass, path),
            (&user, site),
            (&pass, site),
            (&post_password, path),
            ("", ""),
        ];
        list.iter()
            .filter(|(name, _)| !name.is_empty())
            .map(|(name, path)| SetCookie {
                expires: Some(now.saturating_sub(YEAR)),
                http_only: false,
                // WordPress sends a blank; PHP would turn an empty value into "deleted".
                ..self.cookie(name, " ", path)
            })
            .collect()
    }

    fn admin_path(&self) -> String {
        format!("{}wp-admin", self.site_path)
    }

    fn cookie(&self, name: &str, value: &str, path: &str) -> SetCookie {
        SetCookie {
            name: name.to_owned(),
            value: value.to_owned(),
            expires: None,
            path: path.to_owned(),
            domain: self.domain.clone(),
            secure: false,
            http_only: true,
        }
    }
}

/// COOKIEHASH of a site: MD5 of the option `siteurl`.
pub fn cookie_hash(siteurl: &str) -> String {
    md5_hex(siteurl.as_bytes())
}

/// What remains of an address without scheme and host.
fn url_path(url: &str) -> &str {
    let rest = ["https://", "http://"].iter().find_map(|scheme| {
        let head = url.get(..scheme.len())?;
        head.eq_ignore_ascii_case(scheme)
            .then(|| url.get(scheme.len()..))
            .flatten()
    });
    match rest {
        Some(rest) => rest.find('/').and_then(|i| rest.get(i..)).unwrap_or(""),
        None => url,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SITE: &str = "http://127.0.0.1:8081";

    #[test]
    fn a_log_out_clears_what_wordpress_clears() {
        let lines: Vec<_> = CookieSite::new(SITE, SITE)
            .logout_cookies(0, 1_795_224_302)
            .iter()
            .filter_map(|c| c.header_value(1_795_224_302))
            .collect();
        assert_eq!(lines.len(), 17);
        assert_eq!(
            lines.first().map(String::as_str),
            Some(
                "wordpress_868d72495b7d63175cfbaed4ef4dd9ea=%20; expires=Fri, 21 Nov 2025 01:25:02 GMT; Max-Age=0; path=/wp-admin"
            )
        );
    }

    #[test]
    fn a_remembered_login_below_a_folder() {
        let site = CookieSite::new("https://casa.example/blog/", "https://casa.example/blog/wp");
        let cookies = site.login_cookies(&AuthCookieValues {
            auth: "a|1",
            logged_in: "b|1",
            remember: true,
            secure: true,
            now: 0,
        });
        let paths: Vec<_> = cookies.iter().map(|c| c.path.as_str()).collect();
        assert_eq!(
            paths,
            [
                "/blog/wp/wp-content/plugins",
                "/blog/wp/wp-admin",
                "/blog/",
                "/blog/wp/"
            ]
        );
        assert!(cookies.iter().all(|c| c.secure && c.http_only));
        assert!(cookies.iter().all(|c| c.expires == Some(1_252_800)));
    }
}
