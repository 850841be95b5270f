//! `_xml_wp_die_handler`: `wp_die` for feeds and trackbacks.

use compat::wordpress::l10n::Locale;
use http::StatusCode;

use crate::server::Response;

use super::script_context;

/// The message as an XML document, not to be cached.
pub fn xml_wp_die(locale: &Locale, status: StatusCode, message: &str) -> Response {
    let title = locale
        .translate("WordPress &rsaquo; Error")
        .replace('&', "&amp;");
    let body = format!(
        "<error>\n    <code>wp_die</code>\n    <title><![CDATA[{title}]]></title>\n    \
         <message><![CDATA[{}]]></message>\n    <data>\n        <status>{}</status>\n    </data>\n</error>\n",
        escape(message),
        status.as_u16()
    );
    script_context::no_cache(Response::typed(status, "text/xml; charset=UTF-8", body))
}

fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('"', "&quot;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}
