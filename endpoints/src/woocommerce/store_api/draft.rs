//! The draft of a session: made, and brought in line with the cart.
//!
//! Contract "woocommerce-store-api", sections 1.13 and 8.2.

use compat::woocommerce::checkout::Buyer;
use compat::woocommerce::order::{Order, OrderId, release_stock};
use compat::woocommerce::shopping::{StoreAction, StoreOutcome};
use compat::woocommerce::store_checkout::{drafted, save_draft, session_draft};

use super::cart_request::CartRequest;
use crate::woocommerce::checkout::{buyer, order_scene};
use crate::wordpress::rest::rest_response::RestResponse;
use crate::wordpress::rest::route_error::RouteError;

/// How often a draft is written while other processes change it.
const TRIES: usize = 5;

/// Does something in the session of a request, and brings its draft in line. The second value is the response when it is
/// refused.
///
/// # Errors
/// When the database or rendering fails.
pub async fn act(
    cart: &mut CartRequest<'_>,
    action: StoreAction,
) -> Result<Result<StoreOutcome, RestResponse>, RouteError> {
    let releases = matches!(action, StoreAction::Remove(_));
    let outcome = cart.perform(action).await?;
    if cart.visit.draft_order() > 0 {
        Box::pin(sync_draft(cart, releases)).await?;
    }
    match &outcome.refused {
        Some(error) => Ok(Err(cart.refuse(error).await?)),
        None => Ok(Ok(outcome)),
    }
}

/// Brings the draft of a session in line with its cart after a write. `releases`: gives back what it holds.
///
/// # Errors
/// When the database fails.
async fn sync_draft(cart: &mut CartRequest<'_>, releases: bool) -> Result<(), RouteError> {
    cart.hold().await?;
    let draft = cart.visit.draft_order();
    if draft > 0 && releases {
        release_stock(&cart.rest.app.db, OrderId(draft)).await?;
    }
    if draft > 0 && !cart.visit.cart.is_empty() {
        cart.perform(StoreAction::Calculate).await?;
        let is_usable = session_draft(&cart.source(), &cart.visit).await?.is_some();
        if is_usable {
            write_draft(cart, |_| {}).await?;
        }
    }
    cart.release();
    Ok(())
}

/// Makes the draft of a session, or brings it in line with the cart, which is not empty and calculated. `change`: what
/// else is written into it. `None`: others change it again and again.
///
/// # Errors
/// When the database fails.
pub async fn write_draft(
    cart: &mut CartRequest<'_>,
    change: impl Fn(&mut Order),
) -> Result<Option<Order>, RouteError> {
    let (ip, agent) = buyer(&cart.rest.context);
    let buyer = Buyer {
        ip_address: &ip,
        user_agent: &agent,
    };
    let scene = order_scene(&cart.rest.context);
    for _ in 0..TRIES {
        let stored = session_draft(&cart.source(), &cart.visit).await?;
        let drafted = drafted(&cart.source(), &cart.visit, buyer, stored.as_ref());
        let Some(mut order) = drafted else {
            return Ok(None);
        };
        change(&mut order);
        let mut visit = cart.visit.clone();
        let saved = save_draft(&cart.source(), &scene, &mut visit, order, stored.as_ref()).await?;
        let Some(order) = saved else {
            continue;
        };
        cart.keep(visit);
        if !cart.is_deferred() && !cart.store().await? {
            // Another process has changed the session: the draft is remembered in what it has written.
            cart.hold().await?;
            cart.visit.set_draft_order(order.id.0);
            cart.perform(StoreAction::Calculate).await?;
        }
        return Ok(Some(order));
    }
    Ok(None)
}
