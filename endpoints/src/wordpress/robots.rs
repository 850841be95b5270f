//! `robots.txt` and `favicon.ico` where the site's folder holds no such file.
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

/// `do_robots`.
pub fn robots_txt(app: &App, state: &SiteState, view: &View) -> Response {
    let disallowed: Vec<&str> = state
        .declared(|column| column.robots_disallow)
        .copied()
        .collect();
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

/// `do_favicon`: redirects to the site icon, else to WordPress's default icon.
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
