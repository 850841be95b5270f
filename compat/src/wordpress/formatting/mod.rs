//! formatting.
