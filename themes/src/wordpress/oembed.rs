//! The oEmbed response as XML.

use std::fmt::Write;

use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::php::Array;

/// The fields as elements, in order.
#[must_use]
pub fn oembed_xml(fields: &Array) -> String {
    let mut xml = "<?xml version=\"1.0\"?>\n<oembed>".to_owned();
    for (name, value) in fields.iter() {
        let name = name.to_string_lossy();
        let text = value.to_string_lossy();
        // Writing to a string cannot fail.
        let _ = write!(xml, "<{name}>{}</{name}>", esc_html(&text));
    }
    xml.push_str("</oembed>\n");
    xml
}
