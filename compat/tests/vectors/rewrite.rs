//! Vectors of the family `wordpress-rewrite`: rules, queries, redirects and links of the demo site.

mod columns;
mod database;
mod demo_site;
mod links;
mod queries;
mod redirects;
mod requests;
mod rules;
