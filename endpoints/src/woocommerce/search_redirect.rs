//! A search among products that finds one leads to it.
//!
//! Contract "woocommerce", section 1.2; recording pages/busqueda-productos.

use compat::wordpress::canonical::Redirect;
use compat::wordpress::link::Links;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::query::MainQuery;

use crate::wordpress::request_context::RequestContext;

/// The only product found. The query leaves out those that searches do not show.
pub fn only_result(
    context: &RequestContext<'_>,
    query: &MainQuery,
    objects: &ObjectCache,
) -> Option<Redirect> {
    let is_products = query.is.is_search
        && query.is.is_post_type_archive
        && query.vars.text("post_type") == "product";
    if !is_products || query.is.is_feed || query.found_posts != 1 {
        return None;
    }
    let links = Links {
        site: &context.state.site,
        rewrite: &context.state.rewrite,
        cache: objects,
        hooks: &[],
        reads_private: false,
    };
    Some(Redirect {
        location: links.get_permalink(query.posts.first()?),
        status: 302,
    })
}
