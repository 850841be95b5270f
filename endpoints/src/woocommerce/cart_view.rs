//! Parts of pages that scripts of the shop ask for: rendered without a main query.

use std::sync::Arc;

use compat::woocommerce::shopping::Visit;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::page_objects::PageObjects;
use compat::wordpress::posted::Posted;
use compat::wordpress::query::MainQuery;
use themes::wordpress::view::{Page, View};

use crate::request_error::RequestError;
use crate::wordpress::request_context::RequestContext;
use crate::wordpress::view;

/// The view for a part, with pictures by their ids.
///
/// # Errors
/// When the database fails.
pub async fn part_view(context: &RequestContext<'_>, images: &[i64]) -> Result<View, RequestError> {
    let (query, objects) = (MainQuery::default(), ObjectCache::default());
    let mut view = view::build(context, query, objects, Posted::default()).await?;
    let mut objects = PageObjects::default();
    let (db, site) = (&context.app.db, &context.state.site);
    objects.load_attachments(db, site, images).await?;
    view.attachments.extend(objects.attachments);
    for post in objects.objects.posts() {
        view.objects.add_post(Arc::clone(post));
    }
    Ok(view)
}

/// Parts of the pages of a visit.
///
/// # Errors
/// When the database or rendering fails.
pub async fn rendered<const N: usize>(
    context: &RequestContext<'_>,
    visit: &Visit,
    parts: [fn(&mut Page) -> String; N],
) -> Result<[String; N], RequestError> {
    let mut images = visit.goods.catalogue.image_ids();
    let placeholder = context
        .state
        .site
        .options
        .int("woocommerce_placeholder_image");
    images.push(placeholder);
    let mut view = part_view(context, &images).await?;
    view.page_data.insert(visit.clone());
    let pool = &context.app.render_pool;
    let render = move |page: &mut Page| Ok(parts.map(|part| part(page)));
    let (markup, _) = pool.render(Arc::new(view), render).await?;
    Ok(markup)
}
