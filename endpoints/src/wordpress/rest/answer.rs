//! HTTP side of the REST API: authentication, headers, envelope, JSONP.

use std::time::Duration;

use compat::wordpress::db::reads::record;
use compat::wordpress::db::tag::Tag;
use compat::wordpress::nonce::NonceContext;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::json::{flags, wp_json_encode};
use compat::wordpress::php::{Array, Value};
use compat::wordpress::user::capability::Capabilities;
use http::header::{
    ACCESS_CONTROL_ALLOW_CREDENTIALS, ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS,
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, ALLOW, CONTENT_TYPE, HeaderName,
    LINK, VARY,
};
use http::{HeaderValue, StatusCode};
use themes::wordpress::view::RequestUser;

use crate::app::{App, SiteState};
use crate::request_error::RequestError;
use crate::server::response::header_value;
use crate::server::{BodySource, Response, StorePolicy};
use crate::wordpress::input::Input;
use crate::wordpress::page::no_cache;
use crate::wordpress::{request_user, view};

use super::context::{Rest, rest_url};
use super::dispatch::{DispatchResult, Embed, dispatch};
use super::request::RestRequest;
use super::route_error::RestError;

/// Handles a REST request; `route` is the query variable `rest_route`.
///
/// # Errors
/// When the database or a callback fails.
pub async fn answer(app: &App, input: &Input, route: &str) -> Result<Response, RequestError> {
    let state = app.state_for_rest(input);
    let locale = app.translations.locale(&site_locale(&state));
    let mut objects = ObjectCache::default();
    let mut visitor = request_user::request_user(app, &state, input, &mut objects).await?;
    let nonce = check_nonce(app, &state, input, &mut visitor);
    let is_editor = view::query_permissions(&visitor, &objects).edits_others;
    let rest = Rest {
        app,
        state: &state,
        input,
        visitor,
        objects,
        is_editor,
        routes: state.rest_routes(&locale),
        locale,
    };
    let route = match route.trim_end_matches('/') {
        "" => "/",
        route => route,
    };
    let request = RestRequest::new(input, method(input), route);
    let jsonp = input
        .get
        .get("_jsonp")
        .map(|v| v.to_string_lossy().into_owned());
    if let Some(callback) = &jsonp
        && !is_callback(callback)
    {
        let source = "Invalid JSONP callback function.";
        let error = rest.error("rest_callback_invalid", source, 400);
        return Ok(base_answer(
            &rest,
            400,
            true,
            json(&error.to_value(), input),
        ));
    }
    let answered = match nonce {
        Nonce::Wrong => error(&rest.error("rest_cookie_invalid_nonce", "Cookie check failed", 403)),
        _ if request.method == "OPTIONS" => super::index::options(&rest, &request).await?,
        _ => {
            let embed = Embed::parse(input.get.get("_embed"));
            dispatch(&rest, request, embed).await?
        }
    };
    Ok(to_http(&rest, answered, jsonp.as_deref(), &nonce))
}

fn site_locale(state: &SiteState) -> String {
    match state.site.options.text("WPLANG") {
        code if code.is_empty() => "en_US".to_owned(),
        code => code.into_owned(),
    }
}

/// `_method` and `X-HTTP-Method-Override` replace the method.
fn method(input: &Input) -> String {
    let asked = input.get_text("_method");
    let header = input.request.header("x-http-method-override");
    let method = match (asked.as_str(), header) {
        ("", "") => input.request.method.as_str(),
        ("", header) => header,
        (asked, _) => asked,
    };
    method.to_ascii_uppercase()
}

/// Result of the nonce check for cookie authentication.
#[derive(Debug)]
enum Nonce {
    /// No nonce was sent.
    None,
    /// Valid; the response carries a fresh nonce.
    Right(String),
    /// Invalid.
    Wrong,
}

impl Nonce {
    /// Whether a nonce was sent; the response is then personal and not cached.
    fn is_given(&self) -> bool {
        !matches!(self, Self::None)
    }
}

/// `rest_cookie_check_errors`: without a nonce the request is anonymous; an invalid one is refused, also from
/// anonymous visitors (recording cf7/feedback-bad-rest-nonce).
fn check_nonce(app: &App, state: &SiteState, input: &Input, visitor: &mut RequestUser) -> Nonce {
    let given = match input.request_text("_wpnonce") {
        text if text.is_empty() => input.request.header("x-wp-nonce").to_owned(),
        text => text,
    };
    if given.is_empty() {
        visitor.user = None;
        visitor.session_token.clear();
        visitor.capabilities = Capabilities::default();
        return Nonce::None;
    }
    let id = visitor.user.map_or(0, |user| user.0).to_string();
    let mut nonces = NonceContext::anonymous(&state.salts, app.clock.now());
    nonces.user = &id;
    nonces.session_token = &visitor.session_token;
    if nonces.verify(&given, "wp_rest").is_none() {
        return Nonce::Wrong;
    }
    Nonce::Right(nonces.create("wp_rest"))
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
        raw: None,
        headers: Vec::new(),
        fresh_for: None,
    }
}

