//! Appearance: what a thing looks like, as markup and CSS.
//!
//! This floor reads no request and touches no SQL: it prints what was loaded ([`wordpress::view::View`]). Every column
//! has its room; they meet in [`column::Registry`] and [`hooks::Hooks`].

pub mod base_css;
pub mod column;
pub mod columns;
pub mod contact_form_7;
pub mod divi;
pub mod engine;
pub mod hooks;
pub mod markup;
pub mod moove_gdpr;
pub mod multilingual;
pub mod render;
pub mod reviews;
pub mod slots;
pub mod theme;
pub mod woocommerce;
pub mod wordpress;
pub mod wp_armour;
