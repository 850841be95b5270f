//! The REST API below `/wp-json/`: routes, parameters, responses, headers.
//!
//! Contract "wordpress-core", section 13; recordings `rest/*` and `feeds/oembed-*`. Lists are queried in
//! `compat::wordpress::rest`; rendered texts come from the theme. Write routes send WordPress's permission errors to
//! visitors; for users with permission they are not implemented.

mod application_passwords;
pub mod arg;
pub mod batch;
mod can;
pub mod collection;
mod columns;
mod comment_response;
mod comments;
mod dashboard;
mod dashboard_args;
pub mod date;
mod denied;
mod denied_of;
pub mod dispatch;
mod excerpt;
mod fields;
mod hidden_types;
mod identity;
mod index;
mod item_schema;
mod media;
mod oembed;
mod post_args;
mod post_query;
mod post_response;
mod posts;
pub mod preload;
pub mod query_args;
mod read_permission;
pub mod request;
pub mod rest_api_init;
pub mod rest_response;
mod revisions;
pub mod route;
pub mod route_error;
pub mod routes;
pub mod schema;
mod schema_bounds;
mod schema_error;
mod schema_one_of;
mod search;
mod serve_request;
mod statuses;
mod subtypes;
mod taxonomies;
mod term_args;
mod terms;
mod types;
mod user_args;
mod user_list;
mod user_response;
mod user_write;
pub mod users;
mod write_args;

pub use serve_request::respond;
