//! Payment by card over HTTP: the buyer's way to the payment provider and back, and the provider's notifications.
//!
//! Contract "woocommerce", sections 9.7, 13.6 and 17. The order is stored before any request to a provider. What the
//! buyer's browser says of a payment is never believed: on the way back the provider is asked.

mod provider;
mod redsys;
mod report;
mod stripe;
mod stripe_client;

use compat::woocommerce::clean::wc_clean;
use compat::woocommerce::order::{
    CARD_BACK, CARD_PAY, Order, OrderId, REDSYS_CALLBACK, STRIPE_CALLBACK, load_order,
    order_pay_url, order_received_url,
};
use compat::woocommerce::session::NoticeKind;
use compat::woocommerce::shopping::CartAction;
use compat::woocommerce::stock::OrderStorage;
use compat::wordpress::php::Value;
use compat::wordpress::php::query_string::parse_str;
use http::StatusCode;

use self::provider::{CardProvider, Paying};
use self::redsys::Redsys;
use self::stripe::Stripe;
use super::visit::{act, cookies, source};
use crate::request_error::RequestError;
use crate::server::{Request, Response};
use crate::wordpress::headers::{nocache_headers, set_cookies};
use crate::wordpress::input::Input;
use crate::wordpress::request_context::{RequestContext, SiteSnapshot};
use crate::wordpress::scripts::Script;

/// The payment providers.
const PROVIDERS: [&dyn CardProvider; 2] = [&Stripe, &Redsys];

/// Answers `wc-api` calls about payments by card.
///
/// # Errors
/// When the database or rendering fails.
pub async fn handle(
    site: &SiteSnapshot<'_>,
    input: &mut Input,
) -> Result<Option<Response>, RequestError> {
    let Some(call) = api_call(&input.request, &input.get_text("wc-api")) else {
        return Ok(None);
    };
    if !CALLS.contains(&call.as_str()) {
        return Ok(unknown(site));
    }
    let state = site.of_content(&input.request).await?;
    let context = RequestContext::of_page(site, state, input).await?;
    let notified = PROVIDERS.iter().find(|own| own.callback() == call);
    let mut response = match notified {
        Some(provider) => provider.notified(&context).await?,
        None => Box::pin(lead(&context, call == CARD_PAY)).await?,
    };
    nocache_headers(&mut response);
    Ok(Some(response))
}

/// The calls that are answered here.
const CALLS: [&str; 4] = [CARD_PAY, CARD_BACK, STRIPE_CALLBACK, REDSYS_CALLBACK];

/// The name of a `wc-api` call, in lower case: an argument of the query, or the end of a path (`/wc-api/{name}/`), as the
/// plugin names its addresses where permalinks are on.
fn api_call(request: &Request, argument: &str) -> Option<String> {
    let path = request.path();
    let in_path = || path.trim_end_matches('/').rsplit_once("/wc-api/");
    let name = match argument {
        "" => in_path().map_or("", |(_, name)| name),
        argument => argument,
    };
    let is_call = !name.is_empty() && Script::of(path).is_none();
    is_call.then(|| name.to_ascii_lowercase())
}

/// Whether a request is a call of a gateway that is not taken here.
pub fn is_of_another_gateway(request: &Request) -> bool {
    let get = parse_str(request.query().unwrap_or_default().as_bytes());
    let argument = get.get("wc-api").and_then(Value::as_str_lossy);
    let call = api_call(request, argument.as_deref().unwrap_or_default());
    call.is_some_and(|call| !CALLS.contains(&call.as_str()))
}

/// The refusal of a call that no gateway of ours takes (contract, section 13.6); `None` where PHP may know it.
fn unknown(site: &SiteSnapshot<'_>) -> Option<Response> {
    let answer = || Response::typed(StatusCode::BAD_REQUEST, "text/html; charset=UTF-8", "-1");
    let mut response = site.app.upstream.is_none().then(answer)?;
    nocache_headers(&mut response);
    Some(response)
}

/// Leads the buyer of the order that the address names, to its provider or on from it.
async fn lead(context: &RequestContext<'_>, pays: bool) -> Result<Response, RequestError> {
    let text = |name: &str| {
        let value = context.input.get.get(name).map(wc_clean);
        let value = value.and_then(|value| Some(value.as_str_lossy()?.into_owned()));
        value.unwrap_or_default()
    };
    let options = &context.state.site.options;
    let id = OrderId(text("order_id").parse().unwrap_or_default());
    let storage = OrderStorage::from_options(options);
    let order = load_order(&context.app.db, storage, id).await?;
    let Some(order) = order.filter(|own| own.is_key(&text("key"))) else {
        return Ok(context.safe_redirect(&context.state.site.home()));
    };
    let mut providers = PROVIDERS.iter();
    let provider = providers.find(|own| own.id() == order.payment_method);
    let paying = match provider {
        Some(provider) if order.needs_payment() && pays => {
            provider.pay(context, &order, text("method")).await?
        }
        Some(provider) if order.needs_payment() => provider.returned(context, &order).await?,
        _ => Paying::Done,
    };
    answer(context, &order, paying).await
}

async fn answer(
    context: &RequestContext<'_>,
    order: &Order,
    paying: Paying,
) -> Result<Response, RequestError> {
    let options = &context.state.site.options;
    let checkout = source(context).page_url("woocommerce_checkout_page_id");
    match paying {
        // The provider has named the address, or the settings have; no visitor has.
        Paying::At(url) => Ok(Response::redirect(StatusCode::FOUND, &url)),
        Paying::Page(page) => Ok(Response::html(page)),
        Paying::Done => Ok(context.safe_redirect(&order_received_url(options, &checkout, order))),
        Paying::Open => Ok(context.safe_redirect(&order_pay_url(options, &checkout, order))),
        Paying::Refused => {
            let to = order_pay_url(options, &checkout, order);
            refuse(context, &to).await
        }
    }
}

/// Leads the buyer to the page that pays for the order, which says that it did not work.
async fn refuse(context: &RequestContext<'_>, to: &str) -> Result<Response, RequestError> {
    const TEXT: &str = "We were unable to process your order, please try again.";
    let view = CartAction::View {
        keeps_removed: true,
    };
    let (mut visit, _) = act(context, None, &view).await?;
    let text = source(context).texts().translate(TEXT).to_owned();
    visit.notices.add(NoticeKind::Error, text);
    // Another request may have changed the session meanwhile: then the page says nothing.
    visit.store(&source(context)).await?;
    let mut response = context.safe_redirect(to);
    set_cookies(&mut response, &cookies(context, &visit), context.now);
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_of_other_gateways_are_not_ours() {
        let is_other = |target: &str| is_of_another_gateway(&Request::get(target).unwrap());
        for target in [
            "/?wc-api=wc_gateway_paypal",
            "/wc-api/WC_Gateway_PayPal/",
            "/wc-api/wc_gateway_paypal?a=b",
            "/blog/wc-api/foo",
        ] {
            assert!(is_other(target), "{target}");
        }
        for target in [
            "/",
            "/wc-api/",
            "/?wc-api=WC_Stripe",
            "/?wc-api[]=x",
            "/wc-api/WC_Gateway_redsys/",
            "/wp-login.php?wc-api=foo",
        ] {
            assert!(!is_other(target), "{target}");
        }
    }
}
