//! The mails about an order, as they are put into the outbox.
//!
//! Contract "woocommerce", section 13.3.

use std::sync::Arc;

use compat::woocommerce::checkout::CheckoutPageData;
use compat::woocommerce::mail_sender::{in_header, sender};
use compat::woocommerce::order::{MailType, Order, OrderMail, OrderStatus, mails_of_change};
use compat::woocommerce::product::Products;
use compat::wordpress::mail::Mail;
use compat::wordpress::mail::html2text::html2text;
use compat::wordpress::mail::outbox::{Delivery, OutboxError, Staged};
use compat::wordpress::mail::wp_mail::wp_mail;
use compat::wordpress::options::Options;
use themes::woocommerce::order_mail::{MailBody, order_mail};
use themes::wordpress::view::Page;

use super::cart_view::part_view;
use crate::request_error::RequestError;
use crate::wordpress::request_context::RequestContext;

/// A change of an order's status that mails are about.
#[derive(Clone, Copy)]
pub struct OrderMails<'a> {
    /// The order.
    pub order: &'a Order,
    /// Its products.
    pub products: &'a Products,
    /// The status before.
    pub from: OrderStatus,
    /// The status after.
    pub to: OrderStatus,
}

/// The mails of a change, prepared for the outbox. A mail that cannot be made is left out, and logged: it does not stop
/// the order.
///
/// # Errors
/// When the database or rendering fails.
pub async fn staged_mails(
    context: &RequestContext<'_>,
    mails: OrderMails<'_>,
) -> Result<Vec<Staged>, RequestError> {
    let options = &context.state.site.options;
    let mut order = mails.order.clone();
    order.status = mails.to;
    let is_first = !order.flags.has_sent_new_order;
    let mut kinds = mails_of_change(mails.from, mails.to, is_first);
    kinds.retain(|kind| kind.is_enabled(options) && !kind.recipient(options, &order).is_empty());
    if kinds.is_empty() {
        return Ok(Vec::new());
    }
    let mut images = mails.products.image_ids();
    images.push(options.int("woocommerce_placeholder_image"));
    let mut view = part_view(context, &images).await?;
    view.page_data.insert(CheckoutPageData {
        products: mails.products.clone(),
        ..CheckoutPageData::default()
    });
    let (own, written) = (order.clone(), kinds.clone());
    let render = move |page: &mut Page| {
        let bodies = written.iter().map(|kind| order_mail(page, *kind, &own));
        Ok(bodies.collect::<Vec<_>>())
    };
    let pool = &context.app.render_pool;
    let (bodies, _) = pool.render(Arc::new(view), render).await?;
    let mut staged = Vec::new();
    for (kind, body) in kinds.into_iter().zip(bodies) {
        let mail = mail(options, kind, &order, body);
        staged.extend(stage(context, &mail).await?);
    }
    Ok(staged)
}

/// A mail, prepared for the outbox; `None` when it cannot be sent.
///
/// # Errors
/// When the database fails.
pub async fn stage(
    context: &RequestContext<'_>,
    mail: &Mail,
) -> Result<Option<Staged>, RequestError> {
    let prepared = match wp_mail(mail, &context.mail_site()) {
        Ok(prepared) => prepared,
        Err(error) => {
            tracing::warn!(%error, "a mail of the shop cannot be sent");
            return Ok(None);
        }
    };
    match context.app.outbox.stage(&prepared, Delivery::Queue).await {
        Ok(staged) => Ok(Some(staged)),
        Err(OutboxError::Db(error)) => Err(error.into()),
        Err(error) => {
            tracing::warn!(%error, "a mail of the shop cannot be kept");
            Ok(None)
        }
    }
}

fn mail(options: &Options, kind: OrderMail, order: &Order, body: MailBody) -> Mail {
    let (name, address) = sender(options);
    let from = format!("{name} <{address}>");
    let billing = &order.billing;
    let reply_to = if kind.is_for_customer() || billing.email.is_empty() {
        from.clone()
    } else {
        let name = format!("{} {}", billing.first_name, billing.last_name);
        format!("{} <{}>", in_header(name.trim()), in_header(&billing.email))
    };
    let to = kind.recipient(options, order);
    composed((from, reply_to), to, kind.mail_type(options), body)
}

/// A mail of the shop to one of its customers.
pub fn customer_mail(options: &Options, to: &str, mail_type: MailType, body: MailBody) -> Mail {
    let (name, address) = sender(options);
    let from = format!("{name} <{address}>");
    composed((from.clone(), from), to.to_owned(), mail_type, body)
}

fn composed(
    (from, reply_to): (String, String),
    to: String,
    mail_type: MailType,
    body: MailBody,
) -> Mail {
    let content_type = match mail_type {
        MailType::Plain => "text/plain",
        MailType::Html | MailType::Multipart => "text/html",
    };
    let plain = (mail_type != MailType::Html).then(|| html2text(&body.html));
    let (message, alt_body) = match mail_type {
        MailType::Html => (body.html, None),
        MailType::Plain => (plain.unwrap_or_default(), None),
        MailType::Multipart => (body.html, plain),
    };
    Mail {
        to,
        subject: body.subject,
        message,
        headers: vec![
            ("Content-Type".to_owned(), content_type.to_owned()),
            ("From".to_owned(), from),
            ("Reply-to".to_owned(), reply_to),
        ],
        alt_body,
        ..Mail::default()
    }
}
