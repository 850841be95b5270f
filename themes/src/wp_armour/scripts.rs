//! The honeypot's style sheet, script and global.
//!
//! Contract "honeypot", section 2. The global is printed for our browser module too; the fields are added by scripts
//! only.

use compat::wordpress::options::Options;
use compat::wordpress::user::capability::Capabilities;
use compat::wp_armour::check::field_name;
use compat::wp_armour::field_info::wpa_field_info;

use crate::wordpress::assets::{Script, Style};
use crate::wordpress::view::Page;

/// The recorded version of the plugin.
const VERSION: &str = "2.4";

/// The input of the honeypot's files and data.
pub(super) struct Wpa<'a> {
    /// `plugins_url`.
    pub plugins_url: &'a str,
    /// The site's options.
    pub options: &'a Options,
    /// The user's capabilities.
    pub capabilities: &'a Capabilities,
    /// A random number.
    pub random: i64,
    /// Whether legacy scripts are linked.
    pub is_legacy: bool,
}

/// Whether the script without jQuery is enabled.
pub(super) fn is_vanilla(options: &Options) -> bool {
    options.text("wpa_disable_jquery") == "yes"
}

impl Wpa<'_> {
    fn url(&self, file: &str) -> String {
        format!("{}/honeypot/includes/{file}", self.plugins_url)
    }

    /// The style sheet that hides the fields.
    pub(super) fn style(&self) -> Style {
        Style::linked("wpa-css", &self.url("css/wpa.css"), VERSION)
    }

    /// The script with its global.
    pub(super) fn script(&self) -> Option<Script> {
        let info = wpa_field_info(self.options, self.random, self.capabilities)?;
        let script = match (self.is_legacy, is_vanilla(self.options)) {
            (false, _) => Script::inline("wpascript"),
            (true, true) => Script::linked("wpascript", &self.url("js/wpa_vanilla.js"), VERSION),
            (true, false) => Script::linked("wpascript", &self.url("js/wpa.js"), VERSION),
        };
        // No `var`: other scripts read it as a property of the window.
        Some(script.after(&format!("wpa_field_info = JSON.parse(atob(\"{info}\"));")))
    }
}

/// `wp_enqueue_scripts`.
pub(super) fn enqueue(page: &mut Page) {
    let view = page.view.clone();
    if field_name(&view.site.options).is_none() {
        return;
    }
    let plugins_url = view.plugin_url("");
    let wpa = Wpa {
        plugins_url: plugins_url.trim_end_matches('/'),
        options: &view.site.options,
        capabilities: &view.visitor.capabilities,
        random: view.visitor.random,
        is_legacy: view.is_legacy(),
    };
    page.assets.style(wpa.style());
    if let Some(script) = wpa.script() {
        page.assets.footer_script(script);
    }
}
