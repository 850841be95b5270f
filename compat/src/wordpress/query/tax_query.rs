//! Conditions on terms: `WP_Query::parse_tax_query` and `WP_Tax_Query`, answered from the site's snapshot.
//!
//! Contract "wordpress-core", section 4. A condition on terms that do not exist finds nothing.

use std::sync::Arc;

use super::clauses::Clauses;
use super::sanitize_title_for_query;
use crate::wordpress::db::unicode_ci;
use crate::wordpress::rewrite::{QueryVar, QueryVars, urldecode};
use crate::wordpress::site::Site;
use crate::wordpress::taxonomy::{Term, TermId};

/// How terms are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TaxField {
    /// By slug.
    Slug,
    /// By id.
    TermId,
}

/// How several terms go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TaxOperator {
    /// Any of them.
    In,
    /// None of them.
    NotIn,
    /// All of them.
    And,
}

/// One condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaxClause {
    /// The taxonomy.
    pub taxonomy: String,
    /// Slugs or ids.
    pub terms: Vec<String>,
    /// Which of the two.
    pub field: TaxField,
    /// How they go together.
    pub operator: TaxOperator,
}

impl TaxClause {
    fn slugs(taxonomy: &str, terms: Vec<String>) -> Self {
        Self {
            taxonomy: taxonomy.to_owned(),
            terms,
            field: TaxField::Slug,
            operator: TaxOperator::In,
        }
    }
}

/// The conditions in the query variables; path-like variables are cut to their last part.
pub(super) fn parse_tax_query(
    vars: &mut QueryVars,
    site: &Site,
    is_singular: bool,
) -> Vec<TaxClause> {
    let mut clauses = Vec::new();
    if vars.is_set("taxonomy") && vars.is_set("term") {
        let term = vars.text("term").to_owned();
        clauses.push(TaxClause::slugs(vars.text("taxonomy"), vec![term]));
    }
    for taxonomy in site.registry.taxonomies.values() {
        let var = taxonomy.query_var.as_deref();
        let Some(var) = var.filter(|_| taxonomy.name != "post_tag") else {
            continue;
        };
        let Some(value) = vars.get(var).filter(|v| !v.is_empty()) else {
            continue;
        };
        let mut value = joined(value);
        if taxonomy.rewrite.as_ref().is_some_and(|r| r.hierarchical) {
            let path = value.trim_end_matches('/');
            value = path.rsplit('/').next().unwrap_or_default().to_owned();
            vars.set(var, value.clone());
        }
        if value.contains('+') {
            let parts = value.split('+').filter(|p| !p.is_empty());
            clauses.extend(parts.map(|p| TaxClause::slugs(&taxonomy.name, vec![p.to_owned()])));
        } else {
            let mut slugs: Vec<String> = value.split(',').map(str::to_owned).collect();
            slugs.sort();
            clauses.push(TaxClause::slugs(&taxonomy.name, slugs));
        }
    }
    if !is_singular {
        clauses.extend(category_ids(vars));
        clauses.extend(tags(vars));
    }
    clauses
}

fn joined(value: &QueryVar) -> String {
    match value {
        QueryVar::Text(text) => text.clone(),
        QueryVar::Map(map) => {
            let parts: Vec<&str> = map.values().filter_map(QueryVar::as_text).collect();
            parts.join(",")
        }
    }
}

fn category_ids(vars: &QueryVars) -> Vec<TaxClause> {
    let Some(value) = vars.get("cat").filter(|v| !v.is_empty()) else {
        return Vec::new();
    };
    let ids: Vec<i64> = urldecode(&joined(value))
        .split([',', ' ', '\t', '\n'])
        .map(|id| crate::wordpress::php::cast::string_to_int(id.as_bytes()))
        .collect();
    let of = |wanted: &dyn Fn(i64) -> bool, operator| {
        let terms: Vec<String> = ids
            .iter()
            .filter(|id| wanted(**id))
            .map(|id| id.unsigned_abs().to_string())
            .collect();
        (!terms.is_empty()).then(|| TaxClause {
            taxonomy: "category".to_owned(),
            terms,
            field: TaxField::TermId,
            operator,
        })
    };
    let wanted = of(&|id| id > 0, TaxOperator::In);
    let unwanted = of(&|id| id < 0, TaxOperator::NotIn);
    wanted.into_iter().chain(unwanted).collect()
}

