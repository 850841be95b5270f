//! Headers of all responses: for other origins, and the cookies of the cart.
//!
//! Contract "woocommerce-store-api", sections 1.4, 1.5 and 1.8.

use compat::wordpress::url::parse_url;
use http::HeaderValue;
use http::header::{
    ACCESS_CONTROL_ALLOW_CREDENTIALS, ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS,
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, VARY,
};

use super::account::LoginCookies;
use super::cart_request::sent_token;
use crate::server::response::header_value;
use crate::server::{BodySource, Response};
use crate::woocommerce::visit::{Carried, cookies};
use crate::wordpress::headers::{nocache_headers, set_cookies};
use crate::wordpress::rest::route::Rest;

/// Adds the headers.
pub fn send(rest: &Rest<'_>, response: &mut Response) {
    let headers = &mut response.headers;
    let mut fixed = |name, value| headers.insert(name, HeaderValue::from_static(value));
    fixed(
        ACCESS_CONTROL_EXPOSE_HEADERS,
        "X-WP-Total, X-WP-TotalPages, Link, Cart-Token",
    );
    fixed(
        ACCESS_CONTROL_ALLOW_HEADERS,
        "Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type, Cart-Token, Nonce",
    );
    fixed(
        ACCESS_CONTROL_ALLOW_METHODS,
        "OPTIONS, GET, POST, PUT, PATCH, DELETE",
    );
    fixed(ACCESS_CONTROL_ALLOW_CREDENTIALS, "true");
    response
        .headers
        .append(VARY, HeaderValue::from_static("Origin"));
    let request = &rest.input.request;
    let origin = request.header("origin");
    let is_preflight = request.method == http::Method::OPTIONS
        && !origin.is_empty()
        && !request.header("access-control-request-method").is_empty()
        && !request.header("access-control-request-headers").is_empty();
    let may_read = is_preflight || sent_token(rest).is_some() || is_own(rest, origin);
    if may_read && let Ok(value) = header_value(origin) {
        response.headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, value);
    }
    if is_preflight {
        response.body = BodySource::Empty;
    }
    let LoginCookies(login) = rest.kept();
    if !login.is_empty() {
        nocache_headers(response);
        set_cookies(response, &login, rest.now);
    }
    let Carried(visit) = rest.kept();
    if let Some(visit) = visit {
        set_cookies(response, &cookies(&rest.context, &visit), rest.now);
    }
}

/// Whether an origin is one of the site's addresses; ports do not count as WordPress has it.
fn is_own(rest: &Rest<'_>, origin: &str) -> bool {
    let site = &rest.state.site;
    let hosts = [site.home(), site.siteurl()];
    let mut hosts = hosts.iter().filter_map(|url| parse_url(url)?.host);
    hosts.any(|host| origin == format!("http://{host}") || origin == format!("https://{host}"))
}
