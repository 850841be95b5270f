//! Posts in one language: those of another one are neither found nor listed.
//!
//! Contract "wordpress-core", sections 19.1 and 19.2.

use super::languages::Languages;
use super::plugin::Plugin;
use crate::wordpress::db::SqlText;
use crate::wordpress::site::Site;

/// A language, as a condition.
struct InLanguage<'a> {
    languages: &'a Languages,
    code: &'a str,
}

/// The condition on `{p}posts p`. A post without a language is in the site's own.
pub fn posts_where(site: &Site, languages: &Languages, code: &str) -> SqlText {
    InLanguage { languages, code }.condition(site)
}

impl InLanguage<'_> {
    fn condition(&self, site: &Site) -> SqlText {
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

    /// Each type is compared by itself: the plugin's table may have another collation than that of the posts.
    fn wpml(&self, sql: &mut SqlText) {
        let mut types: Vec<&String> = self.languages.post_types.iter().collect();
        types.sort_unstable();
        for name in types {
            let element = || format!("post_{name}").into();
            sql.push_with(
                " OR (p.post_type = ? AND (EXISTS (SELECT 1 FROM {p}icl_translations tr \
                 WHERE tr.element_type = ? AND tr.element_id = p.ID AND tr.language_code = ?)",
                vec![name.into(), element(), self.code.into()],
            );
            if self.is_default() {
                sql.push_with(
                    " OR NOT EXISTS (SELECT 1 FROM {p}icl_translations tr \
                     WHERE tr.element_type = ? AND tr.element_id = p.ID)",
                    vec![element()],
                );
            }
            sql.push("))");
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
