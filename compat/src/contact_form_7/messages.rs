//! The messages of a form: stored ones, else the locale's defaults.
//!
//! Contract "contact-form-7", section 18. A stored text takes precedence. Without one the plugin's translation of the
//! source text is used; English texts are our own.

use crate::wordpress::l10n::{DEFAULT_DOMAIN, Locale};
use crate::wordpress::php::{Array, Value};

/// The plugin's text domain.
pub const TEXT_DOMAIN: &str = "contact-form-7";

/// A message: key, source text for translation, English text.
type DefaultMessage = (&'static str, &'static str, &'static str);

/// All messages in the order of a newly saved form.
const DEFAULT_MESSAGES: [DefaultMessage; 23] = [
    (
        "mail_sent_ok",
        "Thank you for your message. It has been sent.",
        "Your message is on its way. Thanks!",
    ),
    (
        "mail_sent_ng",
        "There was an error trying to send your message. Please try again later.",
        "We could not send your message. Try once more in a few minutes.",
    ),
    (
        "validation_error",
        "One or more fields have an error. Please check and try again.",
        "Check the highlighted fields.",
    ),
    (
        "spam",
        "There was an error trying to send your message. Please try again later.",
        "We could not send your message right now.",
    ),
    (
        "accept_terms",
        "You must accept the terms and conditions before sending your message.",
        "Tick the terms box to continue.",
    ),
    (
        "invalid_required",
        "Please fill out this field.",
        "This information is needed.",
    ),
    (
        "invalid_too_long",
        "This field has a too long input.",
        "The text is over the limit.",
    ),
    (
        "invalid_too_short",
        "This field has a too short input.",
        "The text is under the minimum.",
    ),
    (
        "upload_failed",
        "There was an unknown error uploading the file.",
        "The file could not be saved.",
    ),
    (
        "upload_file_type_invalid",
        "You are not allowed to upload files of this type.",
        "Files of this kind are not accepted.",
    ),
    (
        "upload_file_too_large",
        "The uploaded file is too large.",
        "The file exceeds the size limit.",
    ),
    (
        "upload_failed_php_error",
        "There was an error uploading the file.",
        "The file transfer failed.",
    ),
    (
        "invalid_date",
        "Please enter a date in YYYY-MM-DD format.",
        "Give the date as YYYY-MM-DD.",
    ),
    (
        "date_too_early",
        "This field has a too early date.",
        "Choose a later date.",
    ),
    (
        "date_too_late",
        "This field has a too late date.",
        "Choose an earlier date.",
    ),
    (
        "invalid_number",
        "Please enter a number.",
        "Type a number only.",
    ),
    (
        "number_too_small",
        "This field has a too small number.",
        "The number is below the minimum.",
    ),
    (
        "number_too_large",
        "This field has a too large number.",
        "The number is above the maximum.",
    ),
    (
        "quiz_answer_not_correct",
        "The answer to the quiz is incorrect.",
        "That is not the right answer.",
    ),
    (
        "captcha_not_match",
        "Your entered code is incorrect.",
        "The code does not match.",
    ),
    (
        "invalid_email",
        "Please enter an email address.",
        "Enter a valid e-mail address.",
    ),
    (
        "invalid_url",
        "Please enter a URL.",
        "Enter a full web address.",
    ),
    (
        "invalid_tel",
        "Please enter a telephone number.",
        "Enter a valid phone number.",
    ),
];

/// Texts that no form stores, by source text.
pub mod unstored {
    /// More choices than one.
    pub const TOO_MANY_ITEMS: &str = "Too many items are selected.";
    /// A choice that the form does not offer.
    pub const UNDEFINED_VALUE: &str = "Undefined value was submitted through this field.";
    /// A step before the mail stopped it.
    pub const ABORTED: &str = "Sending mail has been aborted.";
    /// `subscribers_only`.
    pub const SUBSCRIBERS_ONLY: &str = "This contact form is available only for logged in users.";
    /// A `[stripe]` tag waits for its payment.
    pub const PAYMENT_REQUIRED: &str = "Payment is required. Please pay by credit card.";
    /// A ticked box in a mail.
    pub const CONSENTED: &str = "Consented";
    /// A box in a mail that is not ticked.
    pub const NOT_CONSENTED: &str = "Not consented";
    /// Box and conditions in a mail; context [`ACCEPTANCE_CONTEXT`].
    pub const ACCEPTANCE: &str = "%1$s: %2$s";
    /// The context of [`ACCEPTANCE`].
    pub const ACCEPTANCE_CONTEXT: &str = "mail output for acceptance checkboxes";
}

/// A text of the plugin in a language. Where the site has WordPress's own texts of that language and not the
/// plugin's, it stays English, as in WordPress; our own words are for sites without a file.
pub fn translated<'a>(locale: &'a Locale, source: &'a str) -> &'a str {
    if stays_english(locale) {
        return source;
    }
    locale.domain(TEXT_DOMAIN).translate(source)
}

/// The same for a text that has a context.
pub fn translated_with_context<'a>(
    locale: &'a Locale,
    source: &'a str,
    context: &'a str,
) -> &'a str {
    if stays_english(locale) {
        return source;
    }
    locale
        .domain(TEXT_DOMAIN)
        .translate_with_context(source, context)
}

fn stays_english(locale: &Locale) -> bool {
    locale.has_file(DEFAULT_DOMAIN) && !locale.has_file(TEXT_DOMAIN)
}

/// The default text of a message.
pub fn default_message<'a>(key: &str, locale: &'a Locale) -> &'a str {
    let Some((_, source, english)) = DEFAULT_MESSAGES.iter().find(|(k, _, _)| *k == key) else {
        return "";
    };
    match translated(locale, source) {
        same if same == *source => english,
        words => words,
    }
}

/// The messages of a form: stored texts, and default texts for missing keys.
pub fn with_defaults(stored: &Value, locale: &Locale) -> Array {
    let mut messages = stored.as_array().cloned().unwrap_or_default();
    for (key, _, _) in DEFAULT_MESSAGES {
        if !messages.contains_key(key) {
            messages.insert(key, default_message(key, locale));
        }
    }
    messages
}

/// The messages of a new form, in the order in which they are saved.
pub fn default_messages(locale: &Locale) -> Array {
    with_defaults(&Value::Null, locale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_text_wins() {
        let stored = Value::array().with("spam", "No.").with("extra", "x");
        let messages = with_defaults(&stored, &Locale::english());
        assert_eq!(messages.get("spam").and_then(Value::as_str), Some("No."));
        assert_eq!(
            messages.get("invalid_tel").and_then(Value::as_str),
            Some("Enter a valid phone number.")
        );
        assert_eq!(messages.len(), 24);
        assert_eq!(default_message("nada", &Locale::english()), "");
    }
}
