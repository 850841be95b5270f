//! Mails about orders: which change sends which, to whom, with what words.
//!
//! Contract "woocommerce", section 13.3. Words of the mails are settings of the shop, else the plugin's own.

use super::model::Order;
use super::status::OrderStatus;
use crate::wordpress::l10n::TextDomain;
use crate::wordpress::options::Options;

/// A mail about an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OrderMail {
    /// `new_order`.
    New,
    /// `cancelled_order`.
    Cancelled,
    /// `failed_order`.
    Failed,
    /// `customer_on_hold_order`.
    CustomerOnHold,
    /// `customer_processing_order`.
    CustomerProcessing,
    /// `customer_completed_order`.
    CustomerCompleted,
    /// `customer_failed_order`.
    CustomerFailed,
    /// `customer_cancelled_order`.
    CustomerCancelled,
}

/// How a mail is written: setting `email_type`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailType {
    /// Markup.
    Html,
    /// Text.
    Plain,
    /// Both.
    Multipart,
}

/// The words of a mail, as the shop has set them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailWords {
    /// Its subject.
    pub subject: String,
    /// Its heading.
    pub heading: String,
    /// What follows the order.
    pub additional: String,
}

/// A setting of a mail: the option `woocommerce_{id}_settings` holds them.
fn setting(options: &Options, id: &str, key: &str) -> Option<String> {
    let settings = options.value(&format!("woocommerce_{id}_settings"));
    let value = settings.get(key)?.to_string_lossy().into_owned();
    Some(value)
}

/// Whether the shop's mails have their newer look and words.
pub fn has_improved_mails(options: &Options) -> bool {
    options.text("woocommerce_feature_email_improvements_enabled") == "yes"
}

/// Whether the shop sends a mail that it sends unless it is told not to.
pub fn is_mail_enabled(options: &Options, id: &str) -> bool {
    setting(options, id, "enabled").is_none_or(|enabled| enabled == "yes")
}

impl MailType {
    /// How the mail of an id is written.
    pub fn of(options: &Options, id: &str) -> Self {
        match setting(options, id, "email_type").as_deref() {
            Some("plain") => Self::Plain,
            Some("multipart") => Self::Multipart,
            _ => Self::Html,
        }
    }
}

impl MailWords {
    /// The words of the mail of an id: the shop's, else the plugin's (subject, heading, what follows). `texts`: domain
    /// `woocommerce`.
    pub fn of(
        options: &Options,
        id: &str,
        (subject, heading, additional): (&'static str, &'static str, &'static str),
        texts: TextDomain<'_>,
    ) -> Self {
        let own = |key: &str, default: &'static str| match setting(options, id, key) {
            Some(own) if !own.is_empty() || key == "additional_content" => own,
            _ => match default {
                "" => String::new(),
                default => texts.translate(default).to_owned(),
            },
        };
        Self {
            subject: own("subject", subject),
            heading: own("heading", heading),
            additional: own("additional_content", additional),
        }
    }
}

impl OrderMail {
    /// Its id: the option is `woocommerce_{id}_settings`.
    pub fn id(self) -> &'static str {
        match self {
            Self::New => "new_order",
            Self::Cancelled => "cancelled_order",
            Self::Failed => "failed_order",
            Self::CustomerOnHold => "customer_on_hold_order",
            Self::CustomerProcessing => "customer_processing_order",
            Self::CustomerCompleted => "customer_completed_order",
            Self::CustomerFailed => "customer_failed_order",
            Self::CustomerCancelled => "customer_cancelled_order",
        }
    }

    /// Whether it goes to the buyer.
    pub fn is_for_customer(self) -> bool {
        !matches!(self, Self::New | Self::Cancelled | Self::Failed)
    }

    /// Whether the shop sends it.
    pub fn is_enabled(self, options: &Options) -> bool {
        match setting(options, self.id(), "enabled") {
            Some(enabled) => enabled == "yes",
            None => self != Self::CustomerCancelled,
        }
    }

    /// Whom it goes to.
    pub fn recipient(self, options: &Options, order: &Order) -> String {
        if self.is_for_customer() {
            return order.billing.email.clone();
        }
        match setting(options, self.id(), "recipient") {
            Some(own) if !own.trim().is_empty() => own,
            _ => options.text("admin_email").into_owned(),
        }
    }

    /// How it is written.
    pub fn mail_type(self, options: &Options) -> MailType {
        MailType::of(options, self.id())
    }

    /// Its words, with their placeholders. `texts`: domain `woocommerce`.
    pub fn words(self, options: &Options, texts: TextDomain<'_>) -> MailWords {
        let defaults = self.default_words(has_improved_mails(options));
        MailWords::of(options, self.id(), defaults, texts)
    }

    #[expect(clippy::too_many_lines, reason = "the texts of each mail")]
    fn default_words(self, is_improved: bool) -> (&'static str, &'static str, &'static str) {
        const HELP: &str = "Thanks again! If you need any help with your order, please contact us at {store_email}.";
        const RECEIVED: &str = "Your {site_title} order has been received!";
        let of = |improved: &'static str, plain: &'static str| {
            if is_improved { improved } else { plain }
        };
        match self {
            Self::New => (
                of(
                    "[{site_title}]: You've got a new order: #{order_number}",
                    "[{site_title}]: New order #{order_number}",
                ),
                of("New order: #{order_number}", "New Order: #{order_number}"),
                of(
                    "Congratulations on the sale!",
                    "Congratulations on the sale.",
                ),
            ),
            Self::Cancelled => (
                "[{site_title}]: Order #{order_number} has been cancelled",
                of(
                    "Order cancelled: #{order_number}",
                    "Order Cancelled: #{order_number}",
                ),
                "Thanks for reading.",
            ),
            Self::Failed => (
                "[{site_title}]: Order #{order_number} has failed",
                of(
                    "Order failed: #{order_number}",
                    "Order Failed: #{order_number}",
                ),
                "",
            ),
            Self::CustomerOnHold => (
                RECEIVED,
                "Thank you for your order",
                of(HELP, "We look forward to fulfilling your order soon."),
            ),
            Self::CustomerProcessing => (
                RECEIVED,
                "Thank you for your order",
                of(HELP, "Thanks for using {site_url}!"),
            ),
            Self::CustomerCompleted => (
                of(
                    "Your order from {site_title} is on its way!",
                    "Your {site_title} order is now complete",
                ),
                of(
                    "Good things are heading your way!",
                    "Thanks for shopping with us",
                ),
                of(HELP, "Thanks for shopping with us."),
            ),
            Self::CustomerFailed => (
                "Your order at {site_title} was unsuccessful",
                "Sorry, your order was unsuccessful",
                HELP,
            ),
            Self::CustomerCancelled => (
                "[{site_title}]: Your order #{order_number} has been cancelled",
                "Order cancelled: #{order_number}",
                HELP,
            ),
        }
    }
}

