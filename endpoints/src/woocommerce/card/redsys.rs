//! Redsys: a form leads the buyer to its payment page, a signed notification says what became of the payment.

use compat::woocommerce::order::{
    Order, REDSYS, REDSYS_CALLBACK, REDSYS_NUMBER, RedsysSettings, RedsysUrls, callback_url,
    order_pay_url, order_received_url, set_payment_meta,
};
use http::StatusCode;
use themes::woocommerce::hand_over::hand_over;
use themes::wordpress::view::Page;

use super::provider::{Answering, CardProvider, Paying, gateway_settings};
use super::report::{Reported, report};
use crate::request_error::RequestError;
use crate::server::Response;
use crate::woocommerce::cart_view::part_view;
use crate::woocommerce::checkout::order_scene;
use crate::woocommerce::settings::WooCommerceSettings;
use crate::woocommerce::visit::source;
use crate::wordpress::request_context::RequestContext;

/// The provider.
pub struct Redsys;

impl CardProvider for Redsys {
    fn id(&self) -> &'static str {
        REDSYS
    }

    fn callback(&self) -> &'static str {
        REDSYS_CALLBACK
    }

    fn pay<'a>(
        &'a self,
        context: &'a RequestContext<'_>,
        order: &'a Order,
        _: String,
    ) -> Answering<'a, Paying> {
        Box::pin(pay(context, order))
    }

    fn returned<'a>(&'a self, _: &'a RequestContext<'_>, _: &'a Order) -> Answering<'a, Paying> {
        // Only the notification says what became of the payment.
        Box::pin(async { Ok(Paying::Done) })
    }

    fn notified<'a>(&'a self, context: &'a RequestContext<'_>) -> Answering<'a, Response> {
        Box::pin(notified(context))
    }
}

fn settings(context: &RequestContext<'_>) -> Option<RedsysSettings> {
    RedsysSettings::of(&gateway_settings(context, REDSYS)?)
}

async fn pay(context: &RequestContext<'_>, order: &Order) -> Result<Paying, RequestError> {
    let Some(settings) = settings(context) else {
        return Ok(Paying::Refused);
    };
    let site = &context.state.site;
    let number = RedsysSettings::number(order);
    let checkout = source(context).page_url("woocommerce_checkout_page_id");
    let paid = order_received_url(&site.options, &checkout, order);
    let refused = order_pay_url(&site.options, &checkout, order);
    let notification = callback_url(&site.home(), REDSYS_CALLBACK);
    let urls = RedsysUrls {
        notification: &notification,
        paid: &paid,
        refused: &refused,
    };
    let own = context.app.settings.section::<WooCommerceSettings>();
    let Some(form) = settings.form(order, &number, urls, &own.redsys_url) else {
        return Ok(Paying::Refused);
    };
    // Known before the buyer can pay by it.
    let scene = order_scene(context);
    let meta = (REDSYS_NUMBER, number.as_str());
    set_payment_meta(&context.app.db, &scene, order.id, meta).await?;
    let view = part_view(context, &[]).await?;
    let render = move |page: &mut Page| Ok(hand_over(page, &form));
    let pool = &context.app.render_pool;
    let (page, _) = pool.render(std::sync::Arc::new(view), render).await?;
    Ok(Paying::Page(page))
}

async fn notified(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let refused = || Response::text("").with_status(StatusCode::BAD_REQUEST);
    let Some(settings) = settings(context) else {
        return Ok(refused());
    };
    let text = |name: &str| context.input.post_text(name);
    let notice = settings.notice(
        &text("Ds_SignatureVersion"),
        &text("Ds_MerchantParameters"),
        &text("Ds_Signature"),
    );
    let Some(notice) = notice else {
        let from = context.input.request.remote_addr;
        tracing::warn!(%from, "a notification of Redsys is not signed");
        return Ok(refused());
    };
    match Box::pin(report(context, &notice.report, |_| true)).await? {
        Reported::Refused | Reported::Foreign => Ok(refused()),
        Reported::Changed | Reported::Known => Ok(Response::text("")),
    }
}
