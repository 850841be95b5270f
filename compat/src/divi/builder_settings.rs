//! The builder's settings of a site: presets, global colours, Theme Builder templates.

use super::attributes::Attributes;
use super::global_colors::GlobalColors;
use super::preset::Presets;
use super::theme_builder::ThemeBuilder;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::options::Options;

/// Read once for each snapshot of the site.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BuilderSettings {
    /// Presets.
    pub presets: Presets,
    /// Global colours.
    pub global_colors: GlobalColors,
    /// Templates of the Theme Builder.
    pub theme_builder: ThemeBuilder,
}

impl BuilderSettings {
    /// Reads the settings of a site.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(db: &Db, options: &Options) -> Result<Self, DbError> {
        Ok(Self {
            presets: Presets::of(options),
            global_colors: GlobalColors::of(options),
            theme_builder: ThemeBuilder::load(db).await?,
        })
    }

    /// Whether an element is disabled by its own attribute or that of its preset.
    pub fn is_disabled(&self, slug: &str, written: &Attributes) -> bool {
        match written.get("disabled") {
            Some(value) => value == "on",
            None => self.presets.text(slug, written, "disabled") == "on",
        }
    }
}
