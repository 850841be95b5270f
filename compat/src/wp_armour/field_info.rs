//! The global that the honeypot's script reads.
//!
//! Contract "honeypot", section 2, form of version 2.4.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::wordpress::options::Options;
use crate::wordpress::php::Value;
use crate::wordpress::php::json::wp_json_encode;
use crate::wordpress::user::capability::Capabilities;

use super::check::field_name;

/// The hidden field's values: the server takes any.
const FIELD_VALUES: std::ops::RangeInclusive<i64> = 1111..=999_999;

/// The object's JSON in base64, none on a site without the honeypot. `random` is any number; `can` is what the visitor may do.
pub fn wpa_field_info(options: &Options, random: i64, can: &Capabilities) -> Option<String> {
    let name = field_name(options)?;
    let info = Value::array()
        .with("wpa_field_name", &*name)
        .with("wpa_field_value", field_value(random))
        .with(
            "wpa_add_test",
            if has_test_widget(options, can) {
                "yes"
            } else {
                "no"
            },
        );
    Some(STANDARD.encode(wp_json_encode(&info, 0).unwrap_or_default()))
}

/// Whether the visitor gets the box with which an administrator tries the honeypot (contract, section 6).
fn has_test_widget(options: &Options, can: &Capabilities) -> bool {
    can.has("activate_plugins") && options.text("wpa_disable_test_widget") != "yes"
}

/// `wpa_field_value` of a random number.
fn field_value(random: i64) -> i64 {
    let (least, most) = FIELD_VALUES.into_inner();
    least + random.rem_euclid(most - least + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::db::TablePrefix;
    use crate::wordpress::php::serialize;
    use crate::wordpress::post::Meta;

    fn options(disable_test_widget: &str) -> Options {
        let capabilities = Value::array().with("activate_plugins", true);
        let role = Value::array().with("capabilities", capabilities);
        let roles = Value::array()
            .with("administrator", role)
            .with("editor", Value::array());
        Options::new([
            ("wpa_field_name".to_owned(), b"casacue4217".to_vec()),
            (
                "wpa_disable_test_widget".to_owned(),
                disable_test_widget.into(),
            ),
            ("wp_user_roles".to_owned(), serialize(&roles)),
        ])
    }

    fn can(options: &Options, role: &str) -> Capabilities {
        let mut meta = Meta::default();
        meta.push(
            "wp_capabilities",
            serialize(&Value::array().with(role, true)),
        );
        Capabilities::of(options, &TablePrefix::new("wp_").unwrap(), &meta)
    }

    #[test]
    fn as_recorded() {
        assert_eq!(
            wpa_field_info(&options("yes"), 228_758 - 1111, &Capabilities::default()).unwrap(),
            "eyJ3cGFfZmllbGRfbmFtZSI6ImNhc2FjdWU0MjE3Iiwid3BhX2ZpZWxkX3ZhbHVlIjoyMjg3NTgsIndwYV9hZGRfdGVzdCI6Im5vIn0="
        );
        assert_eq!(
            wpa_field_info(&Options::default(), 1111, &Capabilities::default()),
            None
        );
    }

    #[test]
    fn the_test_widget_is_an_administrators() {
        for (disabled, role, wanted) in [
            ("no", "administrator", true),
            ("yes", "administrator", false),
            ("no", "editor", false),
            ("", "administrator", true),
        ] {
            let options = options(disabled);
            let has = has_test_widget(&options, &can(&options, role));
            assert_eq!(has, wanted, "{disabled} {role}");
        }
    }

    #[test]
    fn values_are_within_their_range() {
        for random in [0, 1, 998_888, 998_889, i64::MAX, -1, i64::MIN] {
            assert!(FIELD_VALUES.contains(&field_value(random)), "{random}");
        }
    }
}
