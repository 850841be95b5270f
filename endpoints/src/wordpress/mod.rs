//! WordPress's requests: the front controller and the scripts that are asked for by name.
//!
//! Contract "wordpress-core", section 2.

pub mod admin;
pub mod admin_ajax;
pub mod cache_key;
pub mod comments_post;
pub mod cookies;
pub mod embed;
pub mod feed;
pub mod front_controller;
pub mod heartbeat;
pub mod input;
pub mod login;
pub mod multipart;
pub mod page;
pub mod parse_request;
pub mod rate_limiter;
pub mod redirected;
pub mod request_user;
pub mod rest;
pub mod robots;
pub mod script_context;
pub mod scripts;
pub mod send_headers;
pub mod site_url;
pub mod sitemap;
pub mod special;
pub mod template_redirect;
pub mod theme_assets;
pub mod trackback;
pub mod uploads;
pub mod view;
pub mod xml_wp_die;
pub mod xmlrpc;

pub use front_controller::FrontController;

use crate::columns::{Column, Registry};

/// The column.
pub const COLUMN: Column = Column {
    name: "wordpress",
    is_active: |_| true,
    register,
};

fn register(registry: &mut Registry) {
    heartbeat::register(&mut registry.ajax);
}
