//! The shop's attributes whose values are terms (`{p}woocommerce_attribute_taxonomies`).
//!
//! Contract "woocommerce", section 2.2.

use crate::wordpress::db::{Db, DbError};

/// One of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttributeTaxonomy {
    /// The name of its taxonomy, `pa_{attribute_name}`.
    pub taxonomy: String,
    /// Its label.
    pub label: String,
}

/// All of them, in the order of their labels.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AttributeTaxonomies(pub Vec<AttributeTaxonomy>);

crate::type_map_entry!(AttributeTaxonomies);

impl AttributeTaxonomies {
    /// Reads the table; a site without it has none.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(db: &Db) -> Result<Self, DbError> {
        const SQL: &str = "SELECT attribute_name, attribute_label FROM {p}woocommerce_attribute_taxonomies \
            ORDER BY attribute_name";
        let rows: Vec<(String, Option<String>)> = match db.load(SQL, vec![]).await {
            Ok(rows) => rows,
            Err(error) if error.is_missing_table() => Vec::new(),
            Err(error) => return Err(error),
        };
        let of = |(name, label): (String, Option<String>)| AttributeTaxonomy {
            taxonomy: format!("pa_{name}"),
            label: label.filter(|l| !l.is_empty()).unwrap_or(name),
        };
        Ok(Self(rows.into_iter().map(of).collect()))
    }

    /// The label of a taxonomy; without a row, its name.
    pub fn label<'a>(&'a self, taxonomy: &'a str) -> &'a str {
        let found = self.0.iter().find(|a| a.taxonomy == taxonomy);
        let name = taxonomy.strip_prefix("pa_").unwrap_or(taxonomy);
        found.map_or(name, |a| a.label.as_str())
    }
}
