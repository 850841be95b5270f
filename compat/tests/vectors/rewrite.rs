//! Vectors of the family `wordpress-rewrite`: rules, queries, redirects and links of the demo site.

#![expect(clippy::unwrap_used, reason = "a test may stop")]

pub(crate) mod database;
mod links;
mod queries;
mod redirects;
mod requests;
mod rules;
