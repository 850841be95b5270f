//! `robots.txt` and `favicon.ico` where the site's folder holds no such file.
//!
//! Contract "wordpress-core", section 14.3.

use compat::wordpress::sitemap::Sitemaps;
use http::StatusCode;
use themes::wordpress::robots::RobotsTxt;
use themes::wordpress::site_icon::site_icon_url;
use themes::wordpress::view::View;

use crate::server::Response;

use super::headers::add_link_headers;
use super::redirected::by_wordpress;
use super::request_context::RequestContext;

/// `do_robots`.
pub fn robots_txt(context: &RequestContext<'_>, disallowed: &[&str], view: &View) -> Response {
    let sitemaps = Sitemaps {
        db: &context.app.db,
        site: &context.state.site,
        rewrite: &context.state.rewrite,
    };
    let text = RobotsTxt {
        siteurl: &view.site.siteurl(),
        sitemap: sitemaps.are_enabled().then(|| sitemaps.index_url()),
        disallowed,
    }
    .text();
    let mut response = Response::typed(StatusCode::OK, "text/plain; charset=utf-8", text);
    add_link_headers(&mut response, view);
    response
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
    let mut response = by_wordpress(StatusCode::FOUND, &icon);
    add_link_headers(&mut response, view);
    response
}
