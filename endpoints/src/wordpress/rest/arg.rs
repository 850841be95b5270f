//! Parameters of a route: their description in the index, validation and sanitizing.
//!
//! Contract "wordpress-core", section 13 (errors); texts are core's, translated.

use std::borrow::Cow;

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::{Array, Key, Value};
use compat::wordpress::query::sanitize_title_for_query;
use compat::wordpress::visibility::Viewer;

use super::route_error::RestError;
use super::schema::{list, parse};

/// A column's own validation and sanitizing of a value.
pub type OwnCleaning = fn(&Value, ArgContext<'_>) -> Result<Value, RestError>;

/// The capabilities of a post type that its statuses need.
#[derive(Debug, Clone)]
pub struct StatusCapabilities {
    /// `edit_posts`.
    pub edit: Cow<'static, str>,
    /// `read_private_posts`.
    pub read_private: Cow<'static, str>,
}

/// How a value is validated and sanitized.
#[derive(Debug, Clone)]
pub enum Cleaning {
    /// By the schema, when it has a `type`.
    Schema,
    /// `sanitize_post_statuses`: others than the default need the capability to edit posts of the type, or to read its
    /// private ones.
    Statuses(StatusCapabilities),
    /// By a function of the column.
    Own(OwnCleaning),
    /// Not at all.
    Nothing,
}

/// The requesting user, as far as validation needs it.
#[derive(Clone, Copy)]
pub struct ArgContext<'a> {
    /// The locale of messages.
    pub locale: &'a Locale,
    /// The requesting user.
    pub viewer: Viewer<'a>,
    /// `rest_authorization_required_code()`.
    pub forbidden_status: u16,
}

/// A parameter.
#[derive(Debug, Clone)]
pub struct Arg {
    /// Its name.
    pub name: String,
    /// The JSON schema as the index prints it.
    pub schema: Array,
    /// Whether it must be sent.
    pub required: bool,
    /// Has its own `validate_callback`, which runs before the other parameters and the permission are checked.
    pub early: bool,
    /// How a value is validated and sanitized.
    pub cleaning: Cleaning,
}

impl Arg {
    /// A parameter with a description.
    pub fn new(name: &str, description: &str) -> Self {
        let mut arg = Self::bare(name);
        arg.schema.insert("description", description);
        arg
    }

    /// A parameter without a description.
    pub fn bare(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            schema: Array::new(),
            required: false,
            early: false,
            cleaning: Cleaning::Schema,
        }
    }

    /// Adds a keyword to the schema.
    #[must_use]
    pub fn with(mut self, keyword: &str, value: impl Into<Value>) -> Self {
        self.schema.insert(keyword, value);
        self
    }

    /// Type `integer`.
    #[must_use]
    pub fn integer(self) -> Self {
        self.with("type", "integer")
    }

    /// Type `string`.
    #[must_use]
    pub fn string(self) -> Self {
        self.with("type", "string")
    }

    /// Type `boolean`.
    #[must_use]
    pub fn boolean(self) -> Self {
        self.with("type", "boolean")
    }

    /// Type `array` with items of a type.
    #[must_use]
    pub fn list_of(self, kind: &str) -> Self {
        self.with("type", "array")
            .with("items", Value::array().with("type", kind))
    }

    /// The default value.
    #[must_use]
    pub fn default(self, value: impl Into<Value>) -> Self {
        self.with("default", value)
    }

    /// The allowed values (`enum`).
    #[must_use]
    pub fn one_of(self, values: &[&str]) -> Self {
        self.with("enum", values.iter().copied().collect::<Value>())
    }

    /// Sets [`Arg::early`].
    #[must_use]
    pub fn early(mut self) -> Self {
        self.early = true;
        self
    }

    /// A list of statuses, sanitized by `sanitize_post_statuses`.
    #[must_use]
    pub fn statuses(mut self, capabilities: StatusCapabilities) -> Self {
        self.cleaning = Cleaning::Statuses(capabilities);
        self
    }

    /// Printed and filled with its default, but not validated.
    #[must_use]
    pub fn unchecked(mut self) -> Self {
        self.cleaning = Cleaning::Nothing;
        self
    }

    /// Validated and sanitized by a function of the column, before the other parameters are checked.
    #[must_use]
    pub fn cleaned_by(mut self, cleaning: OwnCleaning) -> Self {
        self.cleaning = Cleaning::Own(cleaning);
        self.early()
    }

    /// `meta`, an object whose keys are validated where they are stored (`check_meta_is_array`).
    pub fn meta(locale: &Locale) -> Self {
        let is_array: OwnCleaning = |value, arg_context| match value {
            Value::Array(_) => Ok(value.clone()),
            _ => Err(invalid_parameter(arg_context.locale)),
        };
        Self::new("meta", locale.translate("Meta fields."))
            .with("type", "object")
            .cleaned_by(is_array)
    }

    /// Makes it required.
    #[must_use]
    pub fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// The parameter as the index prints it.
    pub fn to_value(&self) -> Value {
        Value::from(self.schema.clone()).with("required", self.required)
    }

    /// The sanitized value.
    ///
    /// # Errors
    /// When the value is not valid.
    pub fn check(&self, value: &Value, arg_context: ArgContext<'_>) -> Result<Value, RestError> {
        match &self.cleaning {
            Cleaning::Schema if self.schema.contains_key("type") => {
                parse(value, &self.schema, &self.name, arg_context.locale)
            }
            Cleaning::Statuses(needed) => self.post_statuses(value, needed, arg_context),
            Cleaning::Own(cleaning) => cleaning(value, arg_context),
            Cleaning::Schema | Cleaning::Nothing => Ok(value.clone()),
        }
    }

    fn post_statuses(
        &self,
        value: &Value,
        needed: &StatusCapabilities,
        arg_context: ArgContext<'_>,
    ) -> Result<Value, RestError> {
        let viewer = arg_context.viewer;
        let may_edit = viewer.can(&needed.edit);
        let may =
            |status: &str| may_edit || status == "private" && viewer.can(&needed.read_private);
        let open = self.schema.get("default").map(Value::to_string_lossy);
        let mut statuses = Array::new();
        for status in list(value) {
            let status = sanitize_title_for_query(&status.to_string_lossy());
            if Some(status.as_str()) == open.as_deref() {
                statuses.push(status);
                continue;
            }
            if !may(&status) {
                let text = arg_context.locale.translate("Status is forbidden.");
                let code = "rest_forbidden_status";
                return Err(RestError::new(code, text, arg_context.forbidden_status));
            }
            let status = Value::from(status);
            parse(&status, &self.schema, &self.name, arg_context.locale)?;
            statuses.push(status);
        }
        Ok(statuses.into())
    }
}