fn json(value: &Value, input: &Input) -> String {
    let flags = if input.get.contains_key("_pretty") {
        flags::PRETTY_PRINT
    } else {
        0
    };
    wp_json_encode(value, flags).unwrap_or_default()
}

/// The response with the headers common to all REST responses.
fn base_answer(rest: &Rest<'_>, status: u16, is_script: bool, body: String) -> Response {
    let kind = if is_script {
        "application/javascript; charset=UTF-8"
    } else {
        "application/json; charset=UTF-8"
    };
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut answer = Response::typed(status, kind, body)
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
        rest_url(rest.state, "/")
    );
    if let Ok(value) = header_value(&root) {
        answer.headers.insert(LINK, value);
    }
    answer
}

fn to_http(
    rest: &Rest<'_>,
    answered: DispatchResult,
    jsonp: Option<&str>,
    nonce: &Nonce,
) -> Response {
    let input = rest.input;
    let mut answered = answered;
    if input.get.contains_key("_envelope") {
        answered = envelope(answered);
    }
    let raw = answered.raw.take();
    let body = match &raw {
        Some((_, text)) => text.clone(),
        None if answered.status == 204 => String::new(),
        None => json(&answered.data, input),
    };
    let body = match jsonp {
        Some(callback) if raw.is_none() => format!("/**/{callback}({body})"),
        _ => body,
    };
    let mut answer = base_answer(rest, answered.status, jsonp.is_some(), body);
    if let Some((kind, _)) = raw {
        answer
            .headers
            .insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    }
    for (name, value) in &answered.headers {
        if let (Ok(name), Ok(value)) =
            (HeaderName::from_bytes(name.as_bytes()), header_value(value))
        {
            answer.headers.insert(name, value);
        }
    }
    if let Nonce::Right(fresh) = nonce
        && let Ok(value) = header_value(fresh)
    {
        answer
            .headers
            .insert(HeaderName::from_static("x-wp-nonce"), value);
    }
    if rest.visitor.user.is_some() || matches!(nonce, Nonce::Wrong) {
        no_cache(&mut answer);
    }
    cross_origin(rest, &mut answer);
    if input.request.method == http::Method::HEAD {
        answer.body = BodySource::Empty;
    }
    if input.is_too_large {
        // The rest of the body was not read: the connection closes.
        return answer.closing();
    }
    if nonce.is_given() {
        return answer;
    }
    store(rest, answer, answered.fresh_for)
}

/// `rest_send_cors_headers`.
fn cross_origin(rest: &Rest<'_>, answer: &mut Response) {
    let request = &rest.input.request;
    let origin = request.header("origin");
    if origin.is_empty() {
        if request.method == http::Method::GET && rest.visitor.user.is_none() {
            answer
                .headers
                .append(VARY, HeaderValue::from_static("Origin"));
        }
        return;
    }
    if let Ok(value) = header_value(origin) {
        answer.headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, value);
    }
    answer.headers.insert(
        ACCESS_CONTROL_ALLOW_METHODS,
        HeaderValue::from_static("OPTIONS, GET, POST, PUT, PATCH, DELETE"),
    );
    answer.headers.insert(
        ACCESS_CONTROL_ALLOW_CREDENTIALS,
        HeaderValue::from_static("true"),
    );
    answer
        .headers
        .append(VARY, HeaderValue::from_static("Origin"));
}

/// `_envelope`: moves status and headers into the body.
fn envelope(answered: DispatchResult) -> DispatchResult {
    let mut headers = Array::new();
    for (name, value) in &answered.headers {
        headers.insert(*name, value.as_str());
    }
    let data = Value::array()
        .with("body", answered.data)
        .with("status", i64::from(answered.status))
        .with("headers", headers);
    // `Allow` is in the inner response; the outer one has no route.
    DispatchResult {
        status: 200,
        data,
        raw: answered.raw,
        headers: Vec::new(),
        fresh_for: answered.fresh_for,
    }
}

/// Marks an anonymous GET response as cacheable.
fn store(rest: &Rest<'_>, answer: Response, fresh_for: Option<Duration>) -> Response {
    let request = &rest.input.request;
    let is_plain = request.method == http::Method::GET
        && request.header("x-http-method-override").is_empty()
        && rest.visitor.user.is_none()
        && answer.status == StatusCode::OK
        && answer.headers.contains_key(ALLOW);
    let Some(fresh_for) = fresh_for.filter(|_| is_plain) else {
        return answer;
    };
    // Routes also print objects of the site snapshot, so any change invalidates their responses.
    record(Tag::Anything);
    answer.stored(StorePolicy {
        fresh_for,
        stale_if_error: Duration::from_secs(24 * 3600),
    })
}
