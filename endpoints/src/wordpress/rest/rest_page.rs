//! A request of the REST API, answered here or by the legacy upstream: whatever no route here takes, entries of a batch
//! included, and the index, which lists the namespaces of both.

use crate::legacy_routes::{Asked, Side};
use crate::registered_site::RegisteredSite;
use crate::request_error::{RequestError, RequestErrorKind};
use crate::server::Response;
use crate::wordpress::input::Input;
use crate::wordpress::legacy;
use crate::wordpress::request_context::{RequestContext, SiteSnapshot};

use super::php_routes::{has_unknown_entry, is_unknown, method_of};
use super::request::RestRequest;
use super::route::Routes;

/// Handles a REST request; `route` is the query variable `rest_route`.
///
/// # Errors
/// When the database or a callback fails.
pub async fn respond(
    (snapshot, registered): (&SiteSnapshot<'_>, &RegisteredSite),
    route: &str,
    input: Input,
) -> Result<Response, RequestError> {
    let context = RequestContext::of_rest(snapshot, &input).await?;
    let routes = registered.rest_routes(&context.state, &context.locale);
    let app = snapshot.app;
    let upstream = app.upstream.as_ref().filter(|_| input.has_whole_body());
    let Some(upstream) = upstream else {
        return super::respond(context, &routes, route).await;
    };
    let asked = Asked {
        host: input.request.host(),
        path: input.request.path(),
        query: input.request.query(),
        rest: Some(route),
        ajax: None,
    };
    let side = app.legacy_routes.side(&asked);
    if side == Some(Side::Here) {
        return super::respond(context, &routes, route).await;
    }
    let is_theirs_only = side == Some(Side::Php) || app.legacy_routes.only_listed();
    if is_theirs_only || is_theirs(&routes, &input, route) {
        drop(context);
        return Ok(legacy::forward(app, upstream, input.into_request()).await);
    }
    if is_index(route) && input.request.is_read() {
        // PHP lists its own namespaces, too; ours are better than none when it is away.
        let asked = legacy::ask(app, upstream, input.request.copied()).await;
        if let Some(index) = asked.ok().filter(|index| !index.status.is_server_error()) {
            return Ok(index);
        }
    }
    match super::respond(context, &routes, route).await {
        Err(error) if error.kind() == RequestErrorKind::LegacyOnly => {
            Ok(legacy::forward(app, upstream, input.into_request()).await)
        }
        answered => answered,
    }
}

fn is_index(route: &str) -> bool {
    route.trim_end_matches('/').is_empty()
}

/// Whether nobody here takes the request, or an entry of it when it is a batch.
fn is_theirs(routes: &Routes, input: &Input, route: &str) -> bool {
    let method = method_of(&input.request);
    if is_unknown(routes, &method, route) {
        return true;
    }
    let is_batch = route.trim_end_matches('/') == "/batch/v1" && method == "POST";
    is_batch && {
        let request = RestRequest::new(input, method, route);
        has_unknown_entry(routes, request.get("requests"))
    }
}
