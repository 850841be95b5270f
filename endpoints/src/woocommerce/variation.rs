//! The variation that a choice of attributes names, for the script of a variable product's form.
//!
//! Contract "woocommerce", sections 6.4 and 10.

use std::sync::Arc;

use compat::woocommerce::page_data::ShopPageData;
use compat::woocommerce::product::variations::matching;
use compat::woocommerce::product::{ProductType, Products};
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::post::PostId;
use themes::woocommerce::variation_data::variation_data;
use themes::wordpress::view::Page;

use super::cart_view::part_view;
use super::posted;
use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::request_context::RequestContext;

/// `get_variation`: the object of the form's script, or `false`.
///
/// # Errors
/// When the database or rendering fails.
pub async fn variation(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let nothing = || Ok(Response::html(""));
    let asked = context.input.post_text("product_id");
    let Ok(id) = asked.trim().parse().map(PostId) else {
        return nothing();
    };
    let (db, site) = (&context.app.db, &context.state.site);
    let mut objects = ObjectCache::default();
    let products = Products::load(db, site, &mut objects, &[id]).await?;
    let Some(product) = products.get(id).cloned() else {
        return nothing();
    };
    if product.kind != ProductType::Variable {
        return nothing();
    }
    let chosen = posted::attributes(context.input);
    let found = matching(&product, &products, |key| {
        let name = format!("attribute_{key}");
        let mut chosen = chosen.iter();
        let found = chosen.find(|(own, _)| *own == name);
        found.map(|(_, value)| value.clone())
    });
    let Some(found) = found.cloned() else {
        return Ok(Response::json("false"));
    };
    let mut view = part_view(context, &products.image_ids()).await?;
    view.page_data.insert(ShopPageData {
        products,
        ..ShopPageData::default()
    });
    let render = move |page: &mut Page| Ok(variation_data(page, &product, &found));
    let pool = &context.app.render_pool;
    let (json, _) = pool.render(Arc::new(view), render).await?;
    Ok(Response::json(json))
}
