//! The requests floor: routing, authentication, status, headers and JSON.
//!
//! This floor builds no markup (that is `themes`) and touches no SQL (that is `compat`).

pub mod app;
pub mod audit;
pub mod cdn;
pub mod cli;
pub mod column;
pub mod column_states;
pub mod columns;
pub mod config;
pub mod contact_form_7;
pub mod demo_site;
pub mod divi;
pub mod doctor;
pub mod freshness;
pub mod http_client;
pub mod legacy_routes;
pub mod mail_worker;
pub mod media_folder;
pub mod media_library;
pub mod media_store;
pub mod moove_gdpr;
pub mod multilingual;
pub mod outbox;
pub mod packed_modules;
pub mod public_address;
pub mod readiness;
pub mod recorder;
pub mod registered_site;
pub mod render_pool;
mod render_threads;
pub mod renewals;
pub mod replayer;
pub mod request_error;
pub mod reviews;
pub mod scheduled;
pub mod secrets;
pub mod server;
pub mod shadow;
pub mod site_state;
pub mod telemetry;
pub mod watch;
pub mod woocommerce;
pub mod wordpress;
pub mod wp_armour;
