//! Which scripts a page links.

/// The scripts that a page links.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Frontend {
    /// Oxipress's browser modules.
    #[default]
    React,
    /// The site's legacy scripts, at their URLs.
    Legacy,
}
