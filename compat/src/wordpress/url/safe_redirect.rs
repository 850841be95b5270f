//! Where a visitor may be sent: `wp_sanitize_redirect`, `wp_validate_redirect`.
//!
//! Contract "wordpress-core", section 5.7: a target that a visitor gave must lie on the site's own host.

use super::parse_url::{parse_url, wp_parse_url};

/// `wp_sanitize_redirect`: only characters that a `Location` header may hold.
pub fn wp_sanitize_redirect(location: &str) -> String {
    let mut clean = String::with_capacity(location.len());
    for c in location.chars() {
        match c {
            ' ' => clean.push_str("%20"),
            c if !c.is_ascii() => {
                let mut bytes = [0; 4];
                for byte in c.encode_utf8(&mut bytes).bytes() {
                    clean.push_str(&format!("%{byte:02X}"));
                }
            }
            c if c.is_ascii_alphanumeric() || "-~+_.?#=&;,/:%!*[]()@".contains(c) => clean.push(c),
            _ => {}
        }
    }
    without_line_breaks(clean)
}

/// Takes out encoded line breaks, also those that appear when another one goes. Linear: each removal steps back at
/// most two bytes.
fn without_line_breaks(text: String) -> String {
    let mut kept: Vec<u8> = Vec::with_capacity(text.len());
    for byte in text.into_bytes() {
        kept.push(byte);
        if let Some(tail) = kept.len().checked_sub(3).and_then(|at| kept.get(at..))
            && (tail.eq_ignore_ascii_case(b"%0d") || tail.eq_ignore_ascii_case(b"%0a"))
        {
            kept.truncate(kept.len() - 3);
        }
    }
    String::from_utf8(kept).unwrap_or_default()
}

/// `wp_validate_redirect`: the target, or `fallback` when it does not lie on the site.
///
/// `home` is the site's address, `request_uri` path and query of the present request: a path without a slash at its
/// beginning is taken from there.
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
    let test = location.split('?').next().unwrap_or_default();
    let Some(parts) = wp_parse_url(test) else {
        return fallback.to_owned();
    };
    if parts
        .scheme
        .as_deref()
        .is_some_and(|s| s != "http" && s != "https")
    {
        return fallback.to_owned();
    }
    let is_relative = parts.host.is_none()
        && parts
            .path
            .as_deref()
            .is_some_and(|p| !p.is_empty() && !p.starts_with('/'));
    let has_authority_parts = parts.scheme.is_some()
        || parts.user.is_some()
        || parts.pass.is_some()
        || parts.port.is_some();
    let is_bad = |part: &Option<String>| {
        part.as_deref()
            .is_some_and(|p| p.contains([':', '/', '?', '#', '@']))
    };
    if parts.host.is_none() && has_authority_parts
        || is_bad(&parts.user)
        || is_bad(&parts.pass)
        || is_bad(&parts.host)
    {
        return fallback.to_owned();
    }
    if let Some(host) = &parts.host {
        let own = parse_url(home).and_then(|p| p.host).unwrap_or_default();
        if *host != own && *host != own.to_lowercase() {
            return fallback.to_owned();
        }
    }
    if is_relative {
        let folder = folder_of(request_uri.split('?').next().unwrap_or_default());
        location.insert_str(0, &folder);
    }
    location
}

/// The folder of a path, between slashes.
fn folder_of(path: &str) -> String {
    let folder = path
        .rfind('/')
        .map_or("", |at| path.get(..at).unwrap_or_default());
    let folder = folder.trim_matches('/');
    if folder.is_empty() {
        "/".to_owned()
    } else {
        format!("/{folder}/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: &str = "https://casa.example";

    #[test]
    fn only_the_own_host_is_a_target() {
        let at = |location: &str| wp_validate_redirect(location, "no", HOME, "/wp-login.php?a=b/c");
        assert_eq!(at("/gracias/"), "/gracias/");
        assert_eq!(
            at("wp-login.php?checkemail=confirm"),
            "/wp-login.php?checkemail=confirm"
        );
        assert_eq!(
            at("https://casa.example/x?y=http://z"),
            "https://casa.example/x?y=http://z"
        );
        for bad in [
            "https://otra.example/",
            "//otra.example/",
            "javascript:alert(1)",
            "http://a@otra.example",
            "ftp://casa.example/",
        ] {
            assert_eq!(at(bad), "no", "{bad}");
        }
    }

    #[test]
    fn a_header_cannot_be_broken() {
        assert_eq!(
            wp_sanitize_redirect("/a b%0%0dd%0aX\r\nñ"),
            "/a%20b%0X%C3%B1".replace("%0X", "X")
        );
        assert_eq!(wp_sanitize_redirect("/<script>"), "/script");
    }
}
