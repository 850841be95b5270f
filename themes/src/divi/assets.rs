//! The theme's style sheets and scripts, and its scripts' data.
//!
//! Contract "divi-theme", section 1; order as recorded.

use compat::divi::split_test::SplitTestVisit;
use compat::wordpress::php::Value;
use compat::wordpress::php::json::json_encode;

use crate::column::Hooks;
use crate::wordpress::assets::{Script, Strategy, Style};
use crate::wordpress::view::{Page, View};

use super::builder::page_scripts::{motion_json, sticky_json};
use super::display_conditions;
use super::options::DiviOptions;
use super::post_settings::is_custom_post_type;
use super::split_track::SplitTestGlobals;

const FEATURES: &str = "includes/builder/feature/dynamic-assets/assets/js";

pub(super) fn register(hooks: &mut Hooks) {
    hooks.wp_head(1, jquery_queue);
    hooks.wp_head(4, generator);
    hooks.wp_head(10, viewport);
    hooks.wp_head(12, integration_head);
    hooks.wp_footer(12, integration_body);
    hooks.wp_enqueue_scripts(2, enqueue_jquery);
    hooks.wp_enqueue_scripts(14, enqueue);
    hooks.wp_enqueue_scripts(16, enqueue_style);
    hooks.wp_footer(18, enqueue_motion);
}

/// The theme's version.
fn version(view: &View) -> String {
    DiviOptions::of(view)
        .text_or("divi_latest_installed_version", "4.20.4")
        .into_owned()
}

/// A stub that queues functions passed to jQuery by inline scripts before jQuery is loaded.
fn jquery_queue(page: &mut Page) -> String {
    if !page.view.is_legacy() {
        return String::new();
    }
    "<script type=\"text/javascript\">(function(w){var queue=w.jqueryParams=[];function stub(f){queue.push(f);return stub}\
     stub.fn=stub.prototype={};stub.ready=stub;stub.noConflict=function(){return stub};w.jQuery=w.$=stub})(window);</script>"
        .to_owned()
}

const RUN_QUEUE: &str = "(function(w,j){w.$=j;(w.jqueryParams||[]).forEach(function(f){if(typeof f===\"function\"){j(document).ready(f)}})})(window,window.jQuery);";

fn enqueue_jquery(page: &mut Page) {
    let view = page.view.clone();
    if !view.is_legacy() {
        return;
    }
    let file = |name: &str| format!("{}/wp-includes/js/jquery/{name}", view.site.siteurl());
    page.assets.head_script(Script::linked(
        "jquery-core",
        &file("jquery.min.js"),
        "3.7.1",
    ));
    page.assets.head_script(Script::linked(
        "jquery-migrate",
        &file("jquery-migrate.min.js"),
        "3.4.1",
    ));
    page.assets
        .head_script(Script::inline("jquery").after(RUN_QUEUE));
}

fn generator(page: &mut Page) -> String {
    format!(
        "<meta content=\"Divi v.{}\" name=\"generator\"/>",
        compat::wordpress::formatting::escape::esc_attr(&version(&page.view))
    )
}

fn viewport(_page: &mut Page) -> String {
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1.0, maximum-scale=1.0, user-scalable=0\" />"
        .to_owned()
}

fn integration_head(page: &mut Page) -> String {
    integration(&page.view, "head", "header")
}

fn integration_body(page: &mut Page) -> String {
    integration(&page.view, "body", "body")
}

fn integration(view: &View, place: &str, switch: &str) -> String {
    let options = DiviOptions::of(view);
    if options.is_on(&format!("divi_integrate_{switch}_enable"), true) {
        options
            .text(&format!("divi_integration_{place}"))
            .into_owned()
    } else {
        String::new()
    }
}

fn enqueue_style(page: &mut Page) {
    let href = page.view.theme_url("style-static.min.css");
    let version = version(&page.view);
    page.assets
        .style(Style::linked("divi-style", &href, &version));
}

