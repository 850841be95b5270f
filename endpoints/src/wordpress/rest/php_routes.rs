//! Which requests of the REST API nobody here answers, so that they go to the legacy upstream: namespaces of other plugins,
//! routes and methods that only PHP registers, and batches with one of these.

use compat::wordpress::php::query_string::parse_str;
use compat::wordpress::php::{Array, Value};
use compat::wordpress::url::parse_url;
use percent_encoding::percent_decode_str;

use crate::server::Request;

use super::route::Routes;

/// The route that a request's address names, with a slash before it; `None` for other requests. Addresses below the
/// prefix of a language are found by the rewrite rules alone.
pub fn route_of(request: &Request, home: &str) -> Option<String> {
    if let Some(query) = request.query()
        && query.contains("rest_route")
    {
        let get = parse_str(query.as_bytes());
        let route = get.get("rest_route").and_then(Value::as_str_lossy);
        if let Some(route) = route.filter(|route| !route.is_empty()) {
            return Some(route.into_owned());
        }
    }
    let folder = parse_url(home).and_then(|url| url.path).unwrap_or_default();
    let path = request.path().strip_prefix(folder.trim_end_matches('/'))?;
    let path = path.strip_prefix("/index.php").unwrap_or(path);
    let route = path.strip_prefix("/wp-json")?;
    let is_route = route.is_empty() || route.starts_with('/');
    let route = percent_decode_str(if route.is_empty() { "/" } else { route });
    is_route.then(|| route.decode_utf8_lossy().into_owned())
}

/// The method of a request: `_method` of the query and `X-HTTP-Method-Override` replace it.
pub fn method_of(request: &Request) -> String {
    let get: Array = parse_str(request.query().unwrap_or_default().as_bytes());
    let asked = get.get("_method").and_then(Value::as_str_lossy);
    let header = request.header("x-http-method-override");
    let method = match (asked.as_deref().unwrap_or_default(), header) {
        ("", "") => request.method.as_str(),
        ("", header) => header,
        (asked, _) => asked,
    };
    method.to_ascii_uppercase()
}

/// Whether no route here takes such a request. A preflight asks for any method.
pub fn is_unknown(routes: &Routes, method: &str, route: &str) -> bool {
    let path = match route.trim_end_matches('/') {
        "" => "/",
        path => path,
    };
    let method = if method == "HEAD" { "GET" } else { method };
    !routes.routes.iter().any(|known| {
        let takes = || known.endpoints.iter().any(|e| e.methods.contains(&method));
        (method == "OPTIONS" || takes()) && known.matches(path).is_some()
    })
}

/// Whether an entry of a batch is unknown here; `requests` is its parameter.
pub fn has_unknown_entry(routes: &Routes, requests: &Value) -> bool {
    requests.values().any(|entry| {
        let path = entry.at("path").to_string_lossy().into_owned();
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let method = match entry.at("method").to_string_lossy() {
            method if method.is_empty() => "POST".to_owned(),
            method => method.to_ascii_uppercase(),
        };
        // What is not a route at all is an error of the batch, here as there.
        path.starts_with('/') && is_unknown(routes, &method, path)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_names_the_route() {
        let route = |target: &str, home: &str| route_of(&Request::get(target).unwrap(), home);
        for (target, want) in [
            ("/wp-json/acme/v1/x?a=1", Some("/acme/v1/x")),
            ("/wp-json", Some("/")),
            ("/wp-json/", Some("/")),
            ("/index.php/wp-json/a%20b", Some("/a b")),
            ("/?rest_route=/acme/v1&x=1", Some("/acme/v1")),
            ("/?rest_route=", None),
            ("/wp-jsonx/", None),
            ("/pagina/", None),
        ] {
            let found = route(target, "http://casa.example");
            assert_eq!(found.as_deref(), want, "{target}");
        }
        let below = route("/blog/wp-json/acme", "http://casa.example/blog");
        assert_eq!(below.as_deref(), Some("/acme"));
        assert_eq!(route("/wp-json/acme", "http://casa.example/blog"), None);
    }
}
