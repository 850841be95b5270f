//! Values while an element sticks to the window: `a__sticky`, switched on by `a__sticky_enabled`.
//!
//! Contract "divi-server", sections 1.2 and 6.4; vectors divi-helpers `sticky.*`. Whether the element or one around it
//! can stick at all is the caller's matter.

use super::attributes::Attributes;
use super::hover::{ORDER_CLASS, joined};
use super::responsive::get_responsive_status;

/// The class that the browser's script gives an element while it sticks.
const STICKY: &str = ".et_pb_sticky";

/// Whether an attribute has a value while sticking.
pub fn is_enabled(attributes: &Attributes, name: &str) -> bool {
    get_responsive_status(attributes.joined(&[name, "__sticky_enabled"]))
}

/// The value while sticking, `default` when there is none or it is switched off.
pub fn get_value<'a>(attributes: &'a Attributes, name: &str, default: &'a str) -> &'a str {
    if !is_enabled(attributes, name) {
        return default;
    }
    attributes
        .get(&format!("{name}__sticky"))
        .unwrap_or(default)
}

/// The selector while sticking: the class in front of the order class, without space when the element itself sticks
/// (`is_sticky`), else as that of an element around everything that the selector names.
pub fn add_sticky_to_order_class(selector: &str, is_sticky: bool) -> String {
    joined(selector, |part| match part.split_once(ORDER_CLASS) {
        Some((before, behind)) if is_sticky => format!("{before}{STICKY}{ORDER_CLASS}{behind}"),
        _ if is_sticky => format!("{STICKY}{part}"),
        _ => format!("{STICKY} {part}"),
    })
}
