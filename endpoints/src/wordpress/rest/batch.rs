//! `batch/v1`: several write requests in one, each with its own response.
//!
//! Recording rest/batch (the route accepts only POST); contract "wordpress-core", section 13 (dispatch).

use compat::wordpress::php::query_string::parse_str;
use compat::wordpress::php::{Array, Value};
use compat::wordpress::url::parse_url::wp_parse_url;

use super::arg::Arg;
use super::dispatch::{DispatchResult, Embed, batch_error, dispatch};
use super::request::RestRequest;
use super::rest_response::{Body, RestResponse};
use super::route::Rest;
use super::route::{CREATABLE, Endpoint, Route, RouteFuture, Routes};
use super::route_error::{RestError, RouteError};

/// Maximum number of requests in a batch.
const MOST: i64 = 25;

/// Registers the route; it belongs to no listed namespace.
pub fn register(routes: &mut Routes) {
    let endpoint = Endpoint {
        methods: CREATABLE,
        args: Some(args()),
        permission: None,
        callback: |rest, request| -> RouteFuture<'_> { Box::pin(serve_batch(rest, request)) },
        subject: "".into(),
        allow_batch: false,
    };
    let pattern = "/batch/v1".to_owned();
    routes.routes.push(Route::new("", pattern, vec![endpoint]));
}

/// The parameters of a batch.
pub fn args() -> Vec<Arg> {
    let kind = |kind: &str| Value::array().with("type", kind);
    let methods = ["POST", "PUT", "PATCH", "DELETE"];
    let headers = Value::array()
        .with("type", ["string", "array"].into_iter().collect::<Value>())
        .with("items", kind("string"));
    let open = |additional: Value| {
        kind("object")
            .with("properties", Value::array())
            .with("additionalProperties", additional)
    };
    let method = kind("string")
        .with("enum", methods.into_iter().collect::<Value>())
        .with("default", "POST");
    let properties = Value::array()
        .with("method", method)
        .with("path", kind("string").with("required", true))
        .with("body", open(Value::Bool(true)))
        .with("headers", open(headers));
    vec![
        Arg::bare("validation")
            .string()
            .one_of(&["require-all-validate", "normal"])
            .default("normal"),
        Arg::bare("requests")
            .with("type", "array")
            .with("maxItems", MOST)
            .with("items", kind("object").with("properties", properties))
            .required(),
    ]
}

/// The request described by an entry, or the error.
fn single(rest: &Rest<'_>, entry: &Value) -> Result<RestRequest, RestError> {
    let path = entry.at("path").to_string_lossy().into_owned();
    let parts = wp_parse_url(&path);
    let Some(parts) = parts else {
        let source = "Could not parse the path.";
        return Err(rest.error("parse_path_failed", source, 400));
    };
    let method = match entry.at("method").to_string_lossy() {
        method if method.is_empty() => "POST".to_owned(),
        method => method.to_ascii_uppercase(),
    };
    let route = parts.path.unwrap_or_default();
    let query = parts.query.unwrap_or_default();
    let body = entry.at("body").as_array().cloned().unwrap_or_default();
    let headers = entry.at("headers").as_array().cloned();
    let query = parse_str(query.as_bytes());
    let headers = headers.unwrap_or_default();
    Ok(RestRequest::batched(
        &method,
        &route,
        (query, body),
        headers,
    ))
}

/// `envelope_response`: body, status and headers as one object.
fn envelope(dispatched: DispatchResult) -> Value {
    let mut headers = Array::new();
    for (name, value) in &dispatched.headers {
        headers.insert(*name, value.clone());
    }
    Value::array()
        .with("body", dispatched.data)
        .with("status", i64::from(dispatched.status))
        .with("headers", headers)
}

fn failed(error: &RestError) -> Value {
    Value::array()
        .with("body", error.to_value())
        .with("status", i64::from(error.status()))
        .with("headers", Value::array())
}

/// `serve_batch_request_v1`: does the requests one after the other.
///
/// # Errors
/// When a callback fails.
pub async fn serve_batch(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<RestResponse, RouteError> {
    let entries: Vec<Value> = request.get("requests").values().cloned().collect();
    let requests: Vec<_> = entries.iter().map(|entry| single(rest, entry)).collect();
    let errors: Vec<Option<RestError>> = requests
        .iter()
        .map(|single| match single {
            Ok(request) => batch_error(rest, request),
            Err(error) => Some(error.clone()),
        })
        .collect();
    let is_strict = request.text("validation") == "require-all-validate";
    if is_strict && errors.iter().any(Option::is_some) {
        let responses = errors.iter().map(|e| e.as_ref().map(failed));
        let responses: Value = responses.map(|r| r.unwrap_or(Value::Null)).collect();
        let data = Value::array()
            .with("failed", "validation")
            .with("responses", responses);
        return Ok(multi_status(data));
    }
    let mut responses = Array::new();
    for (single, error) in requests.into_iter().zip(errors) {
        let dispatched = match (single, error) {
            // Invalid requests are refused by the route itself, which also sends `Allow`.
            (Ok(request), Some(error)) if error.code == "rest_batch_not_allowed" => {
                super::dispatch::refused_by_route(rest, request, &error).await?
            }
            (Ok(request), _) => dispatch(rest, request, Embed::Nothing).await?,
            (Err(error), _) => {
                responses.push(failed(&error));
                continue;
            }
        };
        responses.push(envelope(dispatched));
    }
    Ok(multi_status(Value::array().with("responses", responses)))
}

fn multi_status(data: Value) -> RestResponse {
    let mut reply = RestResponse::new(Body::Value(data)).cached_for(None);
    reply.status = 207;
    reply
}
