//! What a buyer may do with an order: pay for it, see it, give it up, order it again.
//!
//! Contract "woocommerce", sections 9.9 and 14.

use compat::woocommerce::account::{AccountEndpoint, OrderRow};
use compat::woocommerce::order::{Order, OrderStatus, order_pay_url};
use compat::wordpress::url::{QueryArg, add_query_arg};
use minijinja::{Value, context};

use super::account_links::{account_endpoint_url, account_url};
use super::addresses::cart_url;
use super::cart_item::nonce;
use super::cart_totals::checkout_url;
use super::shop::Shop;
use crate::markup::markup;
use crate::wordpress::head::url;

/// What a buyer may do with an order (`wc_get_account_orders_actions`).
pub struct Action {
    key: &'static str,
    href: String,
    label: String,
    aria_label: String,
}

impl Action {
    /// For templates.
    pub fn context(&self) -> Value {
        context! {
            key => self.key,
            href => markup(url(&self.href)),
            label => self.label.as_str(),
            aria_label => self.aria_label.as_str(),
        }
    }
}

/// What a buyer may do with an order of the list.
pub fn order_actions(shop: &Shop, row: &OrderRow) -> Vec<Action> {
    let view = &shop.view;
    let number = row.id.0.to_string();
    let action = |key, href, label: &str, aria: &str| Action {
        key,
        href,
        label: shop.text(label),
        aria_label: shop.text(aria).replacen("%s", &number, 1),
    };
    let order = Order {
        id: row.id,
        key: row.key.clone(),
        ..Order::default()
    };
    let mut actions = Vec::new();
    if row.needs_payment() {
        let pay = order_pay_url(shop.options(), &checkout_url(view), &order);
        actions.push(action("pay", pay, "Pay", "Pay for order %s"));
    }
    let see = account_endpoint_url(view, AccountEndpoint::ViewOrder, &number);
    actions.push(action("view", see, "View", "View order %s"));
    if matches!(row.status, OrderStatus::Pending | OrderStatus::Failed) {
        let cancel = cancel_url(shop, &order);
        actions.push(action("cancel", cancel, "Cancel", "Cancel order %s"));
    }
    actions
}

/// `get_cancel_order_url`: gives an order up and leads back to the account's page.
fn cancel_url(shop: &Shop, order: &Order) -> String {
    let view = &shop.view;
    let (number, back) = (order.number(), account_url(view));
    let nonce = nonce(view, "woocommerce-cancel_order");
    let args = [
        ("cancel_order", QueryArg::from("true")),
        ("order", QueryArg::from(order.key.as_str())),
        ("order_id", QueryArg::from(number.as_str())),
        ("redirect", QueryArg::from(back.as_str())),
        ("_wpnonce", QueryArg::from(nonce.as_str())),
    ];
    add_query_arg(&args, &cart_url(view))
}

/// What a buyer may do with an order that is shown, for templates.
pub fn shown_order_actions(shop: &Shop, order: &Order) -> Vec<Value> {
    let row = OrderRow {
        id: order.id,
        status: order.status,
        total: order.amounts.total,
        key: order.key.clone(),
        ..OrderRow::default()
    };
    let actions = order_actions(shop, &row);
    let others = actions.iter().filter(|action| action.key != "view");
    others.map(Action::context).collect()
}

/// The link that puts the products of an order into the cart, below a completed one.
pub fn order_again_url(shop: &Shop, order: &Order) -> Option<String> {
    let view = &shop.view;
    view.visitor.user?;
    if order.status != OrderStatus::Completed {
        return None;
    }
    let (number, nonce) = (order.number(), nonce(view, "woocommerce-order_again"));
    let args = [
        ("order_again", QueryArg::from(number.as_str())),
        ("_wpnonce", QueryArg::from(nonce.as_str())),
    ];
    Some(add_query_arg(&args, &cart_url(view)))
}
