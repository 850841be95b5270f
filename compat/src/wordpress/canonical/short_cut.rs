//! `wp_redirect_admin_locations`: `/admin`, `/login` and the like.
//!
//! Contract "wordpress-core", section 5.5.

use super::Redirect;
use crate::wordpress::link::untrailingslashit;
use crate::wordpress::site::Site;

/// The redirect of a page that was not found and whose path (`REQUEST_URI`) is a short-cut.
pub fn wp_redirect_admin_locations(site: &Site, request_uri: &str) -> Option<Redirect> {
    let asked = untrailingslashit(request_uri);
    let home = site.home();
    let below = home
        .split_once("://")
        .and_then(|(_, rest)| rest.find('/').map(|at| &rest[at..]))
        .unwrap_or_default();
    let is = |word: &str| asked == format!("{below}/{word}");
    let target = if ["wp-admin", "dashboard", "admin"].into_iter().any(is) {
        "wp-admin/"
    } else if ["wp-login.php", "login"].into_iter().any(is) {
        "wp-login.php"
    } else {
        return None;
    };
    Some(Redirect {
        location: format!("{}/{target}", site.siteurl()),
        status: 302,
    })
}
