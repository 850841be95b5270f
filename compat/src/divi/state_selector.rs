//! Selectors of an element in a state: under the pointer, and while it is stuck to an edge of the window.
//!
//! Contract "divi-server", section 6.4; vectors divi-helpers `hover.add_*` and `sticky.add_*`.

/// The placeholder of the order class in a selector.
pub const ORDER_CLASS: &str = "%%order_class%%";

/// The class that the browser module sets on an element while it is stuck.
const STICKY: &str = ".et_pb_sticky";

/// The selector while the pointer is over the element: `:hover` behind the compound that holds the order class. Parts
/// without the order class stay as they are.
pub fn add_hover_to_order_class(selector: &str) -> String {
    let part = |part: &str| {
        // The last compound that begins with the order class.
        let starts = part.match_indices(ORDER_CLASS).map(|(at, _)| at);
        let Some(start) = starts.last() else {
            return part.to_owned();
        };
        let (before, behind) = part.split_at(start);
        let behind = behind.strip_prefix(ORDER_CLASS).unwrap_or_default();
        let end = behind
            .find([' ', '>', '+', '~', ':', ','])
            .unwrap_or(behind.len());
        let (compound, rest) = behind.split_at(end);
        format!("{before}{ORDER_CLASS}{compound}:hover{rest}")
    };
    joined(selector, part)
}

/// The selector while the pointer is over what it selects: `:hover` at the end of each part, before pseudo-elements
/// and pseudo-classes.
pub fn add_hover_to_selectors(selector: &str) -> String {
    let part = |part: &str| {
        let end = pseudo_element(part).unwrap_or(part.len());
        let (element, pseudo) = part.split_at(end);
        format!("{element}:hover{pseudo}")
    };
    joined(selector, part)
}

/// The position of the pseudo-elements and pseudo-classes at the end of a selector.
fn pseudo_element(selector: &str) -> Option<usize> {
    let is_moved =
        |c: char| c.is_ascii_alphabetic() || matches!(c, '-' | '(' | ')' | '[' | ']' | '|');
    let mut end = selector.len();
    let mut found = None;
    while let Some(colon) = selector.get(..end).and_then(|text| text.rfind(':')) {
        let name = selector.get(colon + 1..end).unwrap_or_default();
        if name.is_empty() || !name.chars().all(is_moved) {
            break;
        }
        let is_double = colon > 0 && selector.get(colon - 1..colon) == Some(":");
        end = if is_double { colon - 1 } else { colon };
        found = Some(end);
    }
    found
}

/// Changes each part of a selector list, and joins them as the builder does.
fn joined(selector: &str, part: impl Fn(&str) -> String) -> String {
    let parts: Vec<String> = selector.split(',').map(|p| part(p.trim())).collect();
    parts.join(", ")
}

/// The selector while sticking: the class in front of each part, without a space when the element itself sticks
/// (`is_sticky`), else as the class of an element around everything that is selected.
pub fn add_sticky_to_order_class(selector: &str, is_sticky: bool) -> String {
    let space = if is_sticky { "" } else { " " };
    joined(selector, |part| format!("{STICKY}{space}{part}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hover_stands_behind_the_compound() {
        assert_eq!(
            add_hover_to_order_class("%%order_class%%.et_pb_blurb .x,.et %%order_class%%:before"),
            "%%order_class%%.et_pb_blurb:hover .x, .et %%order_class%%:hover:before"
        );
        assert_eq!(
            add_hover_to_selectors(".a::placeholder"),
            ".a:hover::placeholder"
        );
        assert_eq!(add_hover_to_selectors("a:not(.b)"), "a:not(.b):hover");
    }
}
