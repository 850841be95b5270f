//! The premium add-on's response about a visitor's country, cached by the plugin for an hour.
//!
//! Contract "cookie-consent", sections 1.1 and 5.3. Oxipress only reads it: the free part has nothing to add.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::binds;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::php::cast::string_to_int;
use crate::wordpress::php::hash::md5;

/// `wp_privacy_anonymize_ip`: IPv4 without its last number, IPv6 without its last 80 bits.
pub fn anonymised_ip(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(v4) => {
            let [a, b, c, _] = v4.octets();
            Ipv4Addr::new(a, b, c, 0).into()
        }
        IpAddr::V6(v6) => {
            let [a, b, c, ..] = v6.segments();
            Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0).into()
        }
    }
}

/// The cached response for an address, if not expired.
///
/// # Errors
/// When the database fails.
pub async fn load_geo_response(
    db: &Db,
    address: IpAddr,
    now: i64,
) -> Result<Option<String>, DbError> {
    const SQL: &str =
        "SELECT option_name, option_value FROM {p}options WHERE option_name IN (?, ?)";
    let hash = md5(anonymised_ip(address).to_string().as_bytes());
    let value = format!("_transient_gdpr_geo_{hash}");
    let timeout = format!("_transient_timeout_gdpr_geo_{hash}");
    let rows: Vec<(String, String)> = db.lookup(SQL, binds![&value, &timeout]).await?;
    let row = |name: &str| rows.iter().find(|(n, _)| n == name).map(|(_, v)| v);
    let until = row(&timeout).map_or(0, |text| string_to_int(text.as_bytes()));
    Ok(row(&value).filter(|_| until > now).cloned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_known_by_the_address() {
        let of = |text: &str| anonymised_ip(text.parse().unwrap()).to_string();
        assert_eq!(of("192.0.2.77"), "192.0.2.0");
        assert_eq!(of("2001:db8:1:2:3::4"), "2001:db8:1::");
        assert_eq!(of("::ffff:192.0.2.77"), "192.0.2.0");
    }
}
