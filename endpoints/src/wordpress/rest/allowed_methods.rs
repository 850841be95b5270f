//! Which route answers a request, and which of its methods the user may use (`Allow`, `targetHints`).
//!
//! Contract "wordpress-rest", section 1.5.

use compat::wordpress::php::Array;

use super::request::RestRequest;
use super::route::{Endpoint, Rest, Route};
use super::route_error::RouteError;

use crate::request_error::RequestError;

/// The first route that matches path and method; HEAD is handled as GET.
pub fn find<'a>(
    rest: &'a Rest<'_>,
    request: &RestRequest,
) -> Option<(&'a Route, &'a Endpoint, Array)> {
    let method = match request.method.as_str() {
        "HEAD" => "GET",
        other => other,
    };
    rest.routes.routes.iter().find_map(|route| {
        let mut endpoints = route.endpoints.iter();
        let endpoint = endpoints.find(|e| e.methods.contains(&method))?;
        let params = route.matches(&request.route)?;
        Some((route, endpoint, params))
    })
}

/// The methods of a route that the user has permission for.
///
/// # Errors
/// When a permission callback fails.
pub async fn allowed_methods(
    rest: &Rest<'_>,
    route: &Route,
    request: &RestRequest,
) -> Result<Vec<&'static str>, RequestError> {
    let mut allowed = Vec::new();
    for endpoint in &route.endpoints {
        let mut request = request.clone();
        request.subject = endpoint.subject.clone();
        let permitted = match endpoint.permission {
            None => Ok(()),
            Some(permission) => permission(rest, &request).await,
        };
        match permitted {
            Ok(()) => allowed.extend(endpoint.methods),
            Err(RouteError::Error(_) | RouteError::Refused(..)) => {}
            Err(RouteError::Failed(error)) => return Err(error),
        }
    }
    Ok(allowed)
}

/// The value of `Allow`: the methods of a route that the user has permission for.
///
/// # Errors
/// When a permission callback fails.
pub async fn allow_of(
    rest: &Rest<'_>,
    route: &Route,
    request: &RestRequest,
) -> Result<Option<String>, RequestError> {
    Ok(allow_header(&allowed_methods(rest, route, request).await?))
}

/// The header of these methods.
pub fn allow_header(allow: &[&'static str]) -> Option<String> {
    (!allow.is_empty()).then(|| allow.join(", "))
}
