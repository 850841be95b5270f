//! What is said of a request that no route here answers, or whose writes the disk has no room for.

use crate::request_error::{RequestError, RequestErrorKind};

use super::request::RestRequest;
use super::route::Rest;
use super::route_error::RestError;

/// The error of a request that no route takes: of the plugin whose namespace it asks for, else `rest_no_route`.
pub fn no_route(rest: &Rest<'_>, request: &RestRequest) -> RestError {
    let mut plugins = rest.routes.columns.refusals.iter();
    let refusal = plugins.find_map(|refuse| refuse(rest, request));
    let source = "No route was found matching the URL and request method.";
    refusal.unwrap_or_else(|| rest.error("rest_no_route", source, 404))
}

/// What is said of a write that the disk of the database has no room for; nothing of it is stored. `None` for other
/// failures.
pub fn no_room(rest: &Rest<'_>, failed: &RequestError) -> Option<RestError> {
    if failed.kind() != RequestErrorKind::DiskFull {
        return None;
    }
    tracing::error!(error = %failed, "the disk is full: a request of the API is refused");
    let source = "Failed to write file to disk.";
    let status = failed.kind().status().as_u16();
    Some(rest.error("rest_insufficient_storage", source, status))
}
