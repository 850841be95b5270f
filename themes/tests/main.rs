//! What is drawn from the demo site's database, against recorded pages and vectors; one module a topic.

#![expect(
    clippy::unwrap_used,
    reason = "a test fails by panicking, in its helpers too"
)]

mod builder_scene;
mod comments;
mod contact_form_7;
mod contact_form_7_pages;
mod demo;
mod demo_pages;
mod divi_hostile;
mod divi_modules;
mod divi_post_sliders;
mod divi_styles;
mod pages;
mod widgets;
