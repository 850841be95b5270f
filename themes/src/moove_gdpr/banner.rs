//! The banner and the floating button.
//!
//! Contract "cookie-consent", sections 3.1 and 3.2.

use compat::moove_gdpr::Settings;
use minijinja::{Value, context};

use crate::wordpress::view::{Page, View};

use super::consent::is_just_text;
use super::wording::{label, own_text, text};

/// The banner's buttons in the plugin's order.
const BUTTONS: [&str; 4] = ["accept", "reject", "settings", "close"];

/// The order stored in a setting as a JSON list.
pub(super) fn order(view: &View, key: &str, default: &[&str]) -> Vec<String> {
    let stored = view.site_data.get::<Settings>().text_or(key, "");
    serde_json::from_str(&stored)
        .unwrap_or_else(|_| default.iter().map(|b| (*b).to_owned()).collect())
}

/// The class of a non-default layout.
pub(super) fn look(view: &View, key: &str) -> &'static str {
    match view.site_data.get::<Settings>().int_or(key, 1) {
        2 => "mgbutton-ghost",
        3 => "mgbutton-custom",
        _ => "",
    }
}

fn is_enabled(view: &View, button: &str) -> bool {
    let key = format!("moove_gdpr_{button}_button_enable");
    view.site_data
        .get::<Settings>()
        .is_on(&key, button == "accept")
}

pub(super) fn tabindex(view: &View, index: usize) -> Value {
    let is_on = view
        .site_data
        .get::<Settings>()
        .is_on("gdpr_accesibility", false);
    Value::from_safe_string(if is_on {
        format!(" tabindex=\"{index}\"")
    } else {
        String::new()
    })
}

/// Renders the banner; empty when it is disabled.
pub fn banner(page: &mut Page) -> String {
    let view = page.view.clone();
    let settings = view.site_data.get::<Settings>();
    let is_mobile = view.visitor.device.is_mobile;
    let is_hidden_here = is_mobile && settings.int_or("gdpr_cb_show_mobile", 1) == 0;
    let is_hidden = settings.text_or("moove_gdpr_infobar_visibility", "visible") == "hidden";
    if is_hidden || is_hidden_here || is_just_text(&view) {
        return String::new();
    }
    let is_full_screen =
        settings.has_paid_part && settings.is_on("moove_gdpr_full_screen_enable", false);
    let values = context! {
        scheme => if settings.int_or("moove_gdpr_colour_scheme", 1) == 2 { "light" } else { "dark" },
        position => settings.text_or("moove_gdpr_infobar_position", "bottom"),
        more => if is_full_screen { " gdpr-full-screen-infobar" } else { "" },
        banner_label => own_text(&view, "GDPR Cookie Banner"),
        close_label => own_text(&view, "Close GDPR Cookie Banner"),
        text => Value::from_safe_string(notice(&view)),
        has_close => is_enabled(&view, "close"),
        close_tabindex => tabindex(&view, 0),
        buttons => buttons(&view),
    };
    view.render("moove_gdpr/banner.html", values)
}

fn buttons(view: &View) -> Vec<Value> {
    let order = order(view, "gdpr_bs_buttons_order", &BUTTONS);
    let mut names: Vec<&str> = order.iter().map(String::as_str).collect();
    names.extend(BUTTONS.iter().filter(|b| !order.iter().any(|o| o == *b)));
    let button = |name: &str| {
        let index = order.iter().position(|o| o == name);
        let (key, built_in) = match name {
            "accept" => ("moove_gdpr_infobar_accept_button_label", "Accept"),
            "reject" => ("moove_gdpr_infobar_reject_button_label", "Reject"),
            "settings" => ("moove_gdpr_infobar_settings_button_label", "Settings"),
            _ => ("", ""),
        };
        let label = if key.is_empty() {
            String::new()
        } else {
            label(view, key, built_in)
        };
        let number = if name == "accept" {
            1
        } else {
            index.unwrap_or(0)
        };
        context! {
            kind => name,
            class => index.map_or_else(|| "gdpr-fbo-auto".to_owned(), |i| format!("gdpr-fbo-{i}")),
            label => label,
            look => look(view, "gdpr_reject_button_bhv"),
            tabindex => tabindex(view, number),
        }
    };
    names
        .into_iter()
        .filter(|name| BUTTONS.contains(name) && is_enabled(view, name))
        .map(button)
        .collect()
}

/// The banner's text, with the settings button in it.
fn notice(view: &View) -> String {
    let built_in = "<p>We are using cookies to give you the best experience on our website.</p><p>You can find out more \
        about which cookies we are using or switch them off in [setting]settings[/setting].</p>";
    let mut text = text(view, "moove_gdpr_info_bar_content", built_in);
    for name in ["setting", "accept", "reject"] {
        text = text
            .replace(&format!("[{name}]"), &format!("{{{name}}}"))
            .replace(&format!("[/{name}]"), &format!("{{/{name}}}"));
    }
    let open = format!(
        "<button {} aria-haspopup=\"true\" data-href=\"#moove_gdpr_cookie_modal\" class=\"change-settings-button\">",
        tabindex(view, 0)
    );
    text.replace("{setting}", &open)
        .replace("{/setting}", "</button>")
}

/// Renders the floating button.
pub fn floating_button(page: &mut Page) -> String {
    let view = page.view.clone();
    let settings = view.site_data.get::<Settings>();
    if !settings.is_on("moove_gdpr_floating_button_enable", false) || is_just_text(&view) {
        return String::new();
    }
    let is_banner_hidden = settings.text_or("moove_gdpr_infobar_visibility", "visible") == "hidden";
    let position = settings.text_or("moove_gdpr_floating_button_position", "");
    let classes = [
        (is_banner_hidden, "button-visible"),
        (!position.is_empty(), "gdpr-floating-button-custom-position"),
        (
            settings.is_on("moove_gdpr_floating_mobile", false),
            "gdpr-fb-hide-mobile",
        ),
    ];
    let classes: Vec<&str> = classes
        .iter()
        .filter(|(yes, _)| *yes)
        .map(|(_, c)| *c)
        .collect();
    let values = context! {
        class => classes.join(" "),
        label => label(&view, "moove_gdpr_floating_button_label", "Change cookie settings"),
    };
    view.render("moove_gdpr/floating_button.html", values)
}
