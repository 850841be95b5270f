//! `wp_http_validate_url`: may the server itself fetch this URL?
//!
//! Names are resolved by the caller: a function that gives the IPv4 address of a host.

use std::net::Ipv4Addr;

use crate::wordpress::kses::bad_protocol::wp_kses_bad_protocol;

use super::parse_url::parse_url;

/// The URL when the server may fetch it: HTTP, no login, an address outside private networks (or the
/// site's own host), and an ordinary port.
pub fn wp_http_validate_url<'a>(
    url: &'a str,
    home: &str,
    resolve: impl Fn(&str) -> Option<Ipv4Addr>,
) -> Option<&'a str> {
    if url.is_empty() || url.trim().parse::<f64>().is_ok() {
        return None;
    }
    let checked = wp_kses_bad_protocol(url, &["http", "https"]);
    if checked.is_empty() || !checked.eq_ignore_ascii_case(url) {
        return None;
    }
    let parts = parse_url(&checked)?;
    let host = parts.host.filter(|host| !host.is_empty() && host != "0")?;
    if parts.user.is_some() || parts.pass.is_some() || host.contains([':', '#', '?', '[', ']']) {
        return None;
    }
    let home = parse_url(home).unwrap_or_default();
    let same_host = home
        .host
        .is_some_and(|home| home.eq_ignore_ascii_case(&host));
    if !same_host {
        let name = host.trim_matches('.');
        let address = match name.parse::<Ipv4Addr>() {
            Ok(address) => address,
            Err(_) => resolve(name)?,
        };
        if is_local(address) {
            return None;
        }
    }
    match parts.port.unwrap_or(0) {
        0 | 80 | 443 | 8080 => Some(url),
        port => (same_host && home.port == Some(port)).then_some(url),
    }
}

fn is_local(address: Ipv4Addr) -> bool {
    matches!(
        address.octets(),
        [0 | 10 | 127, ..] | [172, 16..=31, ..] | [192, 168, ..]
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table() {
        let home = "http://casa.example:8081";
        let resolve = |host: &str| (host == "out.example").then_some(Ipv4Addr::new(192, 0, 2, 1));
        for (url, want) in [
            ("http://out.example/x", true),
            ("https://out.example:8080/", true),
            ("http://out.example:22/", false),
            ("http://casa.example:8081/x", true),
            ("http://unknown.example/", false),
            ("http://127.0.0.1/", false),
            ("http://172.20.0.1/", false),
            ("http://203.0.113.9/", true),
            ("http://u@out.example/", false),
            ("ftp://out.example/", false),
            ("12", false),
        ] {
            assert_eq!(
                wp_http_validate_url(url, home, resolve).is_some(),
                want,
                "{url}"
            );
        }
    }
}
