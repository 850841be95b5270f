//! The plugin's files and the object that its script reads.
//!
//! Contract "cookie-consent", sections 2.1, 2.3, 6.1 and 6.3. Not here: the vendors' snippets of `gdin_values`.

use compat::wordpress::php::json::json_encode;
use compat::wordpress::php::{Value, maybe_unserialize};

use crate::wordpress::assets::{Script, Style};
use crate::wordpress::view::{Page, View};

use super::consent::consent_variables;
use super::wording::language_suffix;

/// The recorded version of the plugin.
const VERSION: &str = "5.0.12";
const HANDLE: &str = "moove_gdpr_frontend";

/// Enqueues sheet, script and data.
pub fn enqueue(page: &mut Page) {
    let view = page.view.clone();
    let sheet = if has_bundled_font(&view) {
        "gdpr-main.css"
    } else {
        "gdpr-main-nf.css"
    };
    let href = view.plugin_url(&format!("gdpr-cookie-compliance/dist/styles/{sheet}"));
    page.assets
        .style(Style::linked(HANDLE, &href, VERSION).with_inline(&colours(&view)));
    let script = if view.is_legacy() {
        let src = view.plugin_url("gdpr-cookie-compliance/dist/scripts/main.js");
        Script::linked(HANDLE, &src, VERSION)
    } else {
        Script::inline(HANDLE)
    };
    let json = json_encode(&frontend_scripts(&view), 0).unwrap_or_default();
    let script = script
        .localized("moove_frontend_gdpr_scripts", &json)
        .after(&consent_variables(&view));
    page.assets.footer_script(script);
}

fn has_bundled_font(view: &View) -> bool {
    let settings = &view.columns.moove_gdpr;
    match settings
        .text_or("moove_gdpr_plugin_font_type", "1")
        .as_ref()
    {
        "1" => true,
        "2" => false,
        _ => settings
            .text_or("moove_gdpr_plugin_font_family", "'Nunito', sans-serif")
            .to_lowercase()
            .contains("nunito"),
    }
}

/// Rules for the owner's colours and font.
fn colours(view: &View) -> String {
    let settings = &view.columns.moove_gdpr;
    let safe = |text: &str| text.replace(['<', '>', '{', '}', ';'], "");
    let brand = safe(&settings.text_or("moove_gdpr_brand_colour", "#0C4DA2"));
    let font = match settings
        .text_or("moove_gdpr_plugin_font_type", "1")
        .as_ref()
    {
        "2" => "inherit".to_owned(),
        "1" => "'Nunito',sans-serif".to_owned(),
        _ => safe(&settings.text_or("moove_gdpr_plugin_font_family", "'Nunito', sans-serif")),
    };
    let mut css = format!(
        "#moove_gdpr_cookie_modal,#moove_gdpr_cookie_info_bar,.gdpr_cookie_settings_shortcode_content{{font-family:{font}}}\
         #moove_gdpr_save_popup_settings_button{{background-color:#373737;color:#fff}}\
         #moove_gdpr_save_popup_settings_button:hover{{background-color:#000}}\
         #moove_gdpr_cookie_info_bar .moove-gdpr-info-bar-container .moove-gdpr-info-bar-content a.mgbutton,\
         #moove_gdpr_cookie_info_bar .moove-gdpr-info-bar-container .moove-gdpr-info-bar-content button.mgbutton,\
         #moove_gdpr_cookie_modal .moove-gdpr-modal-content .moove-gdpr-modal-footer-content .moove-gdpr-button-holder button.mgbutton\
         {{background-color:{brand};border-color:{brand}}}\
         #moove_gdpr_cookie_modal .cookie-switch input:checked+.cookie-slider{{background-color:{brand}}}\
         #moove_gdpr_cookie_modal .moove-gdpr-tab-main-content a,#moove_gdpr_cookie_info_bar .moove-gdpr-cookie-notice a,\
         #moove_gdpr_cookie_modal #moove-gdpr-menu li.menu-item-selected button{{color:{brand}}}"
    );
    if !matches!(
        settings
            .text_or("moove_gdpr_button_style", "rounded")
            .as_ref(),
        "rounded"
    ) {
        css.push_str("#moove_gdpr_cookie_info_bar .mgbutton,#moove_gdpr_cookie_modal .mgbutton{border-radius:0!important}");
    }
    css
}

