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
mod comment_fields;
mod comment_permission;
mod comment_response;
mod comment_writes;
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
mod hidden_labels;
mod item_schema;
mod label_defaults;
mod labels;
mod media;
mod menu_item_list;
mod menu_item_response;
mod menu_item_writes;
mod menu_items;
mod menu_locations;
mod menus;
mod oembed;
pub mod own_status;
mod post_args;
mod post_query;
mod post_response;
mod post_writer;
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
pub mod setting;
mod settings;
mod site_now;
mod statuses;
mod subtypes;
mod taxonomies;
mod term_args;
mod term_list;
mod term_writes;
mod terms;
mod types;
pub mod users;
mod write_args;

pub use serve_request::respond;
