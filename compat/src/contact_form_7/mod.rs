//! Contact Form 7: what a stored form means.
//!
//! Contract "contact-form-7". Form templates and form-tags ([`form_tag`]), stored forms ([`contact_form`],
//! [`contact_forms`]), texts ([`messages`]), settings ([`additional_settings`]), validation rules ([`swv`]), submissions
//! ([`submission`], [`spam`]), mails ([`mail`]) and storage ([`submission_store`], [`flamingo`]). Markup:
//! `themes::contact_form_7`; requests: `endpoints::contact_form_7`.

pub mod additional_settings;
mod audit;
pub mod autop;
pub mod canonicalize;
pub mod captcha;
pub mod config_validator;
pub mod constants;
pub mod contact_form;
pub mod contact_form_edit;
pub mod contact_forms;
pub mod file_name;
pub mod file_types;
pub mod flamingo;
pub mod form_tag;
pub mod kses_form;
pub mod mail;
pub mod messages;
pub mod register;
pub mod services;
pub mod spam;
pub mod submission;
pub mod submission_record;
pub mod submission_result;
pub mod submission_store;
pub mod swv;
pub mod text;
pub mod unit_tag;
pub mod whitespace;
