//! Pages for a visitor with a session: the cart's page, notices, the number of items, cookies and headers.
//!
//! Contract "woocommerce", sections 1.3, 3 and 7.

use compat::woocommerce::shopping::{CART_ACTION, CartAction, Visit};
use compat::wordpress::column::PageData;
use compat::wordpress::cookie::SetCookie;
use compat::wordpress::post::PostId;
use compat::wordpress::query::MainQuery;
use compat::wordpress::shop_content::ShopContent;
use themes::woocommerce::notices::has_printed_notices;
use themes::wordpress::view::Page;

use super::block_page::{self, block_of};
use super::cart_forms::{adds_to_cart, changes_cart};
use super::posted;
use super::visit::{Carried, act, cookies, has_field, is_verified, may_have_session};
use super::{checkout_page, page_headers};
use crate::column::PageDataSource;
use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::headers::{nocache_headers, set_cookies};
use crate::wordpress::request_context::RequestContext;
use crate::wordpress::template_redirect::PageRequest;

/// Fields that may hold the nonce of the shipping calculator, and its actions.
const CALCULATOR_NONCES: [&str; 2] = ["woocommerce-shipping-calculator-nonce", "_wpnonce"];
const CALCULATOR_ACTIONS: [&str; 2] = ["woocommerce-shipping-calculator", CART_ACTION];

/// The cookies of a page's visit: they tell of the cart before the page has checked and calculated it, as in WordPress,
/// where headers are sent before the content is made.
#[derive(Debug, Clone, Default)]
struct PageCookies(Vec<SetCookie>);

compat::type_map_entry!(PageCookies);

/// Whether the page is the cart's.
fn is_cart(context: &RequestContext<'_>, query: &MainQuery) -> bool {
    let cart = context.state.site.options.int("woocommerce_cart_page_id");
    let is_page = query.is.is_page && query.queried_post_id() == Some(PostId(cart));
    is_page || query.is.is_singular && shows_cart(query)
}

/// Whether the content prints the cart.
fn shows_cart(query: &MainQuery) -> bool {
    let post = query.queried_post();
    post.is_some_and(|post| post.content.contains("[woocommerce_cart"))
}

/// Loads the visit of a page.
///
/// # Errors
/// When the database or rendering fails.
pub async fn load(source: &PageDataSource<'_>, data: &mut PageData) -> Result<(), RequestError> {
    let (context, query) = (source.context, source.query);
    // Views of scripts have no query.
    if query.status == 0 {
        return Ok(());
    }
    let Carried(carried) = context.input.carried.get();
    let content = data.get::<ShopContent>();
    let is_cart = shows_cart(query) || content.has_cart;
    let is_checkout = checkout_page::shows_checkout(query) || content.has_checkout;
    let block = block_of(query);
    let has_own = is_checkout || block.is_some();
    if carried.is_none() && !may_have_session(context) && !has_own {
        return Ok(());
    }
    let input = context.input;
    let keeps_removed = has_field(input, "removed_item") || has_field(input, "undo_item");
    let view = CartAction::View { keeps_removed };
    let (mut visit, _) = act(context, carried.clone(), &view).await?;
    data.insert(PageCookies(cookies(context, &visit)));
    if is_cart {
        let is_used = !matches!(input.post_text("calc_shipping").as_str(), "" | "0")
            && is_verified(context, &visit, &CALCULATOR_NONCES, &CALCULATOR_ACTIONS);
        let show = CartAction::ShowCart {
            calculator: is_used.then(|| posted::calculator(input)),
            keeps_removed,
        };
        (visit, _) = act(context, Some(visit), &show).await?;
    }
    if is_checkout {
        visit = Box::pin(checkout_page::load(source, visit, data)).await?;
    }
    if let Some(block) = block {
        visit = Box::pin(block_page::load(source, (block, visit), data)).await?;
    }
    let images = visit.goods.catalogue.image_ids();
    data.add_attachments(images);
    let placeholder = &context.state.site.options;
    data.add_attachments([placeholder.int("woocommerce_placeholder_image")]);
    data.insert(visit);
    Ok(())
}

/// Sets the cookies of the visit and the number of its items.
///
/// # Errors
/// None.
pub fn show(request: &mut PageRequest<'_>) -> Result<(), RequestError> {
    let visit = request.view.page_data.get::<Visit>();
    let items = u64::try_from(visit.cart.contents_count()).unwrap_or_default();
    let PageCookies(cookies) = request.view.page_data.get();
    request.cookies.extend(cookies.iter().cloned());
    if items > 0 {
        request.change(|view| view.visitor.cart_contents_count = items);
    }
    Ok(())
}

/// Keeps pages of a visit, and of the cart, out of caches; redirects set the cookies of the visit too.
pub fn send_headers(context: &RequestContext<'_>, query: &MainQuery, response: &mut Response) {
    let Carried(carried) = context.input.carried.get();
    if let Some(visit) = carried
        && response.status.is_redirection()
    {
        set_cookies(response, &cookies(context, visit), context.now);
    }
    if changes_cart(context.input) {
        nocache_headers(response);
        response.store = None;
    }
    if is_cart(context, query) {
        page_headers::uncached(context, response);
    }
    // A page with a block has a nonce, a token and perhaps a draft of one visitor.
    if carried.is_some() || may_have_session(context) || block_of(query).is_some() {
        response.store = None;
    }
}

/// Forgets the notices that a page has printed. What a link that puts a product into the cart tells is told by the page
/// that it leads to, or not at all (recordings woo/add-by-link-again and woo/coupon-ok); refusals wait for a page that
/// prints them.
///
/// # Errors
/// When the database fails.
pub async fn forget_printed(
    context: &RequestContext<'_>,
    page: &mut Page,
) -> Result<(), RequestError> {
    let is_printed = has_printed_notices(page);
    let visit = page.view.page_data.get::<Visit>();
    let is_told = is_printed || adds_to_cart(context.input) && !visit.has_errors();
    if visit.id.is_some() && !visit.notices.is_empty() && is_told {
        act(context, Some(visit.clone()), &CartAction::PrintNotices).await?;
    }
    Ok(())
}
