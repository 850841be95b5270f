//! HTTP side of the REST API: authentication, headers, envelope, JSONP.

use std::sync::Mutex;
use std::time::Duration;

use compat::wordpress::db::reads::record;
use compat::wordpress::db::tag::Tag;
use compat::wordpress::php::json::{flags, try_wp_json_encode, wp_json_encode};
use compat::wordpress::php::{Array, Value};
use http::header::{
    ACCESS_CONTROL_ALLOW_CREDENTIALS, ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS,
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, ALLOW, CONTENT_TYPE, HeaderName,
    LINK, VARY,
};
use http::{HeaderValue, StatusCode};
use themes::wordpress::login_messages::TOO_MANY_ATTEMPTS;

use crate::request_error::{RequestError, RequestErrorKind};
use crate::server::response::header_value;
use crate::server::{BodySource, Response, StorePolicy, retry_later};
use crate::wordpress::basic_auth::Basic;
use crate::wordpress::headers::{nocache_headers, set_cookies};
use crate::wordpress::input::Input;
use crate::wordpress::request_context::RequestContext;

use super::dispatch::{DispatchResult, Embed, dispatch};
use super::identity::{NewCookies, Nonce, identity};
use super::method_override::{is_overridden, method};
use super::oembed;
use super::request::RestRequest;
use super::rest_context::rest_url;
use super::route::{Admission, NamespaceRules, Rest, Routes};
use super::route_error::RestError;
use super::unanswered::no_room;

/// Handles a REST request; `route` is the query variable `rest_route`.
///
/// # Errors
/// When the database or a callback fails.
#[expect(clippy::too_many_lines, reason = "one sequence of steps")]
pub async fn respond(
    mut context: RequestContext<'_>,
    routes: &Routes,
    route: &str,
) -> Result<Response, RequestError> {
    let input = context.input;
    let rules = routes.rules_of(route);
    let (nonce, basic) = match identity(&mut context, rules.is_some()).await {
        Ok(identity) => identity,
        Err(failed) => return unidentified(&anonymous(context, routes, rules), failed),
    };
    let application_password = match &basic {
        Basic::SignedIn(signed_in) => Some(signed_in.uuid.clone()),
        _ => None,
    };
    let rest = Rest {
        context,
        application_password,
        routes,
        rules,
        carried: Mutex::default(),
    };
    let route = match route.trim_end_matches('/') {
        "" => "/",
        route => route,
    };
    let request = RestRequest::new(input, method(input), route);
    let is_xml = oembed::wants_xml(&request);
    let jsonp = input
        .get
        .get("_jsonp")
        .map(|v| v.to_string_lossy().into_owned());
    if let Some(callback) = &jsonp
        && !is_callback(callback)
    {
        let source = "Invalid JSONP callback function.";
        let error = rest.error("rest_callback_invalid", source, 400);
        return Ok(base_response(
            &rest,
            400,
            true,
            wp_json_encode(&error.to_value(), json_flags(input)).unwrap_or_default(),
        ));
    }
    let admission = match rules {
        Some(rules) => (rules.admit)(&rest, &request).await?,
        None => Admission::default(),
    };
    if let Some(refusal) = &admission.refusal {
        let mut refused = error(refusal);
        refused.headers = admission.headers;
        return Ok(to_http(&rest, refused, &Form { jsonp, is_xml }, &nonce));
    }
    let form = Form { jsonp, is_xml };
    if let Basic::Refused(failure) = &basic {
        let (code, source) = failure.error();
        let refused = error(&rest.error(code, source, 401));
        return Ok(to_http(&rest, refused, &form, &nonce));
    }
    let mut dispatched = match dispatched(&rest, request, &nonce).await? {
        Ok(dispatched) => dispatched,
        Err((refused, retry_after)) => {
            let response = to_http(&rest, error(&refused), &form, &nonce);
            return Ok(retry_later(response, retry_after));
        }
    };
    dispatched.headers.extend(admission.headers);
    Ok(to_http(&rest, dispatched, &form, &nonce))
}

/// The answer to who cannot be told from others: too many attempts, or no room to count them.
fn unidentified(rest: &Rest<'_>, failed: RequestError) -> Result<Response, RequestError> {
    let form = Form::default();
    if let Some(refused) = no_room(rest, &failed) {
        return Ok(to_http(rest, error(&refused), &form, &Nonce::None));
    }
    let (refused, retry_after) = too_many(rest, failed)?;
    let response = to_http(rest, error(&refused), &form, &Nonce::None);
    Ok(retry_later(response, retry_after))
}

