//! `/wp-admin/admin-ajax.php`: handlers by action name, one list for anonymous visitors and one for logged-in users.
//!
//! Contract "wordpress-core", section 11; recordings ajax/*.

use std::collections::HashMap;

use compat::wordpress::php::Value;
use compat::wordpress::url::parse_url;
use http::{HeaderName, HeaderValue, Method, StatusCode};

use super::headers::{frame_options, no_cache};
use super::input::Input;
use super::request_context::{RequestContext, SiteSnapshot};
use crate::request_error::RequestError;
use crate::server::{HandlerFuture, Response};

/// Handler of an action. `Ok` holds the body and its content type; the headers common to all actions are added later.
pub type AjaxHandler =
    for<'a> fn(&'a RequestContext<'a>) -> HandlerFuture<'a, Result<Response, RequestError>>;

/// The actions registered by the columns.
#[derive(Default)]
pub struct AjaxActions {
    private: HashMap<&'static str, AjaxHandler>,
    nopriv: HashMap<&'static str, AjaxHandler>,
}

impl AjaxActions {
    /// `wp_ajax_{action}`: registers a handler for logged-in users.
    pub fn wp_ajax(&mut self, action: &'static str, handler: AjaxHandler) {
        self.private.insert(action, handler);
    }

    /// `wp_ajax_nopriv_{action}`: registers a handler for anonymous visitors.
    pub fn wp_ajax_nopriv(&mut self, action: &'static str, handler: AjaxHandler) {
        self.nopriv.insert(action, handler);
    }

    /// Registers a handler for logged-in users and anonymous visitors.
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

    /// Whether a handler is registered for the action of such a visitor.
    pub fn is_handled(&self, action: &str, is_logged_in: bool) -> bool {
        self.handler(action, is_logged_in).is_some()
    }

    /// Whether a handler is registered for the action, in either list.
    pub fn knows(&self, action: &str) -> bool {
        self.private.contains_key(action) || self.nopriv.contains_key(action)
    }
}

static X_ROBOTS_TAG: HeaderName = HeaderName::from_static("x-robots-tag");
static X_CONTENT_TYPE_OPTIONS: HeaderName = HeaderName::from_static("x-content-type-options");
static ALLOW_ORIGIN: HeaderName = HeaderName::from_static("access-control-allow-origin");
static ALLOW_CREDENTIALS: HeaderName = HeaderName::from_static("access-control-allow-credentials");

/// The `action` parameter of a request; `None` when it is missing, empty or a list.
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

/// Handles a request for the script.
///
/// # Errors
/// When the database fails, or the handler does.
pub async fn respond(
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
    let response = match handler {
        None => zero(StatusCode::BAD_REQUEST),
        Some(handler) => handler(&context).await?,
    };
    const NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");
    let response = frame_options(with_robots(no_cache(response)))
        .with_header(X_CONTENT_TYPE_OPTIONS.clone(), NOSNIFF);
    Ok(with_origin(response, origin))
}

/// The body `0`: a handler without output, or an unknown action.
pub fn zero(status: StatusCode) -> Response {
    no_cache(Response::html("0").with_status(status))
}

/// The body `-1`: the nonce is not valid (`check_ajax_referer`).
pub fn minus_one() -> Response {
    Response::html("-1").with_status(StatusCode::FORBIDDEN)
}

fn with_robots(response: Response) -> Response {
    response.with_header(X_ROBOTS_TAG.clone(), HeaderValue::from_static("noindex"))
}

fn with_origin(mut response: Response, origin: Option<HeaderValue>) -> Response {
    if let Some(origin) = origin {
        response.headers.insert(ALLOW_ORIGIN.clone(), origin);
        response
            .headers
            .insert(ALLOW_CREDENTIALS.clone(), HeaderValue::from_static("true"));
    }
    response
}

/// `is_allowed_http_origin`: the site's own host with either scheme. WordPress omits the port from its list, so a
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
