//! The global that the honeypot's script reads.
//!
//! Contract "honeypot", section 2, form of version 2.4.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::wordpress::php::Value;
use crate::wordpress::php::json::wp_json_encode;

/// The object's JSON in base64.
pub fn wpa_field_info(name: &str, value: i64, is_admin: bool) -> String {
    let info = Value::array()
        .with("wpa_field_name", name)
        .with("wpa_field_value", value)
        .with("wpa_add_test", if is_admin { "yes" } else { "no" });
    STANDARD.encode(wp_json_encode(&info, 0).unwrap_or_default())
}

/// A number for `wpa_field_value`, another one each time.
pub fn random_field_value() -> i64 {
    rand::random_range(1111..=999_999)
}

#[cfg(test)]
mod tests {
    use super::wpa_field_info;

    #[test]
    fn as_recorded() {
        assert_eq!(
            wpa_field_info("casacue4217", 228_758, false),
            "eyJ3cGFfZmllbGRfbmFtZSI6ImNhc2FjdWU0MjE3Iiwid3BhX2ZpZWxkX3ZhbHVlIjoyMjg3NTgsIndwYV9hZGRfdGVzdCI6Im5vIn0="
        );
    }
}
