//! The oEmbed response as XML.

use std::fmt::Write;

use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::php::html::{Quotes, html_entity_decode_with};
use compat::wordpress::php::html_entities::Doctype;
use compat::wordpress::php::{Array, Key, Value};

/// The fields as elements, in order, as PHP's `SimpleXMLElement` writes a document without an encoding: what is not
/// ASCII as `&#xE1;`, quotes as they are. Entries of lists are elements `oembed`.
#[must_use]
pub fn oembed_xml(fields: &Array) -> String {
    let mut xml = "<?xml version=\"1.0\"?>\n".to_owned();
    element(&mut xml, "oembed", &elements(fields));
    xml.push('\n');
    xml
}

fn elements(fields: &Array) -> String {
    let mut xml = String::new();
    for (name, value) in fields.iter() {
        let inside = match value {
            Value::Array(inner) => elements(inner),
            value => text_node(&esc_html(&value.to_string_lossy())),
        };
        match name {
            Key::Int(_) => element(&mut xml, "oembed", &inside),
            name => element(&mut xml, &name.to_string_lossy(), &inside),
        }
    }
    xml
}

fn element(xml: &mut String, name: &str, inside: &str) {
    // Writing to a string cannot fail.
    let _ = match inside {
        "" => write!(xml, "<{name}/>"),
        inside => write!(xml, "<{name}>{inside}</{name}>"),
    };
}

/// Escaped HTML as a text of XML: its entities are read, and what XML needs is escaped again.
fn text_node(html: &str) -> String {
    let text = html_entity_decode_with(html.as_bytes(), Quotes::Both, Doctype::Xml1);
    let mut out = String::with_capacity(html.len());
    for c in String::from_utf8_lossy(&text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\r' => out.push_str("&#13;"),
            c if c.is_ascii() => out.push(c),
            c => {
                // Writing to a string cannot fail.
                let _ = write!(out, "&#x{:X};", u32::from(c));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_ascii() {
        let fields = Array::new()
            .with("title", "Cárcavas & \"más\" <b> &#8220;x&#8221;")
            .with("width", 600)
            .with("author_name", "");
        let xml = oembed_xml(&fields);
        println!("{xml}");
        assert_eq!(
            xml,
            "<?xml version=\"1.0\"?>\n<oembed><title>C&#xE1;rcavas &amp; \"m&#xE1;s\" &lt;b&gt; \
             &#x201C;x&#x201D;</title><width>600</width><author_name/></oembed>\n"
        );
        let params = Array::new().with(0_i64, "url");
        let data = Array::new().with("status", 400).with("params", params);
        let error = Array::new().with("code", "c").with("data", data);
        assert_eq!(
            oembed_xml(&error),
            "<?xml version=\"1.0\"?>\n<oembed><code>c</code><data><status>400</status>\
             <params><oembed>url</oembed></params></data></oembed>\n"
        );
    }
}
