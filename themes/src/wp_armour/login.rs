//! The honeypot on the login page: the mark that its script looks for, the script and its data.
//!
//! Contract "honeypot", sections 2 and 3; recordings login/*.

use compat::wp_armour::field_info::wpa_field_info;

use super::VERSION;
use crate::wordpress::assets::{Script, Style};
use crate::wordpress::login_page::{LoginColumn, LoginPieces, LoginView};

/// The column's part of the page.
pub const COLUMN: LoginColumn = (super::COLUMN.is_active, pieces);

/// The script adds its fields to the form that holds this input.
const INITIATOR: &str = r#"<input type="hidden" id="wpa_initiator" class="wpa_initiator" name="wpa_initiator" value="" />"#;

fn pieces(view: &LoginView<'_>) -> LoginPieces {
    let plugin =
        |path: &str| view.site_url(&format!("wp-content/plugins/honeypot/includes/{path}"));
    let options = &view.site.options;
    let jquery = |handle: &str, file: &str, version: &str| {
        Script::linked(
            handle,
            &view.site_url(&format!("wp-includes/js/jquery/{file}")),
            version,
        )
    };
    let info = wpa_field_info(&options.text("wpa_field_name"), view.random, false);
    let is_vanilla = options.text("wpa_disable_jquery") == "yes";
    let file = if is_vanilla {
        "js/wpa_vanilla.js"
    } else {
        "js/wpa.js"
    };
    LoginPieces {
        form: INITIATOR.to_owned(),
        styles: vec![Style::linked("wpa-css", &plugin("css/wpa.css"), VERSION)],
        head_scripts: if is_vanilla {
            Vec::new()
        } else {
            vec![
                jquery("jquery-core", "jquery.min.js", "3.7.1"),
                jquery("jquery-migrate", "jquery-migrate.min.js", "3.4.1"),
            ]
        },
        footer_scripts: vec![
            Script::linked("wpascript", &plugin(file), VERSION)
                .after(&format!("wpa_field_info = JSON.parse(atob(\"{info}\"));")),
        ],
    }
}
