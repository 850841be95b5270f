//! The response to a bot that submits Divi's contact form.
//!
//! Contract "honeypot", section 5.2; recordings divi-contact/honeypot-*. Divi's script reads the element with the form's
//! id from it, finds no error, and shows the form as sent.

use compat::wordpress::formatting::escape::{esc_attr, esc_html};

/// The response body for the form with this number (as in `_0`).
pub fn refusal(number: &str, message: &str) -> String {
    format!(
        "<div id='et_pb_contact_form{}'><p>{}</p><div></div></div>",
        esc_attr(number),
        esc_html(message)
    )
}

#[cfg(test)]
mod tests {
    use super::refusal;

    #[test]
    fn number_and_message_are_escaped() {
        assert_eq!(
            refusal("_0\"><x", " <b>No</b>"),
            "<div id='et_pb_contact_form_0&quot;&gt;&lt;x'><p> &lt;b&gt;No&lt;/b&gt;</p><div></div></div>"
        );
    }
}
