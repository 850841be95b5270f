//! GDPR Cookie Compliance on requests: its ajax actions and its part of the cache key.
//!
//! Contract "cookie-consent", sections 5 and 10; recordings moove-gdpr/*. No consent cookie is set here: only the
//! browser does that.

mod cookies;
mod get_scripts;
mod localize_scripts;
mod page_variant;
mod page_view;
mod remove_php_cookies;
mod state;
mod visitor_consent;

use compat::wordpress::column::is_plugin_active;
use http::StatusCode;
use themes::base_css::LOGO;

use crate::column::{Column, FallbackFile, Registry};
use crate::wordpress::admin_ajax::zero;

/// The column's manifest on this floor.
pub const COLUMN: Column = Column {
    register,
    fallback_files: &[FallbackFile {
        path: "/wp-content/plugins/gdpr-cookie-compliance/dist/images/gdpr-logo.png",
        content_type: "image/svg+xml",
        body: LOGO,
    }],
    ..Column::new("moove_gdpr", |options| {
        is_plugin_active(options, "gdpr-cookie-compliance/moove-gdpr.php")
    })
};

/// Actions of the plugin's admin pages.
const ADMIN_ACTIONS: [&str; 3] = [
    "moove_hide_language_notice",
    "moove_hide_update_notice",
    "gdpr_msba_bulk_activate",
];

fn register(registry: &mut Registry) {
    let ajax = &mut registry.ajax;
    ajax.for_all("moove_gdpr_get_scripts", |context| {
        Box::pin(get_scripts::respond(context))
    });
    ajax.for_all("moove_gdpr_remove_php_cookies", |context| {
        Box::pin(async { Ok(remove_php_cookies::respond(context)) })
    });
    ajax.for_all("moove_gdpr_localize_scripts", |context| {
        Box::pin(localize_scripts::respond(context))
    });
    for action in ADMIN_ACTIONS {
        ajax.wp_ajax(action, |_| Box::pin(async { Ok(zero(StatusCode::OK)) }));
    }
    registry.page_variants.push(page_variant::page_variant);
    registry.page_data.push(|source, data| {
        data.insert(visitor_consent::visitor_consent(source));
        Box::pin(async { Ok(()) })
    });
    registry
        .init
        .push(|site, input| Box::pin(page_view::fill(site, input)));
}
