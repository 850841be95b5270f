//! The multilingual plugins.

/// The plugin that stores a site's languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plugin {
    /// WPML.
    Wpml,
    /// Polylang.
    Polylang,
}
