//! The meaning of a site's data: WordPress's and the plugins' rules, algorithms and tables.
//!
//! This floor knows neither HTTP nor HTML pages. Each column of legacy software is a module.

pub mod columns;
pub mod contact_form_7;
pub mod divi;
pub mod moove_gdpr;
pub mod multilingual;
pub mod reviews;
pub mod trace;
pub mod type_map;
pub mod woocommerce;
pub mod wordpress;
pub mod wp_armour;
