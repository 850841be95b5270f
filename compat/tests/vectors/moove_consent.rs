//! moove-consent: the consent plugin's ajax answers, the cookies that they expire, and the page's object.

use compat::moove_gdpr::{
    CategoryScripts, PageFacts, Removal, RequestedCategories, Settings, cache_language, expire_all,
    frontend_scripts, get_scripts, remove_php_cookies, scripts_defined,
};
use compat::wordpress::options::Options;
use compat::wordpress::php::json::json_encode;
use compat::wordpress::php::query_string::parse_str;
use compat::wordpress::php::url::urlencode;
use serde_json::{Map, Value, json};

use crate::vectors::harness::{Vector, check, load};

/// The host of the recorded site.
const DOMAIN: &str = "127.0.0.1";

fn settings_of(map: &Map<String, Value>) -> Settings {
    let rows = map.iter().map(|(key, value)| {
        let text = value.as_str().map(str::to_owned);
        (
            key.clone(),
            text.unwrap_or_else(|| value.to_string()).into_bytes(),
        )
    });
    Settings::from_rows(rows.collect(), &Options::default())
}

fn settings(value: &Value) -> Settings {
    settings_of(value.as_object().unwrap_or(&Map::new()))
}

fn wanted(flags: &Value) -> RequestedCategories {
    let pairs = flags
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, value)| {
            let value = value.as_str().unwrap_or_default();
            format!("{name}={}", urlencode(value.as_bytes()))
        });
    RequestedCategories::of(&parse_str(pairs.collect::<Vec<_>>().join("&").as_bytes()))
}

/// `Set-Cookie` lines as the vectors print them. The shop's own cookie is not the consent plugin's.
fn set_cookie(removal: &Removal) -> Vec<String> {
    let lines = removal.cookies.iter().filter_map(|c| c.header_value(0));
    lines
        .map(|line| line.replace("Thu, 01 Jan 1970 00:00:01 GMT", "PAST"))
        .collect()
}

/// The vector's lines without that of the shop, which empties its own cart cookie on every request.
fn with_shops_line(v: &Vector, mut ours: Vec<String>) -> Vec<String> {
    let lines = v.out["set_cookie"].as_array().into_iter().flatten();
    let shop = lines
        .filter_map(Value::as_str)
        .filter(|l| l.starts_with("woocommerce_items_in_cart=0;"));
    ours.extend(shop.map(str::to_owned));
    ours
}

fn flag_answer(v: &Vector) -> Value {
    let wanted = wanted(v.arg(0));
    let scripts = CategoryScripts::of(&settings(v.arg(1)));
    let removal = match v.arg(2).as_str() {
        Some(cookies) if !wanted.strict => expire_all(cookies, DOMAIN),
        _ => Removal::default(),
    };
    json!({
        "status": 200,
        "content_type": "text/html; charset=UTF-8",
        "body": get_scripts(&scripts, wanted, false),
        "set_cookie": with_shops_line(v, set_cookie(&removal)),
    })
}

#[test]
fn scripts_are_given_for_consent() {
    check("moove-consent", &["moove_gdpr_get_scripts"], 0, |v| {
        Some(flag_answer(v))
    });
}

/// The settings of the vectors that name only what differs.
fn base() -> Map<String, Value> {
    let vectors = load("moove-consent");
    let first = vectors.first().and_then(|v| v.arg(1).as_object().cloned());
    first.expect("the first vector's settings")
}

#[test]
fn the_second_call_comes_from_the_cache() {
    let scripts = CategoryScripts::of(&settings_of(&base()));
    let kept = CategoryScripts::from_json(scripts.to_json().as_bytes()).expect("JSON");
    check(
        "moove-consent",
        &["moove_gdpr_get_scripts_cached"],
        0,
        |v| {
            let args = v.arg(0);
            assert_eq!(
                cache_language(args["wp_lang"].as_str()?),
                args["wp_lang"].as_str()?
            );
            let is_cached = args["call"].as_i64()? > 1;
            let wanted = RequestedCategories {
                strict: true,
                thirdparty: true,
                advanced: true,
                ..RequestedCategories::default()
            };
            let scripts = if is_cached { &kept } else { &scripts };
            Some(json!({"status": 200, "body": get_scripts(scripts, wanted, is_cached)}))
        },
    );
}

#[test]
fn cookies_are_expired_where_they_were_set() {
    check(
        "moove-consent",
        &["moove_gdpr_remove_php_cookies"],
        0,
        |v| {
            let is_valid = v.arg(0)["security"] == "VALID";
            let removal = match v.arg(1).as_str() {
                Some(cookies) if is_valid => remove_php_cookies(cookies, DOMAIN),
                _ => Removal::default(),
            };
            let map = json_encode(&removal.removed(), 0)?;
            Some(
                json!({"status": 200, "body": format!("{map}0"), "set_cookie": set_cookie(&removal)}),
            )
        },
    );
}

#[test]
fn pages_carry_the_object() {
    let base = base();
    check("moove-consent", &["moove_frontend_gdpr_scripts"], 0, |v| {
        let mut all = base.clone();
        all.extend(v.arg(1).as_object()?.clone());
        let settings = settings_of(&all);
        let is_page = v.str(0) == "/privacidad/";
        let scripts = scripts_defined(&CategoryScripts::of(&settings), false);
        let facts = PageFacts {
            ajaxurl: "http://127.0.0.1:8081/wp-admin/admin-ajax.php",
            post_id: v.out["post_id"].as_i64(),
            plugin_dir: "http://127.0.0.1:8081/wp-content/plugins/gdpr-cookie-compliance",
            is_page,
            is_single: !is_page,
            site_domain: "",
            current_user: 0,
            wp_lang: "",
            scripts_defined: settings.is_static_insertion().then_some(scripts.as_str()),
        };
        let object = frontend_scripts(&settings, &facts);
        serde_json::from_str(&json_encode(&object, 0)?).ok()
    });
}
