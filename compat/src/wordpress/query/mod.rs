//! query.
