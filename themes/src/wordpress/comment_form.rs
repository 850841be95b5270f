//! The comment form.
