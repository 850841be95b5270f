//! Paying for an order that is stored, and giving it up.
//!
//! Contract "woocommerce", sections 9.9 and 13.

use super::customer_meta;
use super::model::Order;
use super::payment::PaymentStep;
use super::place::{PlaceRefusal, Placed};
use super::product_rows::ProductRows;
use super::products::OrderProduct;
use super::save::{lock, update};
use super::scene::OrderScene;
use super::status::OrderStatus;
use super::stock;
use super::stock_mails::PreparedStockMails;
use super::transition::{Changing, stock_holders};
use crate::wordpress::db::{Db, DbError, Transaction};
use crate::wordpress::mail::outbox::Staged;

/// A change of a stored order.
#[derive(Debug, Clone)]
pub struct OrderChange {
    /// The order as it was loaded, with its new payment method.
    pub order: Order,
    /// Its products.
    pub products: Vec<OrderProduct>,
    /// What happens to it.
    pub step: PaymentStep,
    /// The mails about it.
    pub mails: Vec<Staged>,
    /// Fields of a form (`billing_city`) that become those of the order's user.
    pub customer: Vec<(String, String)>,
}

/// Changes a stored order if it still has the status with which it was loaded; else [`PlaceRefusal::Session`]. An order
/// whose stock was not taken yet is refused when there is not enough left.
///
/// # Errors
/// When the database fails.
pub async fn change_order(
    db: &Db,
    scene: &OrderScene,
    change: OrderChange,
) -> Result<Result<Placed, PlaceRefusal>, DbError> {
    let scene = scene.clone();
    let stock_mails = scene.stock_mails.prepare().await?;
    db.transaction(async move |tx| changed(&tx, &scene, change, (&stock_mails, true)).await)
        .await
}

/// As [`change_order`], in a transaction, for an order whose money has been taken: its stock is taken even where too little
/// is left.
pub(super) async fn change_paid(
    tx: &Transaction,
    scene: &OrderScene,
    change: OrderChange,
    stock_mails: &PreparedStockMails,
) -> Result<Result<Placed, PlaceRefusal>, DbError> {
    changed(tx, scene, change, (stock_mails, false)).await
}

async fn changed(
    tx: &Transaction,
    scene: &OrderScene,
    change: OrderChange,
    (stock_mails, checks_stock): (&PreparedStockMails, bool),
) -> Result<Result<Placed, PlaceRefusal>, DbError> {
    let OrderChange {
        mut order,
        products,
        step,
        mails,
        customer,
    } = change;
    if lock(tx, scene, order.id).await? != Some(order.status) {
        return Ok(Err(PlaceRefusal::Session));
    }
    let mut rows = ProductRows::lock(tx, stock_holders(&products)).await?;
    let takes_stock = match &step {
        PaymentStep::Status { status, .. } => status.takes_stock(),
        PaymentStep::Complete { .. } => true,
        PaymentStep::Leave => false,
    };
    if checks_stock
        && takes_stock
        && !order.flags.is_stock_reduced
        && let Some(shortage) = stock::shortage(tx, scene, &rows, &order, &products).await?
    {
        return Ok(Err(PlaceRefusal::Stock(shortage)));
    }
    let mut changing = Changing {
        tx,
        scene,
        rows: &mut rows,
        products: &products,
        taken: Vec::new(),
    };
    changing.pay(&mut order, &step).await?;
    let stock = changing.taken;
    order.flags.has_sent_new_order |= !mails.is_empty() && order.status != OrderStatus::Cancelled;
    update(tx, scene, &order).await?;
    customer_meta::save(tx, &order, &customer, scene.now).await?;
    let mut ids = Staged::enqueue_each(&mails, tx).await?;
    ids.extend(stock_mails.enqueue(tx, order.id, &stock).await?);
    rows.write_sales(tx).await?;
    Ok(Ok(Placed {
        order,
        mails: ids,
        stock,
    }))
}
