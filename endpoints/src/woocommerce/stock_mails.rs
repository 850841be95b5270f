//! The mails that tell the shop that a product is low in stock, out of stock, or owed.
//!
//! Contract "woocommerce", section 13.4 (`wc_trigger_stock_change_notifications`).

use compat::woocommerce::order::{Placed, StockChange, units_text};
use compat::wordpress::mail::Mail;
use compat::wordpress::mail::outbox::Delivery;
use compat::wordpress::options::Options;
use compat::wordpress::php::html::html_entity_decode;

use super::order_mails::sender;
use crate::wordpress::request_context::RequestContext;

const LOW: &str = "%1$s is low in stock. There are %2$d left.";
const NONE: &str = "%s is out of stock.";
const OWED: &str = "%1$s units of %2$s have been backordered in order #%3$s.";

/// Sends what a placed order gives reason for. Failures are logged: the order stands.
pub async fn send(context: &RequestContext<'_>, placed: &Placed) {
    let options = &context.state.site.options;
    let to = options.text("woocommerce_stock_email_recipient");
    let to = if to.is_empty() {
        options.text("admin_email")
    } else {
        to
    };
    for change in &placed.stock {
        for (subject, message) in notices(context, change, placed.order.id.0) {
            let mail = mail(options, &to, (&subject, &message));
            let site = context.mail_site();
            let sent = context.app.outbox.wp_mail(&mail, &site, Delivery::Queue);
            if let Err(error) = sent.await {
                tracing::warn!(%error, "a mail about the stock is not sent");
            }
        }
    }
}

/// Subjects and texts of the mails about a change.
fn notices(
    context: &RequestContext<'_>,
    change: &StockChange,
    order: i64,
) -> Vec<(String, String)> {
    let options = &context.state.site.options;
    let texts = context.locale.domain("woocommerce");
    let is_on = |name: &str| options.text_or(name, "yes") == "yes";
    let none_from = options.int("woocommerce_notify_no_stock_amount");
    let none_from = compat::wordpress::php::cast::int_to_float(none_from);
    let name = &change.formatted_name;
    let mut notices = Vec::new();
    if change.to <= none_from {
        if is_on("woocommerce_notify_no_stock") {
            let text = texts.translate(NONE).replacen("%s", name, 1);
            notices.push((texts.translate("Product out of stock").to_owned(), text));
        }
    } else if change.to <= change.low_stock_amount && is_on("woocommerce_notify_low_stock") {
        let left = units_text(change.to);
        let text = texts.translate(LOW).replacen("%1$s", name, 1);
        let text = text.replacen("%2$d", &left, 1);
        notices.push((texts.translate("Product low in stock").to_owned(), text));
    }
    if change.to < 0.0 && is_on("woocommerce_notify_backorder") {
        let owed = (change.from - change.to).abs();
        let text = texts
            .translate(OWED)
            .replacen("%1$s", &units_text(owed), 1)
            .replacen("%2$s", name, 1)
            .replacen("%3$s", &order.to_string(), 1);
        notices.push((texts.translate("Product backorder").to_owned(), text));
    }
    notices
}

/// Text without entities.
fn plain(text: &str) -> String {
    let decoded = html_entity_decode(text.as_bytes());
    String::from_utf8_lossy(&decoded).into_owned()
}

fn mail(options: &Options, to: &str, (subject, message): (&str, &str)) -> Mail {
    let (name, address) = sender(options);
    Mail {
        to: to.to_owned(),
        subject: format!("[{}] {}", plain(&options.text("blogname")), plain(subject)),
        message: plain(message),
        headers: vec![("From".to_owned(), format!("{name} <{address}>"))],
        ..Mail::default()
    }
}