/// Names of an array's entries.
pub fn names(array: &Array) -> Vec<String> {
    array.keys().map(Key::to_string_lossy).collect()
}

/// What a validation that only says no leads to: a message, but no error among `details`.
fn invalid_parameter(locale: &Locale) -> RestError {
    RestError::bare("", locale.translate("Invalid parameter."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use compat::wordpress::user::UserId;

    fn visitor(locale: &Locale) -> ArgContext<'_> {
        ArgContext {
            locale,
            viewer: Viewer::default(),
            forbidden_status: 401,
        }
    }

    fn check(arg: &Arg, value: impl Into<Value>) -> Result<Value, RestError> {
        let locale = Locale::english();
        arg.check(&value.into(), visitor(&locale))
    }

    fn refusal(arg: &Arg, value: impl Into<Value>) -> (String, String) {
        let error = check(arg, value).unwrap_err();
        (error.code, error.message)
    }

    #[test]
    fn values_are_checked_and_cleaned() {
        let per_page = Arg::bare("per_page")
            .integer()
            .with("minimum", 1)
            .with("maximum", 100);
        assert_eq!(check(&per_page, "10").unwrap().as_int(), Some(10));
        assert_eq!(refusal(&per_page, "1000").0, "rest_out_of_bounds");
        // The bounds are checked before the type.
        assert_eq!(refusal(&per_page, "0.5").0, "rest_out_of_bounds");
        assert_eq!(
            refusal(&per_page, "1.5").1,
            "per_page is not of type integer."
        );
        let include = Arg::bare("include").list_of("integer");
        assert_eq!(check(&include, "1, 2").unwrap().values().count(), 2);
        assert_eq!(
            refusal(&include, "1,x").1,
            "include[1] is not of type integer."
        );
        let named = Value::array().with("a", 1);
        assert_eq!(refusal(&include, named).1, "include is not of type array.");
        let gap = Value::array().with(7, "1");
        assert_eq!(check(&include, gap).unwrap().values().count(), 1);
        let order = Arg::bare("order").string().one_of(&["asc", "desc"]);
        assert_eq!(refusal(&order, "up").1, "order is not one of asc and desc.");
    }

    #[test]
    fn visitors_name_open_statuses() {
        let status_arg = Arg::bare("status")
            .list_of("string")
            .default("publish")
            .statuses(StatusCapabilities {
                edit: "edit_posts".into(),
                read_private: "read_private_posts".into(),
            });
        assert!(check(&status_arg, "publish").is_ok());
        let error = check(&status_arg, "publish,draft").unwrap_err();
        assert_eq!(
            (error.code.as_str(), error.status()),
            ("rest_forbidden_status", 401)
        );
        let locale = Locale::english();
        let asked = |granted: &'static str, status: &str| {
            let capabilities = [granted].into_iter().collect();
            let arg_context = ArgContext {
                viewer: Viewer::new(Some(UserId(7)), &capabilities),
                ..visitor(&locale)
            };
            status_arg.check(&Value::from(status), arg_context).is_ok()
        };
        assert!(asked("edit_posts", "draft,private"));
        assert!(asked("read_private_posts", "private,publish"));
        assert!(!asked("read_private_posts", "draft") && !asked("read", "private"));
    }

    proptest::proptest! {
        #[test]
        fn never_panics(text in "\\PC*") {
            for kind in ["integer", "number", "boolean", "string", "object"] {
                let _ = check(&Arg::bare("a").with("type", kind), text.as_str());
                let _ = check(&Arg::bare("a").list_of(kind), text.as_str());
            }
        }
    }
}