fn enqueue(page: &mut Page) {
    let view = page.view.clone();
    // Split test subjects differ per visitor.
    if !view.page_data.get::<SplitTestVisit>().is_empty() {
        page.keep_for_one_visitor("it holds a split test");
    }
    display_conditions::remember_visit(page);
    let options = DiviOptions::of(&view);
    let google = view.site.options.value("et_google_api_settings");
    let uses_fonts = google
        .get("use_google_fonts")
        .is_none_or(|v| v.to_string_lossy() == "on");
    if uses_fonts && options.text_or("body_font", "none") == "none" {
        let href = "https://fonts.googleapis.com/css?family=Open+Sans:300italic,400italic,600italic,700italic,800italic,400,300,600,700,800&subset=latin,latin-ext&display=swap";
        page.assets
            .style(Style::linked("et-divi-open-sans", href, ""));
    }
    page.assets.footer_script(
        theme_script(&view, "divi-custom-script", "js/scripts.min.js")
            .localized("DIVI", &json(&divi(&view)))
            .localized("et_builder_utils_params", &json(&builder_utils_params()))
            .localized("et_frontend_scripts", &json(&frontend_scripts()))
            .localized("et_pb_custom", &json(&pb_custom(&view)))
            .localized("et_pb_box_shadow_elements", "[]"),
    );
    if view.is_legacy() {
        enqueue_legacy(page);
    } else {
        enqueue_wrapper(page);
    }
}

/// A script of the theme; without a file when browser modules replace it.
fn theme_script(view: &View, handle: &str, path: &str) -> Script {
    if view.is_legacy() {
        Script::linked(handle, &view.theme_url(path), &version(view))
    } else {
        Script::inline(handle)
    }
}

/// Data for the legacy script that wraps modules in other post types.
fn enqueue_wrapper(page: &mut Page) {
    let view = page.view.clone();
    if view.global_post().is_some_and(|p| is_custom_post_type(p)) {
        let path = "includes/builder/scripts/cpt-modules-wrapper.js";
        let script = theme_script(&view, "et-builder-cpt-modules-wrapper", path);
        page.assets
            .footer_script(script.localized("et_modules_wrapper", &json(&frontend_scripts())));
    }
}

/// The legacy script's dependencies.
fn enqueue_legacy(page: &mut Page) {
    let view = page.view.clone();
    let link = |page: &mut Page, handle: &str, path: &str| {
        page.assets.footer_script(theme_script(&view, handle, path));
    };
    if DiviOptions::of(&view).is_on("divi_smooth_scroll", false) {
        link(page, "smoothscroll", "js/smoothscroll.js");
    }
    link(page, "fitvids", &format!("{FEATURES}/jquery.fitvids.js"));
    let reply = format!(
        "{}/wp-includes/js/comment-reply.min.js",
        view.site.siteurl()
    );
    page.assets.footer_script(
        Script::linked("comment-reply", &reply, &view.wp_version()).strategy(Strategy::Async),
    );
    for (handle, name) in [
        ("jquery-mobile", "jquery.mobile"),
        ("magnific-popup", "magnific-popup"),
        ("easypiechart", "easypiechart"),
        ("salvattore", "salvattore"),
    ] {
        link(page, handle, &format!("{FEATURES}/{name}.js"));
    }
    enqueue_wrapper(page);
    if !view.page_data.get::<SplitTestVisit>().is_empty() {
        let path = "includes/builder/scripts/ext/jquery.visible.min.js";
        link(page, "et-jquery-visible-viewport", path);
    }
    link(page, "et-core-common", "core/admin/js/common.js");
}

/// Runs last, because the body may enqueue scripts.
fn enqueue_motion(page: &mut Page) -> String {
    let view = page.view.clone();
    for (name, file, json) in [
        ("motion", "motion-effects", motion_json(page)),
        ("sticky", "sticky-elements", sticky_json(page)),
    ] {
        let handle = format!("et-builder-modules-script-{name}");
        let script = theme_script(&view, &handle, &format!("{FEATURES}/{file}.js"));
        let global = format!("et_pb_{name}_elements");
        page.assets.footer_script(script.localized(&global, &json));
    }
    String::new()
}

