//! Style sheets and scripts of the login page, in WordPress's order.
//!
//! Recordings login/*. Legacy scripts are linked at their URLs; without them the page uses our own style sheet.

use compat::wordpress::php::Value as PhpValue;

use super::assets::{Assets, Script, Style};
use super::frontend::Frontend;
use super::login_view::{LoginForm, LoginPage, LoginPieces, LoginView};
use super::module_loader;
use super::password_meter::password_meter;
use super::wp_i18n::wp_i18n;

/// The style sheet used when the site's folder does not hold WordPress's own.
const STYLE: &str = include_str!("../../assets/wordpress/login.css");

pub(super) fn head_scripts(view: &LoginView<'_>, pieces: &[LoginPieces]) -> String {
    let mut assets = Assets::default();
    for script in pieces.iter().flat_map(|p| &p.head_scripts) {
        assets.head_script(script.clone());
    }
    assets.print_head(&|url| view.may_link(url))
}

pub(super) fn styles(view: &LoginView<'_>, pieces: &[LoginPieces]) -> String {
    let mut assets = Assets::default();
    if view.frontend == Frontend::Legacy {
        for (handle, path) in [
            ("dashicons", "wp-includes/css/dashicons.min.css"),
            ("buttons", "wp-includes/css/buttons.min.css"),
            ("forms", "wp-admin/css/forms.min.css"),
            ("l10n", "wp-admin/css/l10n.min.css"),
            ("login", "wp-admin/css/login.min.css"),
        ] {
            assets.style(Style::linked(handle, &view.site_url(path), view.wp_version));
        }
    } else {
        assets.style(Style::inline("login", STYLE));
    }
    for style in pieces.iter().flat_map(|p| &p.styles) {
        assets.style(style.clone());
    }
    assets.print_head(&|url| view.may_link(url))
}

pub(super) fn footer(view: &LoginView<'_>, page: &LoginPage, pieces: &[LoginPieces]) -> String {
    let mut out = String::new();
    if matches!(page.form, LoginForm::LostPassword { .. }) {
        out.push_str("<script type=\"text/javascript\">var field = document.getElementById(\"user_login\"); if (field) { field.focus(); }</script>\n");
    }
    if page.shakes {
        out.push_str("<script type=\"text/javascript\">document.querySelector(\"form\").classList.add(\"shake\");</script>\n");
    }
    let mut assets = Assets::default();
    for script in pieces.iter().flat_map(|p| &p.footer_scripts) {
        assets.footer_script(script.clone());
    }
    let has_password = matches!(
        page.form,
        LoginForm::Login { .. } | LoginForm::ResetPassword { .. }
    );
    if has_password && view.frontend == Frontend::Legacy {
        password_scripts(view, &mut assets);
    }
    out.push_str(&assets.print_footer(&|url| view.may_link(url)));
    if view.frontend == Frontend::React && pieces.iter().any(|p| p.has_modules) {
        out.push_str(&module_loader::script(&view.site.siteurl()));
    }
    out
}

/// The script `user-profile` with its dependencies, in WordPress's order.
fn password_scripts(view: &LoginView<'_>, assets: &mut Assets) {
    let json = |value: PhpValue| {
        compat::wordpress::php::json::wp_json_encode(&value, 0).unwrap_or_default()
    };
    let includes = |handle: &str, path: &str, version: &str| {
        Script::linked(handle, &view.includes(path), version)
    };
    let admin = |handle: &str, path: &str| {
        Script::linked(
            handle,
            &view.site_url(&format!("wp-admin/js/{path}")),
            view.wp_version,
        )
    };
    let [dictionary, meter] = password_meter(
        &view.site.siteurl(),
        |path| view.includes(path),
        view.locale,
        view.wp_version,
    );
    let ajax = PhpValue::array().with("url", "/wp-admin/admin-ajax.php");
    let profile = PhpValue::array()
        .with("user_id", "0")
        .with("nonce", view.nonce);
    let [hooks, i18n] = wp_i18n(|path| view.includes(path), view.locale);
    for script in [
        includes("clipboard", "js/clipboard.min.js", "2.0.11"),
        dictionary,
        hooks,
        i18n,
        meter,
        includes("underscore", "js/underscore.min.js", "1.13.7"),
        includes("wp-util", "js/wp-util.min.js", view.wp_version).localized(
            "_wpUtilSettings",
            &json(PhpValue::array().with("ajax", ajax)),
        ),
        includes(
            "wp-dom-ready",
            "js/dist/dom-ready.min.js",
            "f77871ff7694fffea381",
        ),
        includes("wp-a11y", "js/dist/a11y.min.js", "3156534cc54473497e14"),
        admin("user-profile", "user-profile.min.js").localized("userProfileL10n", &json(profile)),
    ] {
        assets.footer_script(script);
    }
}
