//! php.
