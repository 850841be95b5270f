//! `WP_REST_Request`: parameters from path, query string, form and JSON.

use std::borrow::Cow;

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::json::{JsonError, json_decode_assoc};
use compat::wordpress::php::query_string::parse_str;
use compat::wordpress::php::{Array, Value};

use crate::wordpress::input::{Input, is_json_media_type};

use super::arg::{Arg, ArgContext};
use super::route_error::RestError;

/// A request.
#[derive(Debug, Clone, Default)]
pub struct RestRequest {
    /// The method after `_method` is applied; HEAD stays HEAD.
    pub method: String,
    /// The route, with a leading slash.
    pub route: String,
    /// The post type or taxonomy of the endpoint.
    pub subject: Cow<'static, str>,
    /// Asked only for which methods an address allows (`targetHints`); what was loaded for the response may be used.
    pub is_hint: bool,
    json: Option<Array>,
    json_error: Option<JsonError>,
    post: Array,
    query: Array,
    url: Array,
    defaults: Array,
    cleaned: Array,
    /// The headers of a request in a batch; others have those of the HTTP request.
    headers: Option<Array>,
}

impl RestRequest {
    /// From the HTTP request.
    pub fn new(input: &Input, method: String, route: &str) -> Self {
        let content_type = input.request.header("content-type");
        let is_json = is_json_media_type(content_type);
        let (mut json, mut json_error) = (None, None);
        if is_json && !input.body.is_empty() {
            match json_decode_assoc(&input.body) {
                Ok(Value::Array(values)) => json = Some(values),
                Ok(_) => json = Some(Array::new()),
                Err(error) => json_error = Some(error),
            }
        }
        let mut post = input.post.clone();
        let is_form = content_type.starts_with("application/x-www-form-urlencoded");
        if post.is_empty() && is_form {
            post = parse_str(&input.body);
        }
        Self {
            method,
            route: route.to_owned(),
            json,
            json_error,
            post,
            query: input.get.clone(),
            ..Self::default()
        }
    }

    /// An internal GET request, for `_embed`.
    pub fn internal(route: &str, query: &str) -> Self {
        Self {
            method: "GET".to_owned(),
            route: route.to_owned(),
            query: parse_str(query.as_bytes()),
            ..Self::default()
        }
    }

    /// A request of a batch.
    pub fn batched(
        method: &str,
        route: &str,
        (query, post): (Array, Array),
        headers: Array,
    ) -> Self {
        Self {
            method: method.to_owned(),
            route: route.to_owned(),
            query,
            post,
            headers: Some(headers),
            ..Self::default()
        }
    }

    /// Whether it is a request of a batch.
    pub fn is_batched(&self) -> bool {
        self.headers.is_some()
    }

    /// A header; empty when it was not sent. Of a request in a batch its own one.
    pub fn header(&self, input: &Input, name: &str) -> String {
        let Some(headers) = &self.headers else {
            return input.request.header_text(name);
        };
        let canonical = |name: &str| name.to_ascii_lowercase().replace('-', "_");
        let mut headers = headers.iter();
        let sent = headers.find(|(key, _)| canonical(&key.to_string_lossy()) == canonical(name));
        match sent.map(|(_, value)| value) {
            Some(Value::Array(values)) => {
                let values = values.values().map(|v| v.to_string_lossy().into_owned());
                values.collect::<Vec<_>>().join(",")
            }
            Some(value) => value.to_string_lossy().into_owned(),
            None => String::new(),
        }
    }

    /// `$_GET`.
    pub fn query_params(&self) -> &Array {
        &self.query
    }

    /// Sets a query parameter.
    pub fn set_query(&mut self, name: &str, value: impl Into<Value>) {
        self.query.insert(name, value);
    }

    /// `set_param`: a parameter takes this value, whatever was sent.
    pub fn set_param(&mut self, name: &str, value: impl Into<Value>) {
        self.cleaned.insert(name, value);
    }

    /// The request as one in this context, for the response to a write.
    #[must_use]
    pub fn in_context(&self, context: &str) -> Self {
        let mut request = self.clone();
        request.set_param("context", context);
        request
    }

    /// Whether a parameter was sent, be it null.
    pub fn is_sent(&self, name: &str) -> bool {
        self.sources().any(|source| source.contains_key(name))
    }

    /// Whether a query parameter was sent.
    pub fn has_query(&self, name: &str) -> bool {
        self.query.contains_key(name)
    }

    /// Sets the path parameters.
    pub fn set_url_params(&mut self, params: Array) {
        self.url = params;
    }

    /// A path parameter.
    pub fn url_text(&self, name: &str) -> String {
        let value = self.url.get(name).map(Value::to_string_lossy);
        value.unwrap_or_default().into_owned()
    }

    /// The parameter sources by precedence (`get_parameter_order`).
    fn sources(&self) -> impl Iterator<Item = &Array> {
        let body = matches!(self.method.as_str(), "POST" | "PUT" | "PATCH" | "DELETE");
        self.json.iter().chain(body.then_some(&self.post)).chain([
            &self.query,
            &self.url,
            &self.defaults,
        ])
    }

    /// A parameter, sanitized after [`Self::check`]; null when it was not sent.
    pub fn get(&self, name: &str) -> &Value {
        static NULL: Value = Value::Null;
        self.cleaned
            .get(name)
            .or_else(|| self.sources().find_map(|s| s.get(name)))
            .unwrap_or(&NULL)
    }

