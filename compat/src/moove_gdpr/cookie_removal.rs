//! The cookies that are removed when a visitor rejects, and their `Set-Cookie` headers.
//!
//! Contract "cookie-consent", section 5.4. Version 5 of the plugin misspells a protected name and so logs users out;
//! here WordPress's login cookies are protected, as in version 4.

use crate::wordpress::cookie::SetCookie;
use crate::wordpress::php::{Array, Value};

use super::consent::COOKIE;

/// Names of well-known trackers; they are set for the whole domain.
const TRACKERS: [&str; 9] = [
    "_ga", "_fbp", "_gid", "_gat", "__utma", "__utmb", "__utmc", "__utmt", "__utmz",
];

/// What a name contains that is never touched.
const PROTECTED: [&str; 3] = ["woocommerce", "wc_", "WordPress"];

/// Beginnings of WordPress's login cookies; `wordpress_` and 32 digits is one, too.
const LOGIN: [&str; 3] = [
    "wordpress_logged_in_",
    "wordpress_sec_",
    "wordpress_test_cookie",
];

/// Maximum number of cookies expired by one response; browsers store fewer per site.
const MOST: usize = 180;

/// Maximum number of folders of a site's path where cookies are expired, with and without the slash at the end.
const MOST_PATHS: usize = 4;

/// What a request's cookies lead to.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Removal {
    /// The cookies to expire, in order.
    pub cookies: Vec<SetCookie>,
    removed: Vec<(String, String)>,
}

impl Removal {
    /// The names with their domains, as PHP's array.
    pub fn removed(&self) -> Value {
        let mut map = Array::new();
        for (name, domain) in &self.removed {
            map.insert(name.as_str(), domain.as_str());
        }
        map.into()
    }

    /// The same for each folder of the site's path (`COOKIEPATH`, `/blog/`): a cookie of a page there may have been
    /// set at `/blog` or `/blog/`, which neither the script's own folder nor `/` is.
    #[must_use]
    pub fn below(mut self, cookie_path: &str) -> Self {
        let folders = cookie_path.match_indices('/').skip(1);
        let paths: Vec<&str> = folders
            .flat_map(|(at, _)| [cookie_path.get(..at), cookie_path.get(..=at)])
            .flatten()
            .take(MOST_PATHS)
            .collect();
        let at_root = self.cookies.iter().filter(|cookie| cookie.path == "/");
        let copies: Vec<SetCookie> = at_root
            .flat_map(|cookie| {
                paths.iter().map(|path| SetCookie {
                    path: (*path).to_owned(),
                    ..cookie.clone()
                })
            })
            .collect();
        self.cookies.extend(copies);
        self
    }

    fn record(&mut self, name: &str, domain: String) {
        match self.removed.iter_mut().find(|(n, _)| n == name) {
            Some((_, known)) => *known = domain,
            None => self.removed.push((name.to_owned(), domain)),
        }
    }

    fn expire(&mut self, name: &str, path: &str, domain: Option<String>) {
        self.cookies.push(SetCookie {
            name: name.to_owned(),
            value: String::new(),
            expires: None,
            path: path.to_owned(),
            domain,
            secure: false,
            http_only: false,
        });
    }
}

/// The host of the site's address without its `www.`.
pub fn site_domain(host: &str) -> String {
    let host = host.to_ascii_lowercase();
    host.replacen("www.", "", 1)
}

/// Domain and path with which a cookie was set, where its name implies them.
enum Home {
    /// The shop's and old language plugins' cookies, on the host with `www.`.
    Www,
    /// Trackers, on the whole domain.
    Domain,
    /// Unknown.
    Unknown,
}

fn home_of(name: &str) -> Home {
    match name {
        "language" | "currency" => Home::Www,
        name if is_tracker(name) => Home::Domain,
        _ => Home::Unknown,
    }
}

fn is_tracker(name: &str) -> bool {
    TRACKERS.contains(&name) || name.contains("_ga") || name.contains("_fbp")
}

fn is_protected(name: &str) -> bool {
    let is_hash = |rest: &str| rest.len() == 32 && rest.bytes().all(|b| b.is_ascii_hexdigit());
    name == COOKIE
        || PROTECTED.iter().any(|part| name.contains(part))
        || LOGIN.iter().any(|part| name.starts_with(part))
        || name.strip_prefix("wordpress_").is_some_and(is_hash)
}

/// The names in a `Cookie` header that may be expired, each once. A part without `=` is a name, too.
fn names(header: &str) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for part in header.split(';') {
        let name = part.split('=').next().unwrap_or_default().trim();
        if !name.is_empty() && !is_protected(name) && !names.contains(&name) {
            names.push(name);
            if names.len() == MOST {
                break;
            }
        }
    }
    names
}

