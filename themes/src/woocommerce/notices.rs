//! Notices of the shop.
//!
//! Contract "woocommerce", section 3.4.

use crate::wordpress::view::Page;

/// The element for the visitor's notices; it is printed even when there are none.
pub fn notices_wrapper(_page: &mut Page) -> String {
    "<div class=\"woocommerce-notices-wrapper\"></div>".to_owned()
}

/// `wc_print_notice`: a notice that belongs to the page itself. The text is markup.
pub fn notice(text: &str) -> String {
    format!("<div class=\"woocommerce-info\" role=\"status\">\n\t\t{text}\t</div>\n")
}
