//! user.
