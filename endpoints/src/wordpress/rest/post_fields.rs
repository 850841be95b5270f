//! What post types have: taxonomies shown by the API, page templates, registered meta.

use compat::wordpress::meta_row::SentMeta;
use compat::wordpress::php::Value;
use compat::wordpress::site::{Registry, Site};
use compat::wordpress::taxonomy::{TermCapabilities, TermId};

use super::arg::Arg;
use super::columns;
use super::hidden_types::HIDDEN_TAXONOMIES;
use super::request::RestRequest;
use super::route::Rest;
use super::route_error::RestError;

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
pub fn post_taxonomies<'a>(registry: &'a Registry, post_type: &str) -> Vec<PostTaxonomy<'a>> {
    let known = registry.taxonomies.values();
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
    post_taxonomies(&site.registry, &request.subject)
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
fn meta_key_names(rest: &Rest<'_>, post_type: &str) -> Vec<&'static str> {
    let mut keys = columns::meta_keys(rest, post_type);
    if post_type == "wp_block" {
        keys.push("wp_pattern_sync_status");
    }
    keys
}

/// `WP_REST_Meta_Fields::update_value`: what was sent for the registered keys of a post type; `None` deletes.
///
/// # Errors
/// `rest_invalid_type` and its like for a value that the key does not take.
pub fn sent_meta(
    rest: &Rest<'_>,
    request: &RestRequest,
    post_type: &str,
) -> Result<SentMeta, RestError> {
    let Value::Array(sent) = request.get("meta") else {
        return Ok(Vec::new());
    };
    let mut meta = Vec::new();
    for key in meta_key_names(rest, post_type) {
        let Some(value) = sent.get(key) else { continue };
        if value.is_null() {
            meta.push((key.to_owned(), None));
            continue;
        }
        let mut arg = Arg::bare(&format!("meta.{key}")).string();
        if key == "wp_pattern_sync_status" {
            arg = arg.one_of(&["partial", "unsynced"]);
        }
        let checked = arg.check(value, rest.arg_context());
        let value = checked.map_err(|error| error.with("status", 400))?;
        meta.push((key.to_owned(), Some(value.to_string_lossy().into_owned())));
    }
    Ok(meta)
}
