//! `wp_is_internal_link`, and the parts of an address it is judged by.
//!
//! The address is taken apart like PHP's `parse_url` does it; where PHP gives up, there is no scheme and no host.

/// Scheme, host and port of an absolute address, as far as links need them.
#[derive(Debug, PartialEq, Eq)]
pub struct LinkAddress<'a> {
    /// Before `://`; empty for `//host`.
    pub scheme: &'a str,
    /// As written.
    pub host: &'a str,
    /// After the host.
    pub port: Option<u16>,
}

impl<'a> LinkAddress<'a> {
    /// The parts of `url`, or nothing when it has no host or an impossible port.
    pub fn parse(url: &'a str) -> Option<Self> {
        let (scheme, rest) = match url.strip_prefix("//") {
            Some(rest) => ("", rest),
            None => url.split_once("://")?,
        };
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
        scheme.bytes().all(fits).then_some(())?;
        let authority = rest.split(['/', '?', '#']).next()?;
        let place = authority.rsplit('@').next()?;
        let is_ip_literal = place.starts_with('[') && place.ends_with(']');
        let (host, port) = match place.rsplit_once(':').filter(|_| !is_ip_literal) {
            None => (place, None),
            Some((host, "")) => (host, None),
            Some((host, port)) => (host, Some(leading_port(port)?)),
        };
        (!host.is_empty()).then_some(Self { scheme, host, port })
    }
}

/// The number that a port of at most five characters begins with.
fn leading_port(port: &str) -> Option<u16> {
    let digits = port.bytes().take_while(u8::is_ascii_digit).count();
    (port.len() <= 5).then_some(())?;
    port.get(..digits)?.parse().ok()
}

/// Whether a link leads to one of the site's hosts (given in lower case).
pub fn wp_is_internal_link(link: &str, internal_hosts: &[&str]) -> bool {
    let link = link.to_ascii_lowercase();
    LinkAddress::parse(&link).is_some_and(|address| internal_hosts.contains(&address.host))
}

#[cfg(test)]
mod tests {
    use super::{LinkAddress, wp_is_internal_link};

    #[test]
    fn takes_addresses_apart() {
        let parts = |url| LinkAddress::parse(url).map(|a| (a.scheme, a.host, a.port));
        assert_eq!(
            parts("http://a.test:80/x"),
            Some(("http", "a.test", Some(80)))
        );
        assert_eq!(parts("//u@[::1]?x"), Some(("", "[::1]", None)));
        assert_eq!(parts("http://[2001:db8"), None);
        assert_eq!(parts("mailto:a@b.test"), None);
        assert!(wp_is_internal_link("HTTP://A.test/", &["a.test"]));
    }
}
