//! Application passwords: `WP_REST_Application_Passwords_Controller`.

use compat::wordpress::php::Value;

use super::property::{ALL, EDIT, Properties, Property, VIEW};
use crate::wordpress::rest::route::Rest;

/// The schema of an application password.
pub fn application_password(rest: &Rest<'_>, _: &str) -> Value {
    const TEXT: &[&str] = &["string"];
    const OR_NULL: &[&str] = &["string", "null"];
    let text = |kinds: &[&str], source: &str| match kinds {
        [one] => Property::new(rest, one, source),
        several => Property::any_of(rest, several, source),
    };
    let id = text(TEXT, "The unique identifier for the application password.");
    let app_id = text(
        TEXT,
        "A UUID provided by the application to uniquely identify it. It is recommended to use an UUID v5 with the URL or DNS namespace.",
    );
    let name = text(TEXT, "The name of the application password.");
    let password = text(
        TEXT,
        "The generated password. Only available after adding an application.",
    );
    let created = text(TEXT, "The GMT date the application password was created.");
    let used = text(
        OR_NULL,
        "The GMT date the application password was last used.",
    );
    let ip = text(
        OR_NULL,
        "The IP address the application password was last used by.",
    );
    Properties::default()
        .and("uuid", id.format("uuid").shown(ALL).readonly())
        .and("app_id", app_id.format("uuid").shown(ALL))
        .and(
            "name",
            name.required().shown(ALL).at_least(1).pattern(".*\\S.*"),
        )
        .and("password", password.shown(EDIT).readonly())
        .and(
            "created",
            created.format("date-time").shown(VIEW).readonly(),
        )
        .and("last_used", used.format("date-time").shown(VIEW).readonly())
        .and("last_ip", ip.format("ip").shown(VIEW).readonly())
        .schema("application-password")
}
