//! `_xml_wp_die_handler`: the XML document that ends a request for a feed or a trackback.

use compat::wordpress::l10n::Locale;

/// What a feed says whose type is unknown; to be translated.
pub const INVALID_FEED: &str = "<strong>Error:</strong> This is not a valid feed template.";

/// The document of a message.
pub fn xml_wp_die(locale: &Locale, status: u16, message: &str) -> String {
    let title = locale
        .translate("WordPress &rsaquo; Error")
        .replace('&', "&amp;");
    let message = escape(message);
    format!(
        "<error>\n    <code>wp_die</code>\n    <title><![CDATA[{title}]]></title>\n    \
         <message><![CDATA[{message}]]></message>\n    <data>\n        <status>{status}</status>\n    </data>\n</error>\n"
    )
}

fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('"', "&quot;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}
