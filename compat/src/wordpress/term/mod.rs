//! Terms as they are written: `wp_insert_term`, `wp_update_term`, `wp_delete_term`.
//!
//! Contract "wordpress-rest", section 8; recordings owner/category-*, owner/tag-*. Everything runs in the caller's
//! transaction and reads the rows as they stand there, never the site's snapshot.

mod children;
mod delete;
mod error;
mod insert;
mod meta;
mod read;
mod slug;
mod update;

use super::comment::filter::author_name;
use super::formatting::sanitize_title::sanitize_title;
use super::formatting::slashes::{wp_slash, wp_unslash};
use super::kses::wp_filter_kses;
use super::taxonomy::TermId;

pub use children::{clean_term_cache, wp_check_term_hierarchy_for_loops};
pub use delete::wp_delete_term;
pub use error::TermError;
pub use insert::wp_insert_term;
pub use meta::integer_meta;
pub use read::{all_terms, get_term, get_term_by_name, get_term_by_slug};
pub use slug::wp_unique_term_slug;
pub use update::wp_update_term;

/// What writing a term needs to know of its taxonomy and the site.
#[derive(Debug, Clone, Default)]
pub struct TermRules {
    /// `taxonomy`.
    pub taxonomy: String,
    /// Whether terms have parents.
    pub hierarchical: bool,
    /// The term that cannot be deleted, given to objects that lose their last one (`default_category`,
    /// `default_term_TAXONOMY`).
    pub default_term: Option<TermId>,
    /// The site's locale, for slugs (`es_ES`).
    pub locale: String,
}

/// The fields of a term that a request sets, not yet sanitized.
#[derive(Debug, Clone, Default)]
pub struct TermFields {
    /// `name`.
    pub name: Option<String>,
    /// `slug`.
    pub slug: Option<String>,
    /// `description`.
    pub description: Option<String>,
    /// `parent`, 0 for none.
    pub parent: Option<TermId>,
}

/// `pre_term_name`: plain text, HTML-escaped.
pub fn pre_term_name(name: &str) -> String {
    // WordPress hangs the same three filters on both names.
    author_name(name)
}

/// `pre_term_description`: the few tags of comments.
pub fn pre_term_description(description: &str) -> String {
    wp_unslash(&wp_filter_kses(&wp_slash(description))).into_owned()
}

impl TermRules {
    /// The slug of a text in the site's locale; empty when nothing is left.
    fn sanitize_title(&self, text: &str) -> String {
        sanitize_title(text, "", &self.locale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Recording owner/category-create.
    #[test]
    fn names_are_escaped_and_descriptions_keep_few_tags() {
        assert_eq!(pre_term_name("Obras & cal"), "Obras &amp; cal");
        assert_eq!(pre_term_name("<b>x</b> \"y\""), "x \"y\"");
        assert_eq!(
            pre_term_description("<p>De <b>obra</b></p>"),
            "De <b>obra</b>"
        );
    }
}
