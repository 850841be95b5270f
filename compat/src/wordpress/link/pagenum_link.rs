//! `get_pagenum_link`: the URL of another page of the list that is being shown.

use super::{Links, trailingslashit};
use crate::wordpress::url::{QueryArg, add_query_arg, remove_query_arg};

impl Links<'_> {
    /// The URL of page `number` of the request (path and query, `REQUEST_URI`).
    pub fn get_pagenum_link(&self, request_uri: &str, number: i64) -> String {
        let request = remove_query_arg(&["paged"], request_uri);
        let home = self.site.home();
        let home_path = home
            .split_once("://")
            .and_then(|(_, rest)| rest.find('/').map(|at| &rest[at..]))
            .unwrap_or_default();
        let request = match request.get(..home_path.len()) {
            Some(start) if start.eq_ignore_ascii_case(home_path) => &request[home_path.len()..],
            _ => &request,
        };
        let request = request.trim_start_matches('/');
        if !self.rewrite.using_permalinks() {
            let url = format!("{}{request}", trailingslashit(&home));
            return if number > 1 {
                add_query_arg(&[("paged", QueryArg::from(number))], &url)
            } else {
                url
            };
        }
        let (path, query) = request
            .find('?')
            .map_or((request, ""), |at| request.split_at(at));
        let path = without_page(path);
        let path = match path.get(..9) {
            Some(start) if start.eq_ignore_ascii_case("index.php") => &path[9..],
            _ => path,
        };
        let path = path.trim_matches('/');
        let mut url = home.clone();
        if self.rewrite.using_index_permalinks() && (number > 1 || !path.is_empty()) {
            url.push_str("/index.php");
        }
        if !path.is_empty() {
            url.push('/');
            url.push_str(path);
        }
        if number > 1 {
            url.push_str(&format!("/page/{number}"));
        }
        format!("{}{query}", self.user_trailingslashit(&url))
    }
}

/// The path without `page/N` at its end.
fn without_page(path: &str) -> &str {
    let trimmed = path.strip_suffix('/').unwrap_or(path);
    let base = trimmed.trim_end_matches(|c: char| c.is_ascii_digit());
    if base.len() == trimmed.len() {
        return path;
    }
    base.strip_suffix("page/").unwrap_or(path)
}
