//! The orders of a buyer, and one of them.
//!
//! Contract "woocommerce", sections 9.8, 9.9 and 14; recording woo/account-orders.

use compat::woocommerce::account::{AccountEndpoint, OrderPage, OrderRow};
use compat::woocommerce::order::Order;
use compat::wordpress::date::{PhpDate, wp_date};
use compat::wordpress::formatting::autop::wpautop;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::kses::wp_kses_post;
use minijinja::{Value, context};

use super::account_links::{account_endpoint_url, account_url, nothing};
use super::checkout_payment::texturized;
use super::order_actions::{Action, order_actions};
use super::order_details::{order_date, order_details};
use super::shop::{Shop, TEXT_DOMAIN};
use crate::markup::markup;
use crate::wordpress::head::url;

/// A page of the orders.
pub fn orders(shop: &Shop, page: &OrderPage) -> String {
    if page.rows.is_empty() {
        return nothing(shop, "No order has been made yet.");
    }
    let view = &shop.view;
    let rows: Vec<_> = page.rows.iter().map(|row| order_row(shop, row)).collect();
    let link = |number: i64| {
        let number = number.to_string();
        markup(url(&account_endpoint_url(
            view,
            AccountEndpoint::Orders,
            &number,
        )))
    };
    view.render(
        "woocommerce/account_orders.html",
        context! {
            rows => rows,
            has_pages => page.pages > 1,
            previous => (page.page > 1).then(|| link(page.page - 1)),
            next => (page.page < page.pages).then(|| link(page.page + 1)),
            words => context! {
                number => shop.text("Order"),
                date => shop.text("Date"),
                status => shop.text("Status"),
                total => shop.text("Total"),
                actions => shop.text("Actions"),
                previous => shop.text("Previous"),
                next => shop.text("Next"),
            },
        },
    )
}

fn order_row(shop: &Shop, row: &OrderRow) -> Value {
    let view = &shop.view;
    let texts = view.locale.domain(TEXT_DOMAIN);
    let number = row.id.0.to_string();
    let hash = texts.translate_with_context("#", "hash before order number");
    let total = shop
        .plural("%1$s for %2$s item", "%1$s for %2$s items", row.units)
        .replacen("%1$s", &shop.settings.price(row.total), 1)
        .replacen("%2$s", &row.units.to_string(), 1);
    // The site's time with the offset of Greenwich: recording woo/account-orders.
    let time = PhpDate::new(row.date_created, &view.timezone()).format("Y-m-d\\TH:i:s+00:00");
    let actions = order_actions(shop, row);
    let actions: Vec<_> = actions.iter().map(Action::context).collect();
    let see = account_endpoint_url(view, AccountEndpoint::ViewOrder, &number);
    let label = shop.text("View order number %s");
    context! {
        status => row.status.slug(),
        status_label => row.status.label(texts),
        href => markup(url(&see)),
        label => label.replacen("%s", &number, 1),
        number => format!("{hash}{number}"),
        time => time,
        date => order_date(shop, row.date_created),
        total => markup(wp_kses_post(&total)),
        actions => actions,
    }
}

/// An order with what the shop has written about it; `None`: it is none of the user's.
pub fn order_page(shop: &Shop, order: Option<&Order>, notes: &[(i64, String)]) -> String {
    const PLACED: &str = "Order #%1$s was placed on %2$s and is currently %3$s.";
    let view = &shop.view;
    let Some(order) = order else {
        return format!(
            "<div class=\"woocommerce-error\">{} <a href=\"{}\" class=\"wc-forward\">{}</a></div>",
            esc_html(&shop.text("Invalid order.")),
            url(&account_url(view)),
            esc_html(&shop.text("My account")),
        );
    };
    let mark = |class: &str, text: &str| format!("<mark class=\"{class}\">{text}</mark>");
    let texts = view.locale.domain(TEXT_DOMAIN);
    let date = order_date(shop, order.date_created);
    let placed = esc_html(&shop.text(PLACED))
        .replacen("%1$s", &mark("order-number", &order.number()), 1)
        .replacen("%2$s", &mark("order-date", &date), 1)
        .replacen("%3$s", &mark("order-status", order.status.label(texts)), 1);
    let format = shop.text("l jS \\o\\f F Y, h:ia");
    let strings = view.locale.wp_locale().date_strings();
    let notes = notes.iter().map(|(time, text)| {
        context! {
            date => wp_date(&format, *time, &view.timezone(), &strings),
            text => markup(wp_kses_post(&wpautop(&texturized(view, text), true))),
        }
    });
    let notes: Vec<_> = notes.collect();
    let head = view.render(
        "woocommerce/account_order.html",
        context! {
            placed => markup(placed),
            notes => notes,
            updates => shop.text("Order updates"),
        },
    );
    format!("{head}{}", order_details(shop, order, true))
}
