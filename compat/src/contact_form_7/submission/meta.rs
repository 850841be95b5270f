//! Meta data of a submission: user, time, address, page.
//!
//! Contract "contact-form-7", section 13, step 3.

use std::net::IpAddr;

/// The circumstances of a submission.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Meta {
    /// Unix time.
    pub timestamp: i64,
    /// A valid IP address, or empty.
    pub remote_ip: String,
    /// The port at the sender's side.
    pub remote_port: u16,
    /// The whole `User-Agent`.
    pub user_agent: String,
    /// The page that was sent from.
    pub url: String,
    /// The form instance, `wpcf7-f1-p2-o1`.
    pub unit_tag: String,
    /// The post that the form stands in, 0 for none.
    pub container_post_id: i64,
    /// The visitor, 0 when not logged in.
    pub current_user_id: i64,
}

/// The address as text when it is one.
pub fn remote_ip_addr(text: &str) -> String {
    text.parse::<IpAddr>()
        .map(|_| text.to_owned())
        .unwrap_or_default()
}

/// The page that was sent from: the referrer when it lies on the site, else the request's own address on the
/// site's origin.
pub fn request_url(home: &str, referer: Option<&str>, request_uri: &str) -> String {
    let home = home.trim();
    match referer.map(str::trim) {
        Some(referer) if !home.is_empty() && referer.starts_with(home) => referer.to_owned(),
        _ => format!("{}{request_uri}", origin(home)),
    }
}

/// Scheme, host and port of an address.
fn origin(url: &str) -> &str {
    let Some((scheme, rest)) = url.split_once("://") else {
        return url;
    };
    let host = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    url.get(..scheme.len() + 3 + host).unwrap_or(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Row F14 of the contract.
    #[test]
    fn the_referrer_counts_only_on_the_site() {
        let home = "http://127.0.0.1:8081";
        let url = |referer| request_url(home, referer, "/wp-json/x");
        assert_eq!(
            url(Some("http://127.0.0.1:8081/contacto/?x=1")),
            "http://127.0.0.1:8081/contacto/?x=1"
        );
        assert_eq!(
            url(Some("https://otro.example/")),
            "http://127.0.0.1:8081/wp-json/x"
        );
        assert_eq!(url(None), "http://127.0.0.1:8081/wp-json/x");
        assert_eq!(
            request_url("https://a.example/blog", None, "/blog/x"),
            "https://a.example/blog/x"
        );
    }

    #[test]
    fn only_addresses_are_kept() {
        assert_eq!(remote_ip_addr("2001:db8::1"), "2001:db8::1");
        assert_eq!(remote_ip_addr("unknown"), "");
    }
}
