//! Pages without banner, dialog and their rules.

use compat::wordpress::php::query_string::parse_str;

use crate::wordpress::view::View;

/// Whether the page is asked for without banner, dialog and their rules (`?justtext=1`).
pub(super) fn is_just_text(view: &View) -> bool {
    let uri = view.visitor.request_uri.as_str();
    let query = uri.split_once('?').map(|(_, query)| query);
    let query = query.filter(|query| query.contains("justtext"));
    query.is_some_and(|query| {
        let get = parse_str(query.as_bytes());
        get.get("justtext").is_some_and(|value| value.to_bool())
    })
}
