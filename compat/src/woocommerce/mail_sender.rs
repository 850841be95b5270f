//! The sender of the shop's mails.

use crate::wordpress::options::Options;
use crate::wordpress::php::html::html_entity_decode;

/// Name and address, for a header.
pub fn sender(options: &Options) -> (String, String) {
    let name = in_header(&options.text("woocommerce_email_from_name"));
    let name = if name.is_empty() {
        in_header(&options.text("blogname"))
    } else {
        name
    };
    let address = in_header(&options.text("woocommerce_email_from_address"));
    let address = if address.is_empty() {
        in_header(&options.text("admin_email"))
    } else {
        address
    };
    (name, address)
}

/// Text in one line, without what would end an address.
pub fn in_header(text: &str) -> String {
    let decoded = html_entity_decode(text.as_bytes());
    let text = String::from_utf8_lossy(&decoded);
    let is_plain = |c: &char| !c.is_control() && !matches!(c, '<' | '>' | ',' | '"');
    text.chars().filter(is_plain).collect()
}