fn json(value: &Value) -> String {
    json_encode(value, 0).unwrap_or_default()
}

/// What the script says of the cart. The theme has no translations of this text domain: the words stay English where the
/// site does not bring any.
fn divi(view: &View) -> Value {
    let texts = view.locale.domain("divi");
    Value::array()
        .with("item_count", texts.translate("%d Item"))
        .with("items_count", texts.translate("%d Items"))
}

fn builder_utils_params() -> Value {
    let condition = Value::array()
        .with("diviTheme", true)
        .with("extraTheme", false);
    let locations = Value::array().with_pushed("app").with_pushed("top");
    let of_builder = ["desktop", "tablet", "phone"]
        .iter()
        .fold(Value::array(), |v, device| v.with(*device, "app"));
    Value::array()
        .with("condition", condition)
        .with("scrollLocations", locations)
        .with("builderScrollLocations", of_builder)
        .with("onloadScrollLocation", "app")
        .with("builderType", "fe")
}

fn frontend_scripts() -> Value {
    Value::array()
        .with("builderCssContainerPrefix", "#et-boc")
        .with("builderCssLayoutPrefix", "#et-boc .et-l")
}

/// Untranslated texts of `et_pb_custom` by key.
const TEXTS: [(&str, &str); 9] = [
    ("fill_message", "Please, fill in the following fields:"),
    ("contact_error_message", "Please, fix the following errors:"),
    ("invalid", "Invalid email"),
    ("captcha", "Captcha"),
    ("prev", "Prev"),
    ("previous", "Previous"),
    ("next", "Next"),
    ("wrong_captcha", "You entered the wrong number in captcha."),
    ("wrong_checkbox", "Checkbox"),
];

const SUBSCRIPTION_FAILED: &str =
    "Please, check the fields below to make sure you entered the correct information.";

/// The data of the builder's script: URLs, nonces, texts.
fn pb_custom(view: &View) -> Value {
    let text = |source: &str| {
        view.locale
            .domain("et_builder")
            .translate(source)
            .to_owned()
    };
    let ajax = format!("{}/wp-admin/admin-ajax.php", view.site.siteurl());
    let builder = |path: &str| view.theme_url(&format!("includes/builder/{path}"));
    let first = Value::array()
        .with("ajaxurl", ajax)
        .with("images_uri", view.theme_url("images"))
        .with("builder_images_uri", builder("images"))
        .with("et_frontend_nonce", view.nonce("et_frontend_nonce"))
        .with("subscription_failed", text(SUBSCRIPTION_FAILED))
        .with("et_ab_log_nonce", view.nonce("et_ab_testing_log_nonce"));
    let texts = TEXTS.iter().fold(first, |object, (key, source)| {
        object.with(*key, text(source))
    });
    let post = view.global_post();
    let page_id = post.map(|p| p.id.to_string()).unwrap_or_default();
    let split_tests = SplitTestGlobals { view };
    let accent = DiviOptions::of(view).accent_color().into_owned();
    texts
        .with("ignore_waypoints", "no")
        .with("is_divi_theme_used", "1")
        .with("widget_search_selector", ".widget_search")
        .with("ab_tests", split_tests.list())
        .with("is_ab_testing_active", split_tests.is_active())
        .with("page_id", page_id)
        .with("unique_test_id", split_tests.testing_id())
        .with("ab_bounce_rate", bounce_rate(view))
        .with("is_cache_plugin_active", split_tests.placeholders())
        .with("is_shortcode_tracking", split_tests.tracking())
        .with("tinymce_uri", builder("frontend-builder/assets/vendors"))
        .with("accent_color", accent)
        .with("waypoints_options", Value::array())
}

/// Seconds after which a view counts for a split test; empty when no single post is shown.
fn bounce_rate(view: &View) -> String {
    view.global_post().map_or_else(String::new, |post| {
        let own = view.objects.post_meta(post.id);
        let own = own.text("_et_pb_ab_bounce_rate_limit");
        if own.is_empty() {
            "5".to_owned()
        } else {
            own.into_owned()
        }
    })
}
