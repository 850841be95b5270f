//! What a payment provider reports of an order, and what follows: only what fits the order, and only once.
//!
//! Contract "woocommerce", sections 13.1 and 17.

use super::currency::minor_units;
use super::outcome::{PaymentOutcome, PaymentReport};
use super::redsys::{REDSYS, REDSYS_NUMBER, RedsysSettings};
use crate::binds;
use crate::woocommerce::order::model::{Order, OrderId};
use crate::woocommerce::order::note::{NoteGroup, add_order_note};
use crate::woocommerce::order::pay::{OrderChange, change_paid};
use crate::woocommerce::order::payment::PaymentStep;
use crate::woocommerce::order::place::{PlaceRefusal, Placed};
use crate::woocommerce::order::save::{lock, set_meta};
use crate::woocommerce::order::scene::OrderScene;
use crate::woocommerce::order::status::OrderStatus;
use crate::wordpress::db::{Db, DbError};

/// Why a report is not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusedReport {
    /// Another amount than the order's.
    Amount,
    /// Another currency than the order's.
    Currency,
    /// The order is paid in another way.
    Gateway,
    /// Another number than the order has at the provider.
    Number,
    /// The order has been paid by another payment.
    SecondPayment,
    /// The order cannot be paid any more.
    Status,
}

impl RefusedReport {
    fn reason(self) -> &'static str {
        match self {
            Self::Amount => "the amount is not that of the order",
            Self::Currency => "the currency is not that of the order",
            Self::Gateway => "the order has another payment method",
            Self::Number => "the order has another number at the provider",
            Self::SecondPayment => "the order has been paid by another payment",
            Self::Status => "the order cannot be paid in its status",
        }
    }
}

/// What follows from a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judged {
    /// The order changes.
    Step(PaymentStep),
    /// Nothing is new.
    Known,
    /// It is not believed.
    Refused(RefusedReport),
}

/// Compares a report with the order that it names.
pub fn judge(scene: &OrderScene, report: &PaymentReport, order: &Order) -> Judged {
    let paid = match &report.outcome {
        PaymentOutcome::Waiting => return Judged::Known,
        PaymentOutcome::Failed { reason } => return judge_failure(scene, report, order, reason),
        PaymentOutcome::Paid { transaction_id } | PaymentOutcome::Reserved { transaction_id } => {
            transaction_id
        }
        PaymentOutcome::Released { transaction_id } => {
            return judge_release(scene, report, order, transaction_id);
        }
    };
    if let Some(refused) = mismatch(report, order) {
        return Judged::Refused(refused);
    }
    let is_same = order.transaction_id == *paid;
    if is_same && (order.date_paid.is_some() || !order.status.is_payable()) {
        let is_taken_now = matches!(report.outcome, PaymentOutcome::Paid { .. })
            && order.status == OrderStatus::OnHold;
        if !is_taken_now {
            return Judged::Known;
        }
    } else if order.date_paid.is_some() || order.status.is_paid() {
        return Judged::Refused(RefusedReport::SecondPayment);
    }
    if !order.status.accepts_payment() {
        return Judged::Refused(RefusedReport::Status);
    }
    Judged::Step(match report.outcome {
        PaymentOutcome::Reserved { .. } => PaymentStep::Status {
            status: OrderStatus::OnHold,
            note: scene.texts().translate("Payment authorized.").to_owned(),
        },
        _ => PaymentStep::Complete {
            transaction_id: paid.clone(),
        },
    })
}

fn mismatch(report: &PaymentReport, order: &Order) -> Option<RefusedReport> {
    if order.payment_method != report.gateway {
        return Some(RefusedReport::Gateway);
    }
    if !report.currency.eq_ignore_ascii_case(&order.currency) {
        return Some(RefusedReport::Currency);
    }
    if report.amount != minor_units(order.amounts.total, &order.currency) {
        return Some(RefusedReport::Amount);
    }
    if report.gateway == REDSYS && order.meta_value(REDSYS_NUMBER) != Some(report.number.as_str()) {
        return Some(RefusedReport::Number);
    }
    None
}

