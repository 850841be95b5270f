//! Scripts that store the visitor's language or redirect to it.
//!
//! Contract "wordpress-core", sections 19.1 and 19.2. Polylang's cookie on sites with `WP_CACHE`; WPML's cookie of the
//! current language, and its redirect by browser language. The data is printed for both frontends; without the
//! plugin's files our own short scripts use it.

use compat::multilingual::{AutomaticRedirect, LanguageLink, PageLanguages, Plugin};
use compat::wordpress::php::Value;
use compat::wordpress::php::json::json_encode;

use crate::wordpress::assets::{Script, Strategy};
use crate::wordpress::view::{Page, View};

/// The WPML version of the contract.
const VERSION: &str = "4.6";

/// Sets the cookies of `wpml_cookies`, whose expiry is in days.
const COOKIES: &str = "(function(cookies){for(var name in cookies){var c=cookies[name];\
    document.cookie=name+\"=\"+c.value+\"; expires=\"+new Date(Date.now()+c.expires*864e5).toUTCString()+\
    \"; path=\"+c.path+\"; SameSite=Lax\";}})(wpml_cookies);";

/// Redirects to the first of the browser's languages that the page has, at most once per configured number of hours,
/// and only if cookies work.
const REDIRECT: &str = "(function(p){var has=function(){return document.cookie.split(\"; \").some(function(c){\
    return c.indexOf(p.cookie.name+\"=\")===0})};if(has())return;\
    var own=p.pageLanguage.toLowerCase().replace(\"_\",\"-\"),urls=p.languageUrls,\
    all=navigator.languages&&navigator.languages.length?navigator.languages:[navigator.language||\"\"];\
    for(var i=0;i<all.length;i++){var tag=all[i].toLowerCase(),short=tag.split(\"-\")[0],\
    same=tag===own||short===own.split(\"-\")[0],\
    url=urls[tag]||urls[tag.replace(\"-\",\"_\")]||urls[short];if(!same&&!url)continue;\
    document.cookie=p.cookie.name+\"=\"+tag+(+p.cookie.expiration?\"; expires=\"+\
    new Date(Date.now()+p.cookie.expiration*36e5).toUTCString():\"\")+\"; path=\"+p.cookie.path+\"; SameSite=Lax\";\
    if(!same&&url!==location.href&&has())location.replace(url);return}})(wpml_browser_redirect_params);";

/// `wp_print_footer_scripts` of Polylang.
pub(super) fn polylang(page: &mut Page) {
    let languages = page.view.page_data.get::<Option<PageLanguages>>().as_ref();
    let Some(cookie) = languages.and_then(|languages| languages.script_cookie.as_ref()) else {
        return;
    };
    // Cookie names are validated word characters; JSON escapes the values.
    let text = |text: String| json_encode(&Value::from(text), 1).unwrap_or_default();
    let code = format!(
        "(function() {{\nvar expirationDate = new Date();\n\
         expirationDate.setTime( expirationDate.getTime() + {} * 1000 );\n\
         document.cookie = {} + expirationDate.toUTCString() + {};\n}}());",
        cookie.lifetime,
        text(format!("{}={}; expires=", cookie.name, cookie.value)),
        text(cookie.attributes.clone()),
    );
    let script = Script::inline("pll_cookie_script").after(&code);
    page.assets.footer_script(script);
}

/// `wp_enqueue_scripts` of WPML.
pub(super) fn wpml(page: &mut Page) {
    let view = page.view.clone();
    let languages = view.page_data.get::<Option<PageLanguages>>().as_ref();
    let Some(languages) = languages.filter(|languages| languages.plugin == Plugin::Wpml) else {
        return;
    };
    if languages.visitor.stores_cookie {
        let file = "res/js/cookies/language-cookie.js";
        let script = script(&view, "wpml-cookie", file, COOKIES);
        let script = script.strategy(Strategy::Defer);
        let json = json(&cookies(languages));
        page.assets
            .head_script(script.localized("wpml_cookies", &json));
    }
    if languages.visitor.automatic_redirect != AutomaticRedirect::Never {
        let file = "dist/js/browser-redirect/app.js";
        let script = script(&view, "wpml-browser-redirect", file, REDIRECT);
        let json = json(&redirect(&view, languages));
        let script = script.localized("wpml_browser_redirect_params", &json);
        page.assets.head_script(script);
    }
}

/// The plugin's file, or our substitute.
fn script(view: &View, handle: &str, file: &str, ours: &str) -> Script {
    match view.is_legacy() {
        true => {
            let src = view.plugin_url(&format!("sitepress-multilingual-cms/{file}"));
            Script::linked(handle, &src, VERSION)
        }
        false => Script::inline(handle).after(ours),
    }
}

fn json(value: &Value) -> String {
    json_encode(value, 0).unwrap_or_default()
}

fn cookies(languages: &PageLanguages) -> Value {
    let cookie = Value::array()
        .with("value", languages.current.as_str())
        .with("expires", 1)
        .with("path", languages.cookie_path.as_str());
    Value::array().with("wp-wpml_current_language", cookie)
}

fn redirect(view: &View, languages: &PageLanguages) -> Value {
    let home = view.site.home();
    let host = home.split('/').nth(2).unwrap_or_default();
    let cookie = Value::array()
        .with("name", "_icl_visitor_lang_js")
        .with("domain", if host == "localhost" { "" } else { host })
        .with("path", languages.cookie_path.as_str())
        .with("expiration", languages.visitor.remember_language);
    Value::array()
        .with("pageLanguage", languages.current.as_str())
        .with("languageUrls", language_urls(languages))
        .with("cookie", cookie)
}

/// The URL of each language by locale, by the locale's parts, and by code.
fn language_urls(languages: &PageLanguages) -> Value {
    let is_wanted = |link: &&LanguageLink| {
        let always = languages.visitor.automatic_redirect == AutomaticRedirect::Always;
        always || link.is_translated || link.is_current
    };
    let links = languages.links.iter().chain(&languages.missing);
    let mut urls = Value::array();
    for link in links.filter(is_wanted) {
        let locale = link.language.locale.to_lowercase();
        let url = link.url.as_str();
        if !locale.is_empty() {
            urls = urls.with(locale.as_str(), url);
        }
        for part in locale.split('_').filter(|_| locale.contains('_')) {
            if urls.get(part).is_none() {
                urls = urls.with(part, url);
            }
        }
        urls = urls.with(link.language.code.as_str(), url);
    }
    urls
}
