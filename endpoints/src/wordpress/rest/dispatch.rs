//! Dispatch of a REST request: route, validation, permission, callback, `_fields`, `_embed`.
//!
//! Contract "wordpress-core", section 13 (dispatch).

use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use compat::wordpress::php::{Array, Value};

use super::allowed_methods::{allow_header, allowed_methods, find};
use super::fields::Fields;
use super::request::RestRequest;
use super::rest_response::{Body, Item, RestResponse};
use super::route::{Endpoint, Rest};
use super::route_error::{RestError, RouteError};
use super::unanswered::{no_room, no_route};

use crate::request_error::RequestError;

/// The result of a dispatched request.
pub struct DispatchResult {
    /// The status.
    pub status: u16,
    /// The body.
    pub data: Value,
    /// Headers of the response, `Allow` last.
    pub headers: Vec<(&'static str, Value)>,
    /// How long the response may be cached for anonymous visitors; `None`: not at all.
    pub fresh_for: Option<Duration>,
}

type Dispatching<'a> =
    Pin<Box<dyn Future<Output = Result<DispatchResult, RequestError>> + Send + 'a>>;

/// The links that `_embed` follows.
#[derive(Debug, Clone)]
pub enum Embed {
    /// None.
    Nothing,
    /// All.
    Everything,
    /// Links with these relations.
    Relations(Vec<String>),
}

impl Embed {
    /// `rest_parse_embed_param`.
    pub fn parse(value: Option<&Value>) -> Self {
        let Some(value) = value else {
            return Self::Nothing;
        };
        let texts: Vec<String> = match value {
            Value::Array(items) => items
                .values()
                .map(|v| v.to_string_lossy().into_owned())
                .collect(),
            other => {
                let text = other.to_string_lossy();
                if matches!(&*text, "" | "true" | "1") {
                    return Self::Everything;
                }
                let parts = text.split([',', ' ']).filter(|p| !p.is_empty());
                parts.map(str::to_owned).collect()
            }
        };
        if texts.is_empty() {
            Self::Everything
        } else {
            Self::Relations(texts)
        }
    }