/// The mails of a change of an order's status, in the order in which they are sent; drafts send none. `is_first`: the shop
/// was not told of the order yet.
pub fn mails_of_change(from: OrderStatus, to: OrderStatus, is_first: bool) -> Vec<OrderMail> {
    use OrderStatus::{Cancelled, Completed, Failed, OnHold, Pending, Processing};
    let is_unpaid = matches!(from, Pending | Failed | Cancelled);
    let was_taken = matches!(from, Processing | OnHold);
    let mut mails = Vec::new();
    if from == OrderStatus::CheckoutDraft {
        return mails;
    }
    if is_first && is_unpaid && matches!(to, Processing | Completed | OnHold) {
        mails.push(OrderMail::New);
    }
    match to {
        OnHold if is_unpaid => mails.push(OrderMail::CustomerOnHold),
        Processing if is_unpaid || from == OnHold => mails.push(OrderMail::CustomerProcessing),
        Completed => mails.push(OrderMail::CustomerCompleted),
        Cancelled if was_taken => {
            mails.push(OrderMail::Cancelled);
            mails.push(OrderMail::CustomerCancelled);
        }
        Failed => {
            if matches!(from, Pending | OnHold) {
                mails.push(OrderMail::Failed);
            }
            mails.push(OrderMail::CustomerFailed);
        }
        _ => {}
    }
    mails
}

/// Fills the placeholders of a mail's words.
pub fn filled(text: &str, options: &Options, order_number: &str, order_date: &str) -> String {
    let home = options.text("home");
    let host = home.split_once("//").map_or(&*home, |(_, rest)| rest);
    let host = host.split(['/', '?']).next().unwrap_or_default();
    text.replace("{site_title}", &options.text("blogname"))
        .replace("{site_address}", host)
        .replace("{site_url}", host)
        .replace(
            "{store_email}",
            &options.text("woocommerce_email_from_address"),
        )
        .replace("{order_number}", order_number)
        .replace("{order_date}", order_date)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_send_mails() {
        use OrderStatus::{Cancelled, Completed, OnHold, Pending, Processing};
        let mails = mails_of_change;
        assert_eq!(
            mails(Pending, Processing, true),
            [OrderMail::New, OrderMail::CustomerProcessing]
        );
        assert_eq!(
            mails(Pending, OnHold, true),
            [OrderMail::New, OrderMail::CustomerOnHold]
        );
        assert_eq!(
            mails(OnHold, Processing, false),
            [OrderMail::CustomerProcessing]
        );
        assert_eq!(
            mails(Processing, Completed, false),
            [OrderMail::CustomerCompleted]
        );
        assert_eq!(mails(Pending, Cancelled, true), []);
    }

    #[test]
    fn settings_come_before_the_plugins_words() {
        use crate::wordpress::l10n::Locale;
        let settings =
            "a:2:{s:7:\"subject\";s:18:\"#{order_number}: x\";s:7:\"enabled\";s:2:\"no\";}";
        let row = |name: &str, value: &str| (name.to_owned(), value.as_bytes().to_vec());
        let options = Options::new([
            row("woocommerce_new_order_settings", settings),
            row("blogname", "Loma"),
            row("admin_email", "a@loma.example"),
        ]);
        let english = Locale::english();
        let texts = english.domain("woocommerce");
        let words = OrderMail::New.words(&options, texts);
        assert_eq!(filled(&words.subject, &options, "29", ""), "#29: x");
        assert!(!OrderMail::New.is_enabled(&options));
        let words = OrderMail::CustomerOnHold.words(&options, texts);
        assert_eq!(
            filled(&words.subject, &options, "29", ""),
            "Your Loma order has been received!"
        );
        assert_eq!(
            OrderMail::New.recipient(&options, &Order::default()),
            "a@loma.example"
        );
    }
}
