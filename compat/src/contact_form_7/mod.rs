//! Contact Form 7: what a stored form means.
//!
//! Contract "contact-form-7". The form template and its tags ([`form_tag`]), texts ([`messages`]), settings
//! ([`additional_settings`]), the rules ([`swv`]), what a submission goes through ([`submission`], [`spam`]), its mails
//! ([`mail`]) and what is kept of it ([`submission_store`], [`flamingo`]). It prints no markup (that is
//! `themes::contact_form_7`) and answers no request.

pub mod additional_settings;
pub mod autop;
pub mod canonicalize;
pub mod file_name;
pub mod file_types;
pub mod flamingo;
pub mod form_tag;
pub mod kses_form;
pub mod mail;
pub mod messages;
pub mod spam;
pub mod submission;
pub mod submission_store;
pub mod swv;
pub mod text;
pub mod unit_tag;
pub mod whitespace;
