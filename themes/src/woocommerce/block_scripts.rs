//! The scripts of the cart's and the checkout's blocks, with what they are told.
//!
//! Contract "woocommerce-store-api", sections 11.3 and 11.4.

use compat::woocommerce::block_page::{BlockPageData, ShopBlock};
use compat::woocommerce::block_scripts::{BlockScript, BlockScripts};
use compat::woocommerce::order::{ShopGateway, gateways};
use compat::wordpress::php::Value;
use compat::wordpress::php::json::{flags, wp_json_encode};
use compat::wordpress::php::url::rawurlencode;

use super::shop::TEXT_DOMAIN;
use crate::wordpress::assets::Script;
use crate::wordpress::date_script::{date_settings, moment_locale};
use crate::wordpress::head::rest_url;
use crate::wordpress::password_meter::password_meter;
use crate::wordpress::view::{Page, View};
use crate::wordpress::wp_i18n::{script_translations, wp_i18n};

/// The gateways that have a script, in the order of their scripts.
pub(super) const METHODS: [&str; 3] = ["cheque", "bacs", "cod"];

/// The gateways that the shop has switched on, in its order.
pub(super) fn enabled_gateways(view: &View) -> Vec<ShopGateway> {
    let texts = view.locale.domain(TEXT_DOMAIN);
    let mut all = gateways(&view.site.options, texts);
    all.retain(ShopGateway::is_enabled);
    all
}

/// Enqueues the scripts of a block. `settings`: what `wc-settings` is told. A site without the plugin's scripts gets
/// nothing: the data alone would fail.
pub(super) fn enqueue(page: &mut Page, block: ShopBlock, settings: &Value) {
    let view = page.view.clone();
    let own = format!("wc-{}-block-frontend", block.name());
    let mut needs: Vec<String> = Vec::new();
    if block == ShopBlock::Checkout && needs_meter(&view) {
        needs.push(METER.to_owned());
    }
    let enabled = enabled_gateways(&view);
    let methods = METHODS.iter();
    let methods = methods.filter(|id| enabled.iter().any(|own| own.id() == **id));
    needs.extend(methods.map(|id| format!("wc-payment-method-{id}")));
    let added = [(own.as_str(), needs)];
    let roots = [
        "wc-cart-checkout-base",
        "wc-cart-checkout-vendors",
        own.as_str(),
    ];
    let files = view.site_data.get::<BlockScripts>();
    let scripts = files.in_order(&roots, &added);
    let url = |script: &BlockScript| format!("{}/{}", view.site.siteurl(), script.path);
    let is_there = scripts.last().is_some_and(|own| view.may_link(&url(own)));
    if !is_there {
        return;
    }
    page.keep_for_one_visitor("its blocks show a cart or checkout");
    for script in scripts {
        match script.handle.as_str() {
            "wp-hooks" | "wp-i18n" => core_texts(page, &view),
            METER => meter(page, &view),
            _ if script.path.is_empty() => {
                tracing::warn!(
                    handle = script.handle,
                    "a script that blocks need is not known"
                );
            }
            _ => {
                let linked = Script::linked(&script.handle, &url(&script), &script.version);
                let told = told(linked, &script, &view, settings);
                page.assets.footer_script(told);
            }
        }
    }
}

/// The dictionary of passwords.
const METER: &str = "zxcvbn-async";

/// Whether buyers choose the password of a new account.
fn needs_meter(view: &View) -> bool {
    let option = "woocommerce_registration_generate_password";
    view.visitor.user.is_none() && view.site.options.text_or(option, "yes") == "no"
}

fn includes(view: &View) -> impl Fn(&str) -> String {
    let siteurl = view.site.siteurl();
    move |path: &str| format!("{siteurl}/wp-includes/{path}")
}

/// `wp-hooks` and `wp-i18n`.
fn core_texts(page: &mut Page, view: &View) {
    for script in wp_i18n(includes(view), &view.locale) {
        page.assets.footer_script(script);
    }
}

fn meter(page: &mut Page, view: &View) {
    let siteurl = view.site.siteurl();
    let [dictionary, _] = password_meter(&siteurl, includes(view), &view.locale, &view.wp_version);
    page.assets.footer_script(dictionary);
}

/// A script with the code that is printed around it.
fn told(script: Script, file: &BlockScript, view: &View, settings: &Value) -> Script {
    let script = match file.handle.as_str() {
        "wp-api-fetch" => script.after(&api_fetch(view)),
        "wp-data" => script.after(&persistence(view)),
        "moment" => script.after(&moment_locale(view)),
        "wp-date" => script.after(&date_settings(view)),
        "wc-settings" => script.before(&settings_code(view, settings)),
        "wc-blocks-middleware" => script.before(&middleware(view)),
        _ => script,
    };
    let below = file.path.strip_prefix("wp-content/plugins/woocommerce/");
    let translated = below.and_then(|path| {
        let code = view.locale.code();
        view.translations.script(code, TEXT_DOMAIN, path)
    });
    match translated {
        Some(json) => script.translations(&script_translations(TEXT_DOMAIN, &json)),
        None => script,
    }
}

/// A text as a literal of a script.
fn literal(text: &str) -> String {
    wp_json_encode(&Value::from(text), flags::UNESCAPED_SLASHES).unwrap_or_default()
}

fn api_fetch(view: &View) -> String {
    let ajax = format!(
        "{}/wp-admin/admin-ajax.php?action=rest-nonce",
        view.site.siteurl()
    );
    format!(
        "wp.apiFetch.use( wp.apiFetch.createRootURLMiddleware( {} ) );\n\
         wp.apiFetch.nonceMiddleware = wp.apiFetch.createNonceMiddleware( {} );\n\
         wp.apiFetch.use( wp.apiFetch.nonceMiddleware );\n\
         wp.apiFetch.use( wp.apiFetch.mediaUploadMiddleware );\n\
         wp.apiFetch.nonceEndpoint = {};",
        literal(&rest_url(view)),
        literal(&view.nonce("wp_rest")),
        literal(&ajax),
    )
}

fn persistence(view: &View) -> String {
    let user = view.visitor.user.map_or(0, |user| user.0);
    format!(
        "( function() {{\n\
         \tvar userId = {user};\n\
         \tvar storageKey = \"WP_DATA_USER_\" + userId;\n\
         \twp.data\n\
         \t\t.use( wp.data.plugins.persistence, {{ storageKey: storageKey }} );\n\
         }} )();"
    )
}

/// A value as a script reads it back: percent-encoded JSON in single quotes.
fn parsed(value: &Value) -> String {
    let json = wp_json_encode(value, 0).unwrap_or_default();
    let encoded = rawurlencode(json.as_bytes());
    format!("JSON.parse( decodeURIComponent( '{encoded}' ) )")
}

fn settings_code(view: &View, settings: &Value) -> String {
    let preloads = &view.page_data.get::<BlockPageData>().preloads;
    format!(
        "var wcSettings = {};wp.apiFetch.use( wp.apiFetch.createPreloadingMiddleware( {} ) );",
        parsed(settings),
        parsed(preloads)
    )
}

fn middleware(view: &View) -> String {
    let nonce = &view.page_data.get::<BlockPageData>().nonce;
    let now = view.now;
    format!(
        "\t\t\tvar wcBlocksMiddlewareConfig = {{\n\
         \t\t\t\tstoreApiNonce: '{nonce}',\n\
         \t\t\t\twcStoreApiNonceTimestamp: '{now}'\n\
         \t\t\t}};\n\
         \t\t\t"
    )
}
