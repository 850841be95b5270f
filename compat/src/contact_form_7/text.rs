//! Small text functions of the plugin: lengths, joined lists, masked secrets, shortened addresses.
//!
//! Contract "contact-form-7" sections 11 (lengths), 14 and 17.1 (joined lists).

use std::net::IpAddr;

use crate::wordpress::php::Value;
use crate::wordpress::php::trim::trim_str;

/// `wpcf7_count_code_units`: the length of a text as a browser counts it; CRLF counts as one.
pub fn count_code_units(text: &str) -> usize {
    let units = text.encode_utf16().count();
    units - text.matches("\r\n").count()
}

/// `wpcf7_array_flatten`: all leaves of a value, in order.
pub fn array_flatten(value: &Value) -> Vec<&Value> {
    /// No posted value nests deeper.
    const DEPTH_MAX: usize = 64;
    fn collect<'a>(value: &'a Value, depth: usize, out: &mut Vec<&'a Value>) {
        if value.as_array().is_none() {
            out.push(value);
        } else if depth < DEPTH_MAX {
            value.values().for_each(|v| collect(v, depth + 1, out));
        }
    }
    let mut out = Vec::new();
    collect(value, 0, &mut out);
    out
}

/// `wpcf7_flat_join`: all scalar leaves, trimmed, with a separator between them.
pub fn flat_join(value: &Value, separator: &str) -> String {
    let leaves = array_flatten(value).into_iter().filter(|v| !v.is_null());
    let texts: Vec<String> = leaves
        .map(|v| trim_str(&v.to_string_lossy()).to_owned())
        .collect();
    texts.join(separator)
}

/// `wpcf7_mask_password`: stars, except for so many bytes on the right and on the left.
pub fn mask_password(text: &str, right: usize, left: usize) -> String {
    /// No more stars than this.
    const STARS_MAX: usize = 48;
    let length = text.len();
    let (right, left) = if length < right.saturating_add(left) {
        (0, 0)
    } else {
        (right, left)
    };
    let shown = right + left;
    let stars = match length {
        _ if length <= STARS_MAX => length - shown,
        _ if shown < STARS_MAX => STARS_MAX - shown,
        _ => 4,
    };
    let start = text.get(..left).unwrap_or_default();
    let end = text.get(length - right..).unwrap_or_default();
    format!("{start}{}{end}", "*".repeat(stars))
}

/// `wpcf7_anonymize_ip_addr`: an address without its last part; what is no address stays.
pub fn anonymize_ip_addr(address: &str) -> String {
    match address.parse::<IpAddr>() {
        Ok(IpAddr::V4(ip)) => {
            let [a, b, c, _] = ip.octets();
            format!("{a}.{b}.{c}.0")
        }
        Ok(IpAddr::V6(ip)) => {
            let [a, b, c, ..] = ip.segments();
            std::net::Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0).to_string()
        }
        Err(_) => address.to_owned(),
    }
}
