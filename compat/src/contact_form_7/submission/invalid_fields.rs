//! The fields that are not right, each with one reason: the first that was found.
//!
//! Contract "contact-form-7", section 11.4.

use crate::contact_form_7::form_tag::FormTag;
use crate::contact_form_7::swv::validation_functions::wpcf7_is_name;
use crate::wordpress::php::Value;

/// A field that is not right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidField {
    /// Its name.
    pub name: String,
    /// The text for the visitor.
    pub reason: String,
    /// The id of its control, where the tag gives one.
    pub idref: Option<String>,
}

/// Fields that are not right, in the order in which they were found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InvalidFields {
    fields: Vec<InvalidField>,
}

impl InvalidFields {
    /// Marks the field of a tag. A field that is marked already keeps its reason; a tag without a usable name
    /// marks nothing.
    pub fn invalidate(&mut self, tag: Option<&FormTag>, reason: &str) {
        let Some(tag) = tag.filter(|tag| wpcf7_is_name(&tag.name)) else {
            return;
        };
        if !self.is_valid(&tag.name) {
            return;
        }
        // An id counts for the first field that uses it.
        let idref = tag
            .get_id_option()
            .filter(|id| wpcf7_is_name(id))
            .filter(|id| {
                self.fields
                    .iter()
                    .all(|field| field.idref.as_deref() != Some(id))
            });
        self.fields.push(InvalidField {
            name: tag.name.clone(),
            reason: reason.to_owned(),
            idref: idref.map(Into::into),
        });
    }

    /// Whether nothing was found about a field.
    pub fn is_valid(&self, name: &str) -> bool {
        self.fields.iter().all(|field| field.name != name)
    }

    /// Whether nothing was found at all.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// How many fields are not right.
    pub fn len(&self) -> usize {
        self.fields.len()
    }

    /// The fields in order.
    pub fn iter(&self) -> std::slice::Iter<'_, InvalidField> {
        self.fields.iter()
    }

    /// The list as the REST answer prints it.
    pub fn to_value(&self, unit_tag: &str) -> Value {
        let fields = self.fields.iter().map(|field| {
            let name = field.name.replace('.', "_");
            let error_id = format!("{unit_tag}-ve-{name}");
            Value::array()
                .with("field", name)
                .with("message", field.reason.as_str())
                .with("idref", field.idref.as_deref())
                .with("error_id", error_id)
        });
        fields.collect()
    }
}
