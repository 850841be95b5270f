//! `wp-site-health/v1`: what the dashboard asks about the server, and the sizes of the site's folders.
//!
//! Contract "wordpress-rest", section 16. The findings are those of this server: it updates nothing by itself, asks no
//! server of the vendor, and keeps pages.

use std::path::PathBuf;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use compat::wordpress::directory_sizes::{database_size, folder_size};
use compat::wordpress::formatting::number::size_format;
use compat::wordpress::l10n::Locale;
use compat::wordpress::php::Value;

use super::guarded::{callback, endpoint};
use super::item_schema;
use super::request::RestRequest;
use super::rest_response::{Body, RestResponse};
use super::route::{Callback, Permitting, READABLE, Rest, RouteFuture, Routes};
use super::route_error::RouteError;

const NAMESPACE: &str = "wp-site-health/v1";

/// Registers the routes.
pub fn register(routes: &mut Routes, _: &Locale) {
    let tests: [(&str, Callback); 5] = [
        ("/tests/background-updates", |rest, _| {
            answer(background_updates(rest))
        }),
        ("/tests/loopback-requests", |rest, _| {
            answer(loopback_requests(rest))
        }),
        ("/tests/https-status", |rest, _| answer(https_status(rest))),
        ("/tests/dotorg-communication", |rest, _| {
            answer(dotorg_communication(rest))
        }),
        ("/tests/authorization-header", |rest, _| {
            answer(authorization_header(rest))
        }),
    ];
    for (path, test) in tests {
        let test = endpoint(READABLE, Vec::new(), view_checks, test);
        routes.register(NAMESPACE, path, vec![test]);
        routes.schema(item_schema::site_health_test);
    }
    let sizes = endpoint(
        READABLE,
        Vec::new(),
        view_checks,
        callback!(directory_sizes),
    );
    routes.register(NAMESPACE, "/directory-sizes", vec![sizes]);
    let cache: Callback = |rest, _| answer(page_cache(rest));
    let cache = endpoint(READABLE, Vec::new(), view_checks, cache);
    routes.register(NAMESPACE, "/tests/page-cache", vec![cache]);
    routes.schema(item_schema::site_health_test);
}

/// `view_site_health_checks`: those who may install plugins.
fn view_checks<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to do that.";
    super::guarded::require(rest, "install_plugins", ("rest_forbidden", source))
}

fn answer<'a>(value: Value) -> RouteFuture<'a> {
    Box::pin(async move { Ok(RestResponse::new(Body::Value(value)).cached_for(None)) })
}

/// A finding of a test.
struct Finding {
    test: &'static str,
    status: &'static str,
    label: &'static str,
    badge: &'static str,
    description: &'static str,
}

fn finding(rest: &Rest<'_>, finding: &Finding) -> Value {
    let badge = Value::array()
        .with("label", rest.text(finding.badge))
        .with("color", "blue");
    Value::array()
        .with("label", rest.text(finding.label))
        .with("status", finding.status)
        .with("badge", badge)
        .with("description", rest.text(finding.description))
        .with("actions", "")
        .with("test", finding.test)
}

fn background_updates(rest: &Rest<'_>) -> Value {
    finding(
        rest,
        &Finding {
            test: "background_updates",
            status: "recommended",
            label: "Background updates are not working as expected",
            badge: "Security",
            description: "This server runs no PHP and installs no updates of WordPress.",
        },
    )
}

fn loopback_requests(rest: &Rest<'_>) -> Value {
    finding(
        rest,
        &Finding {
            test: "loopback_requests",
            status: "good",
            label: "Your site can perform loopback requests",
            badge: "Performance",
            description: "Scheduled events run inside of this server: no request to itself is needed.",
        },
    )
}

fn https_status(rest: &Rest<'_>) -> Value {
    let options = &rest.state.site.options;
    let is_secure = ["home", "siteurl"]
        .iter()
        .all(|name| options.text(name).starts_with("https://"));
    let (status, label, description) = match is_secure {
        true => (
            "good",
            "Your website is using an active HTTPS connection",
            "Both addresses of the site begin with https.",
        ),
        false => (
            "recommended",
            "Your website does not use HTTPS",
            "The addresses of the site do not begin with https.",
        ),
    };
    finding(
        rest,
        &Finding {
            test: "https_status",
            status,
            label,
            badge: "Security",
            description,
        },
    )
}

