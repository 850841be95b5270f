//! Which smaller images belong to a picture.
//!
//! Contract "wordpress-rest" section 7.4: the order in which they are made and stored, those that a column changes, those
//! that are missing.

use crate::wordpress::php::{Array, Value};
use crate::wordpress::site::Registry;

use super::sub_size::SubSize;

/// Those that are made first, so that there is something useful when the rest fails.
const FIRST: [&str; 4] = ["medium", "large", "thumbnail", "medium_large"];

/// `wp_get_registered_image_subsizes`, in the order in which they are made. Sizes without a box are off.
pub fn registered(registry: &Registry) -> Vec<SubSize> {
    let mut sizes: Vec<SubSize> = Vec::new();
    for size in &registry.image_sizes {
        if size.width <= 0 && size.height <= 0 {
            continue;
        }
        let made = SubSize {
            name: size.name.to_owned(),
            width: size.width,
            height: size.height,
            crop: size.crop,
        };
        match sizes.iter_mut().find(|known| known.name == size.name) {
            Some(known) => *known = made,
            None => sizes.push(made),
        }
    }
    sizes.sort_by_key(|size| {
        let place = FIRST.iter().position(|first| *first == size.name);
        place.unwrap_or(FIRST.len())
    });
    sizes
}

/// The sizes of a new picture; its measurements are those of the full image, turned and scaled.
pub fn of_new(registry: &Registry, full: (i64, i64)) -> Vec<SubSize> {
    let mut sizes = registered(registry);
    for hooks in &registry.sub_size_hooks {
        (hooks.sizes)(&mut sizes, full);
    }
    sizes
}

/// `wp_get_missing_image_subsizes`: sizes that could be made and are not stored. `original` are the measurements of the
/// uploaded file, where another one took its place.
pub fn missing(
    registry: &Registry,
    metadata: &Value,
    original: Option<(i64, i64)>,
) -> Vec<SubSize> {
    let side = |key: &str| metadata.at(key).to_int();
    let full = original.unwrap_or_else(|| (side("width"), side("height")));
    let stored = metadata.at("sizes");
    let mut sizes = registered_unordered(registry);
    sizes.retain(|size| size.of(full).is_some() && stored.get(size.name.as_str()).is_none());
    sizes
}

/// The registered sizes in the order of their registration.
fn registered_unordered(registry: &Registry) -> Vec<SubSize> {
    let mut sizes = registered(registry);
    let place = |size: &SubSize| {
        registry
            .image_sizes
            .iter()
            .position(|s| s.name == size.name)
    };
    sizes.sort_by_key(place);
    sizes
}

/// Missing sizes in the order in which they are made.
pub fn in_order(mut sizes: Vec<SubSize>) -> Vec<SubSize> {
    sizes.sort_by_key(|size| {
        let place = FIRST.iter().position(|first| *first == size.name);
        place.unwrap_or(FIRST.len())
    });
    sizes
}

/// The last word of columns on finished metadata.
pub fn finish_metadata(registry: &Registry, metadata: &mut Array) {
    let sizes = registered(registry);
    for hooks in &registry.sub_size_hooks {
        (hooks.metadata)(&sizes, metadata);
    }
}