/// A failed attempt at an order that waits; of other orders it says nothing.
fn judge_failure(
    scene: &OrderScene,
    report: &PaymentReport,
    order: &Order,
    reason: &str,
) -> Judged {
    // Another method, amount or number: an attempt before this one.
    let is_next_attempt = report.gateway == REDSYS && order.status == OrderStatus::Failed;
    if mismatch(report, order).is_some() || order.status != OrderStatus::Pending && !is_next_attempt
    {
        return Judged::Known;
    }
    let note = scene.texts().translate("Payment failed.");
    Judged::Step(PaymentStep::Status {
        status: OrderStatus::Failed,
        note: format!("{note} ({}: {})", report.gateway, plain(reason)),
    })
}

/// The end of a reservation: of the one that the order stands on, else it says nothing.
fn judge_release(
    scene: &OrderScene,
    report: &PaymentReport,
    order: &Order,
    transaction_id: &str,
) -> Judged {
    let is_reserved = order.status == OrderStatus::OnHold && order.date_paid.is_none();
    let is_same = order.payment_method == report.gateway && order.transaction_id == transaction_id;
    if !is_reserved || !is_same {
        return Judged::Known;
    }
    Judged::Step(PaymentStep::Status {
        status: OrderStatus::Cancelled,
        note: scene
            .texts()
            .translate("Payment authorization released.")
            .to_owned(),
    })
}

/// The provider's words in a note, which is markup.
fn plain(text: &str) -> String {
    let is_plain = |c: &char| !c.is_control() && !matches!(c, '<' | '>' | '&');
    text.chars().filter(is_plain).take(300).collect()
}

/// Does what follows from a report, if the order still has the status with which it was judged; else
/// [`PlaceRefusal::Session`]. What was paid for is recorded even when too little is left in stock.
///
/// # Errors
/// When the database fails.
pub async fn record_payment(
    db: &Db,
    scene: &OrderScene,
    report: &PaymentReport,
    change: OrderChange,
) -> Result<Result<Placed, PlaceRefusal>, DbError> {
    let scene = scene.clone();
    let next = match (&report.outcome, report.gateway) {
        (PaymentOutcome::Failed { .. }, REDSYS) => {
            Some(RedsysSettings::next_number(report.order, &report.number))
        }
        _ => None,
    };
    let mut change = change;
    if let PaymentOutcome::Reserved { transaction_id } = &report.outcome {
        change.order.transaction_id.clone_from(transaction_id);
    }
    let stock_mails = scene.stock_mails.prepare().await?;
    db.transaction(async move |tx| {
        let id = change.order.id;
        let changed = change_paid(&tx, &scene, change, &stock_mails).await?;
        if let (Ok(_), Some(number)) = (&changed, next) {
            set_meta(&tx, &scene, id, (REDSYS_NUMBER, &number)).await?;
        }
        Ok(changed)
    })
    .await
}

/// Notes a report that was not believed, for the people of the shop; the same one once.
///
/// # Errors
/// When the database fails.
pub async fn note_payment(
    db: &Db,
    scene: &OrderScene,
    report: &PaymentReport,
    refused: RefusedReport,
) -> Result<(), DbError> {
    const KNOWN: &str = "SELECT comment_ID FROM {p}comments WHERE comment_post_ID = ? \
        AND comment_type = 'order_note' AND comment_content = ? LIMIT 1";
    let payment = match &report.outcome {
        PaymentOutcome::Paid { transaction_id } | PaymentOutcome::Reserved { transaction_id } => {
            transaction_id.as_str()
        }
        _ => "",
    };
    let note = format!(
        "A payment by {} was not accepted: {} ({} {} {}).",
        report.gateway,
        refused.reason(),
        report.amount,
        plain(&report.currency),
        plain(payment)
    );
    let (scene, id) = (scene.clone(), report.order);
    db.transaction(async move |tx| {
        // One after the other, so that the same report is noted once.
        lock(&tx, &scene, id).await?;
        let known: Option<(i64,)> = tx.load_first(KNOWN, binds![id.0, note.as_str()]).await?;
        if known.is_none() {
            add_order_note(&tx, &scene, id, &note, NoteGroup::Payment).await?;
        }
        Ok(())
    })
    .await
}

/// Keeps what an order is called at a provider, before the buyer goes there.
///
/// # Errors
/// When the database fails.
pub async fn set_payment_meta(
    db: &Db,
    scene: &OrderScene,
    order: OrderId,
    (key, value): (&'static str, &str),
) -> Result<(), DbError> {
    let (scene, value) = (scene.clone(), value.to_owned());
    db.transaction(async move |tx| {
        lock(&tx, &scene, order).await?;
        set_meta(&tx, &scene, order, (key, &value)).await
    })
    .await
}