    fn follows(&self, rel: &str) -> bool {
        match self {
            Self::Nothing => false,
            Self::Everything => true,
            Self::Relations(names) => names.iter().any(|n| n == rel),
        }
    }
}

/// Dispatches a request; a [`RestError`] becomes the response's data.
pub fn dispatch<'a>(rest: &'a Rest<'a>, request: RestRequest, embed: Embed) -> Dispatching<'a> {
    Box::pin(run(rest, request, embed))
}

async fn run(
    rest: &Rest<'_>,
    mut request: RestRequest,
    embed: Embed,
) -> Result<DispatchResult, RequestError> {
    let Some((route, endpoint, params)) = find(rest, &request) else {
        return Ok(refused(&no_route(rest, &request), None));
    };
    request.set_url_params(params);
    request.subject = endpoint.subject.clone();
    let args = endpoint.args.as_deref().unwrap_or_default();
    let outcome = match request.check(args, rest.arg_context()) {
        Ok(()) => call(rest, endpoint, &request).await,
        Err(error) => Err(error.into()),
    };
    if let Ok(RestResponse {
        allow_context: Some(context),
        ..
    }) = &outcome
    {
        request.set_param("context", *context);
    }
    let allow = allowed_methods(rest, route, &request).await?;
    match outcome {
        Ok(reply) => finish(rest, &request, reply, &embed, &allow).await,
        Err(RouteError::Refused(refusal)) => {
            let mut reply = RestResponse::error(refusal.error);
            reply.headers = refusal.headers;
            finish(rest, &request, reply, &embed, &allow).await
        }
        Err(RouteError::Failed(error)) => match no_room(rest, &error) {
            Some(told) => Ok(refused(&told, allow_header(&allow))),
            None => Err(error),
        },
        Err(RouteError::Error(error)) => Ok(refused(&error, allow_header(&allow))),
    }
}

/// Why a request may not be part of a batch; `None` when it may.
pub fn batch_error(rest: &Rest<'_>, request: &RestRequest) -> Option<RestError> {
    let Some((_, endpoint, params)) = find(rest, request) else {
        return Some(no_route(rest, request));
    };
    if !endpoint.allow_batch {
        let source = "The requested route does not support batch requests.";
        return Some(rest.error("rest_batch_not_allowed", source, 400));
    }
    let mut request = request.clone();
    request.set_url_params(params);
    let args = endpoint.args.as_deref().unwrap_or_default();
    request.check(args, rest.arg_context()).err()
}

/// The response to a batch entry that was refused before its callback ran.
///
/// # Errors
/// When a permission callback fails.
pub async fn refused_by_route(
    rest: &Rest<'_>,
    mut request: RestRequest,
    error: &RestError,
) -> Result<DispatchResult, RequestError> {
    let Some((route, _, params)) = find(rest, &request) else {
        return Ok(refused(error, None));
    };
    request.set_url_params(params);
    let allow = allowed_methods(rest, route, &request).await?;
    Ok(refused(error, allow_header(&allow)))
}

async fn call(
    rest: &Rest<'_>,
    endpoint: &Endpoint,
    request: &RestRequest,
) -> Result<RestResponse, RouteError> {
    if let Some(permission) = endpoint.permission {
        permission(rest, request).await?;
    }
    (endpoint.callback)(rest, request).await
}

fn refused(error: &RestError, allow: Option<String>) -> DispatchResult {
    DispatchResult {
        status: error.status(),
        data: error.to_value(),
        headers: allow.map(|a| ("Allow", a.into())).into_iter().collect(),
        fresh_for: None,
    }
}

async fn finish(
    rest: &Rest<'_>,
    request: &RestRequest,
    reply: RestResponse,
    embed: &Embed,
    allow: &[&'static str],
) -> Result<DispatchResult, RequestError> {
    let is_error = matches!(reply.body, Body::Error(_));
    let fields = Fields::parse(request.get("_fields")).filter(|_| !is_error);
    let keeps_links = match &reply.body {
        Body::Item(item) => Some(item.keeps_links),
        _ => None,
    };
    let mut data = match reply.body {
        Body::Item(item) => item_value(rest, *item).await?,
        Body::List(items) => {
            let mut values = Vec::with_capacity(items.len());
            for item in items {
                values.push(item_value(rest, item).await?);
            }
            values.into()
        }
        Body::Map(items) => {
            let mut map = Array::new();
            for (name, item) in items {
                let mut value = item_value(rest, item).await?;
                if let Some(fields) = &fields {
                    value = fields.filter_response(&value);
                }
                map.insert(name.as_str(), value);
            }
            map.into()
        }
        Body::Value(value) => value,
        Body::Error(error) => error.to_value(),
    };
    if let Some(fields) = &fields {
        data = match keeps_links {
            Some(keeps_links) => fields.filter_item(&data, keeps_links),
            None => fields.filter_response(&data),
        };
    }
    if !matches!(embed, Embed::Nothing) {
        embed_links(rest, &mut data, embed).await?;
    }
    let mut headers = reply.headers;
    if let Some(allow) = allow_header(allow) {
        headers.push(("Allow", allow.into()));
    }
    Ok(DispatchResult {
        status: reply.status,
        data,
        headers,
        fresh_for: reply.fresh_for,
    })
}

/// An item as the API prints it, with what the user may do at its address.
async fn item_value(rest: &Rest<'_>, item: Item) -> Result<Value, RequestError> {
    let mut own = item.links.iter();
    let own = own.find(|link| link.rel == "self" && link.allow.is_none());
    let allow = match own {
        Some(link) => target_hints(rest, &link.href).await?,
        None => Vec::new(),
    };
    Ok(item.into_value(&allow))
}

/// `get_target_hints_for_link`: the methods that the user may use at an address. Anonymous visitors read.
async fn target_hints(rest: &Rest<'_>, href: &str) -> Result<Vec<&'static str>, RequestError> {
    if rest.visitor.user.is_none() {
        return Ok(vec!["GET"]);
    }
    let Some(mut request) = request_to(rest, href) else {
        return Ok(Vec::new());
    };
    request.is_hint = true;
    let Some((route, endpoint, params)) = find(rest, &request) else {
        return Ok(Vec::new());
    };
    request.set_url_params(params);
    request.subject = endpoint.subject.clone();
    let args = endpoint.args.as_deref().unwrap_or_default();
    if request.check(args, rest.arg_context()).is_err() {
        return Ok(Vec::new());
    }
    allowed_methods(rest, route, &request).await
}

/// `WP_REST_Request::from_url`: a request for an address of the API.
fn request_to(rest: &Rest<'_>, href: &str) -> Option<RestRequest> {
    let rest_of = href.strip_prefix(&rest.rest_url(""))?;
    let (route, query) = rest_of.split_once(['?', '&']).unwrap_or((rest_of, ""));
    Some(RestRequest::internal(route, query))
}

/// Adds `_embedded` to an object or to each object of a list.
async fn embed_links(rest: &Rest<'_>, data: &mut Value, embed: &Embed) -> Result<(), RequestError> {
    let mut cache = HashMap::new();
    let Some(array) = data.as_array_mut() else {
        return Ok(());
    };
    if array.is_list() && !array.is_empty() {
        for (_, item) in array.iter_mut() {
            if let Some(object) = item.as_array_mut() {
                embed_object(rest, object, embed, &mut cache).await?;
            }
        }
        return Ok(());
    }
    embed_object(rest, array, embed, &mut cache).await
}

async fn embed_object(
    rest: &Rest<'_>,
    object: &mut Array,
    embed: &Embed,
    cache: &mut HashMap<String, Value>,
) -> Result<(), RequestError> {
    let Some(Value::Array(links)) = object.get("_links").cloned() else {
        return Ok(());
    };
    let mut embedded = Array::new();
    for (rel, targets) in links.iter() {
        let rel = rel.to_string_lossy();
        if !embed.follows(&rel) {
            continue;
        }
        let mut embeds = Vec::new();
        for target in targets.values() {
            embeds.push(embed_target(rest, target, cache).await?);
        }
        if embeds.iter().any(Value::to_bool) {
            embedded.insert(rel.as_str(), embeds);
        }
    }
    if !embedded.is_empty() {
        object.insert("_embedded", embedded);
    }
    Ok(())
}

async fn embed_target(
    rest: &Rest<'_>,
    target: &Value,
    cache: &mut HashMap<String, Value>,
) -> Result<Value, RequestError> {
    let href = target.at("href").to_string_lossy().into_owned();
    if !target.at("embeddable").to_bool() {
        return Ok(Value::array());
    }
    if let Some(known) = cache.get(&href) {
        return Ok(known.clone());
    }
    let Some(mut request) = request_to(rest, &href) else {
        return Ok(Value::array());
    };
    if !request.get("context").to_bool() {
        request.set_query("context", "embed");
    }
    if !request.get("per_page").to_bool() && takes_per_page(rest, &request) {
        request.set_query("per_page", 100);
    }
    let response = dispatch(rest, request, Embed::Nothing).await?;
    cache.insert(href, response.data.clone());
    Ok(response.data)
}

fn takes_per_page(rest: &Rest<'_>, request: &RestRequest) -> bool {
    find(rest, request).is_some_and(|(_, endpoint, _)| {
        let mut args = endpoint.args.iter().flatten();
        args.any(|a| a.name == "per_page")
    })
}
