//! Which scripts a page links.

/// Which scripts a page links.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Frontend {
    /// Our browser modules.
    #[default]
    React,
    /// The site's own legacy scripts, at their old URLs.
    Legacy,
}
