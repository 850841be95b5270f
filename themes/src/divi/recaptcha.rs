//! reCAPTCHA scripts for the builder's forms.
//!
//! Contract "divi-ajax", section 4. `endpoints::divi` verifies the token.

use compat::wordpress::php::Value;
use compat::wordpress::php::json::json_encode;
use compat::wordpress::php::url::rawurlencode;

use crate::wordpress::assets::Script;
use crate::wordpress::view::{Page, View};

/// The option with the accounts.
const OPTION: &str = "et_core_api_spam_options";

/// Enqueues the script for an account, once; does nothing for an account without a key.
pub fn enqueue(page: &mut Page, account: &str) {
    let view = page.view.clone();
    let site_key = site_key(&view, account);
    if site_key.is_empty() {
        return;
    }
    let key = rawurlencode(site_key.as_bytes());
    let service = format!("https://www.google.com/recaptcha/api.js?render={key}");
    let helper = view.theme_url("core/admin/js/recaptcha.js");
    let promise = view.theme_url("core/admin/js/es6-promise.auto.min.js");
    let action = Value::array().with("action", action(&view));
    let global = Value::array()
        .with("site_key", site_key)
        .with("page_action", action);
    let global = json_encode(&global, 0).unwrap_or_default();
    page.assets
        .footer_script(Script::linked("recaptcha-v3", &service, ""));
    let helper = if view.is_legacy() {
        page.assets
            .footer_script(Script::linked("es6-promise", &promise, ""));
        Script::linked("et-core-api-spam-recaptcha", &helper, "")
    } else {
        Script::inline("et-core-api-spam-recaptcha")
    };
    let helper = helper.localized("et_core_api_spam_recaptcha", &global);
    page.assets.footer_script(helper);
}

fn site_key(view: &View, account: &str) -> String {
    let accounts = view.site.options.value(OPTION).at("accounts");
    let account = accounts.at("recaptcha").at(account);
    account.at("site_key").to_string_lossy().into_owned()
}

/// The reCAPTCHA action name of the page: letters, digits and underscores.
fn action(view: &View) -> String {
    let name = view
        .queried_post()
        .map_or("home", |post| post.name.as_str());
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    name.chars().map(plain).collect()
}
