//! Stored data of the plugin and of Really Simple CAPTCHA.

use compat::wordpress::column::is_plugin_active;

use crate::wordpress::view::View;

/// The plugin's version.
pub(super) fn plugin_version(view: &View) -> String {
    let option = view.site.options.value("wpcf7");
    option.at("version").to_string_lossy().into_owned()
}

/// The URL of captcha images; `None` without Really Simple CAPTCHA.
pub(super) fn captcha_url(view: &View) -> Option<String> {
    const REALLY_SIMPLE_CAPTCHA: &str = "really-simple-captcha/really-simple-captcha.php";
    let options = &view.site.options;
    is_plugin_active(options, REALLY_SIMPLE_CAPTCHA)
        .then(|| format!("{}/wpcf7_captcha", view.site.uploads_url()))
}
