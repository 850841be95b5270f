//! salt.
