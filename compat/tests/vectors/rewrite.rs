//! Vectors of the family `wordpress-rewrite`: rules, queries, redirects and links of the demo site.

mod demo_site;
mod rules;
