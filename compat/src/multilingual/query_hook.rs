//! The main query in one language: posts of another one are not found.
//!
//! Contract "wordpress-core", sections 19.1 and 19.2.

use std::sync::Arc;

use super::languages::{Languages, Plugin};
use crate::wordpress::db::SqlText;
use crate::wordpress::query::{Clauses, Query, QueryHook};
use crate::wordpress::rewrite::QueryVars;
use crate::wordpress::site::Site;

/// Adds the condition of a language.
#[derive(Debug)]
pub struct LanguageHook {
    /// The site's languages.
    pub languages: Arc<Languages>,
    /// The code of the request's language.
    pub code: String,
}

impl LanguageHook {
    /// The condition on `{p}posts p`. A post without a language is in the site's own.
    pub fn condition(&self, site: &Site) -> SqlText {
        let types = self.languages.post_types.iter();
        let mut sql = SqlText::default();
        sql.push_list("(p.post_type NOT IN (?*)", types.map(String::as_str));
        match self.languages.plugin {
            Plugin::Wpml => self.wpml(&mut sql),
            Plugin::Polylang => self.polylang(site, &mut sql),
        }
        sql.push(")");
        sql
    }

    fn is_default(&self) -> bool {
        self.code == self.languages.default
    }

    fn wpml(&self, sql: &mut SqlText) {
        sql.push_with(
            " OR EXISTS (SELECT 1 FROM {p}icl_translations tr WHERE tr.element_id = p.ID \
             AND tr.element_type = CONCAT('post_', p.post_type) AND tr.language_code = ?)",
            vec![self.code.as_str().into()],
        );
        if self.is_default() {
            sql.push(
                " OR NOT EXISTS (SELECT 1 FROM {p}icl_translations tr WHERE tr.element_id = p.ID \
                 AND tr.element_type = CONCAT('post_', p.post_type))",
            );
        }
    }

    fn polylang(&self, site: &Site, sql: &mut SqlText) {
        let terms = site.terms.of("language");
        let own = terms.iter().filter(|term| term.slug == self.code);
        sql.push_list(
            " OR EXISTS (SELECT 1 FROM {p}term_relationships lr WHERE lr.object_id = p.ID \
             AND lr.term_taxonomy_id IN (?*))",
            own.map(|term| term.term_taxonomy_id.0),
        );
        if self.is_default() {
            sql.push_list(
                " OR NOT EXISTS (SELECT 1 FROM {p}term_relationships lr WHERE lr.object_id = p.ID \
                 AND lr.term_taxonomy_id IN (?*))",
                terms.iter().map(|term| term.term_taxonomy_id.0),
            );
        }
    }
}

impl QueryHook for LanguageHook {
    fn posts_clauses(&self, _query: &Query, site: &Site, _get: &QueryVars, clauses: &mut Clauses) {
        clauses.conditions.push(self.condition(site));
    }
}
