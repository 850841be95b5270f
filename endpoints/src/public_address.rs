//! Which addresses are public. A request whose host was not named by the operator goes to these only: names and literal
//! addresses in stored content must not reach loopback, private, link-local or metadata addresses (hardening S22).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::LazyLock;

use crate::server::proxy::Network;

/// Networks that are not globally reachable (IANA's special-purpose registries). IPv6 outside of 2000::/3 is not public
/// either.
const SPECIAL: [&str; 20] = [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
    "2001::/23",
    "2001:db8::/32",
    "2620:4f:8000::/48",
    "3fff::/20",
    "2002::/16",
];

static NETWORKS: LazyLock<Vec<Network>> = LazyLock::new(|| {
    SPECIAL
        .iter()
        .filter_map(|text| text.parse().ok())
        .collect()
});

/// Whether an address is globally reachable. IPv4 inside of IPv6 (mapped, NAT64) counts as IPv4.
#[must_use]
pub fn is_public(address: IpAddr) -> bool {
    let address = match address.to_canonical() {
        IpAddr::V6(ip) => match ip.segments() {
            // NAT64 (RFC 6052); the other prefixes that embed an address are special.
            [0x64, 0xff9b, 0, 0, 0, 0, ..] => IpAddr::V4(embedded(ip)),
            [first, ..] if first & 0xe000 != 0x2000 => return false,
            _ => IpAddr::V6(ip),
        },
        address => address,
    };
    !NETWORKS.iter().any(|network| network.contains(address))
}

fn embedded(ip: Ipv6Addr) -> Ipv4Addr {
    let [.., a, b, c, d] = ip.octets();
    Ipv4Addr::new(a, b, c, d)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_global_addresses_are_public() {
        assert_eq!(NETWORKS.len(), SPECIAL.len(), "every network is read");
        for address in [
            "8.8.8.8",
            "93.184.216.34",
            "172.32.0.1",
            "100.128.0.1",
            "::ffff:8.8.8.8",
            "64:ff9b::808:808",
            "2a00:1450:4003:80f::2004",
        ] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
        for address in [
            "0.0.0.0",
            "127.0.0.1",
            "127.255.255.254",
            "10.0.0.1",
            "100.64.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "192.0.0.192",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:169.254.169.254",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "ff02::1",
            "2002:7f00:1::",
            "2001::1",
            "2001:db8::1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }
}
