//! The attributes of a product: terms of a taxonomy `pa_…`, or texts of its own.
//!
//! Contract "woocommerce", section 2.1 (`_product_attributes`).

use std::sync::Arc;

use crate::wordpress::php::Value;
use crate::wordpress::taxonomy::Term;

/// One attribute.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProductAttribute {
    /// The sanitized name: the taxonomy, or a slug.
    pub key: String,
    /// The taxonomy, or the name as written.
    pub name: String,
    /// Its place.
    pub position: i64,
    /// Whether the product's page lists it.
    pub is_visible: bool,
    /// Whether variations differ by it.
    pub is_variation: bool,
    /// Whether its values are terms.
    pub is_taxonomy: bool,
    /// The values of an attribute of the product's own.
    pub texts: Vec<String>,
    /// The values of a taxonomy.
    pub terms: Vec<Arc<Term>>,
}

impl ProductAttribute {
    /// The values as variations store them: slugs, or texts.
    pub fn options(&self) -> Vec<&str> {
        if self.is_taxonomy {
            self.terms.iter().map(|t| t.slug.as_str()).collect()
        } else {
            self.texts.iter().map(String::as_str).collect()
        }
    }

    /// What is printed for a stored value: the term's name, or the text itself.
    pub fn label_of<'a>(&'a self, value: &'a str) -> &'a str {
        let term = self.terms.iter().find(|t| t.slug == value);
        term.map_or(value, |t| t.name.as_str())
    }

    /// The name of the field that chooses it, as variations name their meta.
    pub fn field_name(&self) -> String {
        format!("attribute_{}", self.key)
    }
}

/// Reads the stored map; `terms` are the product's.
pub(super) fn attributes(stored: &Value, terms: &[Arc<Term>]) -> Vec<ProductAttribute> {
    let mut list: Vec<ProductAttribute> = stored
        .iter()
        .filter(|(_, row)| row.as_array().is_some())
        .map(|(key, row)| attribute(&key.to_string_lossy(), row, terms))
        .collect();
    list.sort_by_key(|a| a.position);
    list
}

fn attribute(key: &str, row: &Value, terms: &[Arc<Term>]) -> ProductAttribute {
    let name = row.at("name").to_string_lossy().into_owned();
    let is_taxonomy = row.at("is_taxonomy").to_bool();
    let texts = row.at("value").to_string_lossy();
    let texts = texts.split('|').map(str::trim).filter(|t| !t.is_empty());
    let held = terms.iter().filter(|t| is_taxonomy && t.taxonomy == name);
    ProductAttribute {
        key: key.to_owned(),
        position: row.at("position").to_int(),
        is_visible: row.at("is_visible").to_bool(),
        is_variation: row.at("is_variation").to_bool(),
        is_taxonomy,
        texts: if is_taxonomy {
            Vec::new()
        } else {
            texts.map(str::to_owned).collect()
        },
        terms: held.cloned().collect(),
        name,
    }
}
