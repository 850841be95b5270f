//! `robots.txt` and `favicon.ico` of a site that has no such files.
//!
//! Contract "wordpress-core", section 14.3.

use compat::wordpress::sitemap::Sitemaps;
use http::StatusCode;
use themes::wordpress::robots::RobotsTxt;
use themes::wordpress::site_icon::site_icon_url;
use themes::wordpress::view::View;

use crate::app::{App, SiteState};
use crate::server::Response;

use super::page::add_link_headers;
use super::redirected::by_wordpress;

/// A plugin's file, and the paths that it keeps robots from.
const PLUGIN_RULES: [(&str, &[&str]); 1] = [(
    "woocommerce/woocommerce.php",
    &[
        "/wp-content/uploads/wc-logs/",
        "/wp-content/uploads/woocommerce_transient_files/",
        "/wp-content/uploads/woocommerce_uploads/",
        "/*?add-to-cart=",
        "/*?*add-to-cart=",
    ],
)];

/// `do_robots`.
pub fn robots_txt(app: &App, state: &SiteState, view: &View) -> Response {
    let active = view.site.options.value("active_plugins");
    let is_active = |file: &str| {
        let plugins = active.as_array();
        plugins.is_some_and(|list| {
            list.values()
                .any(|v| v.as_str_lossy().as_deref() == Some(file))
        })
    };
    let rules = PLUGIN_RULES.iter().filter(|(file, _)| is_active(file));
    let disallowed: Vec<&str> = rules.flat_map(|(_, paths)| paths.iter().copied()).collect();
    let sitemaps = Sitemaps {
        db: &app.db,
        site: &state.site,
        rewrite: &state.rewrite,
    };
    let text = RobotsTxt {
        siteurl: &view.site.siteurl(),
        sitemap: sitemaps.are_enabled().then(|| sitemaps.index_url()),
        disallowed: &disallowed,
    }
    .text();
    let mut answer = Response::typed(StatusCode::OK, "text/plain; charset=utf-8", text);
    add_link_headers(&mut answer, view);
    answer
}

/// `do_favicon`: to the site's icon, else to WordPress's.
pub fn favicon(view: &View) -> Response {
    let own = || {
        format!(
            "{}/wp-includes/images/w-logo-blue-white-bg.png",
            view.site.siteurl()
        )
    };
    let icon = site_icon_url(view, 32).unwrap_or_else(own);
    let mut answer = by_wordpress(StatusCode::FOUND, &icon);
    add_link_headers(&mut answer, view);
    answer
}
