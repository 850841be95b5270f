//! Lists of menu items, and one of them.

use std::sync::Arc;

use compat::wordpress::nav_menu::NAV_MENU;
use compat::wordpress::php::Value;
use compat::wordpress::post::Post;
use compat::wordpress::rest::TermCondition;
use compat::wordpress::taxonomy::TermId;

use super::collection::{Paging, paged};
use super::menu_item_response::prepare_all;
use super::post_query;
use super::read_permission::{post_of, readable};
use super::request::RestRequest;
use super::rest_response::RestResponse;
use super::route::Rest;
use super::route_error::RouteError;

/// A page of items.
///
/// # Errors
/// When a parameter is not valid, or the database fails.
pub async fn get_items(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let mut list = post_query::list(rest, request)?;
    for (name, excluded) in [("menus", false), ("menus_exclude", true)] {
        list.terms
            .extend(condition(rest, request.get(name), excluded));
    }
    let slice = list.load(&rest.app.db).await?;
    let paging = Paging::of(request);
    if paging.page > paging.pages(slice.total) && slice.total > 0 {
        let source = "The page number requested is larger than the number of pages available.";
        let error = rest.error("rest_post_invalid_page_number", source, 400);
        return Err(error.into());
    }
    let posts: Vec<Arc<Post>> = slice.items.into_iter().map(Arc::new).collect();
    let shown = readable(rest, &posts).await?;
    let is_shown =
        |(post, is_readable): &(Arc<Post>, bool)| *is_readable || post.status == "publish";
    let posts = posts.into_iter().zip(shown).filter(is_shown);
    let posts: Vec<Arc<Post>> = posts.map(|(post, _)| post).collect();
    let items = prepare_all(rest, request, posts).await?;
    Ok(paged(
        rest,
        request,
        items,
        slice.total,
        "/wp/v2/menu-items",
    ))
}

/// The menus of a parameter: a list of ids, or an object with `terms` and `operator`.
fn condition(rest: &Rest<'_>, value: &Value, excluded: bool) -> Option<TermCondition> {
    let (list, all) = match value {
        Value::Null => return None,
        Value::Array(items) if items.contains_key("terms") => {
            let is_all = value.at("operator").as_str() == Some("AND");
            (value.at("terms"), is_all && !excluded)
        }
        other => (other, false),
    };
    let ids = super::schema::list(list);
    if ids.is_empty() {
        return None;
    }
    let state = rest.state_now();
    let menus = ids.iter().map(|id| TermId(id.to_int()));
    let menus = menus.filter_map(|id| state.site.terms.by_id(NAV_MENU, id));
    Some(TermCondition {
        term_taxonomy_ids: menus.map(|menu| menu.term_taxonomy_id.0).collect(),
        excluded,
        all,
    })
}

/// One item.
///
/// # Errors
/// When there is none, or the database fails.
pub async fn get_item(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let post = post_of(rest, request, request.int("id")).await?;
    let items = prepare_all(rest, request, vec![post]).await?;
    Ok(RestResponse::item(
        items.into_iter().next().unwrap_or_default(),
    ))
}
