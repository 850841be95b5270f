//! The responses of the trackback protocol.

use compat::wordpress::formatting::escape::esc_html;

/// The trackback was accepted.
#[must_use]
pub fn accepted() -> String {
    response("<error>0</error>\n")
}

/// The trackback was not accepted.
#[must_use]
pub fn refused(message: &str) -> String {
    let message = esc_html(message);
    response(&format!("<error>1</error>\n<message>{message}</message>\n"))
}

fn response(inside: &str) -> String {
    format!("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<response>\n{inside}</response>")
}