    /// The names of all parameters that have a value (`get_params`), each once.
    pub fn param_names(&self) -> Vec<String> {
        let mut all: Vec<String> = self.sources().flat_map(super::arg::names).collect();
        all.sort();
        all.dedup();
        all
    }

    /// Whether a parameter was sent or has a default (`isset`).
    pub fn has(&self, name: &str) -> bool {
        !self.get(name).is_null()
    }

    /// Whether a parameter was sent as null.
    pub fn is_null(&self, name: &str) -> bool {
        let sent = self.json.iter().chain([&self.post, &self.query]);
        let mut found = sent.filter_map(|source| source.get(name));
        found.next().is_some_and(Value::is_null)
    }

    /// A parameter as string.
    pub fn text(&self, name: &str) -> String {
        self.get(name)
            .as_str_lossy()
            .map(|t| t.into_owned())
            .unwrap_or_else(|| match self.get(name) {
                Value::Int(n) => n.to_string(),
                _ => String::new(),
            })
    }

    /// A parameter as integer, 0 when missing.
    pub fn int(&self, name: &str) -> i64 {
        self.get(name).to_int()
    }

    /// A parameter as boolean.
    pub fn bool(&self, name: &str) -> bool {
        self.get(name).to_bool()
    }

    /// A list of ids.
    pub fn ids(&self, name: &str) -> Vec<i64> {
        self.get(name).values().map(Value::to_int).collect()
    }

    /// A list of strings.
    pub fn texts(&self, name: &str) -> Vec<String> {
        let values = self.get(name).values();
        values.map(|v| v.to_string_lossy().into_owned()).collect()
    }

    /// `has_valid_params` and `sanitize_params`: fills in defaults, validates and sanitizes.
    ///
    /// # Errors
    /// `rest_missing_callback_param` or `rest_invalid_param`.
    pub fn check(&mut self, args: &[Arg], arg_context: ArgContext<'_>) -> Result<(), RestError> {
        for arg in args {
            if let Some(default) = arg.schema.get("default") {
                self.defaults.insert(arg.name.as_str(), default.clone());
            }
        }
        if let Some(error) = self.json_error {
            return Err(invalid_json(error, arg_context.locale));
        }
        self.check_required(args, arg_context.locale)?;
        let early: Vec<&Arg> = args.iter().filter(|a| a.early).collect();
        self.check_values(&early, arg_context)?;
        let mut late = Vec::new();
        let mut seen: Vec<String> = Vec::new();
        for name in self.sources().flat_map(super::arg::names) {
            if !seen.contains(&name) {
                late.extend(args.iter().filter(|a| !a.early && a.name == name));
                seen.push(name);
            }
        }
        self.check_values(&late, arg_context)
    }

    fn check_required(&self, args: &[Arg], locale: &Locale) -> Result<(), RestError> {
        let missing: Vec<&str> = args
            .iter()
            .filter(|a| a.required && !self.has(&a.name))
            .map(|a| a.name.as_str())
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        let message = locale
            .translate("Missing parameter(s): %s")
            .replace("%s", &missing.join(", "));
        let error = RestError::new("rest_missing_callback_param", message, 400);
        Err(error.with("params", missing.into_iter().collect::<Value>()))
    }

    fn check_values(
        &mut self,
        args: &[&Arg],
        arg_context: ArgContext<'_>,
    ) -> Result<(), RestError> {
        let mut refused: Vec<(String, RestError)> = Vec::new();
        let mut cleaned = Vec::new();
        for arg in args {
            let value = self.get(&arg.name);
            if value.is_null() {
                continue;
            }
            match arg.check(value, arg_context) {
                Ok(value) => cleaned.push((arg.name.clone(), value)),
                Err(error) => refused.push((arg.name.clone(), error)),
            }
        }
        for (name, value) in cleaned {
            self.cleaned.insert(name.as_str(), value);
        }
        if refused.is_empty() {
            Ok(())
        } else {
            Err(invalid_param(refused, arg_context.locale))
        }
    }
}

/// `rest_invalid_param` for one or more parameters.
pub fn invalid_param(refused: Vec<(String, RestError)>, locale: &Locale) -> RestError {
    let names: Vec<&str> = refused.iter().map(|(name, _)| name.as_str()).collect();
    let message = locale
        .translate("Invalid parameter(s): %s")
        .replace("%s", &names.join(", "));
    let (mut params, mut details) = (Array::new(), Array::new());
    for (name, error) in &refused {
        let further = error.additional_errors.iter();
        let messages = std::iter::once(error)
            .chain(further)
            .map(|e| e.message.as_str());
        params.insert(name.as_str(), messages.collect::<Vec<_>>().join(" "));
        if !error.code.is_empty() {
            details.insert(name.as_str(), error.to_value());
        }
    }
    RestError::new("rest_invalid_param", message, 400)
        .with("params", params)
        .with("details", details)
}

fn invalid_json(error: JsonError, locale: &Locale) -> RestError {
    // `json_last_error_msg()` is never translated.
    let message = match error.code() {
        1 => "Maximum stack depth exceeded",
        2 => "State mismatch (invalid or malformed JSON)",
        3 => "Control character error, possibly incorrectly encoded",
        5 => "Malformed UTF-8 characters, possibly incorrectly encoded",
        10 => "Single unpaired surrogate in Unicode escape",
        _ => "Syntax error",
    };
    let text = locale.translate("Invalid JSON body passed.");
    RestError::new("rest_invalid_json", text, 400)
        .with("json_error_code", i64::from(error.code()))
        .with("json_error_message", message)
}
