//! Placing an order: order, items, stock, uses of coupons, the emptied cart and the mails in one transaction.
//!
//! Contract "woocommerce", sections 9.7, 13.4 and 17. What cannot be placed leaves nothing behind; what was acknowledged
//! is in the database.

use super::model::{Order, OrderId};
use super::payment::PaymentStep;
use super::product_rows::ProductRows;
use super::products::OrderProduct;
use super::save::{insert, lock, rewrite, update_status};
use super::scene::OrderScene;
use super::status::OrderStatus;
use super::stock::{self, StockShortage};
use super::stock_change::StockChange;
use super::stock_mails::PreparedStockMails;
use super::transition::{Changing, stock_holders};
use super::usage::{self, CouponUse};
use super::{customer_meta, posts};
use crate::woocommerce::session::SessionWrite;
use crate::wordpress::db::{Db, DbError, Transaction};
use crate::wordpress::mail::outbox::{OutboxId, Staged};

/// An order that is to be placed.
#[derive(Debug, Clone)]
pub struct Placement {
    /// The order, with its number and its items. Items that have an id are stored already, and stay.
    pub order: Order,
    /// The status with which the order is stored by now; `None`: it is new.
    pub stored: Option<OrderStatus>,
    /// Its products.
    pub products: Vec<OrderProduct>,
    /// Its coupons.
    pub coupons: Vec<CouponUse>,
    /// What its payment does.
    pub payment: PaymentStep,
    /// The session as it is stored with the order; `None`: it stays.
    pub session: Option<SessionWrite>,
    /// The mails about it.
    pub mails: Vec<Staged>,
    /// Fields of a form (`billing_city`) that become those of the order's user.
    pub customer: Vec<(String, String)>,
}

/// Why an order was not placed; nothing was stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlaceRefusal {
    /// There is not enough of a product.
    Stock(StockShortage),
    /// A coupon was used up: its code.
    Coupon(String),
    /// Another request has changed the session, or the stored order, meanwhile.
    Session,
}

/// An order that was placed.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    /// As it is stored.
    pub order: Order,
    /// Its mails in the outbox, and those about the stock.
    pub mails: Vec<OutboxId>,
    /// What was taken from the stock.
    pub stock: Vec<StockChange>,
}

/// Takes a number for an order: that of a placeholder among the posts. `customer`: the user; 0: a guest.
///
/// # Errors
/// When the database fails.
pub async fn reserve_order_id(
    db: &Db,
    scene: &OrderScene,
    customer: i64,
) -> Result<OrderId, DbError> {
    let scene = scene.clone();
    let reserve = db.transaction_without_sync(async move |tx| {
        posts::insert_placeholder(&tx, &scene, customer).await
    });
    Ok(OrderId(reserve.await?))
}

/// Gives back a number that no order got.
///
/// # Errors
/// When the database fails.
pub async fn forget_order_id(db: &Db, id: OrderId) -> Result<(), DbError> {
    db.transaction_without_sync(async move |tx| posts::delete_placeholder(&tx, id.0).await)
        .await
}

/// Places an order: all of it, or nothing.
///
/// # Errors
/// When the database fails.
pub async fn place_order(
    db: &Db,
    scene: &OrderScene,
    placement: &Placement,
) -> Result<Result<Placed, PlaceRefusal>, DbError> {
    let (scene, own) = (scene.clone(), placement.clone());
    let stock_mails = scene.stock_mails.prepare().await?;
    db.transaction(async move |tx| placed(&tx, &scene, own, &stock_mails).await)
        .await
}

async fn placed(
    tx: &Transaction,
    scene: &OrderScene,
    placement: Placement,
    stock_mails: &PreparedStockMails,
) -> Result<Result<Placed, PlaceRefusal>, DbError> {
    let Placement {
        mut order,
        stored,
        products,
        coupons,
        payment,
        session,
        mails,
        customer,
    } = placement;
    // Locks first, nothing is written before all checks have passed.
    if let Some(session) = &session
        && !session.is_current(tx).await?
    {
        return Ok(Err(PlaceRefusal::Session));
    }
    if let Some(status) = stored
        && lock(tx, scene, order.id).await? != Some(status)
    {
        return Ok(Err(PlaceRefusal::Session));
    }
    let mut rows = ProductRows::lock(tx, stock_holders(&products)).await?;
    let user = order.coupon_user();
    if let Some(own) = usage::used_up(tx, &coupons, &user, scene.now).await? {
        return Ok(Err(PlaceRefusal::Coupon(own.code.clone())));
    }
    if let Some(shortage) = stock::shortage(tx, scene, &rows, &order, &products).await? {
        return Ok(Err(PlaceRefusal::Stock(shortage)));
    }
    match stored {
        None => insert(tx, scene, &mut order).await?,
        Some(_) => rewrite(tx, scene, &mut order).await?,
    }
    stock::hold(tx, scene, &order, &products).await?;
    let mut changing = Changing {
        tx,
        scene,
        rows: &mut rows,
        products: &products,
        taken: Vec::new(),
    };
    changing.pay(&mut order, &payment).await?;
    let stock = changing.taken;
    order.flags.has_sent_new_order |= !mails.is_empty() && order.status != OrderStatus::Pending;
    update_status(tx, scene, &order).await?;
    customer_meta::save(tx, &order, &customer, scene.now).await?;
    if let Some(session) = &session {
        session.write(tx).await?;
    }
    let mut ids = Staged::enqueue_each(&mails, tx).await?;
    ids.extend(stock_mails.enqueue(tx, order.id, &stock).await?);
    rows.write_sales(tx).await?;
    Ok(Ok(Placed {
        order,
        mails: ids,
        stock,
    }))
}
