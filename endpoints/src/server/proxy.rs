//! Trusted proxies: `X-Forwarded-For`, `-Proto` and `-Host` are read only when the connection comes from a configured
//! network; otherwise they are ignored (hardening S11).

use std::net::IpAddr;
use std::str::FromStr;

use http::HeaderMap;
use http::header::HeaderName;

use super::scheme::Scheme;

static X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
static X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
static X_FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");

/// A network in CIDR notation, or one address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    prefix: u8,
}

impl Network {
    /// Whether the address lies in this network. An IPv4 address mapped into IPv6 counts as IPv4.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(net), IpAddr::V4(ip)) => {
                let shift = 32_u32.saturating_sub(u32::from(self.prefix));
                net.to_bits().checked_shr(shift) == ip.to_bits().checked_shr(shift)
            }
            (IpAddr::V6(net), IpAddr::V6(ip)) => {
                let shift = 128_u32.saturating_sub(u32::from(self.prefix));
                net.to_bits().checked_shr(shift) == ip.to_bits().checked_shr(shift)
            }
            _ => false,
        }
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is neither an address nor a network such as 10.0.0.0/8");
        let (address, prefix) = match text.trim().split_once('/') {
            Some((address, prefix)) => (address, Some(prefix)),
            None => (text.trim(), None),
        };
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let widest: u8 = if address.is_ipv4() { 32 } else { 128 };
        let prefix = match prefix {
            Some(digits) => digits.parse::<u8>().map_err(|_| wrong())?,
            None => widest,
        };
        if prefix > widest {
            return Err(wrong());
        }
        Ok(Network { address, prefix })
    }
}

/// The networks whose `X-Forwarded-*` headers are trusted.
#[derive(Debug, Clone, Default)]
pub struct TrustedProxies(Vec<Network>);

/// The values of a trusted proxy's headers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Forwarded {
    /// The visitor's address.
    pub remote_addr: Option<IpAddr>,
    /// The scheme of the visitor's request.
    pub scheme: Option<Scheme>,
    /// The host of the visitor's request.
    pub host: Option<String>,
}

impl TrustedProxies {
    /// No trusted proxy.
    #[must_use]
    pub fn none() -> Self {
        TrustedProxies(Vec::new())
    }

    /// Trusts these networks.
    #[must_use]
    pub fn new(networks: Vec<Network>) -> Self {
        TrustedProxies(networks)
    }

    /// Whether a request has headers of a proxy.
    #[must_use]
    pub fn are_sent(headers: &HeaderMap) -> bool {
        let names = [&X_FORWARDED_FOR, &X_FORWARDED_PROTO, &X_FORWARDED_HOST];
        names.into_iter().any(|name| headers.contains_key(name))
    }

    /// Whether an address is trusted.
    #[must_use]
    pub fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(address))
    }

    /// Parses the headers of a trusted proxy. The visitor is the last address of the list that is not itself a trusted
    /// proxy; addresses before it may be forged.
    #[must_use]
    pub fn forwarded(&self, headers: &HeaderMap) -> Forwarded {
        Forwarded {
            remote_addr: self.visitor(headers),
            scheme: last_word(headers, &X_FORWARDED_PROTO).and_then(|word| match word.as_str() {
                "https" => Some(Scheme::Https),
                "http" => Some(Scheme::Http),
                _ => None,
            }),
            host: last_word(headers, &X_FORWARDED_HOST).filter(|host| is_host(host.as_bytes())),
        }
    }

    fn visitor(&self, headers: &HeaderMap) -> Option<IpAddr> {
        let mut found = None;
        for value in headers.get_all(&X_FORWARDED_FOR).iter().rev() {
            for word in value.to_str().ok()?.rsplit(',') {
                let Some(address) = address_of(word.trim()) else {
                    return found;
                };
                found = Some(address);
                if !self.trusts(address) {
                    return found;
                }
            }
        }
        found
    }
}

/// `1.2.3.4`, `1.2.3.4:80`, `::1` or `[::1]:80`.
fn address_of(word: &str) -> Option<IpAddr> {
    if let Ok(address) = word.parse() {
        return Some(address);
    }
    word.parse::<std::net::SocketAddr>()
        .ok()
        .map(|socket| socket.ip())
}

fn last_word(headers: &HeaderMap, name: &HeaderName) -> Option<String> {
    let value = headers.get_all(name).iter().next_back()?.to_str().ok()?;
    let word = value.rsplit(',').next()?.trim();
    (!word.is_empty()).then(|| word.to_ascii_lowercase())
}

/// Whether these bytes are a valid `Host`: name or address, with optional port.
#[must_use]
pub fn is_host(host: &[u8]) -> bool {
    !host.is_empty()
        && host.len() <= 261
        && host
            .iter()
            .all(|b| b.is_ascii_alphanumeric() || b"-._:[]".contains(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(list: &[(&'static str, &str)]) -> HeaderMap {
        list.iter()
            .map(|(k, v)| (HeaderName::from_static(k), v.parse().unwrap()))
            .collect()
    }

    #[test]
    fn networks_contain_what_they_should() {
        for (network, address, yes) in [
            ("10.0.0.0/8", "10.200.3.4", true),
            ("10.0.0.0/8", "11.0.0.1", false),
            ("127.0.0.1", "127.0.0.1", true),
            ("127.0.0.1", "::ffff:127.0.0.1", true),
            ("0.0.0.0/0", "8.8.8.8", true),
            ("::/0", "2001:db8::1", true),
            ("2001:db8::/32", "2001:db9::1", false),
        ] {
            let network: Network = network.parse().unwrap();
            assert_eq!(
                network.contains(address.parse().unwrap()),
                yes,
                "{network:?} {address}"
            );
        }
        for wrong in ["10.0.0.0/33", "localhost", "", "1.2.3.4/", "::/129"] {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_visitor_is_the_last_address_that_no_trusted_proxy_has() {
        let trusted = TrustedProxies::new(vec!["10.0.0.0/8".parse().unwrap()]);
        for (value, expected) in [
            ("1.1.1.1, 2.2.2.2, 10.0.0.9", Some("2.2.2.2")),
            ("2.2.2.2", Some("2.2.2.2")),
            ("made-up, 10.0.0.9", Some("10.0.0.9")),
            ("garbage", None),
            ("2.2.2.2:1234", Some("2.2.2.2")),
        ] {
            let found = trusted
                .forwarded(&headers(&[("x-forwarded-for", value)]))
                .remote_addr;
            assert_eq!(found, expected.map(|a| a.parse().unwrap()), "{value}");
        }
        let both = headers(&[
            ("x-forwarded-proto", "HTTPS"),
            ("x-forwarded-host", "casas.example"),
        ]);
        let said = trusted.forwarded(&both);
        assert_eq!(said.scheme, Some(Scheme::Https));
        assert_eq!(said.host.as_deref(), Some("casas.example"));
        let evil = headers(&[("x-forwarded-host", "a/b")]);
        assert_eq!(trusted.forwarded(&evil).host, None);
    }
}
