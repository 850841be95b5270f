//! WordPress core: what the tables mean and what core's functions compute.
//!
//! Described in the contract "wordpress-core"; module names are those of WordPress's own vocabulary.

pub mod blocks;
pub mod canonical;
pub mod clock;
pub mod comment;
pub mod content;
pub mod cookie;
pub mod date;
pub mod db;
pub mod fast_hash;
pub mod feed;
pub mod formatting;
pub mod gravatar;
pub mod hash;
pub mod kses;
pub mod l10n;
pub mod link;
pub mod mail;
pub mod media;
pub mod menu;
pub mod nonce;
pub mod object_cache;
pub mod options;
pub mod page_objects;
pub mod password;
pub mod php;
pub mod post;
pub mod post_password;
pub mod posted;
pub mod query;
pub mod register;
pub mod rest;
pub mod rewrite;
pub mod salt;
pub mod session;
pub mod shortcode;
pub mod site;
pub mod site_loader;
pub mod sitemap;
pub mod spam_check;
pub mod taxonomy;
pub mod url;
pub mod user;
pub mod widget;
pub mod wp_config;