/// What comes of a request that is taken; `Err`: it was one too many, and when it may come again.
async fn dispatched(
    rest: &Rest<'_>,
    request: RestRequest,
    nonce: &Nonce,
) -> Result<Result<DispatchResult, (RestError, Duration)>, RequestError> {
    if matches!(nonce, Nonce::Wrong) {
        let wrong = rest.error("rest_cookie_invalid_nonce", "Cookie check failed", 403);
        return Ok(Ok(error(&wrong)));
    }
    if request.method == "OPTIONS" {
        return Ok(Ok(super::index::options(rest, &request).await?));
    }
    let embed = Embed::parse(rest.input.get.get("_embed"));
    let failed = match dispatch(rest, request, embed).await {
        Ok(dispatched) => return Ok(Ok(dispatched)),
        Err(failed) => failed,
    };
    Ok(Err(too_many(rest, failed)?))
}

/// The refusal of an attempt too many; `Err` for every other failure.
fn too_many(rest: &Rest<'_>, failed: RequestError) -> Result<(RestError, Duration), RequestError> {
    let RequestErrorKind::TooManyAttempts { retry_after } = failed.kind() else {
        return Err(failed);
    };
    let status = failed.kind().status().as_u16();
    let refused = rest.error("rest_too_many_attempts", TOO_MANY_ATTEMPTS, status);
    Ok((refused, retry_after))
}

fn anonymous<'a>(
    context: RequestContext<'a>,
    routes: &'a Routes,
    rules: Option<&'a NamespaceRules>,
) -> Rest<'a> {
    Rest {
        context,
        application_password: None,
        routes,
        rules,
        carried: Mutex::default(),
    }
}

fn is_callback(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.'))
}

fn error(error: &RestError) -> DispatchResult {
    DispatchResult {
        status: error.status(),
        data: error.to_value(),
        headers: Vec::new(),
        fresh_for: None,
    }
}

/// The flags of the parameter `_pretty`.
fn json_flags(input: &Input) -> u32 {
    if input.get.contains_key("_pretty") {
        flags::PRETTY_PRINT
    } else {
        0
    }
}

/// Status and body of a value; of one that JSON has no words for, the error 500 `rest_encode_error`.
fn encoded(status: u16, value: &Value, flags: u32) -> (u16, String) {
    try_wp_json_encode(value, flags).map_or_else(
        |reason| {
            let error = RestError::new("rest_encode_error", reason.message(), 500);
            let body = wp_json_encode(&error.to_value(), flags);
            (500, body.unwrap_or_default())
        },
        |body| (status, body),
    )
}

/// The response with the headers common to all REST responses.
fn base_response(rest: &Rest<'_>, status: u16, is_script: bool, body: String) -> Response {
    let kind = if is_script {
        "application/javascript; charset=UTF-8"
    } else {
        "application/json; charset=UTF-8"
    };
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = Response::typed(status, kind, body)
        .with_header(
            HeaderName::from_static("x-robots-tag"),
            HeaderValue::from_static("noindex"),
        )
        .with_header(
            HeaderName::from_static("x-content-type-options"),
            HeaderValue::from_static("nosniff"),
        )
        .with_header(
            ACCESS_CONTROL_EXPOSE_HEADERS,
            HeaderValue::from_static("X-WP-Total, X-WP-TotalPages, Link"),
        )
        .with_header(
            ACCESS_CONTROL_ALLOW_HEADERS,
            HeaderValue::from_static(
                "Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type",
            ),
        );
    let root = format!(
        "<{}>; rel=\"https://api.w.org/\"",
        rest_url(&rest.state, "/")
    );
    if let Ok(value) = header_value(&root) {
        response.headers.insert(LINK, value);
    }
    response
}

/// The form of a body in place of JSON.
#[derive(Default)]
struct Form {
    /// The function that is called with the JSON.
    jsonp: Option<String>,
    is_xml: bool,
}

