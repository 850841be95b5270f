//! The maps of terms, one for each taxonomy that visitors may see. Terms are part of the site's snapshot.

use std::sync::Arc;

use super::{MAX_URLS, SitemapEntry, Sitemaps};
use crate::wordpress::object_cache::ObjectCache;
use crate::wordpress::taxonomy::{Taxonomy, Term};

impl Sitemaps<'_> {
    fn taxonomies(&self) -> impl Iterator<Item = &Taxonomy> {
        let all = self.site.registry.taxonomies.values();
        all.filter(|t| t.public && t.publicly_queryable)
    }

    /// The terms that posts have, by id.
    fn used_terms(&self, taxonomy: &str) -> impl Iterator<Item = &Arc<Term>> {
        let terms = self.site.terms.of(taxonomy).iter();
        terms.filter(|t| t.count > 0)
    }

    pub(super) fn term_counts(&self) -> Vec<(&str, i64)> {
        let count = |name: &str| i64::try_from(self.used_terms(name).count()).unwrap_or(i64::MAX);
        self.taxonomies()
            .map(|t| (t.name.as_ref(), count(&t.name)))
            .collect()
    }

    pub(super) fn terms(&self, subtype: &str, page: i64) -> Vec<SitemapEntry> {
        let Some(taxonomy) = self.taxonomies().find(|t| t.name == subtype) else {
            return Vec::new();
        };
        let skip = page.saturating_sub(1).saturating_mul(MAX_URLS);
        let skip = usize::try_from(skip).unwrap_or(usize::MAX);
        let most = usize::try_from(MAX_URLS).unwrap_or_default();
        let cache = ObjectCache::default();
        let links = self.links(&cache);
        let mut terms: Vec<&Arc<Term>> = self.used_terms(&taxonomy.name).collect();
        terms.sort_by_key(|t| t.term_id);
        let shown = terms.into_iter().skip(skip).take(most);
        let entry = |term| {
            links
                .get_term_link(term)
                .map(|loc| SitemapEntry { loc, lastmod: None })
        };
        shown.filter_map(entry).collect()
    }
}