fn frontend_scripts(view: &View) -> Value {
    let settings = &view.columns.moove_gdpr;
    let mut object = behaviour(view, about_page(view));
    if settings.is_on("script_insertion_method", true) {
        let defined = json_encode(&scripts_defined(view), 0).unwrap_or_default();
        object = object.with("scripts_defined", defined);
    }
    object
        .with("gdpr_scor", "true")
        .with("wp_lang", language_suffix(view))
        .with("wp_consent_api", "false")
        .with("gdpr_nonce", view.nonce("gdpr-cookie-compliance"))
}

fn yes_no(yes: bool) -> &'static str {
    if yes { "true" } else { "false" }
}

/// PHP's text of a boolean.
fn flag(yes: bool) -> &'static str {
    if yes { "1" } else { "" }
}

fn about_page(view: &View) -> Value {
    let post_id = view.global_post().map(|p| p.id.to_string());
    let ajax = format!("{}/wp-admin/admin-ajax.php", view.site.siteurl());
    Value::array()
        .with("ajaxurl", ajax)
        .with("post_id", post_id.unwrap_or_default())
        .with("plugin_dir", view.plugin_url("gdpr-cookie-compliance"))
        .with("show_icons", "all")
        .with("is_page", flag(view.query.is.is_page))
}

fn behaviour(view: &View, object: Value) -> Value {
    let settings = &view.columns.moove_gdpr;
    let number = |key: &str, default: i64| settings.int_or(key, default).max(0).to_string();
    let is_removed_by_server = settings.int_or("gdpr_cookie_removal", 1) == 0;
    let is_reloaded = settings.is_on("gdpr_force_reload", false);
    let redirect = settings.text_or("gdpr_close_button_bhv_redirect", "");
    let user = view.visitor.user.map_or(0, |u| u.0).to_string();
    object
        .with("ajax_cookie_removal", yes_no(is_removed_by_server))
        .with("strict_init", "2")
        .with("enabled_default", enabled_default(view))
        .with("geo_location", "false")
        .with("force_reload", yes_no(is_reloaded))
        .with("is_single", flag(view.query.is.is_single))
        .with("hide_save_btn", "false")
        .with("current_user", user)
        .with(
            "cookie_expiration",
            number("moove_gdpr_consent_expiration", 365),
        )
        .with("script_delay", number("gdpr_initialization_delay", 2000))
        .with("close_btn_action", number("gdpr_close_button_bhv", 1))
        .with("close_btn_rdr", redirect.into_owned())
}

fn enabled_default(view: &View) -> Value {
    let settings = &view.columns.moove_gdpr;
    let first = |name: &str| settings.int_or(&format!("moove_gdpr_{name}_enable_first_visit"), 0);
    Value::array()
        .with(
            "strict",
            settings.int_or("moove_gdpr_strictly_necessary_cookies_functionality", 1),
        )
        .with("third_party", first("third_party_cookies"))
        .with("advanced", first("advanced_cookies"))
        .with("performance", first("performance_ccat"))
        .with("preference", first("preference_ccat"))
}

/// The scripts of all categories, marked so that the page's own script finds them.
fn scripts_defined(view: &View) -> Value {
    let settings = &view.columns.moove_gdpr;
    let category = |prefix: &str, is_on: bool| {
        ["header", "body", "footer"]
            .iter()
            .fold(Value::array(), |places, place| {
                let stored = settings.get(&format!("moove_gdpr_{prefix}_{place}_scripts"));
                let code = stored
                    .filter(|_| is_on)
                    .map(script_text)
                    .unwrap_or_default();
                places.with(*place, code.replace("<script", "<script data-gdpr"))
            })
    };
    Value::array()
        .with("cache", true)
        .with("header", "")
        .with("body", "")
        .with("footer", "")
        .with(
            "thirdparty",
            category(
                "third_party",
                settings.is_on("moove_gdpr_third_party_cookies_enable", false),
            ),
        )
        .with(
            "strict",
            category(
                "strictly",
                settings.is_on("moove_gdpr_strictly_ccat_enable", false),
            ),
        )
        .with(
            "advanced",
            category(
                "advanced_cookies",
                settings.is_on("moove_gdpr_advanced_cookies_enable", false),
            ),
        )
}

/// A stored snippet, which may be serialised a second time.
fn script_text(value: &Value) -> String {
    maybe_unserialize(&value.to_bytes())
        .to_string_lossy()
        .into_owned()
}
