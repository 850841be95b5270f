//! Addresses that the server itself may ask for, as `wp_http_validate_url` says.

use std::net::Ipv4Addr;

use compat::wordpress::url::wp_http_validate_url;

/// Whether an address is HTTP, has no login, an ordinary port and a host that is no private address. Names are resolved
/// when the connection is made, which checks what they mean ([`crate::http_client`]).
pub fn is_remote_url(text: &str, home: &str) -> bool {
    let some_public_address = |_: &str| Some(Ipv4Addr::new(8, 8, 8, 8));
    wp_http_validate_url(text, home, some_public_address).is_some()
}
