//! The configuration, and what contradicts itself in it.

use crate::app::App;

use super::finding::{Finding, Level};

const AREA: &str = "configuration";

pub(super) fn check(app: &App, found: &mut Vec<Finding>) {
    let (settings, state) = (&app.settings, app.state());
    let home = state.site.home();
    found.push(Finding::ok(
        AREA,
        format!("the site {home} in {}", app.db.url()),
    ));
    match &app.wp_root {
        None => found.push(Finding::new(
            AREA,
            Level::Warning,
            "no site folder is named: uploads and files of themes are not served",
            "give --wp-root, or set site.wp_root to the folder with wp-config.php",
        )),
        Some(root) if app.wp_config.is_none() => found.push(Finding::new(
            AREA,
            Level::Warning,
            format!("{} has no wp-config.php", root.display()),
            "copy it there: its keys and salts make login cookies and nonces valid",
        )),
        Some(root) => found.push(Finding::ok(
            AREA,
            format!("wp-config.php in {}", root.display()),
        )),
    }
    if app.wp_config.is_some() && !has_salts(app) {
        found.push(Finding::new(
            AREA,
            Level::Warning,
            "wp-config.php does not define all keys and salts as texts",
            "define AUTH_KEY to NONCE_SALT with literal values, else sessions of PHP are not valid here",
        ));
    }
    if app.wp_config.as_ref().and_then(|c| c.flag("MULTISITE")) == Some(true) {
        found.push(Finding::new(
            AREA,
            Level::Error,
            "the site is a multisite network",
            "serve its sites with PHP: only the first one's tables are read",
        ));
    }
    let shown = settings.site.site_url.trim_end_matches('/');
    if !shown.is_empty() && shown != home {
        found.push(Finding::new(
            AREA,
            Level::Note,
            format!("site.site_url is {shown}: links name it in place of {home}"),
            "leave it out once the site answers at its own address",
        ));
    }
    if app.upstream.is_none() {
        found.push(Finding::new(
            AREA,
            Level::Note,
            "no PHP server is configured: /wp-admin/ is not served",
            "set site.legacy_upstream to keep the back office",
        ));
    }
}

fn has_salts(app: &App) -> bool {
    const NAMES: [&str; 8] = [
        "AUTH_KEY",
        "SECURE_AUTH_KEY",
        "LOGGED_IN_KEY",
        "NONCE_KEY",
        "AUTH_SALT",
        "SECURE_AUTH_SALT",
        "LOGGED_IN_SALT",
        "NONCE_SALT",
    ];
    let text = |name: &str| {
        app.wp_config
            .as_ref()?
            .text(name)
            .filter(|text| !text.is_empty())
    };
    NAMES.iter().all(|name| text(name).is_some())
}
