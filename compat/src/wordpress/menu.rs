//! menu.
