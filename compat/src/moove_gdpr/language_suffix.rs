//! What follows the key of a text setting for the language of a page.
//!
//! Contract "cookie-consent", section 1.3: which plugin speaks, and how it spells its languages.

use crate::wordpress::column::is_plugin_active;
use crate::wordpress::options::Options;

/// The suffix for a page in a locale (`es_ES`), whose language code (`es`) a multilingual plugin may name otherwise.
pub fn language_suffix(options: &Options, code: Option<&str>, locale: &str) -> String {
    let has = |files: &[&str]| files.iter().any(|file| is_plugin_active(options, file));
    let short = locale.split(['_', '-']).next().unwrap_or(locale);
    if has(&["translatepress-multilingual/index.php", "falang/falang.php"]) {
        return locale.to_owned();
    }
    if has(&[
        "sitepress-multilingual-cms/sitepress.php",
        "polylang/polylang.php",
        "polylang-pro/polylang.php",
    ]) {
        return format!("_{}", code.unwrap_or(short));
    }
    if has(&[
        "qtranslate-xt/qtranslate.php",
        "qtranslate-x/qtranslate.php",
        "wp-multilang/wp-multilang.php",
    ]) {
        return code.unwrap_or(short).to_owned();
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::php::{Value, serialize};

    #[test]
    fn each_plugin_spells_its_own() {
        let with = |file: &str| {
            let plugins = Value::from(vec![Value::from(file)]);
            Options::new([("active_plugins".to_owned(), serialize(&plugins))])
        };
        let suffix = |file: &str, code| language_suffix(&with(file), code, "pt_BR");
        assert_eq!(suffix("polylang/polylang.php", Some("br")), "_br");
        assert_eq!(
            suffix("sitepress-multilingual-cms/sitepress.php", None),
            "_pt"
        );
        assert_eq!(suffix("falang/falang.php", None), "pt_BR");
        assert_eq!(suffix("wp-multilang/wp-multilang.php", None), "pt");
        assert_eq!(suffix("hello.php", Some("br")), "");
    }
}
