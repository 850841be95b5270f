//! Pages of collections.
//!
//! Contract "woocommerce-store-api", section 1.11.

use compat::wordpress::php::Array;

use crate::wordpress::rest::query_args::with_query;
use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::rest_response::RestResponse;
use crate::wordpress::rest::route::Rest;

/// Adds the headers of a page: `total` items on pages of `per_page`.
pub fn with_paging(
    rest: &Rest<'_>,
    request: &RestRequest,
    response: RestResponse,
    (page, per_page, total): (i64, i64, i64),
) -> RestResponse {
    let per_page = per_page.max(1);
    let pages = total.saturating_add(per_page - 1) / per_page;
    let response = response
        .with_header("X-WP-Total", total)
        .with_header("X-WP-TotalPages", pages);
    let base = rest.rest_url(&request.route);
    let link = |number: i64, rel: &str| {
        let url = page_url(&base, request.query_params(), number);
        format!("<{url}>; rel=\"{rel}\"")
    };
    let mut links = Vec::new();
    if page > 1 {
        links.push(link((page - 1).min(pages), "prev"));
    }
    if pages > page {
        links.push(link(page + 1, "next"));
    }
    if links.is_empty() {
        return response;
    }
    response.with_header("Link", links.join(", "))
}

/// The address of another page. The plugin escapes the address for HTML first, and then takes what follows the first
/// `&#038;` for a fragment: the page stands before it.
fn page_url(base: &str, params: &Array, page: i64) -> String {
    let mut kept = Array::new();
    let mut params = params.iter();
    if let Some((name, value)) = params.next() {
        kept.insert(name.clone(), value.clone());
    }
    // A list is several pairs: only the first of them stands before the fragment.
    let first = with_query("", &kept);
    let (first, others) = first.split_once('&').unwrap_or((first.as_str(), ""));
    let mut rest = Array::new();
    for (name, value) in params {
        rest.insert(name.clone(), value.clone());
    }
    let rest = with_query("", &rest);
    let rest = rest.trim_start_matches('?').split('&');
    let fragment = others
        .split('&')
        .chain(rest)
        .filter(|pair| !pair.is_empty());
    let fragment: Vec<_> = fragment.collect();
    let query = match first.strip_prefix('?') {
        None | Some("") => format!("page={page}"),
        Some(pair) if pair.starts_with("page=") => format!("page={page}"),
        Some(pair) => format!("{pair}&page={page}"),
    };
    let sign = if base.contains('?') { '&' } else { '?' };
    if fragment.is_empty() {
        return format!("{base}{sign}{query}");
    }
    format!("{base}{sign}{query}#038;{}", fragment.join("&#038;"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use compat::wordpress::php::query_string::parse_str;

    #[test]
    fn the_page_stands_before_the_fragment() {
        let of = |query: &str| page_url("/p", &parse_str(query.as_bytes()), 3);
        assert_eq!(of(""), "/p?page=3");
        assert_eq!(of("per_page=2"), "/p?per_page=2&page=3");
        assert_eq!(of("per_page=2&page=2"), "/p?per_page=2&page=3#038;page=2");
        assert_eq!(of("page=2&per_page=2"), "/p?page=3#038;per_page=2");
        assert_eq!(of("a=1&b=2&c=3"), "/p?a=1&page=3#038;b=2&#038;c=3");
        assert_eq!(of("a[]=1&a[]=2"), "/p?a%5B0%5D=1&page=3#038;a%5B1%5D=2");
    }
}
