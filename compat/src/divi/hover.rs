//! Values under the mouse: `a__hover`, switched on by `a__hover_enabled`.
//!
//! Contract "divi-server", sections 1.2 and 6.4; vectors divi-helpers `hover.*`.

use super::attributes::Attributes;
use super::responsive::get_responsive_status;

/// The place of the order class in a selector.
pub const ORDER_CLASS: &str = "%%order_class%%";

/// Whether an attribute has a value under the mouse.
pub fn is_enabled(attributes: &Attributes, name: &str) -> bool {
    get_responsive_status(attributes.joined(&[name, "__hover_enabled"]))
}

/// The value under the mouse, `default` when there is none or it is switched off.
pub fn get_value<'a>(attributes: &'a Attributes, name: &str, default: &'a str) -> &'a str {
    if is_enabled(attributes, name) {
        get_raw_value(attributes, name, default)
    } else {
        default
    }
}

/// The stored value under the mouse, switched on or not.
pub fn get_raw_value<'a>(attributes: &'a Attributes, name: &str, default: &'a str) -> &'a str {
    match attributes.joined(&[name, "__hover"]) {
        "" => attributes
            .get(&[name, "__hover"].concat())
            .unwrap_or(default),
        value => value,
    }
}

/// The selector while the mouse is over the element: `:hover` right behind the compound with the order class. Parts
/// without the order class stay.
pub fn add_hover_to_order_class(selector: &str) -> String {
    let part = |part: &str| {
        let Some((before, behind)) = part.split_once(ORDER_CLASS) else {
            return part.to_owned();
        };
        let end = behind
            .find([' ', '>', '+', '~', ':', ','])
            .unwrap_or(behind.len());
        let (compound, rest) = behind.split_at(end);
        format!("{before}{ORDER_CLASS}{compound}:hover{rest}")
    };
    joined(selector, part)
}

/// The selector while the mouse is over what it selects: `:hover` at the end of each part, before a pseudo-element.
pub fn add_hover_to_selectors(selector: &str) -> String {
    let part = |part: &str| {
        let end = pseudo_element(part).unwrap_or(part.len());
        let (element, pseudo) = part.split_at(end);
        format!("{element}:hover{pseudo}")
    };
    joined(selector, part)
}

/// Where the pseudo-element begins with which a selector ends.
fn pseudo_element(selector: &str) -> Option<usize> {
    const ELEMENTS: [&str; 6] = [
        "before",
        "after",
        "placeholder",
        "first-letter",
        "first-line",
        "selection",
    ];
    let colon = selector.rfind(':')?;
    let name = selector.get(colon + 1..)?.trim_start_matches('-');
    let is_element = ELEMENTS.iter().any(|e| name.ends_with(e));
    let double = colon
        .checked_sub(1)
        .filter(|i| selector.get(*i..colon) == Some(":"));
    match double {
        Some(start) => Some(start),
        None => is_element.then_some(colon),
    }
}

/// Each part of a selector list changed, the list as the builder prints it.
pub(super) fn joined(selector: &str, part: impl Fn(&str) -> String) -> String {
    let parts: Vec<String> = selector.split(',').map(|p| part(p.trim())).collect();
    parts.join(", ")
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
