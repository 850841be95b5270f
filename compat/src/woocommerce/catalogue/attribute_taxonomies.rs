//! The shop's attributes whose values are terms (`{p}woocommerce_attribute_taxonomies`).
//!
//! Contract "woocommerce", section 2.2.

use crate::wordpress::column::text_at;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::options::Options;
use crate::wordpress::site::Registry;
use crate::wordpress::taxonomy::{Taxonomy, TermCapabilities};

/// The capabilities of the shop's taxonomies.
pub const TERM_CAPABILITIES: TermCapabilities = TermCapabilities {
    manage_terms: "manage_product_terms",
    edit_terms: "edit_product_terms",
    delete_terms: "delete_product_terms",
    assign_terms: "assign_product_terms",
};

/// One of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AttributeTaxonomy {
    /// Its id.
    pub id: i64,
    /// The name of its taxonomy, `pa_{attribute_name}`.
    pub taxonomy: String,
    /// `select`, or a type of an extension.
    pub kind: String,
    /// The order of its terms: `menu_order`, `name`, `name_num` or `id`.
    pub orderby: String,
    /// Its label.
    pub label: String,
    /// Whether its terms have pages.
    pub is_public: bool,
}

/// All of them, in the order of their labels.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AttributeTaxonomies(pub Vec<AttributeTaxonomy>);

crate::type_map_entry!(AttributeTaxonomies);

/// Id, name, label, type, order of the terms, whether terms have pages.
type Row = (i64, String, Option<String>, String, String, i64);

impl AttributeTaxonomies {
    /// Reads the table; a site without it has none.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(db: &Db) -> Result<Self, DbError> {
        const SQL: &str = "SELECT attribute_id, attribute_name, attribute_label, attribute_type, attribute_orderby, attribute_public \
            FROM {p}woocommerce_attribute_taxonomies ORDER BY attribute_name";
        let rows: Vec<Row> = match db.load(SQL, vec![]).await {
            Ok(rows) => rows,
            Err(error) if error.is_missing_table() => Vec::new(),
            Err(error) => return Err(error),
        };
        let of = |(id, name, label, kind, orderby, public): Row| AttributeTaxonomy {
            id,
            taxonomy: format!("pa_{name}"),
            kind,
            orderby,
            label: label.filter(|l| !l.is_empty()).unwrap_or(name),
            is_public: public == 1,
        };
        Ok(Self(rows.into_iter().map(of).collect()))
    }

    /// Registers the public ones: their terms have pages below `attribute_base`.
    pub fn register(&self, options: &Options, registry: &mut Registry) {
        let bases = options.value("woocommerce_permalinks");
        let base = text_at(bases, "attribute_base");
        let base = base.trim_matches('/');
        for attribute in self.0.iter().filter(|a| a.is_public) {
            let name = attribute.taxonomy.trim_start_matches("pa_");
            let slug = match base {
                "" => name.to_owned(),
                base => format!("{base}/{name}"),
            };
            let (name, label) = (attribute.taxonomy.clone(), attribute.label.clone());
            let taxonomy = Taxonomy::public(name, label.clone(), &slug, &["product"]);
            registry.register_taxonomy(Taxonomy {
                capabilities: TERM_CAPABILITIES,
                ..taxonomy.labelled(label, "woocommerce")
            });
        }
    }

    /// The attribute of a taxonomy.
    pub fn get(&self, taxonomy: &str) -> Option<&AttributeTaxonomy> {
        self.0.iter().find(|a| a.taxonomy == taxonomy)
    }

    /// The label of a taxonomy; without a row, its name.
    pub fn label<'a>(&'a self, taxonomy: &'a str) -> &'a str {
        let found = self.0.iter().find(|a| a.taxonomy == taxonomy);
        let name = taxonomy.strip_prefix("pa_").unwrap_or(taxonomy);
        found.map_or(name, |a| a.label.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_attributes_have_pages() {
        let of = |name: &str, is_public| AttributeTaxonomy {
            taxonomy: format!("pa_{name}"),
            label: name.to_uppercase(),
            is_public,
            ..AttributeTaxonomy::default()
        };
        let all = AttributeTaxonomies(vec![of("color", true), of("size", false)]);
        let mut registry = Registry::default();
        all.register(&Options::default(), &mut registry);
        let slugs = registry.taxonomies.values();
        let slugs = slugs.map(|t| (t.name.as_ref(), t.rewrite.as_ref().map(|r| r.slug.clone())));
        assert_eq!(
            slugs.collect::<Vec<_>>(),
            [("pa_color", Some("color".to_owned()))]
        );
        assert_eq!(
            (all.label("pa_size"), all.label("pa_gone")),
            ("SIZE", "gone")
        );
    }
}
