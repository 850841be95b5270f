//! Contact Form 7: what a stored form means.
//!
//! Contract "contact-form-7". The form template and its tags ([`form_tag`]), the stored properties
//! ([`contact_form`]), texts ([`messages`]), settings ([`additional_settings`]) and the hashes of quiz questions
//! ([`quiz`]). It prints no markup (that is `themes::contact_form_7`) and answers no request.

pub mod additional_settings;
pub mod autop;
pub mod canonicalize;
pub mod file_name;
pub mod file_types;
pub mod form_tag;
pub mod kses_form;
pub mod mail;
pub mod messages;
pub mod spam;
pub mod submission;
pub mod swv;
pub mod text;
pub mod unit_tag;
pub mod whitespace;
