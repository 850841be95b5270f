//! End points on pages that are neither the account's nor the checkout's: there is no such page.
//!
//! Contract "woocommerce", sections 1.2 and 19, case 93.

use compat::woocommerce::account::AccountEndpoint;
use compat::woocommerce::order::{ORDER_PAY, ORDER_RECEIVED};
use compat::wordpress::query::{Conditionals, MainQuery};

use super::account_page::is_account;
use super::checkout_page::is_checkout;
use crate::request_error::RequestError;
use crate::wordpress::template_redirect::PageRequest;

/// Shows the page for what is not found (`wc_template_redirect`).
///
/// # Errors
/// None.
pub fn refuse(request: &mut PageRequest<'_>) -> Result<(), RequestError> {
    let (context, query) = (request.context, &request.view.query);
    let is_own = is_account(context, query) || is_checkout(context, query);
    if query.status != 200 || !names_endpoint(query) || is_own {
        return Ok(());
    }
    request.change(|view| {
        view.query.is = Conditionals {
            is_404: true,
            ..Conditionals::default()
        };
        view.query.status = 404;
        view.query.posts.clear();
        view.query.queried_object = None;
    });
    Ok(())
}

/// `is_wc_endpoint_url`.
fn names_endpoint(query: &MainQuery) -> bool {
    let names = [ORDER_PAY.name, ORDER_RECEIVED.name];
    names.iter().any(|name| query.vars.get(name).is_some())
        || AccountEndpoint::of(&query.vars).is_some()
}
