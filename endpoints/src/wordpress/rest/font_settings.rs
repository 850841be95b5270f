//! Settings of font families and faces: sent as JSON in a text, checked as a parameter, cleaned as they are stored.
//!
//! Contract "wordpress-rest", section 14. The files that a face names are checked where they are taken.

use compat::wordpress::font_library::sanitize_font_family;
use compat::wordpress::formatting::sanitize_field::sanitize_text_field;
use compat::wordpress::formatting::sanitize_title::sanitize_title;
use compat::wordpress::kses::WP_ALLOWED_PROTOCOLS;
use compat::wordpress::l10n::Locale;
use compat::wordpress::php::json::json_decode_assoc;
use compat::wordpress::php::{Array, Value};
use compat::wordpress::url::esc_url_raw;

use super::arg::ArgContext;
use super::remote_url::is_remote_url;
use super::route_error::RestError;
use super::schema::validate;

/// The parameter of families.
pub const FAMILY_SETTINGS: &str = "font_family_settings";
/// The parameter of faces.
pub const FACE_SETTINGS: &str = "font_face_settings";

/// Settings of a face that are plain text.
const TEXTS: [&str; 9] = [
    "fontStretch",
    "ascentOverride",
    "descentOverride",
    "fontVariant",
    "fontFeatureSettings",
    "fontVariationSettings",
    "lineGapOverride",
    "sizeAdjust",
    "unicodeRange",
];

/// Whether a face has a setting of this name.
pub fn is_face_setting(name: &str) -> bool {
    const OTHERS: [&str; 6] = [
        "fontFamily",
        "fontStyle",
        "fontWeight",
        "fontDisplay",
        "src",
        "preview",
    ];
    OTHERS.contains(&name) || TEXTS.contains(&name)
}

/// `rest_invalid_param` of one of the settings.
pub fn invalid(message: String) -> RestError {
    RestError::new("rest_invalid_param", message, 400)
}

fn decoded(sent: &Value, name: &str, locale: &Locale) -> Result<Value, RestError> {
    let decoded = json_decode_assoc(sent.to_string_lossy().as_bytes());
    let decoded = decoded.ok().filter(|value| !value.is_null());
    decoded.ok_or_else(|| {
        let source = "%s parameter must be a valid JSON string.";
        invalid(locale.translate(source).replace("%s", name))
    })
}

fn of(kind: impl Into<Value>) -> Value {
    Value::array().with("type", kind)
}

fn object(properties: Value) -> Array {
    Array::new()
        .with("type", "object")
        .with("properties", properties)
        .with("additionalProperties", false)
}

fn family_schema(is_new: bool) -> Array {
    let needed = || of("string").with("required", is_new);
    object(
        Value::array()
            .with("name", needed())
            .with("slug", needed())
            .with("fontFamily", needed())
            .with("preview", of("string").with("format", "uri")),
    )
}

fn face_schema() -> Array {
    let weights: Value = ["string", "integer"].into_iter().collect();
    let displays: Value = ["auto", "block", "fallback", "swap", "optional"]
        .into_iter()
        .collect();
    let sources: Value = [of("string"), of("array").with("items", of("string"))]
        .into_iter()
        .collect();
    let mut properties = Value::array()
        .with("fontFamily", of("string").with("required", true))
        .with("fontStyle", of("string"))
        .with("fontWeight", of(weights))
        .with("fontDisplay", of("string").with("enum", displays))
        .with(
            "src",
            Value::array().with("anyOf", sources).with("required", true),
        );
    for name in TEXTS {
        properties = properties.with(name, of("string"));
    }
    object(properties.with("preview", of("string").with("format", "uri")))
}

/// Checks the settings as a whole, then that those which must be there say something.
fn checked(
    settings: &Value,
    (name, name_in_messages): (&str, &str),
    (schema, required): (&Array, &[&str]),
    locale: &Locale,
) -> Result<(), RestError> {
    validate(settings, schema, name, locale).map_err(|mut error| {
        let before = std::mem::replace(&mut *error.data, Value::array().with("status", 400));
        match before {
            Value::Null => error,
            before => error.with_additional(before),
        }
    })?;
    for key in required {
        if settings.get(*key).is_some_and(|value| !value.to_bool()) {
            let text = locale.translate("%s cannot be empty.");
            let setting = format!("{name_in_messages}[ {key} ]");
            return Err(invalid(text.replace("%s", &setting)));
        }
    }
    Ok(())
}

/// The settings of a new family.
///
/// # Errors
/// When they are not valid.
pub fn new_family(sent: &Value, context: ArgContext<'_>) -> Result<Value, RestError> {
    family(sent, true, context.locale)
}

/// The settings of a family that change; its slug never does.
///
/// # Errors
/// When they are not valid.
pub fn changed_family(sent: &Value, context: ArgContext<'_>) -> Result<Value, RestError> {
    family(sent, false, context.locale)
}

fn family(sent: &Value, is_new: bool, locale: &Locale) -> Result<Value, RestError> {
    let settings = decoded(sent, FAMILY_SETTINGS, locale)?;
    if !is_new && settings.get("slug").is_some_and(|slug| !slug.is_null()) {
        let text = locale.translate("%s cannot be updated.");
        return Err(invalid(text.replace("%s", "font_family_settings[slug]")));
    }
    let schema = family_schema(is_new);
    let required: &[&str] = &["name", "slug", "fontFamily"];
    let names = (FAMILY_SETTINGS, FAMILY_SETTINGS);
    checked(&settings, names, (&schema, required), locale)?;
    Ok(cleaned(&settings, |key, value| {
        let text = value.to_string_lossy();
        match key {
            "slug" => sanitize_title(&text, "", locale.code()).into(),
            "fontFamily" => sanitize_font_family(&text).into(),
            "preview" => url(&text).into(),
            _ => sanitize_text_field(&text).into(),
        }
    }))
}

/// The settings of a new face.
///
/// # Errors
/// When they are not valid.
pub fn new_face(sent: &Value, context: ArgContext<'_>) -> Result<Value, RestError> {
    let locale = context.locale;
    let settings = decoded(sent, FACE_SETTINGS, locale)?;
    let schema = face_schema();
    let required: &[&str] = &["fontFamily", "src"];
    // Messages name it in the singular.
    let names = (FACE_SETTINGS, "font_face_setting");
    checked(&settings, names, (&schema, required), locale)?;
    Ok(cleaned(&settings, |key, value| match (key, value) {
        ("src", Value::Array(all)) => all.values().map(source).collect(),
        ("src", one) => source(one),
        ("fontFamily", value) => sanitize_font_family(&value.to_string_lossy()).into(),
        ("preview", value) => url(&value.to_string_lossy()).into(),
        (_, value) => sanitize_text_field(&value.to_string_lossy()).into(),
    }))
}

/// `sanitize_url`.
fn url(text: &str) -> String {
    esc_url_raw(text, &WP_ALLOWED_PROTOCOLS).into_owned()
}

/// An address, or the name of a file of the form.
fn source(value: &Value) -> Value {
    let text = value.to_string_lossy();
    let text = text.trim_start();
    match is_remote_url(text, "") {
        true => url(text).into(),
        false => text.into(),
    }
}

fn cleaned(settings: &Value, clean: impl Fn(&str, &Value) -> Value) -> Value {
    let all = settings.as_array().into_iter().flat_map(Array::iter);
    let mut cleaned = Array::new();
    for (key, value) in all {
        cleaned.insert(key.clone(), clean(&key.to_string_lossy(), value));
    }
    cleaned.into()
}
