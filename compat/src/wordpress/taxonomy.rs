//! Taxonomies and terms (`{p}terms`, `{p}term_taxonomy`).
//!
//! Contract "wordpress-core", sections 1.1, 1.2 and 3.2. All terms are part of the site's snapshot.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use super::label::Label;

/// Id of a row of `{p}terms`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct TermId(pub i64);

/// Id of a row of `{p}term_taxonomy`: what posts are related to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct TermTaxonomyId(pub i64);

/// A term in its taxonomy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// `term_id`.
    pub term_id: TermId,
    /// `term_taxonomy_id`.
    pub term_taxonomy_id: TermTaxonomyId,
    /// `name`, as stored.
    pub name: String,
    /// `slug`.
    pub slug: String,
    /// `term_group`.
    pub group: i64,
    /// `taxonomy`.
    pub taxonomy: String,
    /// `description`.
    pub description: String,
    /// Parent term, 0 for none.
    pub parent: TermId,
    /// Number of published objects, as stored.
    pub count: i64,
}

/// The rewrite arguments of a taxonomy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaxonomyRewrite {
    /// The base of its term URLs.
    pub slug: String,
    /// Whether the permalink structure's fixed front comes before the base.
    pub with_front: bool,
    /// Whether a term's URL holds its parents.
    pub hierarchical: bool,
}

/// A registered taxonomy, with the arguments that a visitor can observe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taxonomy {
    /// Name as in `taxonomy`.
    pub name: Cow<'static, str>,
    /// Source string of the plural label.
    pub label: Cow<'static, str>,
    /// Source string of the singular label.
    pub singular_label: Cow<'static, str>,
    /// The text domain of its labels.
    pub text_domain: &'static str,
    /// Its other labels that are not those of tags or categories.
    pub labels: &'static [Label],
    /// Whether terms have parents.
    pub hierarchical: bool,
    /// Shown to visitors.
    pub public: bool,
    /// May be named in a URL or query.
    pub publicly_queryable: bool,
    /// Its query variable (`category_name`, `tag`, `project_category`, …).
    pub query_var: Option<Cow<'static, str>>,
    /// Its URLs.
    pub rewrite: Option<TaxonomyRewrite>,
    /// Whether lists of posts in the dashboard have a column of it.
    pub show_admin_column: bool,
    /// Post types it belongs to.
    pub object_types: Vec<&'static str>,
    /// Base below `wp/v2`, `None` when the REST API does not show it.
    pub rest_base: Option<&'static str>,
    /// Who may do what with its terms.
    pub capabilities: TermCapabilities,
}

/// The four capabilities of a taxonomy, as `wp/v2/taxonomies` prints them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the key of the same name")]
pub struct TermCapabilities {
    pub manage_terms: &'static str,
    pub edit_terms: &'static str,
    pub delete_terms: &'static str,
    pub assign_terms: &'static str,
}

impl Default for TermCapabilities {
    fn default() -> Self {
        Self::managed_by("manage_categories", "edit_posts")
    }
}

impl TermCapabilities {
    /// One capability for everything but assigning.
    pub const fn managed_by(manage: &'static str, assign: &'static str) -> Self {
        Self {
            manage_terms: manage,
            edit_terms: manage,
            delete_terms: manage,
            assign_terms: assign,
        }
    }

    /// Of core's taxonomies that are not registered here.
    pub fn of_hidden(taxonomy: &str) -> Self {
        match taxonomy {
            "nav_menu" => Self::managed_by("edit_theme_options", "edit_theme_options"),
            "link_category" => Self::managed_by("manage_links", "manage_links"),
            _ => Self::default(),
        }
    }
}

/// All terms of the site, by every key that a request uses.
#[derive(Debug, Default)]
pub struct Terms {
    by_term_taxonomy: HashMap<TermTaxonomyId, Arc<Term>>,
    by_term: HashMap<(String, TermId), Arc<Term>>,
    by_taxonomy: HashMap<String, Vec<Arc<Term>>>,
}

impl Terms {
    /// Indexes the rows.
    pub fn new(rows: impl IntoIterator<Item = Term>) -> Self {
        let mut terms = Self::default();
        for term in rows {
            let term = Arc::new(term);
            terms
                .by_term_taxonomy
                .insert(term.term_taxonomy_id, term.clone());
            terms
                .by_term
                .insert((term.taxonomy.clone(), term.term_id), term.clone());
            terms
                .by_taxonomy
                .entry(term.taxonomy.clone())
                .or_default()
                .push(term);
        }
        terms
    }

    /// The term of a relationship row.
    pub fn get(&self, id: TermTaxonomyId) -> Option<&Arc<Term>> {
        self.by_term_taxonomy.get(&id)
    }

    /// A term by taxonomy and id.
    pub fn by_id(&self, taxonomy: &str, id: TermId) -> Option<&Arc<Term>> {
        self.by_term.get(&(taxonomy.to_owned(), id))
    }

    /// All terms, taxonomy by taxonomy, in the order of their ids.
    pub fn all(&self) -> impl Iterator<Item = &Arc<Term>> {
        self.by_taxonomy.values().flatten()
    }

    /// All terms of a taxonomy, in the order of their ids.
    pub fn of(&self, taxonomy: &str) -> &[Arc<Term>] {
        self.by_taxonomy.get(taxonomy).map_or(&[], Vec::as_slice)
    }

    /// A term by its slug, compared exactly.
    pub fn by_slug(&self, taxonomy: &str, slug: &str) -> Option<&Arc<Term>> {
        self.of(taxonomy).iter().find(|t| t.slug == slug)
    }

    /// The term and its parents, nearest first; a loop in the data ends the walk.
    pub fn with_ancestors<'a>(&'a self, term: &'a Arc<Term>) -> Vec<&'a Arc<Term>> {
        let mut chain = vec![term];
        let mut parent = term.parent;
        while let Some(next) = self.by_id(&term.taxonomy, parent) {
            if chain.iter().any(|t| t.term_id == next.term_id) {
                break;
            }
            chain.push(next);
            parent = next.parent;
        }
        chain
    }

    /// The term's id and those of all terms below it.
    pub fn with_descendants(&self, term: &Term) -> Vec<TermId> {
        let mut ids = vec![term.term_id];
        let mut at = 0;
        while let Some(&id) = ids.get(at) {
            at += 1;
            let children = self
                .of(&term.taxonomy)
                .iter()
                .filter(|t| t.parent == id)
                .map(|t| t.term_id);
            let fresh: Vec<_> = children.filter(|c| !ids.contains(c)).collect();
            ids.extend(fresh);
        }
        ids
    }
}