fn tags(vars: &QueryVars) -> Option<TaxClause> {
    let value = joined(vars.get("tag")?);
    if value.is_empty() {
        return None;
    }
    let blank = |c: char| matches!(c, '\r' | '\n' | '\t' | ' ');
    let (parts, operator): (Vec<&str>, _) = if value.contains(',') {
        (
            value.split(|c| c == ',' || blank(c)).collect(),
            TaxOperator::In,
        )
    } else if value.contains(|c| c == '+' || blank(c)) || vars.is_set("cat") {
        (
            value.split(|c| c == '+' || blank(c)).collect(),
            TaxOperator::And,
        )
    } else {
        (vec![&value], TaxOperator::In)
    };
    let mut terms: Vec<String> = parts
        .into_iter()
        .filter(|p| !p.is_empty())
        .map(sanitize_title_for_query)
        .collect();
    terms.sort();
    terms.dedup();
    Some(TaxClause {
        taxonomy: "post_tag".to_owned(),
        terms,
        field: TaxField::Slug,
        operator,
    })
}

/// The term that one entry of a condition names.
pub(super) fn find_term<'s>(
    site: &'s Site,
    clause: &TaxClause,
    name: &str,
) -> Option<&'s Arc<Term>> {
    match clause.field {
        TaxField::TermId => {
            let id = crate::wordpress::php::cast::string_to_int(name.as_bytes());
            site.terms.by_id(&clause.taxonomy, TermId(id))
        }
        TaxField::Slug => {
            let slug = unicode_ci::fold(&sanitize_title_for_query(name));
            site.terms
                .of(&clause.taxonomy)
                .iter()
                .find(|t| t.slug == name || unicode_ci::fold(&t.slug) == slug)
        }
    }
}

/// Adds the conditions to a statement. `joins`: the first list of terms is WordPress's own join, on which the order of
/// posts of one second depends ([`Clauses::ids`]).
pub(super) fn add_tax_clauses(site: &Site, tax: &[TaxClause], joins: bool, clauses: &mut Clauses) {
    for clause in tax {
        let Some(taxonomy) = site.registry.taxonomies.get(clause.taxonomy.as_str()) else {
            clauses.and("0 = 1", vec![]);
            continue;
        };
        let found: Vec<&Arc<Term>> = clause
            .terms
            .iter()
            .filter_map(|name| find_term(site, clause, name))
            .collect();
        if clause.operator == TaxOperator::And {
            if found.len() < clause.terms.len() {
                clauses.and("0 = 1", vec![]);
            }
            for term in found {
                clauses.and(
                    "p.ID IN (SELECT object_id FROM {p}term_relationships WHERE term_taxonomy_id = ?)",
                    vec![term.term_taxonomy_id.0.into()],
                );
            }
            continue;
        }
        let ids: Vec<i64> = found
            .into_iter()
            .flat_map(|term| match taxonomy.hierarchical {
                true => site.terms.with_descendants(term),
                false => vec![term.term_id],
            })
            .filter_map(|id| site.terms.by_id(&clause.taxonomy, id))
            .map(|t| t.term_taxonomy_id.0)
            .collect();
        match (clause.operator, ids.is_empty()) {
            (TaxOperator::NotIn, true) => {}
            (TaxOperator::NotIn, false) => clauses.and_list(
                "p.ID NOT IN (SELECT object_id FROM {p}term_relationships WHERE term_taxonomy_id IN (?*))",
                ids,
            ),
            (_, true) => clauses.and("0 = 1", vec![]),
            (_, false) if joins && !clauses.is_grouped => {
                clauses.is_grouped = true;
                clauses
                    .join
                    .push("LEFT JOIN {p}term_relationships r ON p.ID = r.object_id ");
                clauses.and_list("r.term_taxonomy_id IN (?*)", ids);
            }
            (_, false) => clauses.and_list(
                "p.ID IN (SELECT object_id FROM {p}term_relationships WHERE term_taxonomy_id IN (?*))",
                ids,
            ),
        }
    }
}
