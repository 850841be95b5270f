//! Products that a visitor has looked at: remembered by the pages of products, listed by a widget.
//!
//! Contract "woocommerce", section 3.2 (`woocommerce_recently_viewed`). Sites without the widget set no cookie.

use compat::woocommerce::recently_viewed::{
    RECENTLY_VIEWED_COOKIE, RecentlyViewed, shows_recently_viewed, with_viewed,
};
use compat::wordpress::column::PageData;
use compat::wordpress::cookie::SetCookie;
use compat::wordpress::post::PostId;
use compat::wordpress::query::MainQuery;

use crate::column::PageDataSource;
use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::request_context::RequestContext;
use crate::wordpress::template_redirect::PageRequest;

/// Loads the products that the visitor's cookie names.
///
/// # Errors
/// When the database fails.
pub async fn load(source: &PageDataSource<'_>, data: &mut PageData) -> Result<(), RequestError> {
    let context = source.context;
    let (db, site) = (&context.app.db, &context.state.site);
    let Some(cookie) = context.input.cookies.get(RECENTLY_VIEWED_COOKIE) else {
        return Ok(());
    };
    // Views of scripts have no query.
    if source.query.status == 0 || !shows_recently_viewed(site) {
        return Ok(());
    }
    let viewed = RecentlyViewed::load(db, site, cookie).await?;
    data.add_attachments(viewed.products.image_ids());
    data.add_attachments([site.options.int("woocommerce_placeholder_image")]);
    data.insert(viewed);
    Ok(())
}

/// The product of a page that is remembered.
fn remembered(context: &RequestContext<'_>, query: &MainQuery) -> Option<PostId> {
    let post = query.queried_post().filter(|_| query.is.is_singular)?;
    let is_product = post.post_type == "product";
    (is_product && shows_recently_viewed(&context.state.site)).then_some(post.id)
}

/// `wc_track_product_view`: remembers the product of the page.
///
/// # Errors
/// None.
pub fn remember(request: &mut PageRequest<'_>) -> Result<(), RequestError> {
    let context = request.context;
    let Some(product) = remembered(context, &request.view.query) else {
        return Ok(());
    };
    let cookies = &context.state.cookies;
    let sent = context.input.cookies.get(RECENTLY_VIEWED_COOKIE);
    request.cookies.push(SetCookie {
        name: RECENTLY_VIEWED_COOKIE.to_owned(),
        value: with_viewed(sent.unwrap_or_default(), product),
        expires: None,
        path: cookies.path().to_owned(),
        domain: cookies.domain().map(str::to_owned),
        secure: false,
        http_only: false,
    });
    Ok(())
}

/// Keeps pages that set the cookie out of caches.
pub fn send_headers(context: &RequestContext<'_>, query: &MainQuery, response: &mut Response) {
    if remembered(context, query).is_some() {
        response.store = None;
    }
}
