//! The multilingual plugins.

/// Whose rows a site's languages come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plugin {
    /// WPML.
    Wpml,
    /// Polylang.
    Polylang,
}
