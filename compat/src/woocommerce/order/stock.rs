//! Stock of orders: held while they are not paid, taken, put back.
//!
//! Contract "woocommerce", section 13.4.

use super::item::units_text;
use super::item_rows;
use super::model::{Order, OrderId};
use super::note::{NoteGroup, add_order_note};
use super::product_rows::{ProductRows, reserved};
use super::products::OrderProduct;
use super::scene::{OrderScene, gmt};
use super::stock_change::StockChange;
use crate::binds;
use crate::woocommerce::stock::OrderStorage;
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::php::cast::int_to_float;
use crate::wordpress::post::PostId;

/// Most products that the note about held stock names.
const NAMED: usize = 5;

/// A product of which there is not enough.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockShortage {
    /// Its name.
    pub name: String,
    /// Whether there is none of it.
    pub is_out_of_stock: bool,
}

/// Units that an order needs of each stock that somebody counts, with the product that names it.
fn wanted<'p>(order: &Order, products: &'p [OrderProduct]) -> Vec<(PostId, f64, &'p OrderProduct)> {
    let mut wanted: Vec<(PostId, f64, &OrderProduct)> = Vec::new();
    for (_, line) in order.lines() {
        let mut all = products.iter();
        let Some(own) = all.find(|own| own.bought == line.bought()) else {
            continue;
        };
        let Some(holder) = own.stock_holder else {
            continue;
        };
        let units = int_to_float(line.quantity);
        match wanted.iter_mut().find(|(id, ..)| *id == holder) {
            Some((_, sum, _)) => *sum += units,
            None => wanted.push((holder, units, own)),
        }
    }
    wanted
}

/// The first product of which there is not enough for an order, with what other orders hold. The rows are locked.
pub(super) async fn shortage(
    tx: &Transaction,
    scene: &OrderScene,
    rows: &ProductRows,
    order: &Order,
    products: &[OrderProduct],
) -> Result<Option<StockShortage>, DbError> {
    let shortage = |own: &OrderProduct, is_out_of_stock| {
        Some(StockShortage {
            name: own.name.clone(),
            is_out_of_stock,
        })
    };
    if let Some(own) = products.iter().find(|own| !own.is_in_stock) {
        return Ok(shortage(own, true));
    }
    let wanted = wanted(order, products);
    let held = if scene.stock.hold_minutes > 0 {
        let ids: Vec<_> = wanted.iter().map(|(id, ..)| *id).collect();
        let is_in_tables = scene.storage == OrderStorage::Tables;
        reserved(tx, is_in_tables, &ids, order.id.0, &gmt(scene.now)).await?
    } else {
        Vec::new()
    };
    let missing = wanted.iter().find(|(id, units, _)| {
        let Some(row) = rows.get(*id) else {
            return true;
        };
        let held = held.iter().find(|(own, _)| own == id);
        let held = held.map_or(0.0, |(_, units)| *units);
        !row.accepts_backorders() && row.stock() - held < *units
    });
    Ok(missing.and_then(|(.., own)| shortage(own, false)))
}

/// Holds the stock of an order until it is paid or its time is over, and notes it.
pub(super) async fn hold(
    tx: &Transaction,
    scene: &OrderScene,
    order: &Order,
    products: &[OrderProduct],
) -> Result<(), DbError> {
    const HOLD: &str = "INSERT INTO {p}wc_reserved_stock (order_id, product_id, stock_quantity, `timestamp`, expires) \
        VALUES (?, ?, ?, ?, ?)";
    let minutes = scene.stock.hold_minutes;
    let held = wanted(order, products);
    let held: Vec<_> = held
        .into_iter()
        .filter(|(.., own)| !own.accepts_backorders)
        .collect();
    if minutes <= 0 || held.is_empty() {
        return Ok(());
    }
    release(tx, order.id).await?;
    let (now, end) = (gmt(scene.now), gmt(scene.now.saturating_add(minutes * 60)));
    for (id, units, _) in &held {
        let row = binds![order.id.0, id.0, *units, now.as_str(), end.as_str()];
        tx.execute(HOLD, row).await?;
    }
    let texts = scene.texts();
    let context = "held stock note";
    let line = texts.translate_with_context("- %1$s &times; %2$d", context);
    let named = held.iter().take(NAMED).map(|(_, units, own)| {
        line.replacen("%1$s", &own.formatted_name, 1)
            .replacen("%2$d", &units_text(*units), 1)
    });
    let mut named: Vec<String> = named.collect();
    let more = held.len().saturating_sub(named.len());
    if more > 0 {
        let number = u64::try_from(more).unwrap_or(u64::MAX);
        let (one, many) = ("- ...and %d more item.", "- ... and %d more items.");
        let text = texts.ngettext_with_context(one, many, number, context);
        named.push(text.replacen("%d", &more.to_string(), 1));
    }
    let note = texts
        .translate_with_context("Stock hold of %1$s minutes applied to: %2$s", context)
        .replacen("%1$s", &minutes.to_string(), 1)
        .replacen("%2$s", &format!("<br>{}", named.join("<br>")), 1);
    add_order_note(tx, scene, order.id, &note, NoteGroup::ProductStock).await
}

