//! Contact Form 7 on requests: its REST routes, forms posted without script, uploads, captchas.
//!
//! Contract "contact-form-7", sections 12, 13, 15, 16 and 21; recordings cf7/*. What a submission means is
//! `compat::contact_form_7`'s, what a form looks like is `themes::contact_form_7`'s.

pub mod captcha_image;
pub mod rate_guard;
