//! Contact Form 7: its style sheet and scripts on every page.
//!
//! Contract "contact-form-7" (globals); the forms themselves come with the column's own rooms.

use compat::columns::is_plugin_active;
use compat::wordpress::php::Value;
use compat::wordpress::php::json::{flags, wp_json_encode};

use crate::theme::{Column, Registry};
use crate::wordpress::assets::{Script, Style};
use crate::wordpress::head::rest_url;
use crate::wordpress::view::{Page, View};

/// The column.
pub const COLUMN: Column = Column {
    name: "contact_form_7",
    is_active: |options| is_plugin_active(options, "contact-form-7/wp-contact-form-7.php"),
    register,
};

fn register(registry: &mut Registry) {
    registry.hooks.wp_enqueue_scripts(10, enqueue);
    // A handler that is registered goes before; without one the shortcode is not shown as it stands.
    for tag in ["contact-form-7", "contact-form"] {
        registry.shortcodes.foreign_tag(tag);
    }
}

fn enqueue(page: &mut Page) {
    let view = page.view.clone();
    let version = view
        .site
        .options
        .value("wpcf7")
        .at("version")
        .to_string_lossy()
        .into_owned();
    let url = |path: &str| view.plugin_url(&format!("contact-form-7/includes/{path}"));
    page.assets.style(Style::linked(
        "contact-form-7",
        &url("css/styles.css"),
        &version,
    ));
    let script = if view.is_legacy() {
        page.assets
            .footer_script(Script::linked("swv", &url("swv/js/index.js"), &version));
        Script::linked("contact-form-7", &url("js/index.js"), &version)
    } else {
        Script::inline("contact-form-7")
    };
    page.assets.footer_script(script.before(&wpcf7(&view)));
}

/// The global `wpcf7`, printed for both front ends: contract "contact-form-7", globals.
fn wpcf7(view: &View) -> String {
    let api = Value::array()
        .with("root", rest_url(view))
        .with("namespace", "contact-form-7/v1");
    let json =
        wp_json_encode(&Value::array().with("api", api), flags::PRETTY_PRINT).unwrap_or_default();
    format!("var wpcf7 = {json};")
}
