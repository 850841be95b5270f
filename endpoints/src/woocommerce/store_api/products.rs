//! Products: lists, by id, by slug.
//!
//! Contract "woocommerce-store-api", sections 2.1, 2.3 and 2.6.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use compat::woocommerce::page_data::ShopPageData;
use compat::woocommerce::shopping::Goods;
use compat::woocommerce::store_api::{StoreProducts, last_modified};
use compat::wordpress::date::mysql::parse_local;
use compat::wordpress::post::PostId;
use themes::wordpress::view::{Page, View};

use super::paging::with_paging;
use super::product_request::product_list;
use super::product_schema::{product, with_links};
use super::schema::{base_url, error};
use crate::request_error::RequestError;
use crate::woocommerce::cart_view::part_view;
use crate::woocommerce::visit::source;
use crate::wordpress::rest::collection::Paging;
use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::rest_response::{Body, Item, RestResponse};
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route_error::RouteError;

/// The view in which goods are written.
///
/// # Errors
/// When the database fails.
pub async fn goods_view(rest: &Rest<'_>, goods: &Goods) -> Result<View, RequestError> {
    let mut view = part_view(&rest.context, &goods.catalogue.image_ids()).await?;
    view.page_data.insert(ShopPageData {
        products: goods.catalogue.clone(),
        ..ShopPageData::default()
    });
    Ok(view)
}

/// Products with their links; those that are not there are left out.
async fn items(
    rest: &Rest<'_>,
    request: &RestRequest,
    ids: Vec<PostId>,
) -> Result<Vec<Item>, RouteError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut goods = Goods::default();
    goods.add(&source(&rest.context), &ids).await?;
    let view = goods_view(rest, &goods).await?;
    let base = base_url(rest, request);
    let render = move |page: &mut Page| {
        let items = ids.iter().filter_map(|id| {
            let item = product(page, &goods, *id)?;
            Some(with_links(item, goods.get(*id)?, &base))
        });
        Ok(items.collect())
    };
    let pool = &rest.app.render_pool;
    let (items, _) = pool.render(Arc::new(view), render).await?;
    Ok(items)
}

/// A page of a list.
///
/// # Errors
/// When the database or rendering fails.
pub async fn list(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let (db, site) = (&rest.app.db, &rest.state.site);
    let list = product_list(rest, request).await?;
    let (ids, total) = list.load(db, site).await?;
    let ids = if request.method == "HEAD" {
        Vec::new()
    } else {
        ids
    };
    let items = items(rest, request, ids).await?;
    let response = RestResponse::new(Body::List(items)).cached_for(None);
    let paging = Paging::of(request);
    let pages = (paging.page, paging.per_page, total);
    let response = with_paging(rest, request, response, pages);
    let modified = last_modified(db).await?;
    let modified = modified.and_then(|date| u64::try_from(parse_local(&date)?).ok());
    Ok(match modified {
        Some(seconds) => {
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
            response.with_header("Last-Modified", httpdate::fmt_http_date(time))
        }
        None => response,
    })
}

/// A product or variation by its id.
///
/// # Errors
/// `woocommerce_rest_product_invalid_id`; when the database or rendering fails.
pub async fn by_id(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let id: i64 = request.url_text("id").parse().unwrap_or_default();
    let code = "woocommerce_rest_product_invalid_id";
    let missing = || error(rest, code, "Invalid product ID.", 404);
    let mut goods = Goods::default();
    goods.add(&source(&rest.context), &[PostId(id)]).await?;
    let found = goods.get(PostId(id));
    if !found.is_some_and(|own| own.post.is_published()) {
        return Err(missing().into());
    }
    let items = items(rest, request, vec![PostId(id)]).await?;
    let item = items.into_iter().next().ok_or_else(missing)?;
    Ok(RestResponse::item(item).cached_for(None))
}

/// A product by its slug, else a variation.
///
/// # Errors
/// `woocommerce_rest_product_invalid_slug`; when the database or rendering fails.
pub async fn by_slug(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let code = "woocommerce_rest_product_invalid_slug";
    let missing = || error(rest, code, "Invalid product slug.", 404);
    let (db, site) = (&rest.app.db, &rest.state.site);
    let list = StoreProducts {
        slug: vec![request.url_text("slug")],
        limit: 10,
        ..StoreProducts::default()
    };
    let (mut ids, _) = list.load(db, site).await?;
    if ids.len() > 1 {
        let mut goods = Goods::default();
        goods.add(&source(&rest.context), &ids).await?;
        ids.sort_by_key(|id| goods.get(*id).is_none_or(|own| own.post.parent.0 > 0));
    }
    ids.truncate(1);
    let items = items(rest, request, ids).await?;
    let item = items.into_iter().next().ok_or_else(missing)?;
    Ok(RestResponse::item(item).cached_for(None))
}
