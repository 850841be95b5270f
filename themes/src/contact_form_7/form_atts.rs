//! The attributes of a form's shortcode.

/// The attributes of a form's shortcode.
#[derive(Debug, Clone, Default)]
pub struct FormAtts {
    /// `html_id`.
    pub html_id: String,
    /// `html_name`.
    pub html_name: String,
    /// `html_title`.
    pub html_title: String,
    /// `html_class`.
    pub html_class: String,
    /// All attributes, for `default:shortcode_attr`.
    pub all: Vec<(String, String)>,
}
