//! Changes of an order's status, and what follows from them.
//!
//! Contract "woocommerce", sections 13.1 and 13.2.

use super::downloads;
use super::model::Order;
use super::note::{NoteGroup, add_order_note};
use super::payment::PaymentStep;
use super::product_rows::ProductRows;
use super::products::{OrderProduct, needs_processing};
use super::scene::OrderScene;
use super::status::OrderStatus;
use super::stock;
use super::stock_change::StockChange;
use super::usage;
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::post::PostId;

/// The gateway whose orders are paid when they are completed.
const CASH_ON_DELIVERY: &str = "cod";

/// An order that is being changed in a transaction, with the locked rows of its products.
pub(super) struct Changing<'a> {
    pub tx: &'a Transaction,
    pub scene: &'a OrderScene,
    pub rows: &'a mut ProductRows,
    pub products: &'a [OrderProduct],
    /// What was taken from the stock.
    pub taken: Vec<StockChange>,
}

/// Products whose stock a change of an order's status may touch.
pub(super) fn stock_holders(products: &[OrderProduct]) -> impl Iterator<Item = PostId> {
    let holders = products.iter().filter_map(|own| own.stock_holder);
    holders.filter(|id| id.0 > 0)
}

/// The status that a payment gives an order.
fn paid_status(order: &Order, products: &[OrderProduct]) -> OrderStatus {
    if order.payment_method == CASH_ON_DELIVERY || !needs_processing(order, products) {
        OrderStatus::Completed
    } else {
        OrderStatus::Processing
    }
}

/// The status that an order will have after a step of its payment.
pub fn status_after(order: &Order, products: &[OrderProduct], step: &PaymentStep) -> OrderStatus {
    match step {
        PaymentStep::Status { status, .. } => *status,
        PaymentStep::Complete { .. } => paid_status(order, products),
        PaymentStep::Leave => order.status,
    }
}

impl Changing<'_> {
    /// Does what a payment does.
    pub(super) async fn pay(
        &mut self,
        order: &mut Order,
        step: &PaymentStep,
    ) -> Result<(), DbError> {
        match step {
            PaymentStep::Status { status, note } => self.set_status(order, *status, note).await,
            PaymentStep::Complete { transaction_id } => {
                self.complete_payment(order, transaction_id).await
            }
            PaymentStep::Leave => Ok(()),
        }
    }

    /// `update_status`: the effects of the new status, then a note that names both.
    async fn set_status(
        &mut self,
        order: &mut Order,
        to: OrderStatus,
        note: &str,
    ) -> Result<(), DbError> {
        let from = order.status;
        if from == to {
            if !note.is_empty() {
                add_order_note(self.tx, self.scene, order.id, note, NoteGroup::OrderUpdate).await?;
            }
            return Ok(());
        }
        order.status = to;
        order.date_modified = self.scene.now;
        self.set_dates(order);
        self.effects(order).await?;
        if from == OrderStatus::CheckoutDraft {
            // Nobody has heard of a draft: its first status is not noted (contract "woocommerce-store-api", section 8.9).
            return Ok(());
        }
        let texts = self.scene.texts();
        let change = texts
            .translate("Order status changed from %1$s to %2$s.")
            .replacen("%1$s", from.label(texts), 1)
            .replacen("%2$s", to.label(texts), 1);
        let note = format!("{note} {change}");
        let note = note.trim();
        add_order_note(self.tx, self.scene, order.id, note, NoteGroup::OrderUpdate).await
    }

    /// `payment_complete`: what is paid is worked on, or done where nothing is left to do.
    async fn complete_payment(
        &mut self,
        order: &mut Order,
        transaction_id: &str,
    ) -> Result<(), DbError> {
        if !order.status.accepts_payment() {
            return Ok(());
        }
        if !transaction_id.is_empty() {
            transaction_id.clone_into(&mut order.transaction_id);
        }
        order.date_paid.get_or_insert(self.scene.now);
        let to = self.paid_status(order);
        self.set_status(order, to, "").await
    }

    fn paid_status(&self, order: &Order) -> OrderStatus {
        paid_status(order, self.products)
    }

    /// `maybe_set_date_paid`, `maybe_set_date_completed`.
    fn set_dates(&self, order: &mut Order) {
        let paid = self.paid_status(order);
        let is_paid = order.status == paid
            || paid == OrderStatus::Processing && order.status == OrderStatus::Completed;
        if is_paid {
            order.date_paid.get_or_insert(self.scene.now);
        }
        if order.status == OrderStatus::Completed {
            order.date_completed = Some(self.scene.now);
        }
    }

    async fn effects(&mut self, order: &mut Order) -> Result<(), DbError> {
        let (tx, scene, products) = (self.tx, self.scene, self.products);
        let status = order.status;
        if status.takes_stock() {
            let taken = stock::reduce(tx, scene, self.rows, order, products).await?;
            self.taken.extend(taken);
            stock::release(tx, order.id).await?;
            usage::count_sales(self.rows, order, true);
            usage::count_coupons(tx, order, true).await?;
        }
        if status.is_paid() {
            downloads::grant(tx, scene, order).await?;
        }
        match status {
            OrderStatus::Pending => {
                stock::restore(tx, scene, self.rows, order, products).await?;
                usage::count_coupons(tx, order, true).await?;
            }
            OrderStatus::Cancelled => {
                stock::restore(tx, scene, self.rows, order, products).await?;
                stock::release(tx, order.id).await?;
                usage::count_sales(self.rows, order, false);
                usage::count_coupons(tx, order, false).await?;
            }
            OrderStatus::Failed => usage::count_coupons(tx, order, false).await?,
            _ => {}
        }
        Ok(())
    }
}
