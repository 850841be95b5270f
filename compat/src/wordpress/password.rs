//! password.
