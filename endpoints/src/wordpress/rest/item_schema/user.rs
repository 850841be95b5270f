//! Users: `WP_REST_Users_Controller`.

use compat::wordpress::php::Value;
use compat::wordpress::user::write_user::PREFERENCES;

use super::property::{EDIT, EMBED_FIRST, Properties, Property, VIEW, avatars, shows_avatars};
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::user_args::preferences_schema;

/// The schema of a user.
pub fn user(rest: &Rest<'_>, _: &str) -> Value {
    let text = |source: &str| Property::new(rest, "string", source);
    let shown = |source: &str| text(source).shown(EMBED_FIRST);
    let edited = |source: &str| text(source).shown(EDIT);
    let id = Property::new(rest, "integer", "Unique identifier for the user.");
    let all = Properties::default()
        .and("id", id.shown(EMBED_FIRST).readonly())
        .and("username", edited("Login name for the user.").required())
        .and("name", shown("Display name for the user."))
        .and("first_name", edited("First name for the user."))
        .and("last_name", edited("Last name for the user."))
        .and(
            "email",
            text("The email address for the user.")
                .format("email")
                .shown(EDIT)
                .required(),
        )
        .and(
            "url",
            text("URL of the user.").format("uri").shown(EMBED_FIRST),
        )
        .and("description", shown("Description of the user."))
        .and(
            "link",
            text("Author URL of the user.")
                .format("uri")
                .shown(EMBED_FIRST)
                .readonly(),
        );
    account(rest, all).schema("user")
}

/// The properties in context `edit` only.
fn account(rest: &Rest<'_>, all: Properties) -> Properties {
    let text = |source: &str| Property::new(rest, "string", source);
    let object = |source: &str| Property::new(rest, "object", source).shown(EDIT).readonly();
    let installed = rest.app.translations.available();
    let installed = installed.iter().map(String::as_str);
    let locales: Vec<&str> = ["", "en_US"].into_iter().chain(installed).collect();
    let roles = Property::new(rest, "array", "Roles assigned to the user.").items("string");
    let registered = text("Registration date for the user.").format("date-time");
    let mut all = all
        .and(
            "locale",
            text("Locale for the user.").one_of(&locales).shown(EDIT),
        )
        .and("nickname", text("The nickname for the user.").shown(EDIT))
        .and(
            "slug",
            text("An alphanumeric identifier for the user.").shown(EMBED_FIRST),
        )
        .and("registered_date", registered.shown(EDIT).readonly())
        .and("roles", roles.shown(EDIT))
        .and(
            "password",
            text("Password for the user (never included).")
                .shown(&[])
                .required(),
        )
        .and(
            "capabilities",
            object("All capabilities assigned to the user."),
        )
        .and(
            "extra_capabilities",
            object("Any extra capabilities assigned to the user."),
        );
    if shows_avatars(rest) {
        let source = "Avatar URLs for the user.";
        all.set("avatar_urls", avatars(rest, source, EMBED_FIRST));
    }
    let preferences = Value::array().with(PREFERENCES, preferences_schema(&rest.locale));
    let meta = Property::new(rest, "object", "Meta fields.").shown(VIEW);
    all.and("meta", meta.with_properties(preferences))
}
