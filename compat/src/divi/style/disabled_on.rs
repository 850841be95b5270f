//! `disabled_on`: on which devices an element is not shown.

use super::media::{Declarations, Media};
use crate::divi::attributes::Attributes;
use crate::divi::multi_value::split;

/// The devices in the order of the value's parts, and their windows.
const WINDOWS: [(usize, Media); 3] = [
    (2, Media::Min981),
    (1, Media::From768To980),
    (0, Media::Max767),
];

/// One declaration for each device that is left out.
pub fn disabled_on(attributes: &Attributes) -> Vec<Declarations> {
    let parts = split(attributes.text("disabled_on"), Some(3));
    let is_off = |at: usize| parts.get(at) == Some(&"on");
    let windows = WINDOWS.into_iter().filter(|(at, _)| is_off(*at));
    let text = "display: none !important;".to_owned();
    windows
        .map(|(_, media)| Declarations {
            media,
            text: text.clone(),
        })
        .collect()
}
