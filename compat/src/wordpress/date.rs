//! date.
