//! The settings dialog with one section per cookie category.
//!
//! Contract "cookie-consent", sections 3.3 to 3.5.

use compat::moove_gdpr::Settings;
use compat::wordpress::formatting::autop::wpautop;
use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::kses::wp_kses_post;
use minijinja::{Value, context};

use crate::wordpress::head::url;
use crate::wordpress::view::{Page, View};

use super::banner::{look, order, tabindex};
use super::consent::is_just_text;
use super::wording::{label, own_text};

/// A section: its settings' keys, its name in the markup, its toggle.
struct Section {
    id: &'static str,
    menu_class: &'static str,
    title: (&'static str, &'static str),
    text: (&'static str, &'static str),
    input: Option<&'static str>,
    /// The setting that enables it, and its default.
    enabled_by: Option<(&'static str, bool)>,
}

impl Section {
    /// Whether it belongs to the premium add-on.
    fn is_paid(&self) -> bool {
        self.input
            .is_some_and(|input| input.ends_with("_cc_cookies"))
    }
}

const SECTIONS: [Section; 7] = [
    Section {
        id: "privacy_overview",
        menu_class: "menu-item-on menu-item-privacy_overview menu-item-selected",
        title: ("moove_gdpr_privacy_overview_tab_title", "Privacy Overview"),
        text: (
            "moove_gdpr_privacy_overview_tab_content",
            "<p>This website stores small files in your browser. They let it recognise you on your next visit and tell us which parts of it are useful.</p>",
        ),
        input: None,
        enabled_by: None,
    },
    Section {
        id: "strict-necessary-cookies",
        menu_class: "menu-item-strict-necessary-cookies menu-item-off",
        title: (
            "moove_gdpr_strictly_necessary_cookies_tab_title",
            "Strictly Necessary Cookies",
        ),
        text: (
            "moove_gdpr_strict_necessary_cookies_tab_content",
            "<p>These cookies keep your choices, so that we need not ask again.</p>",
        ),
        input: Some("moove_gdpr_strict_cookies"),
        enabled_by: Some(("moove_gdpr_strictly_ccat_enable", true)),
    },
    Section {
        id: "third_party_cookies",
        menu_class: "menu-item-off menu-item-third_party_cookies",
        title: ("moove_gdpr_performance_cookies_tab_title", "Analytics"),
        text: (
            "moove_gdpr_performance_cookies_tab_content",
            "<p>These cookies count visits without names. They help us to improve the website.</p>",
        ),
        input: Some("moove_gdpr_performance_cookies"),
        enabled_by: Some(("moove_gdpr_third_party_cookies_enable", false)),
    },
    Section {
        id: "advanced-cookies",
        menu_class: "menu-item-advanced-cookies menu-item-off",
        title: ("moove_gdpr_advanced_cookies_tab_title", "Marketing"),
        text: (
            "moove_gdpr_advanced_cookies_tab_content",
            "<p>These cookies serve advertisements that fit you.</p>",
        ),
        input: Some("moove_gdpr_advanced_cookies"),
        enabled_by: Some(("moove_gdpr_advanced_cookies_enable", false)),
    },
    Section {
        id: "performance-cookies",
        menu_class: "menu-item-performance-cookies menu-item-off",
        title: (
            "moove_gdpr_performance_ccat_tab_title",
            "Performance Cookies",
        ),
        text: (
            "moove_gdpr_performance_ccat_tab_content",
            "<p>These cookies measure how fast pages are.</p>",
        ),
        input: Some("moove_gdpr_performance_cc_cookies"),
        enabled_by: Some(("moove_gdpr_performance_ccat_enable", false)),
    },
    Section {
        id: "preference-cookies",
        menu_class: "menu-item-preference-cookies menu-item-off",
        title: ("moove_gdpr_preference_ccat_tab_title", "Preference Cookies"),
        text: (
            "moove_gdpr_preference_ccat_tab_content",
            "<p>These cookies remember how you like the website to look.</p>",
        ),
        input: Some("moove_gdpr_preference_cc_cookies"),
        enabled_by: Some(("moove_gdpr_preference_ccat_enable", false)),
    },
    Section {
        id: "cookie_policy_modal",
        menu_class: "menu-item-moreinfo menu-item-off",
        title: ("moove_gdpr_cookie_policy_tab_nav_label", "Cookie Policy"),
        text: (
            "moove_gdpr_cookies_policy_tab_content",
            "<p>More about our cookies stands in our cookie policy.</p>",
        ),
        input: None,
        enabled_by: Some(("moove_gdpr_cookie_policy_enable", false)),
    },
];

/// Renders the dialog.
pub fn dialog(page: &mut Page) -> String {
    let view = page.view.clone();
    if is_just_text(&view) {
        return String::new();
    }
    let settings = view.site_data.get::<Settings>();
    let layout = settings.text_or("moove_gdpr_plugin_layout", "v1");
    let is_v1 = layout != "v2";
    let sections: Vec<Value> = SECTIONS
        .iter()
        .filter(|s| settings.has_paid_part || !s.is_paid())
        .filter(|s| {
            s.enabled_by
                .is_none_or(|(key, default)| settings.is_on(key, default))
        })
        .map(|s| section(&view, s, is_v1))
        .collect();
    let [overview, ..] = &SECTIONS;
    let order = order(
        &view,
        "gdpr_gs_buttons_order",
        &["enable", "reject", "save", "close"],
    );
    let may_close = settings.is_on("moove_gdpr_cb_close_button_enable", true);
    let values = context! {
        dialog_label => own_text(&view, "GDPR Settings Screen"),
        layout => if is_v1 { "v1" } else { "v2" },
        is_v1 => is_v1,
        has_close => may_close || !order.iter().any(|o| o == "close"),
        close_label => own_text(&view, "Close GDPR Cookie Settings"),
        logo => Value::from_safe_string(logo(&view)),
        branding => Value::from_safe_string(branding(&view)),
        overview_title => label(&view, overview.title.0, overview.title.1),
        sections => sections,
        switch_label => own_text(&view, "Enable or Disable Cookies"),
        enabled_label => label(&view, "moove_gdpr_modal_enabled_checkbox_label", "Enabled"),
        disabled_label => label(&view, "moove_gdpr_modal_disabled_checkbox_label", "Disabled"),
        buttons => buttons(&view, &order),
    };
    view.render("moove_gdpr/dialog.html", values)
}

fn section(view: &View, section: &Section, is_v1: bool) -> Value {
    let strict = view
        .site_data
        .get::<Settings>()
        .int_or("moove_gdpr_strictly_necessary_cookies_functionality", 1);
    let is_overview = section.id == "privacy_overview";
    let is_strict = section.id == "strict-necessary-cookies";
    let is_always_on = is_strict && matches!(strict, 2 | 3);
    let bar_class = match (is_strict, is_always_on) {
        (true, true) => "moove-gdpr-status-bar gdpr-checkbox-disabled checkbox-selected",
        (true, false) => "moove-gdpr-status-bar ",
        _ => "moove-gdpr-status-bar",
    };
    let state = match (is_always_on, is_strict && strict == 4) {
        (true, _) => " disabled checked=\"checked\" ",
        (_, true) => " checked=\"checked\" ",
        _ => "",
    };
    let text = wp_kses_post(&label(view, section.text.0, section.text.1));
    let depends_on_strict = !is_strict && section.input.is_some() && strict == 1;
    context! {
        id => section.id,
        menu_class => section.menu_class,
        title => label(view, section.title.0, section.title.1),
        has_title => is_v1 || !is_overview,
        is_hidden => is_v1 && !is_overview,
        text => Value::from_safe_string(wpautop(&text, true)),
        input => section.input,
        bar_class => bar_class,
        input_state => Value::from_safe_string(state.to_owned()),
        disabled => if depends_on_strict { " disabled" } else { "" },
    }
}

fn buttons(view: &View, order: &[String]) -> Vec<Value> {
    let settings = view.site_data.get::<Settings>();
    let mut buttons = Vec::new();
    for (index, name) in order.iter().enumerate() {
        let (class, switch, default, label_key, built_in) = match name.as_str() {
            "enable" => (
                "moove-gdpr-modal-allow-all",
                "moove_gdpr_enable_all_button_enable",
                true,
                "moove_gdpr_modal_allow_button_label",
                "Enable All",
            ),
            "reject" => (
                "moove-gdpr-modal-reject-all",
                "moove_gdpr_reject_all_button_enable",
                false,
                "moove_gdpr_modal_reject_button_label",
                "Reject All",
            ),
            "save" => (
                "moove-gdpr-modal-save-settings",
                "moove_gdpr_save_settings_button_enable",
                true,
                "moove_gdpr_modal_save_button_label",
                "Save Settings",
            ),
            _ => continue,
        };
        if !settings.is_on(switch, default) {
            continue;
        }
        let look = match (name.as_str(), look(view, "gdpr_reject_button_bhv_ss")) {
            ("reject", look) if !look.is_empty() => format!(" {look}"),
            _ => String::new(),
        };
        buttons.push(context! {
            class => class,
            label => label(view, label_key, built_in),
            look => look,
            tabindex => tabindex(view, index),
        });
    }
    buttons
}

fn logo(view: &View) -> String {
    let settings = view.site_data.get::<Settings>();
    let own = settings.text_or("moove_gdpr_company_logo", "");
    let attachment = view
        .attachments
        .get(&settings.int_or("moove_gdpr_company_logo_id", 0));
    let name = view.site.options.text("blogname");
    let alt = attachment.map_or(name.as_ref(), |a| a.alt.as_str());
    let src = if own.is_empty() {
        view.plugin_url("gdpr-cookie-compliance/dist/images/gdpr-logo.png")
    } else {
        own.into_owned()
    };
    let size = attachment.and_then(|a| a.metadata.as_ref());
    let (width, height) = size.map_or((350, 233), |m| (m.width, m.height));
    format!(
        "\n<div class=\"moove-gdpr-company-logo-holder\">\n\t<img src=\"{}\" alt=\"{}\"   width=\"{width}\"  height=\"{height}\"  class=\"img-responsive\" />\n</div>\n<!--  .moove-gdpr-company-logo-holder -->\n",
        url(&src),
        esc_attr(alt)
    )
}

fn branding(view: &View) -> String {
    let is_hidden = view
        .site_data
        .get::<Settings>()
        .is_on("moove_gdpr_modal_powered_by_disable", false);
    let link = if is_hidden {
        String::new()
    } else {
        let words = label(view, "moove_gdpr_modal_powered_by_label", "Powered by");
        format!(
            "<a href=\"https://wordpress.org/plugins/gdpr-cookie-compliance/\" rel=\"noopener noreferrer\" target=\"_blank\" class='moove-gdpr-branding'>{}&nbsp; <span>GDPR Cookie Compliance</span></a>",
            esc_attr(&words)
        )
    };
    format!(
        "\n<div class=\"moove-gdpr-branding-cnt\">\n\t{link}</div>\n<!--  .moove-gdpr-branding -->\n"
    )
}
