//! Texts of a form with mail-tags in them.
//!
//! Contract "contact-form-7", section 17.1.

use crate::wordpress::formatting::strip_all_tags::wp_strip_all_tags;

use super::{MailTagValues, ReplaceOptions, wpcf7_mail_replace_tags};

/// A message with mail-tags replaced and markup removed.
pub fn filter_message(text: &str, values: &impl MailTagValues) -> String {
    let text = wpcf7_mail_replace_tags(text, ReplaceOptions::default(), values);
    wp_strip_all_tags(&text, false)
}
