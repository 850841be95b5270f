//! WordPress's requests: the front controller and the scripts that are asked for by name.
//!
//! Contract "wordpress-core", section 2.

pub mod cache_key;
pub mod cookies;
pub mod front_controller;
pub mod input;
pub mod page;
pub mod rest;
pub mod scripts;
pub mod site_url;
pub mod view;
pub mod visitor;

pub use front_controller::FrontController;
