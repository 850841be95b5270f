//! The appearance floor: markup and CSS.
//!
//! It reads no request and runs no SQL: it renders loaded data ([`wordpress::view::View`]). Each column has its module;
//! columns interact through [`column::Registry`] and [`hooks::Hooks`].

pub mod base_css;
pub mod column;
pub mod columns;
pub mod contact_form_7;
pub mod divi;
pub mod elements;
pub mod engine;
pub mod error_page;
pub mod hooks;
pub mod markup;
pub mod minify;
pub mod moove_gdpr;
pub mod multilingual;
pub mod product_theme;
pub mod render;
pub mod reports;
pub mod reviews;
pub mod shop_parts;
pub mod slots;
pub mod theme;
pub mod woocommerce;
pub mod wordpress;
pub mod wp_armour;
