//! The mails that tell the shop that a product is low in stock, out of stock, or owed, stored with the order that took it.
//!
//! Contract "woocommerce", section 13.4 (`wc_trigger_stock_change_notifications`).

use std::fmt;
use std::sync::Arc;

use super::item::units_text;
use super::model::OrderId;
use super::stock_change::StockChange;
use crate::woocommerce::mail_sender::sender;
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::l10n::Locale;
use crate::wordpress::mail::outbox::{Delivery, OutboxId, TransactionMails};
use crate::wordpress::mail::{Mail, MailSite, Outbox};
use crate::wordpress::options::Options;
use crate::wordpress::php::cast::int_to_float;
use crate::wordpress::php::html::html_entity_decode;

const LOW: &str = "%1$s is low in stock. There are %2$d left.";
const NONE: &str = "%s is out of stock.";
const OWED: &str = "%1$s units of %2$s have been backordered in order #%3$s.";

/// Which mails a shop sends, and where they are stored.
#[derive(Clone)]
pub struct StockMails {
    outbox: Arc<Outbox>,
    mail_site: MailSite,
    locale: Arc<Locale>,
    to: String,
    from: String,
    blog_name: String,
    none_from: f64,
    tells_none: bool,
    tells_low: bool,
    tells_owed: bool,
}

impl StockMails {
    /// By the shop's options, in a language.
    pub fn new(
        options: &Options,
        locale: Arc<Locale>,
        (outbox, mail_site): (Arc<Outbox>, MailSite),
    ) -> Self {
        let to = options.text("woocommerce_stock_email_recipient");
        let to = if to.is_empty() {
            options.text("admin_email")
        } else {
            to
        };
        let is_on = |name: &str| options.text_or(name, "yes") == "yes";
        let (name, address) = sender(options);
        Self {
            outbox,
            mail_site,
            locale,
            to: to.into_owned(),
            from: format!("{name} <{address}>"),
            blog_name: plain(&options.text("blogname")),
            none_from: int_to_float(options.int("woocommerce_notify_no_stock_amount")),
            tells_none: is_on("woocommerce_notify_no_stock"),
            tells_low: is_on("woocommerce_notify_low_stock"),
            tells_owed: is_on("woocommerce_notify_backorder"),
        }
    }

    /// To be called before the transaction.
    ///
    /// # Errors
    /// When the outbox cannot be made.
    pub(super) async fn prepare(&self) -> Result<PreparedStockMails, DbError> {
        let mails = self
            .outbox
            .for_transaction(self.mail_site.clone(), Delivery::Queue);
        Ok(PreparedStockMails {
            mails: mails.await?,
            own: self.clone(),
        })
    }

    /// Subjects and texts of the mails about a change.
    fn notices(&self, change: &StockChange, order: OrderId) -> Vec<(String, String)> {
        let texts = self.locale.domain("woocommerce");
        let name = &change.formatted_name;
        let mut notices = Vec::new();
        if change.to <= self.none_from {
            if self.tells_none {
                let text = texts.translate(NONE).replacen("%s", name, 1);
                notices.push((texts.translate("Product out of stock").to_owned(), text));
            }
        } else if change.to <= change.low_stock_amount && self.tells_low {
            let left = units_text(change.to);
            let text = texts.translate(LOW).replacen("%1$s", name, 1);
            let text = text.replacen("%2$d", &left, 1);
            notices.push((texts.translate("Product low in stock").to_owned(), text));
        }
        if change.to < 0.0 && self.tells_owed {
            let owed = (change.from - change.to).abs();
            let text = texts
                .translate(OWED)
                .replacen("%1$s", &units_text(owed), 1)
                .replacen("%2$s", name, 1)
                .replacen("%3$s", &order.0.to_string(), 1);
            notices.push((texts.translate("Product backorder").to_owned(), text));
        }
        notices
    }

    fn mail(&self, (subject, message): (&str, &str)) -> Mail {
        Mail {
            to: self.to.clone(),
            subject: format!("[{}] {}", self.blog_name, plain(subject)),
            message: plain(message),
            headers: vec![("From".to_owned(), self.from.clone())],
            ..Mail::default()
        }
    }
}

impl fmt::Debug for StockMails {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StockMails")
            .field("to", &self.to)
            .finish_non_exhaustive()
    }
}

/// Stores the mails in a transaction.
#[derive(Clone)]
pub(super) struct PreparedStockMails {
    own: StockMails,
    mails: TransactionMails,
}

impl PreparedStockMails {
    /// Stores what an order gives reason for, by what it took. A mail that cannot be sent is left out.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) async fn enqueue(
        &self,
        tx: &Transaction,
        order: OrderId,
        taken: &[StockChange],
    ) -> Result<Vec<OutboxId>, DbError> {
        let mut ids = Vec::new();
        for change in taken {
            for (subject, message) in self.own.notices(change, order) {
                let mail = self.own.mail((&subject, &message));
                ids.extend(self.mails.wp_mail(tx, &mail).await?);
            }
        }
        Ok(ids)
    }
}

/// Text without entities.
fn plain(text: &str) -> String {
    let decoded = html_entity_decode(text.as_bytes());
    String::from_utf8_lossy(&decoded).into_owned()
}
