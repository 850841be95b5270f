//! Links that say what the requesting user may do with a post (`get_available_actions`), in the context `edit`.
//!
//! Contract "wordpress-rest", section 5.1.

use compat::wordpress::post::Post;

use super::columns;
use super::post_fields::post_taxonomies;
use super::rest_response::Item;
use super::route::Rest;

/// Adds the links, all with the address of the post itself.
pub fn add(rest: &Rest<'_>, item: &mut Item, post: &Post, own: &str) {
    let site = &rest.state.site;
    let name = post.post_type.as_str();
    let mut add = |action: &str| item.link(&format!("wp:action-{action}"), own);
    if name != "attachment" && rest.can_type(name, "publish") {
        add("publish");
    }
    if rest.can("unfiltered_html") {
        add("unfiltered-html");
    }
    let edits_others = rest.can_type(name, "edit_others");
    if name == "post" && edits_others && rest.can_type(name, "publish") {
        add("sticky");
    }
    if edits_others && columns::supports_author(&site.registry, name) {
        add("assign-author");
    }
    for taxonomy in post_taxonomies(&site.registry, name) {
        let can = taxonomy.capabilities;
        let create = match taxonomy.hierarchical {
            true => can.edit_terms,
            false => can.assign_terms,
        };
        if rest.can(create) {
            add(&format!("create-{}", taxonomy.base));
        }
        if rest.can(can.assign_terms) {
            add(&format!("assign-{}", taxonomy.base));
        }
    }
}
