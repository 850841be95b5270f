//! Requests to WordPress core: the front controller and the scripts requested by their own path.
//!
//! Contract "wordpress-core", section 2.

pub mod admin;
pub mod admin_ajax;
pub mod answerer;
pub mod authorize_application;
pub mod basic_auth;
pub mod cache_key;
pub mod comments_post;
pub mod cookies;
pub mod embed;
pub mod fallback_files;
pub mod feed;
pub mod front_controller;
pub mod headers;
pub mod heartbeat;
pub mod input;
pub mod legacy;
mod links_opml;
pub mod login;
pub mod multipart;
pub mod page;
pub mod page_lead;
pub mod parse_request;
pub mod rate_limiter;
pub mod read_input;
pub mod redirected;
pub mod request_context;
pub mod request_user;
pub mod rest;
pub mod robots;
mod scheduled_posts;
pub mod scripts;
pub mod send_headers;
pub mod served_by;
pub mod site_url;
pub mod sitemap;
pub mod special;
pub mod template_redirect;
pub mod theme_assets;
pub mod trackback;
pub mod upload_finders;
pub mod uploads;
pub mod user_mails;
pub mod view;
pub mod xml_wp_die;
pub mod xmlrpc;
mod xmlrpc_methods;
mod xmlrpc_profile;

pub use front_controller::FrontController;

use crate::column::{Column, Registry};

/// The column's manifest on this floor.
pub const COLUMN: Column = Column {
    register,
    personal_cookies: &[
        "wordpress_logged_in_",
        "wordpress_sec_",
        "comment_author",
        "wp-postpass_",
    ],
    uncached_arguments: &["preview"],
    upstream_arguments: &["preview", "customize_changeset_uuid"],
    rest_namespaces: &[
        (0, "oembed/1.0"),
        (100, "wp/v2"),
        (101, "wp-site-health/v1"),
        (102, "wp-block-editor/v1"),
    ],
    ..Column::new("wordpress", |_| true)
};

fn register(registry: &mut Registry) {
    heartbeat::register(&mut registry.ajax);
    rest::media_upload_rules::register(&mut registry.uploads);
    registry.scheduled.push(crate::media_library::SWEEP);
    registry.scheduled.push(scheduled_posts::JOB);
}