fn to_http(rest: &Rest<'_>, dispatched: DispatchResult, form: &Form, nonce: &Nonce) -> Response {
    let input = rest.input;
    let mut dispatched = dispatched;
    if input.get.contains_key("_envelope") {
        dispatched = envelope(dispatched);
    }
    let xml = form.is_xml.then(|| oembed::xml(&dispatched.data)).flatten();
    let is_json = xml.is_none();
    let (status, body) = match xml {
        Some(xml) => (dispatched.status, xml),
        None if dispatched.status == 204 => (204, String::new()),
        None => encoded(dispatched.status, &dispatched.data, json_flags(input)),
    };
    let body = match &form.jsonp {
        Some(callback) if is_json => format!("/**/{callback}({body})"),
        _ => body,
    };
    let mut response = base_response(rest, status, form.jsonp.is_some(), body);
    if !is_json {
        let kind = HeaderValue::from_static("text/xml; charset=UTF-8");
        response.headers.insert(CONTENT_TYPE, kind);
    }
    for (name, value) in &dispatched.headers {
        if let (Ok(name), Ok(value)) = (
            HeaderName::from_bytes(name.as_bytes()),
            header_value(&value.to_string_lossy()),
        ) {
            response.headers.insert(name, value);
        }
    }
    if let Nonce::Right(fresh) = nonce
        && let Ok(value) = header_value(fresh)
    {
        response
            .headers
            .insert(HeaderName::from_static("x-wp-nonce"), value);
    }
    set_cookies(&mut response, &rest.kept::<NewCookies>().0, rest.now);
    // A refusal of a method that stands in a header could be taken for that of the request's own.
    let is_refused_override = is_overridden(input) && (400..500).contains(&dispatched.status);
    if rest.visitor.user.is_some() || matches!(nonce, Nonce::Wrong) || is_refused_override {
        nocache_headers(&mut response);
    }
    match rest.rules {
        Some(rules) => (rules.send_headers)(rest, &mut response),
        None => cross_origin(rest, &mut response),
    }
    if input.request.method == http::Method::HEAD {
        response.body = BodySource::Empty;
    }
    if input.is_too_large {
        // The rest of the body was not read: the connection closes.
        return response.closing();
    }
    if nonce.is_given() {
        return response;
    }
    store(rest, response, dispatched.fresh_for)
}

/// `rest_send_cors_headers`.
fn cross_origin(rest: &Rest<'_>, response: &mut Response) {
    let request = &rest.input.request;
    let origin = request.header("origin");
    if origin.is_empty() {
        if request.method == http::Method::GET && rest.visitor.user.is_none() {
            response
                .headers
                .append(VARY, HeaderValue::from_static("Origin"));
        }
        return;
    }
    if let Ok(value) = header_value(origin) {
        response.headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, value);
    }
    response.headers.insert(
        ACCESS_CONTROL_ALLOW_METHODS,
        HeaderValue::from_static("OPTIONS, GET, POST, PUT, PATCH, DELETE"),
    );
    response.headers.insert(
        ACCESS_CONTROL_ALLOW_CREDENTIALS,
        HeaderValue::from_static("true"),
    );
    response
        .headers
        .append(VARY, HeaderValue::from_static("Origin"));
}

/// `_envelope`: moves status and headers into the body.
fn envelope(dispatched: DispatchResult) -> DispatchResult {
    let mut headers = Array::new();
    for (name, value) in &dispatched.headers {
        headers.insert(*name, value.clone());
    }
    let data = Value::array()
        .with("body", dispatched.data)
        .with("status", i64::from(dispatched.status))
        .with("headers", headers);
    // `Allow` is in the inner response; the outer one has no route.
    DispatchResult {
        status: 200,
        data,
        headers: Vec::new(),
        fresh_for: dispatched.fresh_for,
    }
}

/// Marks an anonymous GET response as cacheable.
fn store(rest: &Rest<'_>, response: Response, fresh_for: Option<Duration>) -> Response {
    let request = &rest.input.request;
    let is_plain = request.method == http::Method::GET
        && request.header("x-http-method-override").is_empty()
        && rest.visitor.user.is_none()
        && response.status == StatusCode::OK
        && response.headers.contains_key(ALLOW);
    let Some(fresh_for) = fresh_for.filter(|_| is_plain) else {
        return response;
    };
    // Routes also print objects of the site snapshot, so any change invalidates their responses.
    record(Tag::Anything);
    response.stored(StorePolicy {
        fresh_for,
        stale_if_error: Duration::from_secs(24 * 3600),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What JSON has no words for is the error that WordPress gives, not an empty body.
    #[test]
    fn values_without_json() {
        let nested = (0..600).fold(Value::from("x"), |inner, _| Value::array().with("a", inner));
        let inf = Value::array().with("a", f64::INFINITY);
        for (value, message) in [
            (nested, "Maximum stack depth exceeded"),
            (inf, "Inf and NaN cannot be JSON encoded"),
        ] {
            let (status, body) = encoded(200, &value, 0);
            println!("{status} {body}");
            let want = format!(
                "{{\"code\":\"rest_encode_error\",\"message\":\"{message}\",\"data\":{{\"status\":500}}}}"
            );
            assert_eq!((status, body), (500, want));
        }
        let wrong = Value::array().with("a", Value::Str(vec![0xff]));
        assert_eq!(encoded(201, &wrong, 0), (201, "{\"a\":\"?\"}".to_owned()));
    }
}
