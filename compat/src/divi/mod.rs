//! Divi: what the theme and its builder change about a site's data.
//!
//! Contracts "divi-server", "divi-theme".

pub mod ab_subject_cookie;
pub mod alignment;
pub mod artwork;
pub mod attributes;
mod audit;
pub mod background_image;
pub mod builder_settings;
pub mod canonical_hook;
pub mod code_module;
pub mod contact_form;
pub mod content;
mod data_files;
pub mod display_condition;
pub mod dynamic_content;
pub mod email_provider;
pub mod font;
pub mod font_icon;
pub mod global_colors;
pub mod global_module;
pub mod gradient;
pub mod layout;
pub mod logo;
pub mod migration;
pub mod module_text;
pub mod multi_value;
mod old_option;
pub mod page_data;
pub mod post_list;
pub mod preset;
pub mod query_hook;
pub mod range_value;
pub mod register;
pub mod responsive_images;
mod search_form;
pub mod shop_modules;
pub mod shortcode_breaks;
pub mod spacing;
pub mod split_test;
pub mod state_selector;
pub mod theme_builder;
mod theme_facts;
pub mod theme_tables;

pub use builder_settings::BuilderSettings;
pub use page_data::BuilderPageData;
