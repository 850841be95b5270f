//! What the elements before an element decide about it: full rows of columns, fields of half the width.

use super::element::Element;
use super::scope::Scope;

/// The fraction of the row, as in `1_2`.
pub fn column_type<'e>(element: &'e Element<'_>) -> &'e str {
    match element.text("type") {
        "" => "4_4",
        kind => kind,
    }
}

/// Whether the field has half width.
pub fn is_half_field(element: &Element<'_>) -> bool {
    let is_signup = element.slug == "et_pb_signup_custom_field";
    // In a sign-up form fields have full width by default.
    let is_said = element.attributes.get("fullwidth_field").is_some();
    element.text("fullwidth_field") == "off" && (is_said || !is_signup)
}

impl Element<'_> {
    /// Reads and updates the state shared with its siblings.
    pub(super) fn count_in(&mut self, scope: &mut Scope) {
        let cursor = &mut scope.cursor;
        match self.slug {
            "et_pb_column" | "et_pb_column_inner" => {
                self.closes_row = cursor.columns.closes_row(column_type(self));
            }
            "et_pb_contact_field" | "et_pb_signup_custom_field" => {
                let is_half = is_half_field(self);
                cursor.half_fields = if is_half { cursor.half_fields + 1 } else { 0 };
                self.half_fields = cursor.half_fields;
            }
            _ => {}
        }
    }
}
