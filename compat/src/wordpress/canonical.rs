//! canonical.
