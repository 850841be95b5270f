//! `moove_frontend_gdpr_scripts`: the object that the page's own script reads.
//!
//! Contract "cookie-consent", section 2.1. Values have their own types here; the page prints scalars as texts.

use super::category::{Category, strict_functionality};
use super::settings::Settings;
use crate::wordpress::php::Value;

/// The object's values that depend on page and visitor.
#[derive(Debug, Clone, Copy, Default)]
pub struct PageFacts<'a> {
    /// The address of `admin-ajax.php`.
    pub ajaxurl: &'a str,
    /// The current post.
    pub post_id: Option<i64>,
    /// The address of the plugin's folder.
    pub plugin_dir: &'a str,
    /// Whether a page is shown.
    pub is_page: bool,
    /// Whether a single post is shown.
    pub is_single: bool,
    /// The site's host without `www.`; empty where cookies have no domain.
    pub site_domain: &'a str,
    /// The account, 0 for a visitor.
    pub current_user: i64,
    /// The language suffix of settings.
    pub wp_lang: &'a str,
    /// The text of `scripts_defined`, when scripts are inserted from the page.
    pub scripts_defined: Option<&'a str>,
}

/// Values of the plugin's premium add-on for the script (contract, section 2.1). The add-on's setting names are not
/// documented: a setting with the key's own name is used.
const PAID_KEYS: [&str; 6] = [
    "display_cookie_banner",
    "enable_on_scroll",
    "gdpr_aos_hide",
    "gdpr_aos_hide_seconds",
    "ifbc",
    "gpc",
];

fn yes_no(yes: bool) -> &'static str {
    if yes { "true" } else { "false" }
}

/// The object without its nonce.
pub fn frontend_scripts(settings: &Settings, facts: &PageFacts<'_>) -> Value {
    let post_id = facts.post_id.map_or(Value::from(""), Value::from);
    let is_removed_by_server = settings.int_or("gdpr_cookie_removal", 1) == 0;
    let object = Value::array()
        .with("ajaxurl", facts.ajaxurl)
        .with("post_id", post_id)
        .with("plugin_dir", facts.plugin_dir)
        .with("show_icons", "all")
        .with("is_page", facts.is_page)
        .with("ajax_cookie_removal", yes_no(is_removed_by_server))
        .with("strict_init", 2)
        .with("enabled_default", enabled_default(settings))
        .with("geo_location", "false")
        .with(
            "force_reload",
            yes_no(settings.is_on("gdpr_force_reload", false)),
        )
        .with("is_single", facts.is_single)
        .with("hide_save_btn", "false")
        .with("current_user", facts.current_user);
    let mut object = timing(settings, object);
    if let Some(scripts) = facts.scripts_defined {
        object = object.with("scripts_defined", scripts);
    }
    if settings.is_on("moove_gdpr_sync_user_consent", false) && !facts.site_domain.is_empty() {
        object = object.with(
            "cookie_attributes",
            format!("domain=.{};", facts.site_domain),
        );
    }
    for key in PAID_KEYS {
        if let Some(value) = settings.get(key).filter(|_| settings.has_paid_part) {
            object = object.with(key, value.clone());
        }
    }
    if settings.consent_version() > 0.0 {
        let version = settings.text_or("gdpr_consent_version", "").into_owned();
        object = object.with("gdpr_consent_version", version);
    }
    object
        .with("gdpr_scor", "true")
        .with("wp_lang", facts.wp_lang)
        .with("wp_consent_api", "false")
}

/// Consent lifetime, script delay, and action of the close button.
fn timing(settings: &Settings, object: Value) -> Value {
    let close = match settings.int_or("gdpr_close_button_bhv", 1) {
        number if number > 0 => number,
        _ => 1,
    };
    let redirect = settings
        .text_or("gdpr_close_button_bhv_redirect", "")
        .into_owned();
    object
        .with(
            "cookie_expiration",
            settings.natural_or("moove_gdpr_consent_expiration", 365),
        )
        .with(
            "script_delay",
            settings.natural_or("gdpr_initialization_delay", 2000),
        )
        .with("close_btn_action", close)
        .with("close_btn_rdr", redirect)
}

fn enabled_default(settings: &Settings) -> Value {
    Category::ALL
        .into_iter()
        .fold(Value::array(), |object, category| {
            let number = match category {
                Category::Strict => strict_functionality(settings),
                other => other.first_visit(settings),
            };
            object.with(category.default_key(), number)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::options::Options;

    #[test]
    fn subdomains_share_a_choice_where_the_site_wants_it() {
        let row = |key: &str, value: &str| (key.to_owned(), value.as_bytes().to_vec());
        let object = |value: &str, site_domain: &str| {
            let rows = vec![row("moove_gdpr_sync_user_consent", value)];
            let settings = Settings::from_rows(rows, &Options::default());
            let facts = PageFacts {
                site_domain,
                ..PageFacts::default()
            };
            frontend_scripts(&settings, &facts)
        };
        let shared = object("1", "casa.example");
        let attributes = shared.at("cookie_attributes").to_string_lossy();
        assert_eq!(attributes, "domain=.casa.example;");
        for (value, domain) in [("0", "casa.example"), ("1", "")] {
            assert!(object(value, domain).get("cookie_attributes").is_none());
        }
    }
}
