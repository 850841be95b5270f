//! Reports of payment providers become changes of orders.

use compat::woocommerce::order::{
    Judged, Order, OrderChange, PaymentReport, judge, load_order, note_payment, order_products,
    record_payment, status_after,
};
use compat::woocommerce::product::Products;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::post::PostId;

use crate::request_error::{RequestError, RequestErrorKind};
use crate::woocommerce::checkout::{order_scene, settle};
use crate::woocommerce::order_mails::{OrderMails, staged_mails};
use crate::wordpress::request_context::RequestContext;

/// How often a report is compared with an order that others change meanwhile.
const TRIES: usize = 5;

/// What became of a report.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub enum Reported {
    /// The order was changed.
    Changed,
    /// There was nothing to change.
    Known,
    /// It does not fit the order, which has a note of it.
    Refused,
    /// No order of ours is meant.
    Foreign,
}

/// Compares a verified report with its order, and does what follows. `is_meant`: whether an order of that number is the one
/// that is meant.
///
/// # Errors
/// When the database or rendering fails, or the order changes all the time.
pub async fn report(
    context: &RequestContext<'_>,
    report: &PaymentReport,
    is_meant: impl Fn(&Order) -> bool,
) -> Result<Reported, RequestError> {
    let (db, site) = (&context.app.db, &context.state.site);
    let scene = order_scene(context);
    for _ in 0..TRIES {
        let order = load_order(db, scene.storage, report.order).await?;
        let Some(order) = order.filter(&is_meant) else {
            return Ok(Reported::Foreign);
        };
        let id = order.id.0;
        let step = match judge(&scene, report, &order) {
            Judged::Known => return Ok(Reported::Known),
            Judged::Refused(reason) => {
                tracing::warn!(
                    order = id,
                    gateway = report.gateway,
                    ?reason,
                    "a payment does not fit its order"
                );
                note_payment(db, &scene, report, reason).await?;
                return Ok(Reported::Refused);
            }
            Judged::Step(step) => step,
        };
        let lines = order.lines();
        let ids = lines.flat_map(|(_, line)| [line.product_id, line.variation_id]);
        let ids: Vec<PostId> = ids.filter(|id| id.0 > 0).collect();
        let mut objects = ObjectCache::default();
        let catalogue = Products::load(db, site, &mut objects, &ids).await?;
        let products = order_products(&order, &catalogue, &site.options);
        let mails = OrderMails {
            order: &order,
            products: &catalogue,
            from: order.status,
            to: status_after(&order, &products, &step),
        };
        let mails = Box::pin(staged_mails(context, mails)).await?;
        let change = OrderChange {
            order,
            products,
            step,
            mails,
            customer: Vec::new(),
        };
        if let Ok(placed) = Box::pin(record_payment(db, &scene, report, change)).await? {
            Box::pin(settle(context, &placed)).await;
            tracing::info!(
                order = id,
                gateway = report.gateway,
                status = placed.order.status.slug(),
                "a payment is recorded"
            );
            return Ok(Reported::Changed);
        }
    }
    let detail = format!("order {} changes all the time", report.order.0);
    Err(RequestError::new(RequestErrorKind::Overloaded, detail))
}
