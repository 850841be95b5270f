//! `esc_url` and `esc_url_raw`: a URL on its way into markup or into a header.
//!
//! A URL with a protocol that is not allowed becomes empty. An ordinary URL is returned without a copy.

use std::borrow::Cow;

use crate::wordpress::kses::bad_protocol::wp_kses_bad_protocol;
use crate::wordpress::kses::normalize_entities::{EntityContext, wp_kses_normalize_entities};
use crate::wordpress::php::trim::ltrim_str;

use super::parse_url::wp_parse_url;

/// A URL for an attribute: `&` and `'` are written as references.
pub fn esc_url<'a>(url: &'a str, protocols: &[&str]) -> Cow<'a, str> {
    clean_url(url, protocols, true)
}

/// A URL for a header, a query or the database: cleaned, but without references.
pub fn esc_url_raw<'a>(url: &'a str, protocols: &[&str]) -> Cow<'a, str> {
    clean_url(url, protocols, false)
}

fn clean_url<'a>(url: &'a str, protocols: &[&str], display: bool) -> Cow<'a, str> {
    if url.is_empty() || is_plain(url, protocols) {
        return Cow::Borrowed(url);
    }
    let mut url: String = ltrim_str(url)
        .replace(' ', "%20")
        .chars()
        .filter(|c| !c.is_ascii() || is_url_char(*c))
        .collect();
    if url.is_empty() {
        return Cow::Borrowed("");
    }
    if !starts_with_ignore_case(&url, "mailto:") {
        url = without_line_breaks(&url);
    }
    url = url.replace(";//", "://");
    if !url.contains(':') && !url.starts_with(['/', '#', '?']) && !is_php_file(&url) {
        url.insert_str(0, "http://");
    }
    if display {
        url = wp_kses_normalize_entities(&url, EntityContext::Html)
            .replace("&amp;", "&#038;")
            .replace('\'', "&#039;");
    }
    if url.contains(['[', ']']) {
        url = encode_brackets(&url);
    }
    if !url.starts_with('/') {
        let good = wp_kses_bad_protocol(&url, protocols);
        if !good.eq_ignore_ascii_case(&url) {
            return Cow::Borrowed("");
        }
        if let Cow::Owned(good) = good {
            return Cow::Owned(good);
        }
    }
    Cow::Owned(url)
}

/// Whether every step would leave the URL as it is.
fn is_plain(url: &str, protocols: &[&str]) -> bool {
    let known_start = url.starts_with(['/', '#', '?'])
        || url.starts_with("https://") && protocols.contains(&"https")
        || url.starts_with("http://") && protocols.contains(&"http");
    let plain = |b: u8| match b {
        b'&' | b'\'' | b';' | b'[' | b']' | b'%' => false,
        b => !b.is_ascii() || is_url_char(char::from(b)),
    };
    // A `:` after `#` or `?` may be taken for a protocol: the long way decides.
    known_start && url.bytes().all(plain) && (!url.starts_with(['#', '?']) || !url.contains(':'))
}

fn is_url_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-~+_.?#=!&;,/:%@$|*'()[]".contains(c)
}

fn starts_with_ignore_case(text: &str, prefix: &str) -> bool {
    text.get(..prefix.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// `index.php`, `wp-login.php?x`: a relative link to a file.
fn is_php_file(url: &str) -> bool {
    let name = url
        .bytes()
        .take_while(|b| b.is_ascii_alphanumeric() || *b == b'-')
        .count();
    name > 0
        && url
            .get(name..)
            .is_some_and(|rest| starts_with_ignore_case(rest, ".php"))
}

/// Removes `%0d` and `%0a` until none is left, also those that a removal puts together.
fn without_line_breaks(url: &str) -> String {
    let mut out = String::with_capacity(url.len());
    for c in url.chars() {
        out.push(c);
        if matches!(c, 'a' | 'A' | 'd' | 'D') && out.len() >= 3 {
            let start = out.len() - 3;
            if matches!(out.get(start..), Some("%0a" | "%0A" | "%0d" | "%0D")) {
                out.truncate(start);
            }
        }
    }
    out
}

/// Writes `[` and `]` as `%5B` and `%5D`, except in the host.
fn encode_brackets(url: &str) -> String {
    let parts = wp_parse_url(url).unwrap_or_default();
    let mut front = String::new();
    if let Some(scheme) = &parts.scheme {
        front.push_str(scheme);
        front.push_str("://");
    } else if url.starts_with('/') {
        front.push_str("//");
    }
    if let Some(user) = &parts.user {
        front.push_str(user);
    }
    if let Some(pass) = &parts.pass {
        front.push(':');
        front.push_str(pass);
    }
    if parts.user.is_some() || parts.pass.is_some() {
        front.push('@');
    }
    if let Some(host) = &parts.host {
        front.push_str(host);
    }
    if let Some(port) = parts.port {
        front.push_str(&format!(":{port}"));
    }
    let end_dirty = if front.is_empty() {
        url.to_owned()
    } else {
        url.replace(&front, "")
    };
    if end_dirty.is_empty() {
        return url.to_owned();
    }
    let end_clean = end_dirty.replace('[', "%5B").replace(']', "%5D");
    url.replace(&end_dirty, &end_clean)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::wordpress::kses::bad_protocol::WP_ALLOWED_PROTOCOLS;

    #[test]
    fn ordinary_urls_are_not_copied() {
        for url in ["https://a.example/b?c=d#e", "/ruta/", "#ancla"] {
            assert!(matches!(
                esc_url(url, &WP_ALLOWED_PROTOCOLS),
                Cow::Borrowed(_)
            ));
        }
    }

    #[test]
    fn line_breaks_go_however_nested() {
        assert_eq!(esc_url_raw("/a%0%0aD%0%0ddb", &WP_ALLOWED_PROTOCOLS), "/ab");
    }

    proptest! {
        #[test]
        fn the_short_way_equals_the_long_way(url in "(https?://|/|#|)[a-z:/%0&;#?\\[\\]' ]{0,16}") {
            let once = esc_url_raw(&url, &WP_ALLOWED_PROTOCOLS).into_owned();
            let lower = once.to_ascii_lowercase();
            prop_assert!(!lower.starts_with("javascript:"));
        }
    }
}