/// Gives back what an order held.
pub(super) async fn release(tx: &Transaction, order: OrderId) -> Result<(), DbError> {
    const RELEASE: &str = "DELETE FROM {p}wc_reserved_stock WHERE order_id = ?";
    tx.execute(RELEASE, binds![order.0]).await?;
    Ok(())
}

/// `wc_reduce_stock_levels`: takes the units of each line from the stock, once, and notes it.
pub(super) async fn reduce(
    tx: &Transaction,
    scene: &OrderScene,
    rows: &mut ProductRows,
    order: &mut Order,
    products: &[OrderProduct],
) -> Result<Vec<StockChange>, DbError> {
    let mut changes = Vec::new();
    if order.flags.is_stock_reduced || !scene.stock.is_managed {
        return Ok(changes);
    }
    order.flags.is_stock_reduced = true;
    for item in &mut order.items {
        let super::item::ItemKind::Line(line) = &item.kind else {
            continue;
        };
        let bought = line.bought();
        let own = products.iter().find(|own| own.bought == bought);
        let Some((own, holder)) = own.and_then(|own| Some((own, own.stock_holder?))) else {
            continue;
        };
        if line.reduced_stock.is_some() {
            continue;
        }
        let units = int_to_float(line.quantity);
        let (from, to) = rows.change_stock(tx, holder, -units, &scene.stock).await?;
        item_rows::set_reduced_stock(tx, item, Some(units)).await?;
        changes.push(change(own, from, to));
    }
    note(tx, scene, order, "Stock levels reduced:", &changes).await?;
    Ok(changes)
}

/// `wc_increase_stock_levels`: puts back what was taken.
pub(super) async fn restore(
    tx: &Transaction,
    scene: &OrderScene,
    rows: &mut ProductRows,
    order: &mut Order,
    products: &[OrderProduct],
) -> Result<(), DbError> {
    if !order.flags.is_stock_reduced || !scene.stock.is_managed {
        return Ok(());
    }
    order.flags.is_stock_reduced = false;
    let mut changes = Vec::new();
    for item in &mut order.items {
        let super::item::ItemKind::Line(line) = &item.kind else {
            continue;
        };
        let (bought, reduced) = (line.bought(), line.reduced_stock);
        let own = products.iter().find(|own| own.bought == bought);
        let Some((own, holder)) = own.and_then(|own| Some((own, own.stock_holder?))) else {
            continue;
        };
        let Some(units) = reduced.filter(|units| *units > 0.0) else {
            continue;
        };
        let (from, to) = rows.change_stock(tx, holder, units, &scene.stock).await?;
        item_rows::set_reduced_stock(tx, item, None).await?;
        changes.push(change(own, from, to));
    }
    note(tx, scene, order, "Stock levels increased:", &changes).await
}

fn change(own: &OrderProduct, from: f64, to: f64) -> StockChange {
    StockChange {
        name: own.name.clone(),
        formatted_name: own.formatted_name.clone(),
        product: own.bought,
        from,
        to,
        low_stock_amount: own.low_stock_amount,
    }
}

async fn note(
    tx: &Transaction,
    scene: &OrderScene,
    order: &Order,
    heading: &'static str,
    changes: &[StockChange],
) -> Result<(), DbError> {
    if changes.is_empty() {
        return Ok(());
    }
    let parts = changes.iter().map(|own| {
        let (from, to) = (units_text(own.from), units_text(own.to));
        format!("{} ({from}&rarr;{to})", own.name)
    });
    let parts: Vec<_> = parts.collect();
    let heading = scene.texts().translate(heading);
    let note = format!("{heading} {}", parts.join(", "));
    add_order_note(tx, scene, order.id, &note, NoteGroup::ProductStock).await
}
