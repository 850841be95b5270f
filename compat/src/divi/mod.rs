//! Divi: what the theme and its builder mean (contracts "divi-*").

pub mod ab_subject_cookie;
