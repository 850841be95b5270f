//! `overflow-x` and `overflow-y`.

use super::media::{Declarations, State, by_device};
use crate::divi::attributes::Attributes;

/// Declarations of what stands over the edges.
pub fn overflow(attributes: &Attributes) -> Vec<Declarations> {
    by_device(|device| {
        let axes = ["overflow-x", "overflow-y"].into_iter();
        let declared = axes.filter_map(|name| {
            let value = State::Device(device).own(attributes, name)?;
            Some(format!("{name}: {value};"))
        });
        Some(declared.collect::<Vec<_>>().join(" "))
    })
}