fn dotorg_communication(rest: &Rest<'_>) -> Value {
    finding(
        rest,
        &Finding {
            test: "dotorg_communication",
            status: "recommended",
            label: "Could not reach WordPress.org",
            badge: "Security",
            description: "This server asks WordPress.org for nothing.",
        },
    )
}

/// The dashboard sends `user` and `pwd`: they must arrive.
fn authorization_header(rest: &Rest<'_>) -> Value {
    let sent = rest.input.request.header("authorization");
    let encoded = sent.split_once(' ').map(|(_, encoded)| encoded.trim());
    let decoded = encoded.and_then(|encoded| STANDARD.decode(encoded).ok());
    let (status, label) = match decoded.as_deref() {
        Some(b"user:pwd") => ("good", "The Authorization header is working as expected"),
        Some(_) => ("recommended", "The authorization header is invalid"),
        None => ("recommended", "The authorization header is missing"),
    };
    finding(
        rest,
        &Finding {
            test: "authorization_header",
            status,
            label,
            badge: "Security",
            description: "Applications sign in with the header Authorization.",
        },
    )
}

fn page_cache(rest: &Rest<'_>) -> Value {
    let (status, label) = match rest.app.page_cache().is_some() {
        true => (
            "good",
            "Page cache is detected and the server response time is good",
        ),
        false => (
            "recommended",
            "Page cache is not detected but the server response time is OK",
        ),
    };
    finding(
        rest,
        &Finding {
            test: "page_cache",
            status,
            label,
            badge: "Performance",
            description: "Pages are kept and sent again until what they show changes.",
        },
    )
}

/// The folders: WordPress's own, themes, plugins, uploads, fonts.
fn measured(folders: &[PathBuf; 5]) -> [Option<u64>; 5] {
    let [root, themes, plugins, uploads, fonts] = folders;
    let inner = [themes.as_path(), plugins, uploads, fonts];
    let of = |folder: &PathBuf| folder_size(folder, &[]);
    [
        folder_size(root, &inner),
        of(themes),
        of(plugins),
        folder_size(uploads, &[fonts.as_path()]),
        of(fonts),
    ]
}

async fn directory_sizes(rest: &Rest<'_>, _: &RestRequest) -> Result<RestResponse, RouteError> {
    let (root, content) = match (&rest.app.wp_root, &rest.app.content_dir) {
        (Some(root), Some(content)) => (root.clone(), content.clone()),
        _ => {
            let source = "Directory sizes could not be returned.";
            return Err(rest.error("not_available", source, 500).into());
        }
    };
    let folders = [
        root,
        content.join("themes"),
        content.join("plugins"),
        content.join("uploads"),
        content.join("uploads/fonts"),
    ];
    let sizes = tokio::task::spawn_blocking(move || measured(&folders)).await;
    let sizes = sizes.unwrap_or_default();
    let database = database_size(&rest.app.db).await?;
    let format = rest.locale.wp_locale().number_format();
    let worded = |bytes: u64| {
        #[expect(
            clippy::cast_precision_loss,
            reason = "a size in words has two decimals"
        )]
        let text = size_format(bytes as f64, 2, &format).unwrap_or_default();
        let value = Value::array()
            .with("size", text.as_str())
            .with("debug", format!("{text} ({bytes} bytes)"));
        match i64::try_from(bytes) {
            Ok(0) | Err(_) => value,
            Ok(bytes) => value.with("raw", bytes),
        }
    };
    let missing = || {
        Value::array()
            .with("size", rest.text("The directory does not exist."))
            .with("debug", "directory not found")
    };
    let names = [
        "wordpress_size",
        "themes_size",
        "plugins_size",
        "uploads_size",
        "fonts_size",
    ];
    let mut value = Value::array().with("raw", 0);
    for (name, size) in names.into_iter().zip(sizes) {
        value = value.with(name, size.map_or_else(missing, worded));
    }
    let database = u64::try_from(database).unwrap_or(0);
    let total = sizes
        .into_iter()
        .flatten()
        .fold(database, u64::saturating_add);
    let value = value
        .with("database_size", worded(database))
        .with("total_size", worded(total));
    Ok(RestResponse::new(Body::Value(value)).cached_for(None))
}
