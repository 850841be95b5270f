//! rewrite.
