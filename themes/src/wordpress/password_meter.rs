//! `password-strength-meter`: the script that tells how strong a new password is, with its dictionary.
//!
//! Recordings login/*.

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::Value;
use compat::wordpress::php::json::wp_json_encode;

use super::assets::Script;

/// What makes a password strong (`wp_get_password_hint`).
pub const PASSWORD_HINT: &str = "Hint: The password should be at least twelve characters long. To make it stronger, use upper and lower case letters, numbers, and symbols like ! \" ? $ % ^ &amp; ).";

/// The dictionary (`zxcvbn-async`) and the script. `siteurl`: the address of WordPress; `includes` gives the URL of a file
/// below `wp-includes`.
pub fn password_meter(
    siteurl: &str,
    includes: impl Fn(&str) -> String,
    locale: &Locale,
    wp_version: &str,
) -> [Script; 2] {
    let json = |value: Value| wp_json_encode(&value, 0).unwrap_or_default();
    let text = |id: &'static str, context: &'static str| locale.translate_with_context(id, context);
    let strength = |id: &'static str| text(id, "password strength");
    let settings = Value::array().with("src", includes("js/zxcvbn.min.js"));
    let words = Value::array()
        .with("unknown", strength("Password strength unknown"))
        .with("short", strength("Very weak"))
        .with("bad", strength("Weak"))
        .with("good", strength("Medium"))
        .with("strong", strength("Strong"))
        .with("mismatch", text("Mismatch", "password mismatch"));
    let meter = format!("{siteurl}/wp-admin/js/password-strength-meter.min.js");
    [
        Script::linked("zxcvbn-async", &includes("js/zxcvbn-async.min.js"), "1.0")
            .localized("_zxcvbnSettings", &json(settings)),
        Script::linked("password-strength-meter", &meter, wp_version)
            .localized("pwsL10n", &json(words)),
    ]
}
