//! `_xml_wp_die_handler`: `wp_die` for feeds and trackbacks.

use compat::wordpress::l10n::Locale;
use http::StatusCode;

use crate::server::Response;

use super::headers;

/// The message as an XML document, not to be cached.
pub fn xml_wp_die(locale: &Locale, status: StatusCode, message: &str) -> Response {
    let body = themes::wordpress::xml_wp_die::xml_wp_die(locale, status.as_u16(), message);
    headers::no_cache(Response::typed(status, "text/xml; charset=UTF-8", body))
}
