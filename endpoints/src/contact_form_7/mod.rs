//! Contact Form 7 on requests: its REST routes, forms posted without script, uploads, captchas.
//!
//! Contract "contact-form-7", sections 12, 13, 15, 16 and 21; recordings cf7/*. The rules of submissions are in
//! `compat::contact_form_7`, the markup of forms in `themes::contact_form_7`.

mod akismet;
pub mod captcha_image;
mod container_posts;
mod edit;
mod feedback;
mod form_response;
mod forms;
pub mod payments;
mod permission;
mod posted_form;
mod refill;
mod routes;
mod schema;
mod sender;
mod services;
mod settings;
pub mod site_verify;
pub mod state;
mod steps;
mod submit;
mod upload_rules;

use compat::contact_form_7::register::COLUMN as MEANING;

use crate::column::{Column, Registry};
use crate::config::section::Section;
use settings::ContactForm7Settings;

/// The column's manifest on this floor.
pub const COLUMN: Column = Column {
    register,
    settings: Some(Section::of::<ContactForm7Settings>()),
    rest_namespaces: &[(1, routes::NAMESPACE)],
    ..Column::new("contact_form_7", MEANING.is_active)
};

fn register(registry: &mut Registry) {
    registry.rest.add(routes::NAMESPACE, routes::register);
    registry.parse_request.add(posted_form::handle);
    registry.uploads.add(upload_rules::find);
    registry
        .uploads
        .handle_too_large(feedback::is_feedback_path);
    registry.made_files.push(captcha_image::respond);
}
