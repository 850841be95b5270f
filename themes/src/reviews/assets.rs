//! The style sheets and the script on every page: contract "reviews-widget", section 7.

use compat::reviews::option;
use compat::wordpress::options::Options;

use crate::wordpress::assets::{Script, Style};
use crate::wordpress::view::Page;

const HANDLE: &str = "google_business_reviews_rating_wp";
/// Minimum length of custom rules.
const CUSTOM_STYLES: usize = 20;

/// The file name suffix chosen by an option; `None` when disabled.
fn variant(options: &Options, name: &str) -> Option<&'static str> {
    match options.text_or(name, "1").as_ref() {
        "" => None,
        "2" | "compress" | "compressed" | "min" => Some(".min"),
        _ => Some(""),
    }
}

/// `wp_enqueue_scripts`.
pub(super) fn enqueue(page: &mut Page) {
    let view = page.view.clone();
    let options = &view.site.options;
    let version = view.wp_version();
    let url = |path: &str| view.plugin_url(&format!("g-business-reviews-rating/wp/{path}"));
    if let Some(variant) = variant(options, option::STYLESHEET) {
        let href = url(&format!("css/css{variant}.css"));
        let handle = format!("{HANDLE}_css");
        page.assets.style(Style::linked(&handle, &href, &version));
    }
    let own = options.text(option::CUSTOM_STYLES);
    if own.len() > CUSTOM_STYLES {
        let handle = format!("{HANDLE}_custom_css");
        let href = url("css/custom.css");
        let style = if view.may_link(&href) {
            Style::linked(&handle, &href, &version)
        } else {
            Style::inline(&handle, &own.replace("</", "<\\/"))
        };
        page.assets.style(style);
    }
    if let Some(variant) = variant(options, option::JAVASCRIPT).filter(|_| view.is_legacy()) {
        let src = url(&format!("js/js{variant}.js"));
        let handle = format!("{HANDLE}_js");
        page.assets
            .head_script(Script::linked(&handle, &src, &version));
    }
}
