//! `/wp-admin/admin-ajax.php`: actions by name, one list for visitors and one for accounts.
//!
//! Contract "wordpress-core", section 11; recordings ajax/*.

use std::collections::HashMap;

use compat::wordpress::php::Value;
use compat::wordpress::url::parse_url;
use http::{HeaderName, HeaderValue, Method, StatusCode};

use super::input::Input;
use super::headers::{frame_options, no_cache};
use super::request_context::{RequestContext, SiteSnapshot};
use crate::request_error::RequestError;
use crate::server::{HandlerFuture, Response};

/// Answers an action. `Ok` holds the body and its type; the headers that all actions share are put around it.
pub type AjaxHandler =
    for<'a> fn(&'a RequestContext<'a>) -> HandlerFuture<'a, Result<Response, RequestError>>;

/// The actions that columns registered.
#[derive(Default)]
pub struct AjaxActions {
    private: HashMap<&'static str, AjaxHandler>,
    nopriv: HashMap<&'static str, AjaxHandler>,
}

impl AjaxActions {
    /// `wp_ajax_{action}`: for accounts.
    pub fn wp_ajax(&mut self, action: &'static str, handler: AjaxHandler) {
        self.private.insert(action, handler);
    }

    /// `wp_ajax_nopriv_{action}`: for visitors.
    pub fn wp_ajax_nopriv(&mut self, action: &'static str, handler: AjaxHandler) {
        self.nopriv.insert(action, handler);
    }

    /// For accounts and visitors alike.
    pub fn for_all(&mut self, action: &'static str, handler: AjaxHandler) {
        self.wp_ajax(action, handler);
        self.wp_ajax_nopriv(action, handler);
    }

    fn handler(&self, action: &str, is_logged_in: bool) -> Option<AjaxHandler> {
        let list = if is_logged_in {
            &self.private
        } else {
            &self.nopriv
        };
        list.get(action).copied()
    }

    /// Whether some column answers the action, for whomever.
    pub fn knows(&self, action: &str) -> bool {
        self.private.contains_key(action) || self.nopriv.contains_key(action)
    }
}

static X_ROBOTS_TAG: HeaderName = HeaderName::from_static("x-robots-tag");
static X_CONTENT_TYPE_OPTIONS: HeaderName = HeaderName::from_static("x-content-type-options");
static ALLOW_ORIGIN: HeaderName = HeaderName::from_static("access-control-allow-origin");
static ALLOW_CREDENTIALS: HeaderName = HeaderName::from_static("access-control-allow-credentials");

/// The action that a request names; a list or nothing is none.
pub fn action(input: &Input) -> Option<String> {
    let value = input
        .post
        .get("action")
        .or_else(|| input.get.get("action"))?;
    let text = match value {
        Value::Array(_) => return None,
        value => value.to_string_lossy().into_owned(),
    };
    // PHP's empty().
    (!matches!(text.as_str(), "" | "0")).then_some(text)
}

/// Answers the script.
pub async fn answer(
    snapshot: &SiteSnapshot<'_>,
    actions: &AjaxActions,
    input: &Input,
) -> Result<Response, RequestError> {
    let origin = allowed_origin(&snapshot.state.site.home(), input.request.header("origin"));
    if input.request.method == Method::OPTIONS {
        let status = if origin.is_some() {
            StatusCode::OK
        } else {
            StatusCode::FORBIDDEN
        };
        return Ok(with_origin(Response::html("").with_status(status), origin));
    }
    let Some(action) = action(input) else {
        return Ok(with_origin(
            with_robots(zero(StatusCode::BAD_REQUEST)),
            origin,
        ));
    };
    let context = RequestContext::of_script(snapshot, input).await?;
    let handler = actions.handler(&action, context.visitor.user.is_some());
    let answer = match handler {
        None => zero(StatusCode::BAD_REQUEST),
        Some(handler) => handler(&context).await?,
    };
    const NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");
    let answer = frame_options(with_robots(no_cache(answer)))
        .with_header(X_CONTENT_TYPE_OPTIONS.clone(), NOSNIFF);
    Ok(with_origin(answer, origin))
}

/// The answer of a handler that says nothing, and of an action that nobody knows.
pub fn zero(status: StatusCode) -> Response {
    no_cache(Response::html("0").with_status(status))
}

/// What a handler says when its nonce does not count.
pub fn minus_one() -> Response {
    Response::html("-1").with_status(StatusCode::FORBIDDEN)
}

fn with_robots(answer: Response) -> Response {
    answer.with_header(X_ROBOTS_TAG.clone(), HeaderValue::from_static("noindex"))
}

fn with_origin(mut answer: Response, origin: Option<HeaderValue>) -> Response {
    if let Some(origin) = origin {
        answer.headers.insert(ALLOW_ORIGIN.clone(), origin);
        answer
            .headers
            .insert(ALLOW_CREDENTIALS.clone(), HeaderValue::from_static("true"));
    }
    answer
}

/// `is_allowed_http_origin`: the site's own host with either scheme. WordPress leaves the port out of its list, so a
/// site on another port than the scheme's has no allowed origin (recording ajax/unknown-action).
pub fn allowed_origin(home: &str, origin: &str) -> Option<HeaderValue> {
    let host = parse_url(home)?.host?;
    let is_own = ["http", "https"]
        .iter()
        .any(|scheme| origin == format!("{scheme}://{host}"));
    if is_own {
        HeaderValue::from_str(origin).ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_own_host_is_an_origin() {
        let is_allowed = |home: &str, origin: &str| allowed_origin(home, origin).is_some();
        assert!(is_allowed("https://casa.example", "http://casa.example"));
        assert!(is_allowed(
            "http://casa.example/blog",
            "http://casa.example"
        ));
        assert!(!is_allowed(
            "http://127.0.0.1:8081",
            "http://127.0.0.1:8081"
        ));
        assert!(!is_allowed(
            "http://casa.example",
            "http://casa.example.otra.example"
        ));
        assert!(!is_allowed("http://casa.example", ""));
    }
}
