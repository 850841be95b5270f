//! What the site's options say about all elements of the builder.

use super::global_colors::GlobalColors;
use super::preset::Presets;
use crate::wordpress::options::Options;

/// Read once for each state of the site.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BuilderSettings {
    /// Presets by kind of element.
    pub presets: Presets,
    /// Colours by name.
    pub global_colors: GlobalColors,
}

impl BuilderSettings {
    /// Those of a site.
    pub fn of(options: &Options) -> Self {
        Self {
            presets: Presets::of(options),
            global_colors: GlobalColors::of(options),
        }
    }
}
