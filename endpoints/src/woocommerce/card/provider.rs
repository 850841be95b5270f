//! What a payment provider does for the shop.

use std::pin::Pin;

use compat::woocommerce::order::{Order, gateways};
use compat::wordpress::php::Value;

use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::request_context::RequestContext;

/// Where a buyer is with a payment.
#[derive(Debug, PartialEq, Eq)]
pub enum Paying {
    /// The buyer goes on at this address of the provider.
    At(String),
    /// The buyer goes on by this page of ours.
    Page(String),
    /// Nothing is left to do for the buyer.
    Done,
    /// The order is still to be paid.
    Open,
    /// The provider could not be asked, or has refused.
    Refused,
}

/// An answer that is waited for.
pub type Answering<'a, T> = Pin<Box<dyn Future<Output = Result<T, RequestError>> + Send + 'a>>;

/// A payment provider. What it reports is compared with the order before anything changes.
pub trait CardProvider: Sync {
    /// Id of its gateway.
    fn id(&self) -> &'static str;

    /// Its notifications: value of `wc-api`, in lower case.
    fn callback(&self) -> &'static str;

    /// Begins or goes on with the payment of an order that waits for it. `method`: a payment method that the browser has
    /// got from the provider; empty: none.
    fn pay<'a>(
        &'a self,
        context: &'a RequestContext<'_>,
        order: &'a Order,
        method: String,
    ) -> Answering<'a, Paying>;

    /// Finds out what became of a payment, when its buyer comes back.
    fn returned<'a>(
        &'a self,
        context: &'a RequestContext<'_>,
        order: &'a Order,
    ) -> Answering<'a, Paying>;

    /// Takes a notification.
    fn notified<'a>(&'a self, context: &'a RequestContext<'_>) -> Answering<'a, Response>;
}

/// The stored settings of a gateway; `None` without its plugin.
pub fn gateway_settings(context: &RequestContext<'_>, id: &str) -> Option<Value> {
    let texts = context.locale.domain("woocommerce");
    let all = gateways(&context.state.site.options, texts);
    let own = all.into_iter().find(|own| own.id() == id)?;
    Some(own.settings().clone())
}
