//! Locations as they go into a header, and locations that users name.
//!
//! Contract "wordpress-core", section 5 (head) and 5.7.

use crate::wordpress::url::parse_url;

/// `wp_sanitize_redirect`: spaces and other than ASCII characters encoded, what does not belong in a URL dropped,
/// encoded line breaks removed.
pub fn wp_sanitize_redirect(location: &str) -> String {
    const KEPT: &[u8] = b"-~+_.?#=&;,/:%!*[]()@";
    let mut out: Vec<u8> = Vec::with_capacity(location.len());
    for c in location.chars() {
        if c == ' ' || !c.is_ascii() {
            let mut buffer = [0; 4];
            let encoded =
                crate::wordpress::php::url::rawurlencode(c.encode_utf8(&mut buffer).as_bytes());
            out.extend_from_slice(encoded.as_bytes());
        } else if let Ok(byte) = u8::try_from(c)
            && (byte.is_ascii_alphanumeric() || KEPT.contains(&byte))
        {
            out.push(byte);
        }
        // What a removal brings together is looked at again.
        while [b"%0d", b"%0a", b"%0D", b"%0A"]
            .iter()
            .any(|s| out.ends_with(*s))
        {
            out.truncate(out.len() - 3);
        }
    }
    String::from_utf8(out).unwrap_or_default()
}

/// `wp_validate_redirect`: the location if it stays on the site (`home`), else `fallback`. A relative location
/// is taken from the folder of the request (`REQUEST_URI`).
pub fn wp_validate_redirect(
    location: &str,
    fallback: &str,
    home: &str,
    request_uri: &str,
) -> String {
    let trimmed = location.trim_matches([' ', '\t', '\n', '\r', '\0', '\u{8}', '\u{b}']);
    let mut location = wp_sanitize_redirect(trimmed);
    if location.starts_with("//") {
        location.insert_str(0, "http:");
    }
    let before_query = match location.find('?') {
        Some(at) if at > 0 => &location[..at],
        _ => &location,
    };
    let Some(parts) = parse_url(before_query) else {
        return fallback.to_owned();
    };
    let odd = |part: &Option<String>| {
        part.as_ref()
            .is_some_and(|p| p.contains([':', '/', '?', '#', '@']))
    };
    let scheme_is_wrong = parts
        .scheme
        .as_ref()
        .is_some_and(|s| s != "http" && s != "https");
    let hostless = parts.host.is_none()
        && (parts.scheme.is_some()
            || parts.user.is_some()
            || parts.pass.is_some()
            || parts.port.is_some());
    let own_host = parse_url(home).and_then(|h| h.host).unwrap_or_default();
    let foreign = parts
        .host
        .as_ref()
        .is_some_and(|h| *h != own_host && *h != own_host.to_lowercase());
    if scheme_is_wrong
        || hostless
        || foreign
        || [&parts.user, &parts.pass, &parts.host].into_iter().any(odd)
    {
        return fallback.to_owned();
    }
    let path = parts.path.unwrap_or_default();
    if parts.host.is_none() && !path.is_empty() && !path.starts_with('/') {
        let folder = request_uri.split(['?', '#']).next().unwrap_or_default();
        let folder = folder.rsplit_once('/').map_or("", |(folder, _)| folder);
        let folder = folder.trim_matches('/');
        let slash = if folder.is_empty() { "" } else { "/" };
        return format!("/{folder}{slash}{location}");
    }
    location
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_carry_only_urls() {
        assert_eq!(
            wp_sanitize_redirect("/a b/ñ\r\nX: <y>"),
            "/a%20b/%C3%B1X:%20y"
        );
        assert_eq!(wp_sanitize_redirect("/x%0%0ddSet"), "/xSet");
    }

    #[test]
    fn users_stay_on_the_site() {
        let to = |l: &str| wp_validate_redirect(l, "F", "http://a.test", "/wp-login.php?x=1");
        assert_eq!(to("/mi-cuenta/"), "/mi-cuenta/");
        assert_eq!(
            to("http://a.test/x?u=http://b.test"),
            "http://a.test/x?u=http://b.test"
        );
        assert_eq!(to("x/y"), "/x/y");
        for bad in [
            "//b.test/",
            "http://b.test",
            "javascript:alert(1)",
            "https:b.test",
            "http://a.test@b.test/",
        ] {
            assert_eq!(to(bad), "F", "{bad}");
        }
    }

    proptest::proptest! {
        #[test]
        fn never_panics(text in "\\PC*") {
            let _ = wp_validate_redirect(&text, "F", "http://a.test", &text);
        }
    }
}