/// Expires the cookies whose place is known; answers the domain that is noted down.
fn expire_known(removal: &mut Removal, name: &str, domain: &str) -> Option<String> {
    match home_of(name) {
        Home::Www => {
            removal.expire(name, "/", Some(format!("www.{domain}")));
            Some(domain.to_owned())
        }
        Home::Domain => {
            removal.expire(name, "/", Some(format!(".{domain}")));
            Some(format!(".{domain}"))
        }
        Home::Unknown => None,
    }
}

/// What `moove_gdpr_get_scripts` expires for a visitor without strict consent.
pub fn expire_all(header: &str, domain: &str) -> Removal {
    let (names, mut removal) = (names(header), Removal::default());
    for name in &names {
        expire_known(&mut removal, name, domain);
    }
    for name in names.iter().filter(|n| matches!(home_of(n), Home::Unknown)) {
        removal.expire(name, "", None);
        removal.expire(name, "/", None);
    }
    for name in &names {
        expire_known(&mut removal, name, domain);
    }
    removal
}

/// What `moove_gdpr_remove_php_cookies` expires: every name without and with a path, then at its own place.
///
/// A name before the first of the listed trackers is expired like that one (vector moove-consent:195).
pub fn remove_php_cookies(header: &str, domain: &str) -> Removal {
    let (names, mut removal) = (names(header), Removal::default());
    for name in &names {
        if let Some(domain) = expire_known(&mut removal, name, domain) {
            removal.record(name, domain);
        }
    }
    let listed = names.iter().position(|name| TRACKERS.contains(name));
    for (index, name) in names.iter().enumerate() {
        removal.expire(name, "", None);
        removal.expire(name, "/", None);
        let known = expire_known(&mut removal, name, domain);
        let domain = known.unwrap_or_else(|| {
            if listed.is_some_and(|first| index < first) {
                let domain = format!(".{domain}");
                removal.expire(name, "/", Some(domain.clone()));
                domain
            } else {
                removal.expire(name, "/", None);
                domain.to_owned()
            }
        });
        removal.record(name, domain);
    }
    removal
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn names_of(removal: &Removal) -> Vec<&str> {
        removal.removed.iter().map(|(n, _)| n.as_str()).collect()
    }

    /// Contract cases 12, 15, 16 and 17.
    #[test]
    fn the_contracts_cases() {
        let header = "_ga=1; foo=2; moove_gdpr_popup=x; wc_cart=1; wordpress_logged_in_x=1; \
            wordpress_868d72495b7d63175cfbaed4ef4dd9ea=2; WordPress_x=3";
        let removal = remove_php_cookies(header, "casa.example");
        assert_eq!(names_of(&removal), ["_ga", "foo"]);
        let lines = |removal: &Removal| -> Vec<String> {
            let lines = removal.cookies.iter();
            lines.filter_map(|c| c.header_value(0)).collect()
        };
        let removal = remove_php_cookies("language=es", &site_domain("WWW.casa.example"));
        let own = "language=deleted; expires=Thu, 01 Jan 1970 00:00:01 GMT; Max-Age=0; path=/; domain=www.casa.example";
        assert!(lines(&removal).iter().any(|line| line == own));
        let removal = expire_all("language=es; x=1", "casa.example");
        assert!(lines(&removal).iter().any(|line| line == own));
        assert_eq!(removal.cookies.len(), 4);
    }

    /// On a site in a folder, the cookies of its pages are expired where they can have been set.
    #[test]
    fn a_site_in_a_folder() {
        let paths = |path: &str| -> Vec<String> {
            let removal = expire_all("x=1", "casa.example").below(path);
            removal.cookies.into_iter().map(|c| c.path).collect()
        };
        println!("{:?}", paths("/es/blog/"));
        assert_eq!(paths("/"), ["", "/"]);
        assert_eq!(
            paths("/es/blog/"),
            ["", "/", "/es", "/es/", "/es/blog", "/es/blog/"]
        );
    }

    proptest! {
        /// Property: the response is bounded, and consent and login cookies are never expired.
        #[test]
        fn any_header_is_read(header in "(moove_gdpr_popup|wordpress_logged_in_a|_ga|[ -~ñ]{0,5}|;|=){0,400}") {
            for removal in [expire_all(&header, "a.example"), remove_php_cookies(&header, "a.example")] {
                prop_assert!(removal.cookies.len() <= MOST * 4);
                prop_assert!(removal.cookies.iter().all(|c| !is_protected(&c.name)));
            }
        }
    }
}
