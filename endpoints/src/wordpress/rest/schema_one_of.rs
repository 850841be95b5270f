//! `oneOf`: a value must match exactly one of several schemas (`rest_find_one_matching_schema`); `anyOf`: at least one.
//!
//! Used by the term parameters of a posts collection: `categories=3,4` or `categories[terms]=3`.

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::{Array, Value};

use super::route_error::RestError;
use super::schema_error::{enumeration, error};

/// Checks a value against one schema.
pub type Validate = fn(&Value, &Array, &str, &Locale) -> Result<(), RestError>;

/// Why a value does not match one of the schemas.
struct Unfit<'s> {
    place: i64,
    schema: &'s Array,
    error: RestError,
}

impl Unfit<'_> {
    fn title(&self) -> Option<String> {
        title(self.schema)
    }
}

fn title(schema: &Array) -> Option<String> {
    let title = schema.get("title")?;
    Some(title.to_string_lossy().into_owned())
}

/// The one schema that the value matches.
///
/// # Errors
/// When it matches none or several.
pub fn matching(
    value: &Value,
    schema: &Array,
    param: &str,
    (locale, validate): (&Locale, Validate),
) -> Result<Array, RestError> {
    let (mut fitting, mut unfit) = (Vec::new(), Vec::new());
    let all = schema.get("oneOf").and_then(Value::as_array);
    let all = all.into_iter().flat_map(Array::values);
    for (place, one) in (0_i64..).zip(all) {
        let Some(one) = one.as_array() else {
            continue;
        };
        match validate(value, one, param, locale) {
            Ok(()) => fitting.push((place, one)),
            Err(error) => unfit.push(Unfit {
                place,
                schema: one,
                error,
            }),
        }
    }
    match fitting.as_slice() {
        [] => Err(no_match(value, param, &unfit, locale)),
        [(_, one)] => Ok((*one).clone()),
        several => Err(too_many(several, param, locale)),
    }
}

/// The first schema of `anyOf` that the value matches.
///
/// # Errors
/// When it matches none.
pub fn any_matching(
    value: &Value,
    schema: &Array,
    param: &str,
    (locale, validate): (&Locale, Validate),
) -> Result<(), RestError> {
    let mut unfit = Vec::new();
    let all = schema.get("anyOf").and_then(Value::as_array);
    let all = all.into_iter().flat_map(Array::values);
    for (place, one) in (0_i64..).zip(all) {
        let Some(schema) = one.as_array() else {
            continue;
        };
        match validate(value, schema, param, locale) {
            Ok(()) => return Ok(()),
            Err(error) => unfit.push(Unfit {
                place,
                schema,
                error,
            }),
        }
    }
    Err(no_match(value, param, &unfit, locale))
}

fn too_many(fitting: &[(i64, &Array)], param: &str, locale: &Locale) -> RestError {
    let positions: Value = fitting.iter().map(|(place, _)| *place).collect();
    let titles: Option<Vec<String>> = fitting.iter().map(|(_, s)| title(s)).collect();
    let message = match titles {
        Some(titles) => locale
            .translate("%1$s matches %2$l, but should match only one.")
            .replace("%1$s", param)
            .replace("%2$l", &enumeration(&titles, locale)),
        None => locale
            .translate("%s matches more than one of the expected formats.")
            .replace("%s", param),
    };
    let data = Value::array().with("positions", positions);
    error("rest_one_of_multiple_matches", message, data)
}

/// `rest_get_combining_operation_error`: chooses the most specific of the errors.
fn no_match(value: &Value, param: &str, unfit: &[Unfit<'_>], locale: &Locale) -> RestError {
    if let [one] = unfit {
        return because(one, param, locale);
    }
    let is_other_type = |u: &&Unfit<'_>| {
        let about = u.error.data.at("param");
        u.error.code != "rest_invalid_type"
            || (!about.is_null() && about.to_string_lossy() != param)
    };
    let helping: Vec<&Unfit<'_>> = unfit.iter().filter(is_other_type).collect();
    if let [one] = helping.as_slice() {
        return because(one, param, locale);
    }
    let known = |u: &Unfit<'_>| {
        let properties = u.schema.get("properties").and_then(Value::as_array);
        let names = properties.into_iter().flat_map(Array::keys);
        names
            .filter(|n| value.get(n.to_string_lossy().as_str()).is_some())
            .count()
    };
    let mut best: Option<(&Unfit<'_>, usize)> = None;
    for candidate in helping {
        let number = known(candidate);
        if number > best.map_or(0, |(_, n)| n) {
            best = Some((candidate, number));
        }
    }
    if let Some((one, _)) = best {
        return because(one, param, locale);
    }
    let titles: Option<Vec<String>> = unfit.iter().map(Unfit::title).collect();
    let message = match titles {
        Some(titles) => locale
            .translate("%1$s is not a valid %2$l.")
            .replace("%1$s", param)
            .replace("%2$l", &enumeration(&titles, locale)),
        None => locale
            .translate("%s does not match any of the expected formats.")
            .replace("%s", param),
    };
    error("rest_no_matching_schema", message, Value::Null)
}

/// `rest_format_combining_operation_error`.
fn because(unfit: &Unfit<'_>, param: &str, locale: &Locale) -> RestError {
    let reason = unfit.error.message.as_str();
    let message = match unfit.title() {
        Some(title) => locale
            .translate("%1$s is not a valid %2$s. Reason: %3$s")
            .replace("%1$s", param)
            .replace("%2$s", &title)
            .replace("%3$s", reason),
        None => locale
            .translate("%1$s does not match the expected format. Reason: %2$s")
            .replace("%1$s", param)
            .replace("%2$s", reason),
    };
    let data = Value::array().with("position", unfit.place);
    error("rest_no_matching_schema", message, data)
}
