//! site.
