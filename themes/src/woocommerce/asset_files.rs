//! The shop's scripts with what they are told of the site.
//!
//! Contract "woocommerce", section 11.

use compat::wordpress::php::Value;
use compat::wordpress::php::json::json_encode;

use crate::wordpress::assets::{Script, Strategy};
use crate::wordpress::view::View;

/// The recorded version, used when the option is missing.
const VERSION: &str = "10.7.0";

/// The shop's version.
pub fn version(view: &View) -> String {
    let stored = view.site.options.text("woocommerce_version");
    if stored.is_empty() {
        VERSION.to_owned()
    } else {
        stored.into_owned()
    }
}

/// The path of a URL of this site.
fn path_of(address: &str) -> String {
    let rest = address.split_once("//").map_or(address, |(_, rest)| rest);
    rest.find('/')
        .map_or_else(String::new, |at| rest[at..].to_owned())
}

/// The ajax URLs passed to all shop scripts.
pub fn ajax_addresses(view: &View) -> Value {
    let admin = format!("{}/wp-admin/admin-ajax.php", view.site.siteurl());
    let home = format!("{}?wc-ajax=%%endpoint%%", view.home_url());
    Value::array()
        .with("ajax_url", path_of(&admin))
        .with("wc_ajax_url", path_of(&home))
}

/// A script of the shop with its data; without the file when browser modules are used.
pub fn script(view: &View, handle: &str, file: &str, version: &str) -> Script {
    if view.is_legacy() {
        let src = view.plugin_url(&format!("woocommerce/assets/js/{file}"));
        Script::linked(handle, &src, version).strategy(Strategy::Defer)
    } else {
        Script::inline(handle)
    }
}

/// A value as a script has it.
pub fn json(value: &Value) -> String {
    json_encode(value, 0).unwrap_or_default()
}
