//! The method of a request, which a header or a parameter of a POST may name.
//!
//! Contract "wordpress-rest", section 1.4.

use crate::wordpress::input::Input;

/// Whether the request names another method than its own.
pub fn is_overridden(input: &Input) -> bool {
    input.get.contains_key("_method") || !input.request.header("x-http-method-override").is_empty()
}

/// `_method` and `X-HTTP-Method-Override` replace the method.
pub fn method(input: &Input) -> String {
    let asked = input.get_text("_method");
    let header = input.request.header("x-http-method-override");
    let method = match (asked.as_str(), header) {
        ("", "") => input.request.method.as_str(),
        ("", header) => header,
        (asked, _) => asked,
    };
    method.to_ascii_uppercase()
}
