//! The plugin's files and the object that its script reads.
//!
//! Contract "cookie-consent", sections 2.1 to 2.3 and 6.3.

use std::net::IpAddr;

use compat::moove_gdpr::Settings;
use compat::moove_gdpr::{
    CategoryScripts, NONCE_ACTION, PageFacts, VERSION, frontend_scripts, scripts_defined,
    site_domain,
};
use compat::wordpress::php::Value;
use compat::wordpress::php::html::html_entity_decode;
use compat::wordpress::php::json::json_encode;
use compat::wordpress::url::parse_url;

use crate::wordpress::assets::{Script, Style};
use crate::wordpress::view::{Page, View};

use super::consent::{consent_variables, is_just_text};
use super::wording::language_suffix;

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
    let mut style = Style::linked(HANDLE, &href, VERSION);
    if !is_just_text(&view) {
        style = style.with_inline(&colours(&view));
    }
    page.assets.style(style);
    let script = if view.is_legacy() {
        let src = view.plugin_url("gdpr-cookie-compliance/dist/scripts/main.js");
        Script::linked(HANDLE, &src, VERSION)
    } else {
        Script::inline(HANDLE)
    };
    let json = json_encode(&localized(&view), 0).unwrap_or_default();
    let script = script
        .localized("moove_frontend_gdpr_scripts", &json)
        .after(&consent_variables(&view));
    page.assets.footer_script(script);
}

fn has_bundled_font(view: &View) -> bool {
    let settings = view.site_data.get::<Settings>();
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
    let settings = view.site_data.get::<Settings>();
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
         #moove_gdpr_cookie_modal #moove-gdpr-menu li.menu-item-selected button{{color:{brand}}}\
         #moove_gdpr_cookie_modal .moove-gdpr-modal-close:hover .gdpr-icon,#moove_gdpr_cookie_info_bar .moove-gdpr-infobar-close-btn:hover i\
         {{color:{brand}}}#moove_gdpr_cookie_modal button:focus-visible,#moove_gdpr_cookie_info_bar button:focus-visible\
         {{outline-color:{brand}}}"
    );
    if !matches!(
        settings
            .text_or("moove_gdpr_button_style", "rounded")
            .as_ref(),
        "rounded"
    ) {
        css.push_str("#moove_gdpr_cookie_info_bar .mgbutton,#moove_gdpr_cookie_modal .mgbutton{border-radius:0!important}");
    }
    for (key, button) in [
        (
            "gdpr_reject_button_bhv",
            "#moove_gdpr_cookie_info_bar .moove-gdpr-infobar-reject-btn",
        ),
        (
            "gdpr_reject_button_bhv_ss",
            "#moove_gdpr_cookie_modal .moove-gdpr-modal-reject-all",
        ),
    ] {
        if settings.int_or(key, 1) == 3 {
            let ground = safe(&settings.text_or(&format!("{key}_bg_colour"), "#000000"));
            let ink = safe(&settings.text_or(&format!("{key}_txt_colour"), "#d6d6d6"));
            css.push_str(&format!(
                "{button}.mgbutton.mgbutton-custom{{background-color:{ground}!important;border-color:{ground}!important;color:{ink}!important}}"
            ));
        }
    }
    css
}

/// The object as `wp_localize_script` prints it: scalars are texts, with their entities decoded.
fn localized(view: &View) -> Value {
    let object = object(view).with("gdpr_nonce", view.nonce(NONCE_ACTION));
    object
        .iter()
        .fold(Value::array(), |printed, (key, value)| match value {
            Value::Array(_) => printed.with(key.clone(), value.clone()),
            scalar => printed.with(key.clone(), decoded(&scalar.to_bytes())),
        })
}

/// A text without entities; one that is JSON must stay JSON, else the page's script would read nothing at all.
fn decoded(text: &[u8]) -> Vec<u8> {
    if !text.contains(&b'&') {
        return text.to_vec();
    }
    let decoded = html_entity_decode(text);
    let is_json = |text: &[u8]| serde_json::from_slice::<serde_json::Value>(text).is_ok();
    if text.starts_with(b"{") && is_json(text) && !is_json(&decoded) {
        return text.to_vec();
    }
    decoded
}

/// The site's domain; empty for an address of numbers, to which no cookie of a domain belongs.
fn cookie_domain(view: &View) -> String {
    let host = parse_url(&view.site.home()).and_then(|url| url.host);
    let domain = host.map(|host| site_domain(&host)).unwrap_or_default();
    match domain.contains('.') && domain.parse::<IpAddr>().is_err() {
        true => domain,
        false => String::new(),
    }
}

fn object(view: &View) -> Value {
    let settings = view.site_data.get::<Settings>();
    // The script cache is filled whenever a page is rendered.
    let scripts = settings
        .is_static_insertion()
        .then(|| scripts_defined(&CategoryScripts::of(settings), true));
    let ajaxurl = format!("{}/wp-admin/admin-ajax.php", view.site.siteurl());
    let facts = PageFacts {
        ajaxurl: &ajaxurl,
        post_id: view.global_post().map(|post| post.id.0),
        plugin_dir: &view.plugin_url("gdpr-cookie-compliance"),
        is_page: view.query.is.is_page,
        is_single: view.query.is.is_single,
        current_user: view.visitor.user.map_or(0, |user| user.0),
        site_domain: &cookie_domain(view),
        wp_lang: &language_suffix(view),
        scripts_defined: scripts.as_deref(),
    };
    frontend_scripts(settings, &facts)
}
