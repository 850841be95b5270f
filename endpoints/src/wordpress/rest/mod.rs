//! The REST API below `/wp-json/`: routes, parameters, responses, headers.
//!
//! Contract "wordpress-core", section 13; recordings `rest/*` and `feeds/oembed-*`. Lists are queried in
//! `compat::wordpress::rest`; rendered texts come from the theme. Write routes are described in contract
//! "wordpress-rest".

mod application_passwords;
pub mod arg;
pub mod batch;
mod block_editor;
mod block_patterns;
mod block_types;
mod can;
pub mod collection;
mod columns;
mod comment_response;
mod comments;
mod dashboard;
mod dashboard_args;
pub mod date;
mod default_templates;
mod denied;
mod denied_of;
pub mod dispatch;
mod excerpt;
mod fields;
mod fonts;
mod global_styles;
mod guarded;
mod hidden_types;
mod identity;
mod index;
mod item_schema;
mod media;
mod oembed;
mod plugins;
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
mod site_health;
mod statuses;
mod subtypes;
mod taxonomies;
mod template_args;
mod template_item;
mod templates;
mod term_args;
mod terms;
mod themes;
mod types;
mod url_details;
pub mod users;
mod widget_areas;
mod widget_item;
mod widget_types;
mod widgets;
mod write_args;

pub use serve_request::respond;
