//! What lists of products are filtered by: terms of a taxonomy, values of an attribute.
//!
//! Contract "woocommerce-store-api", section 2.1.

use crate::woocommerce::catalogue::filter::{HAS_ANY, HAS_NONE, or_none};
use crate::woocommerce::catalogue::product_list::TermOperator;
use crate::wordpress::db::SqlText;
use crate::wordpress::php::cast::string_to_int;
use crate::wordpress::site::Site;
use crate::wordpress::taxonomy::{Term, TermId};

/// Terms that products have or lack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermFilter {
    /// The taxonomy.
    pub taxonomy: String,
    /// Ids or slugs: the first entry decides.
    pub terms: Vec<String>,
    /// How they go together.
    pub operator: TermOperator,
}

/// Values of a global attribute that products have or lack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttributeFilter {
    /// The taxonomy (`pa_color`).
    pub taxonomy: String,
    /// Ids of terms; they win over slugs.
    pub ids: Vec<i64>,
    /// Slugs of terms.
    pub slugs: Vec<String>,
    /// How they go together.
    pub operator: TermOperator,
}

impl TermFilter {
    /// The terms that the entries name; `None` for an entry that names none.
    fn found<'s>(&'s self, site: &'s Site) -> impl Iterator<Item = Option<&'s Term>> {
        let all = site.terms.of(&self.taxonomy);
        let first = self.terms.first();
        let are_ids = first.is_some_and(|t| t.bytes().all(|b| b.is_ascii_digit()));
        self.terms.iter().map(move |name| {
            let id = TermId(string_to_int(name.as_bytes()));
            let mut all = all.iter();
            let found = all.find(|t| {
                if are_ids {
                    t.term_id == id
                } else {
                    t.slug == *name
                }
            });
            found.map(AsRef::as_ref)
        })
    }

    /// The condition on products `p`.
    pub(super) fn condition(&self, site: &Site) -> SqlText {
        let with_children = |term: &Term| -> Vec<i64> {
            let ids = site.terms.with_descendants(term).into_iter();
            let terms = ids.filter_map(|id| site.terms.by_id(&term.taxonomy, id));
            terms.map(|t| t.term_taxonomy_id.0).collect()
        };
        if self.operator == TermOperator::And {
            let each = self.found(site);
            return all_of(each.map(|term| term.map(|t| t.term_taxonomy_id.0)));
        }
        let found = self.found(site).flatten();
        any_or_none(self.operator, found.flat_map(with_children).collect())
    }
}

impl AttributeFilter {
    /// The terms that the entries name.
    pub(super) fn found<'s>(&'s self, site: &'s Site) -> impl Iterator<Item = &'s Term> {
        let terms = site.terms.of(&self.taxonomy).iter();
        let found = terms.filter(move |term| match self.ids.as_slice() {
            [] => self.slugs.contains(&term.slug),
            ids => ids.contains(&term.term_id.0),
        });
        found.map(AsRef::as_ref)
    }

    /// The condition on products `p`.
    pub(super) fn condition(&self, site: &Site) -> SqlText {
        let ids: Vec<i64> = self.found(site).map(|t| t.term_taxonomy_id.0).collect();
        if self.operator == TermOperator::And {
            let wanted = if self.ids.is_empty() {
                self.slugs.len()
            } else {
                self.ids.len()
            };
            let missing = (ids.len() < wanted).then_some(None);
            return all_of(ids.into_iter().map(Some).chain(missing));
        }
        any_or_none(self.operator, ids)
    }
}

fn any_or_none(operator: TermOperator, ids: Vec<i64>) -> SqlText {
    let mut sql = SqlText::default();
    let piece = if operator == TermOperator::NotIn {
        HAS_NONE
    } else {
        HAS_ANY
    };
    sql.push_list(piece, or_none(ids));
    sql
}

/// Products with each of the terms; with one that does not exist, none.
fn all_of(ids: impl Iterator<Item = Option<i64>>) -> SqlText {
    let each = ids.map(|id| match id {
        Some(id) => any_or_none(TermOperator::In, vec![id]),
        None => SqlText::new("0 = 1"),
    });
    let mut sql = SqlText::new("(1 = 1 AND ");
    sql.append(SqlText::join(" AND ", each)).push(")");
    sql
}
