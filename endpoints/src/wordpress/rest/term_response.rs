//! Terms as responses: fields, links, pages of lists. Contract "wordpress-rest", sections 5 and 8.

use std::sync::Arc;

use compat::wordpress::php::Value;
use compat::wordpress::site::Site;
use compat::wordpress::taxonomy::Term;
use compat::wordpress::term::integer_meta;
use themes::wordpress::view::View;

use super::collection::{Paging, keep_context, paged};
use super::hidden_types::{is_hierarchical, taxonomy_base};
use super::request::RestRequest;
use super::rest_response::{Item, RestResponse};
use super::route::Rest;
use super::route_error::RouteError;
use super::term_list::{filter, of_post, sort};

/// The post types that a taxonomy belongs to.
pub fn object_types<'s>(site: &'s Site, taxonomy: &str) -> Vec<&'s str> {
    if let Some(known) = site.registry.taxonomies.get(taxonomy) {
        return known.object_types.clone();
    }
    let hidden = super::hidden_types::HIDDEN_TAXONOMIES.iter();
    let hidden = hidden.filter(|t| t.name == taxonomy);
    hidden.map(|t| t.object_type).collect()
}

/// A page of a list of terms with its headers.
pub fn page(rest: &Rest<'_>, request: &RestRequest, items: Vec<Item>, total: i64) -> RestResponse {
    let base = taxonomy_base(&rest.state.site, &request.subject);
    paged(rest, request, items, total, &format!("/wp/v2/{base}"))
}

/// The terms of the requested page, and how many there are on all.
///
/// # Errors
/// When the database fails.
pub async fn page_of_terms(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<(Vec<Arc<Term>>, i64), RouteError> {
    let state = rest.state_now();
    let mut terms: Vec<Arc<Term>> = match request.int("post") {
        0 => state.site.terms.of(&request.subject).to_vec(),
        post => of_post(rest, &request.subject, post).await?,
    };
    filter(request, &mut terms);
    sort(request, &mut terms);
    let total = i64::try_from(terms.len()).unwrap_or(i64::MAX);
    let paging = Paging::of(request);
    let skip = usize::try_from(paging.offset).unwrap_or(usize::MAX);
    let take = usize::try_from(paging.per_page).unwrap_or(10);
    Ok((terms.into_iter().skip(skip).take(take).collect(), total))
}

/// One term with its links.
///
/// # Errors
/// When the database fails.
pub async fn prepare(
    rest: &Rest<'_>,
    request: &RestRequest,
    term: &Arc<Term>,
) -> Result<Item, RouteError> {
    let items = prepare_all(rest, request, std::slice::from_ref(term)).await?;
    Ok(items.into_iter().next().unwrap_or_default())
}

/// Terms with their links.
///
/// # Errors
/// When the database fails.
pub async fn prepare_all(
    rest: &Rest<'_>,
    request: &RestRequest,
    terms: &[Arc<Term>],
) -> Result<Vec<Item>, RouteError> {
    let view = rest.view(Vec::new()).await?;
    let ids: Vec<i64> = terms.iter().map(|t| t.term_id.0).collect();
    let fields = rest.routes.columns.term_fields.iter();
    let mut own = Vec::new();
    for field in fields.filter(|field| field.taxonomy == request.subject) {
        let values = integer_meta(&rest.app.db, &ids, field.meta_key).await?;
        own.push((field.name, values));
    }
    let items = terms.iter().map(|term| {
        let mut item = fields_of(rest, &view, term);
        for (name, values) in &own {
            let value = values.iter().find(|(id, _)| *id == term.term_id.0);
            item.set(name, value.map_or(0, |(_, value)| *value));
        }
        let embed = ["id", "link", "name", "slug", "taxonomy"];
        keep_context(&mut item, request, &embed);
        links(rest, &mut item, term);
        item
    });
    Ok(items.collect())
}

fn fields_of(rest: &Rest<'_>, view: &View, term: &Arc<Term>) -> Item {
    let mut item = Item::default();
    item.set("id", term.term_id.0);
    item.set("count", term.count);
    item.set("description", term.description.as_str());
    item.set("link", view.links().get_term_link(term).unwrap_or_default());
    item.set("name", term.name.as_str());
    item.set("slug", term.slug.as_str());
    item.set("taxonomy", term.taxonomy.as_str());
    if is_hierarchical(&rest.state.site, &term.taxonomy) {
        item.set("parent", term.parent.0);
    }
    item.set("meta", Value::array());
    item
}

/// The links of a term or menu.
pub fn links(rest: &Rest<'_>, item: &mut Item, term: &Term) {
    let site = &rest.state.site;
    let base = taxonomy_base(site, &term.taxonomy);
    let collection = rest.rest_url(&format!("/wp/v2/{base}"));
    let id = term.term_id.0;
    item.link("self", format!("{collection}/{id}"));
    item.link("collection", collection.clone());
    let about = format!("/wp/v2/taxonomies/{}", term.taxonomy);
    item.link("about", rest.rest_url(&about));
    if term.parent.0 > 0 {
        item.embeddable("up", format!("{collection}/{}", term.parent.0));
    }
    for name in object_types(site, &term.taxonomy) {
        let posts = super::hidden_types::post_type_base(site, name);
        if !posts.is_empty() {
            let route = format!("/wp/v2/{posts}?{base}={id}");
            item.link("wp:post_type", rest.rest_url(&route));
        }
    }
}
