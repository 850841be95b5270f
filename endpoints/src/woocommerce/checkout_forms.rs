//! The checkout's form without its script, payment of an order, and the link that gives an order up.
//!
//! Contract "woocommerce", sections 9.5 and 9.9.

use compat::woocommerce::checkout::{CheckoutPageData, CheckoutView, OrderAccess};
use compat::woocommerce::order::{
    Order, OrderChange, OrderProduct, PlaceRefusal, ShopGateway, change_order, placed_url,
    posted_payment_method,
};
use compat::woocommerce::session::NoticeKind;
use compat::woocommerce::shopping::Visit;
use compat::woocommerce::store_checkout::order_gateways;

use super::checkout::{Done, order_scene, process, settle};
use super::order_mails::{OrderMails, staged_mails};
use super::visit::{Carried, cookies, is_verified, source};
use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::headers::set_cookies;
use crate::wordpress::input::Input;
use crate::wordpress::request_context::{RequestContext, SiteSnapshot};
use crate::wordpress::scripts::Script;
use crate::wordpress::template_redirect::PageRequest;

/// The buttons of the checkout's form.
const BUTTONS: [&str; 2] = [
    "woocommerce_checkout_place_order",
    "woocommerce_checkout_update_totals",
];

/// Whether the checkout's form was sent with one of its buttons.
pub fn is_sent(input: &Input) -> bool {
    BUTTONS.iter().any(|name| input.post.contains_key(*name))
}

/// Processes the checkout's form that a browser has sent by itself.
///
/// # Errors
/// When the database or rendering fails.
pub async fn handle(
    site: &SiteSnapshot<'_>,
    input: &mut Input,
) -> Result<Option<Response>, RequestError> {
    if !is_sent(input) || Script::of(input.request.path()).is_some() {
        return Ok(None);
    }
    let state = site.of_content(&input.request).await?;
    let context = RequestContext::of_page(site, state, input).await?;
    let processed = Box::pin(process(&context, false)).await?;
    let visit = match processed.done {
        Done::Placed {
            visit, redirect, ..
        } => {
            let mut response = context.safe_redirect(&redirect);
            set_cookies(&mut response, &cookies(&context, &visit), context.now);
            set_cookies(&mut response, &processed.cookies, context.now);
            return Ok(Some(response));
        }
        Done::Refused(visit) => *visit,
    };
    // A buyer who is logged in now sees the page, and why nothing was ordered, as such.
    if !processed.cookies.is_empty() {
        let checkout = source(&context).page_url("woocommerce_checkout_page_id");
        let mut response = context.safe_redirect(&checkout);
        set_cookies(&mut response, &cookies(&context, &visit), context.now);
        set_cookies(&mut response, &processed.cookies, context.now);
        return Ok(Some(response));
    }
    let mut visit = visit;
    if !visit.has_errors() && input.post.contains_key(BUTTONS[1]) {
        const UPDATED: &str = "The order totals have been updated. Please confirm your order by pressing the \"Place order\" button at the bottom of the page.";
        let text = source(&context).texts().translate(UPDATED).to_owned();
        visit.notices.add(NoticeKind::Success, text);
    }
    drop(context);
    input.carried.insert(Carried(Some(visit)));
    Ok(None)
}

/// Pays for the order of the page, when its form was sent.
///
/// # Errors
/// When the database or rendering fails.
pub async fn pay(request: &mut PageRequest<'_>) -> Result<(), RequestError> {
    let context = request.context;
    let data = request.view.page_data.get::<CheckoutPageData>();
    let CheckoutView::Pay {
        access: OrderAccess::Full,
        order: Some(order),
    } = &data.view
    else {
        return Ok(());
    };
    let input = context.input;
    let visit = request.view.page_data.get::<Visit>();
    let field = ["woocommerce-pay-nonce", "_wpnonce"];
    if !input.post.contains_key("woocommerce_pay")
        || !is_verified(context, visit, &field, &["woocommerce-pay"])
    {
        return Ok(());
    }
    let (order, products) = (order.as_ref().clone(), data.order_products.clone());
    let texts = context.locale.domain("woocommerce");
    let is_on = |name: &str| !matches!(input.post_text(name).as_str(), "" | "0");
    let error = if is_on("terms-field") && !is_on("terms") {
        Some("Please read and accept the terms and conditions to proceed with your order.")
    } else {
        None
    };
    let chosen = input.post_text("payment_method");
    let mut all = order_gateways(&source(context), &order).into_iter();
    let gateway = all.find(|own| own.id() == chosen);
    let (error, gateway) = match (error, gateway) {
        (None, Some(gateway)) => (None, Some(gateway)),
        (None, None) => (Some("Invalid payment method."), None),
        (error, _) => (error, None),
    };
    let Some(gateway) = gateway else {
        let text = texts.translate(error.unwrap_or_default()).to_owned();
        tell(request, text);
        return Ok(());
    };
    settle_payment(request, order, products, &gateway).await
}

/// Does what the payment of a stored order does, and leads the buyer on.
async fn settle_payment(
    request: &mut PageRequest<'_>,
    mut order: Order,
    products: Vec<OrderProduct>,
    gateway: &ShopGateway,
) -> Result<(), RequestError> {
    let context = request.context;
    let (options, texts) = (
        &context.state.site.options,
        context.locale.domain("woocommerce"),
    );
    let catalogue = request
        .view
        .page_data
        .get::<CheckoutPageData>()
        .products
        .clone();
    gateway.id().clone_into(&mut order.payment_method);
    gateway.title.clone_into(&mut order.payment_method_title);
    let has_downloads = products.iter().any(|own| own.is_download);
    let step = gateway.gateway.process(&order, has_downloads, texts);
    let mails = OrderMails {
        order: &order,
        products: &catalogue,
        from: order.status,
        to: compat::woocommerce::order::status_after(&order, &products, &step),
    };
    let mails = Box::pin(staged_mails(context, mails)).await?;
    let change = OrderChange {
        order: order.clone(),
        products,
        step,
        mails,
        customer: Vec::new(),
    };
    let scene = order_scene(context);
    match Box::pin(change_order(&context.app.db, &scene, change)).await? {
        Ok(placed) => {
            settle(context, &placed).await;
            let checkout = source(context).page_url("woocommerce_checkout_page_id");
            let method = posted_payment_method(|name| context.input.post_text(name));
            let to = (context.state.site.home(), checkout);
            let to = (to.0.as_str(), to.1.as_str());
            request.leads_to = Some(placed_url(options, to, &placed.order, &method));
        }
        Err(PlaceRefusal::Stock(shortage)) => {
            const GONE: &str = "Sorry, \"%s\" is no longer in stock so this order cannot be paid for. We apologize for any inconvenience caused.";
            let text = texts.translate(GONE).replacen("%s", &shortage.name, 1);
            tell(request, text);
        }
        Err(_) => {
            let text = texts.translate("Invalid order.").to_owned();
            tell(request, text);
        }
    }
    Ok(())
}

/// Shows an error on the page.
fn tell(request: &mut PageRequest<'_>, text: String) {
    let mut visit = request.view.page_data.get::<Visit>().clone();
    visit.notices.add(NoticeKind::Error, text);
    request.change(|view| view.page_data.insert(visit));
}
