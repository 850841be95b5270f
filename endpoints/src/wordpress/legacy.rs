//! Passes requests on to the legacy upstream. What PHP may have written is seen in our pages at once; where it is away, a
//! page says so.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use compat::wordpress::php::Value;
use compat::wordpress::php::query_string::parse_str;
use http::{Method, StatusCode};
use http_body::{Body, Frame, SizeHint};
use themes::wordpress::wp_die::{ErrorPage, PHP_AWAY, wp_die};

use crate::app::App;
use crate::legacy_routes::{Asked, Side};
use crate::renewals::Renewals;
use crate::server::body_source::{Stream, StreamError};
use crate::server::{
    BodyError, BodySource, Request, RequestBody, Response, Upstream, UpstreamError,
};

use super::headers::no_cache;
use super::multipart::{self, NoFiles, Reading};
use super::rest::php_routes::route_of;
use super::site_url::SiteUrl;

/// How long a response that wrote waits until the change is seen here.
const RENEWAL: Duration = Duration::from_secs(2);

/// How much of a form is read to find the action that it names, in bytes.
const FORM_HEAD: usize = 1024 * 1024;

/// Whether PHP is asked for an address that is not found here: no rule says that it stays.
pub fn may_know(app: &App, request: &Request) -> bool {
    let asked = Asked {
        host: request.host(),
        path: request.path(),
        query: request.query(),
        ..Asked::default()
    };
    app.legacy_routes.side(&asked) != Some(Side::Here)
}

/// Whether PHP answers an action of `admin-ajax.php` that `is_known` here.
pub fn of_action(app: &App, request: &Request, action: Option<&str>, is_known: bool) -> bool {
    let asked = Asked {
        host: request.host(),
        path: request.path(),
        query: request.query(),
        rest: None,
        ajax: action,
    };
    match app.legacy_routes.side(&asked) {
        Some(side) => side == Side::Php,
        None => !is_known || app.legacy_routes.only_listed(),
    }
}

/// The action that a request to `admin-ajax.php` names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormAction {
    /// None.
    None,
    /// This one.
    Named(String),
    /// The form is long, and its beginning names none.
    Late,
}

/// The action that a request to `admin-ajax.php` names. Of a form only the beginning is read; it stays unread.
///
/// # Errors
/// When the body violates a limit.
pub async fn action_of(app: &App, request: &mut Request) -> Result<FormAction, BodyError> {
    let mut post = compat::wordpress::php::Array::new();
    let mut is_all = true;
    let content_type = request.header("content-type").to_owned();
    let kind = content_type.to_ascii_lowercase();
    if request.method == Method::POST && kind.starts_with("multipart/form-data") {
        let (begin, all) = request.peek_body(FORM_HEAD).await?;
        let reading = Reading {
            spool: &app.spool,
            rules: &NoFiles,
        };
        let mut body = RequestBody::from_bytes(begin);
        is_all = all;
        if let Ok(form) = multipart::read(&content_type, &mut body, &reading).await {
            post = form.post;
        }
    } else if request.method == Method::POST
        && kind.starts_with("application/x-www-form-urlencoded")
    {
        let (begin, all) = request.peek_body(FORM_HEAD).await?;
        is_all = all;
        // The last field may be cut.
        let end = begin.iter().rposition(|b| *b == b'&').filter(|_| !all);
        post = parse_str(begin.get(..end.unwrap_or(begin.len())).unwrap_or_default());
    }
    let get = parse_str(request.query().unwrap_or_default().as_bytes());
    let named = match post.get("action") {
        Some(action) => Some(action),
        None if !is_all => return Ok(FormAction::Late),
        None => get.get("action"),
    };
    let action = named
        .and_then(Value::as_str_lossy)
        .map(|action| action.into_owned());
    // PHP's empty().
    let action = action.filter(|action| !matches!(action.as_str(), "" | "0"));
    Ok(action.map_or(FormAction::None, FormAction::Named))
}

/// What is needed of a request when its response comes.
struct Visit {
    is_rest: bool,
    wants_html: bool,
    /// Whether the database may be another one afterwards.
    may_write: bool,
}

impl Visit {
    fn of(app: &App, request: &Request) -> Self {
        let path = request.path();
        let home = app.state().site.home();
        Self {
            is_rest: route_of(request, &home).is_some(),
            wants_html: request.header("accept").contains("text/html"),
            may_write: !request.method.is_safe()
                || path.starts_with("/wp-admin")
                || path == "/wp-cron.php"
                || path == "/wp-login.php",
        }
    }
}

/// Passes a request on to the upstream and makes what it wrote visible before its response is sent on; a page that says so
/// when there is no response.
pub async fn forward(app: &App, upstream: &Upstream, request: Request) -> Response {
    let visit = Visit::of(app, &request);
    match ask(app, upstream, request).await {
        Ok(response) => response,
        Err(error) => error.respond(|status| away(app, &visit, status)),
    }
}

/// As [`forward`], for what can be answered here when the upstream is away.
///
/// # Errors
/// When there is no response.
pub async fn ask(
    app: &App,
    upstream: &Upstream,
    request: Request,
) -> Result<Response, UpstreamError> {
    let may_write = Visit::of(app, &request).may_write;
    let target = request.target().to_owned();
    let asked = upstream.ask(request).await;
    if let Err(error) = &asked {
        tracing::warn!(%error, target, "the legacy upstream does not answer");
    }
    if may_write {
        // PHP may have written before it failed.
        match &asked {
            Ok(_) => app.renewals.wait(RENEWAL).await,
            Err(_) => app.renewals.ask(),
        }
    }
    let mut response = asked?;
    if may_write && let BodySource::Stream(stream) = response.body {
        response.body = BodySource::Stream(Box::pin(UntilEnd {
            stream,
            renewals: Arc::clone(&app.renewals),
        }));
    }
    let state = app.state();
    Ok(
        match SiteUrl::new(&state.site.home(), &app.settings.site.site_url) {
            Some(site_url) => site_url.apply(response),
            None => response,
        },
    )
}

/// The response in place of PHP's.
fn away(app: &App, visit: &Visit, status: StatusCode) -> Response {
    if visit.is_rest && !visit.wants_html {
        let error = serde_json::json!({
            "code": "legacy_upstream_away",
            "message": "The PHP server does not answer.",
            "data": { "status": status.as_u16() },
        });
        return no_cache(Response::json(error.to_string()).with_status(status));
    }
    let state = app.state();
    let locale = app.translations.locale(&state.locale_code());
    let page = ErrorPage {
        message: PHP_AWAY,
        ..ErrorPage::default()
    };
    let is_public = state.site.options.text("blog_public") == "1";
    match wp_die(&state.theme.engine, &locale, is_public, &page) {
        Ok(body) => no_cache(Response::html(body).with_status(status)),
        Err(_) => Response::error_page(status),
    }
}

/// A body after whose end the database is polled again: PHP may write while it sends.
struct UntilEnd {
    stream: Stream,
    renewals: Arc<Renewals>,
}

impl Drop for UntilEnd {
    fn drop(&mut self) {
        self.renewals.ask();
    }
}

impl Body for UntilEnd {
    type Data = Bytes;
    type Error = StreamError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, StreamError>>> {
        self.stream.as_mut().poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.stream.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.stream.size_hint()
    }
}
