//! Parameters of the routes that write users.
//!
//! Contract "wordpress-rest", section 9.

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::Value;
use compat::wordpress::user::registration::validate_username;
use compat::wordpress::user::write_user::PREFERENCES;

use super::arg::{Arg, ArgContext, OwnCleaning};
use super::route_error::RestError;
use super::write_args::force;

fn text(locale: &Locale, name: &str, source: &str) -> Arg {
    Arg::new(name, locale.translate(source)).string().early()
}

/// Cleaned after all parameters were validated.
fn late(mut arg: Arg) -> Arg {
    arg.early = false;
    arg
}

fn cleaned(locale: &Locale, (name, source): (&str, &str), cleaning: OwnCleaning) -> Arg {
    late(text(locale, name, source).cleaned_by(cleaning))
}

/// The schema of the preferences of the editor.
pub fn preferences_schema(locale: &Locale) -> Value {
    let source = "The date and time the preferences were updated.";
    let modified = Value::array()
        .with("description", locale.translate(source))
        .with("type", "string")
        .with("format", "date-time")
        .with("readonly", false);
    Value::array()
        .with("type", "object")
        .with("title", "")
        .with("description", "")
        .with("default", Value::array())
        .with("context", Value::array().with_pushed("edit"))
        .with("properties", Value::array().with("_modified", modified))
        .with("additionalProperties", true)
}

/// `meta` with what the editor keeps.
fn meta(locale: &Locale) -> Arg {
    let preferences = Value::array().with(PREFERENCES, preferences_schema(locale));
    Arg::meta(locale).with("properties", preferences)
}

/// The fields of a user; `username`, `email` and `password` are required for a new one.
pub fn user_args(is_new: bool, (locale, installed): (&Locale, &[String])) -> Vec<Arg> {
    let installed = installed.iter().map(String::as_str);
    let languages: Vec<&str> = ["", "en_US"].into_iter().chain(installed).collect();
    let needed = |arg: Arg| if is_new { arg.required() } else { arg };
    let roles = Arg::new("roles", locale.translate("Roles assigned to the user."));
    vec![
        needed(cleaned(
            locale,
            ("username", "Login name for the user."),
            check_username,
        )),
        text(locale, "name", "Display name for the user."),
        text(locale, "first_name", "First name for the user."),
        text(locale, "last_name", "Last name for the user."),
        needed(text(locale, "email", "The email address for the user.").with("format", "email")),
        text(locale, "url", "URL of the user.").with("format", "uri"),
        text(locale, "description", "Description of the user."),
        text(locale, "locale", "Locale for the user.").one_of(&languages),
        text(locale, "nickname", "The nickname for the user."),
        text(locale, "slug", "An alphanumeric identifier for the user."),
        roles.list_of("string").early(),
        needed(cleaned(
            locale,
            ("password", "Password for the user (never included)."),
            check_password,
        )),
        meta(locale),
    ]
}

/// `check_reassign`: an id, or what is empty for nobody.
fn check_reassign(value: &Value, context: ArgContext<'_>) -> Result<Value, RestError> {
    let text = value.to_string_lossy();
    if text.trim().parse::<f64>().is_ok() {
        return Ok(value.clone());
    }
    if value.is_empty() || text == "false" {
        return Ok(false.into());
    }
    let message = context.locale.translate("Invalid user parameter(s).");
    Err(RestError::new("rest_invalid_param", message, 400))
}

/// `check_username`: only allowed characters.
fn check_username(value: &Value, context: ArgContext<'_>) -> Result<Value, RestError> {
    let name = value.to_string_lossy();
    if validate_username(&name, context.locale.code()) {
        return Ok(name.into_owned().into());
    }
    let source = "This username is invalid because it uses illegal characters. Please enter a valid username.";
    let message = context.locale.translate(source);
    Err(RestError::new("rest_user_invalid_username", message, 400))
}

/// `check_user_password`: not empty, without backslashes.
fn check_password(value: &Value, context: ArgContext<'_>) -> Result<Value, RestError> {
    let code = "rest_user_invalid_password";
    let password = value.to_string_lossy();
    let source = match &*password {
        "" => "Passwords cannot be empty.",
        own if own.contains('\\') => "Passwords cannot contain the \"%s\" character.",
        _ => return Ok(password.into_owned().into()),
    };
    let message = context.locale.translate(source).replace("%s", "\\");
    Err(RestError::new(code, message, 400))
}

/// Deleting a user: `reassign` is required.
pub fn delete_user_args(id: Option<Arg>, locale: &Locale) -> Vec<Arg> {
    let source = "Reassign the deleted user's posts and links to this user ID.";
    let reassign = Arg::new("reassign", locale.translate(source));
    let own = [
        force(
            locale,
            "Required to be true, as users do not support trashing.",
        ),
        late(reassign.integer().cleaned_by(check_reassign)).required(),
    ];
    id.into_iter().chain(own).collect()
}
