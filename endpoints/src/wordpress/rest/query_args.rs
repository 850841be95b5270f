//! Query strings in the links of a response.

use compat::wordpress::php::url::urlencode;
use compat::wordpress::php::{Array, Value};

/// `add_query_arg( urlencode_deep( $params ), $url )`.
pub fn with_query(url: &str, params: &Array) -> String {
    let mut pairs = Vec::new();
    for (name, value) in params.iter() {
        push(&mut pairs, &name.to_string_lossy(), value);
    }
    if pairs.is_empty() {
        return url.to_owned();
    }
    let sign = if url.contains('?') { '&' } else { '?' };
    format!("{url}{sign}{}", pairs.join("&"))
}

fn push(pairs: &mut Vec<String>, name: &str, value: &Value) {
    match value {
        Value::Null => {}
        Value::Array(items) => {
            for (key, item) in items.iter() {
                let name = format!("{name}%5B{}%5D", key.to_string_lossy());
                push(pairs, &name, item);
            }
        }
        other => pairs.push(format!("{name}={}", urlencode(&other.to_bytes()))),
    }
}

/// The `Link` header with `prev` and `next` of a collection; `None` when it has one page.
pub fn paging_link(base: &str, params: &Array, page: i64, pages: i64) -> Option<String> {
    let link = |number: i64, rel: &str| {
        let mut params = params.clone();
        params.insert("page", number);
        format!("<{}>; rel=\"{rel}\"", with_query(base, &params))
    };
    let mut links = Vec::new();
    if page > 1 {
        links.push(link((page - 1).min(pages), "prev"));
    }
    if pages > page {
        links.push(link(page + 1, "next"));
    }
    (!links.is_empty()).then(|| links.join(", "))
}
