//! The style sheets, scripts and globals of forms, on every page.
//!
//! Contract "contact-form-7" section 9.

use compat::contact_form_7::contact_forms::ContactForms;
use compat::contact_form_7::messages::TEXT_DOMAIN;
use compat::contact_form_7::services::{recaptcha_keys, stripe_publishable_key, turnstile_keys};
use compat::wordpress::php::Value;
use compat::wordpress::php::json::{flags, wp_json_encode};

use super::plugin::plugin_version;
use crate::wordpress::assets::{Script, Strategy, Style};
use crate::wordpress::head::rest_url;
use crate::wordpress::view::{Page, View};
use crate::wordpress::wp_i18n::{script_translations, wp_i18n};

/// Resets the Turnstile widget after every submission.
const TURNSTILE_RESET: &str = "document.addEventListener( 'wpcf7submit', e => turnstile.reset() );";

/// The form's script, below the plugin's folder.
const SCRIPT: &str = "includes/js/index.js";

/// Enqueues what every page links.
pub fn enqueue(page: &mut Page) {
    let view = page.view.clone();
    let version = plugin_version(&view);
    let url = |path: &str| view.plugin_url(&format!("contact-form-7/{path}"));
    let style = |handle: &str, path: &str| Style::linked(handle, &url(path), &version);
    let constants = &view.site_data.get::<ContactForms>().constants;
    if constants.load_css {
        page.assets
            .style(style("contact-form-7", "includes/css/styles.css"));
    }
    if constants.load_css && view.locale.wp_locale().is_rtl {
        page.assets
            .style(style("contact-form-7-rtl", "includes/css/styles-rtl.css"));
    }
    if constants.load_js {
        enqueue_script(page, &view, &version);
    }
    enqueue_services(page, &view, &version);
}

/// The script, or its global alone.
fn enqueue_script(page: &mut Page, view: &View, version: &str) {
    let url = |path: &str| view.plugin_url(&format!("contact-form-7/{path}"));
    let script = if view.is_legacy() {
        let includes = |path: &str| format!("{}/wp-includes/{path}", view.site.siteurl());
        for script in wp_i18n(includes, &view.locale) {
            page.assets.footer_script(script);
        }
        page.assets.footer_script(Script::linked(
            "swv",
            &url("includes/swv/js/index.js"),
            version,
        ));
        let script = Script::linked("contact-form-7", &url(SCRIPT), version);
        match view
            .translations
            .script(view.locale.code(), TEXT_DOMAIN, SCRIPT)
        {
            Some(json) => script.translations(&script_translations(TEXT_DOMAIN, &json)),
            None => script,
        }
    } else {
        Script::inline("contact-form-7")
    };
    page.assets.footer_script(script.before(&wpcf7(view)));
}

/// Enqueues the scripts of configured services.
fn enqueue_services(page: &mut Page, view: &View, version: &str) {
    let options = &view.site.options;
    let module = |handle: &str, path: &str| {
        if view.is_legacy() {
            Script::linked(
                handle,
                &view.plugin_url(&format!("contact-form-7/{path}")),
                version,
            )
        } else {
            Script::inline(handle)
        }
    };
    if let Some(keys) = recaptcha_keys(options) {
        let api = format!(
            "https://www.google.com/recaptcha/api.js?render={}",
            keys.sitekey
        );
        page.assets
            .footer_script(Script::linked("google-recaptcha", &api, "3.0"));
        let actions = Value::array()
            .with("homepage", "homepage")
            .with("contactform", "contactform");
        let data = Value::array()
            .with("sitekey", keys.sitekey.as_str())
            .with("actions", actions);
        let script = module("wpcf7-recaptcha", "modules/recaptcha/index.js");
        page.assets
            .footer_script(script.before(&global("wpcf7_recaptcha", &data)));
    }
    if turnstile_keys(options).is_some() {
        let api = "https://challenges.cloudflare.com/turnstile/v0/api.js";
        let script = Script::linked("cloudflare-turnstile", api, "").strategy(Strategy::Async);
        page.assets.footer_script(script.after(TURNSTILE_RESET));
    }
    if let Some(key) = stripe_publishable_key(options) {
        let sheet = view.plugin_url("contact-form-7/modules/stripe/style.css");
        page.assets
            .style(Style::linked("wpcf7-stripe", &sheet, version));
        page.assets
            .footer_script(Script::linked("stripe", "https://js.stripe.com/v3/", ""));
        let data = Value::array().with("publishable_key", key);
        let script = module("wpcf7-stripe", "modules/stripe/index.js");
        page.assets
            .footer_script(script.before(&global("wpcf7_stripe", &data)));
    }
}

/// The global `wpcf7`, printed for both frontends.
fn wpcf7(view: &View) -> String {
    let api = Value::array()
        .with("root", rest_url(view))
        .with("namespace", "contact-form-7/v1");
    let data = Value::array().with("api", api);
    // With a page cache the script refills quizzes and captchas.
    let data = match view
        .site_data
        .get::<ContactForms>()
        .constants
        .has_page_cache
    {
        true => data.with("cached", 1),
        false => data,
    };
    global("wpcf7", &data)
}

fn global(name: &str, data: &Value) -> String {
    let json = wp_json_encode(data, flags::PRETTY_PRINT).unwrap_or_default();
    format!("var {name} = {json};")
}
