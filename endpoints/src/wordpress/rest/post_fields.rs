//! What post types have: taxonomies shown by the API, page templates, registered meta.

use compat::wordpress::site::Site;
use compat::wordpress::taxonomy::{TermCapabilities, TermId};

use super::columns;
use super::hidden_types::HIDDEN_TAXONOMIES;
use super::request::RestRequest;
use super::route::Rest;

/// A taxonomy of a post type, with `show_in_rest`.
#[derive(Debug, Clone, Copy)]
pub struct PostTaxonomy<'a> {
    /// Its name.
    pub name: &'a str,
    /// `rest_base`.
    pub base: &'static str,
    /// Whether terms have parents.
    pub hierarchical: bool,
    /// Who may do what with its terms.
    pub capabilities: TermCapabilities,
}

/// The taxonomies of a post type, in the order of registration.
pub fn post_taxonomies<'a>(site: &'a Site, post_type: &str) -> Vec<PostTaxonomy<'a>> {
    let known = site.registry.taxonomies.values();
    let known = known.filter(|t| t.object_types.contains(&post_type));
    let known = known.filter_map(|t| {
        Some(PostTaxonomy {
            name: t.name.as_ref(),
            base: t.rest_base?,
            hierarchical: t.hierarchical,
            capabilities: t.capabilities,
        })
    });
    let hidden = HIDDEN_TAXONOMIES.iter();
    let hidden = hidden.filter(|t| t.object_type == post_type && t.name != "nav_menu");
    let hidden = hidden.map(|t| PostTaxonomy {
        name: t.name,
        base: t.base,
        hierarchical: t.hierarchical,
        capabilities: TermCapabilities::of_hidden(t.name),
    });
    known.chain(hidden).collect()
}

/// `check_assign_terms_permission`: ids that do not exist are passed over.
pub fn may_assign_terms(rest: &Rest<'_>, request: &RestRequest) -> bool {
    let site = &rest.state.site;
    post_taxonomies(site, &request.subject)
        .iter()
        .all(|taxonomy| {
            let exists = |id: &i64| site.terms.by_id(taxonomy.name, TermId(*id)).is_some();
            !request.ids(taxonomy.base).iter().any(exists)
                || rest.can(taxonomy.capabilities.assign_terms)
        })
}

/// The page templates that the theme offers for a type.
pub fn registered_templates<'a>(site: &'a Site, post_type: &str) -> Vec<&'a str> {
    let templates = site.registry.page_templates.iter();
    let of_type = templates.filter(|(_, types)| types.contains(&post_type));
    of_type.map(|(file, _)| *file).collect()
}

/// The registered meta keys of a type, those that are no fields of `meta` included.
pub fn meta_key_names(rest: &Rest<'_>, post_type: &str) -> Vec<&'static str> {
    let mut keys = columns::meta_keys(rest, post_type);
    if post_type == "wp_block" {
        keys.push("wp_pattern_sync_status");
    }
    keys
}
