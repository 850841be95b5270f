//! The honeypot on the login page: hidden input, style sheet, script and its data.
//!
//! Contract "honeypot", sections 2 and 3; recordings login/*.

use compat::wp_armour::check::field_name;

use super::scripts::{Wpa, is_vanilla};
use crate::wordpress::assets::Script;
use crate::wordpress::login_page::{LoginPieces, LoginView};
use crate::wordpress::view::{Frontend, Page};

/// The script adds its fields to the form that contains this input.
const INITIATOR: &str = r#"<input type="hidden" id="wpa_initiator" class="wpa_initiator" name="wpa_initiator" value="" />"#;

/// The input in login forms on pages.
pub(super) fn initiator(page: &mut Page) -> String {
    match field_name(&page.view.site.options) {
        Some(_) => INITIATOR.to_owned(),
        None => String::new(),
    }
}

/// The column's part of the page.
pub(super) fn pieces(view: &LoginView<'_>) -> LoginPieces {
    let options = &view.site.options;
    if field_name(options).is_none() {
        return LoginPieces::default();
    }
    let is_legacy = view.frontend == Frontend::Legacy;
    let wpa = Wpa {
        plugins_url: &view.site_url("wp-content/plugins"),
        options,
        capabilities: view.capabilities,
        random: view.random,
        is_legacy,
    };
    let jquery = |handle: &str, file: &str, version: &str| {
        Script::linked(
            handle,
            &view.site_url(&format!("wp-includes/js/jquery/{file}")),
            version,
        )
    };
    let head_scripts = if is_legacy && !is_vanilla(options) {
        vec![
            jquery("jquery-core", "jquery.min.js", "3.7.1"),
            jquery("jquery-migrate", "jquery-migrate.min.js", "3.4.1"),
        ]
    } else {
        Vec::new()
    };
    LoginPieces {
        form: INITIATOR.to_owned(),
        styles: vec![wpa.style()],
        head_scripts,
        footer_scripts: wpa.script().into_iter().collect(),
        has_modules: true,
    }
}
