//! Gateways: how an order is paid.
//!
//! Contract "woocommerce", section 13.6.

use super::model::Order;
use super::status::OrderStatus;
use crate::wordpress::l10n::TextDomain;
use crate::wordpress::options::Options;
use crate::wordpress::php::Value;

/// What a payment does to an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaymentStep {
    /// The order gets a status, and a note.
    Status {
        /// The status.
        status: OrderStatus,
        /// Why.
        note: String,
    },
    /// It is paid.
    Complete {
        /// What the payment provider calls the payment; empty: nothing.
        transaction_id: String,
    },
    /// The buyer pays elsewhere; the order waits.
    Leave,
}

/// What decides whether a gateway may be used.
#[derive(Debug, Clone, Copy, Default)]
pub struct GatewayScene<'a> {
    /// What has to be paid.
    pub total: f64,
    /// Whether something has to be sent.
    pub needs_shipping: bool,
    /// The chosen rates: `flat_rate:1`.
    pub rates: &'a [String],
}

/// A way to pay. `settings`: the option `woocommerce_{id}_settings`.
pub trait Gateway: Sync {
    /// Its id.
    fn id(&self) -> &'static str;

    /// Its title where the shop has not set one. `texts`: domain `woocommerce`.
    fn default_title<'a>(&self, texts: TextDomain<'a>) -> &'a str;

    /// Whether the shop offers it here.
    fn is_available(&self, settings: &Value, scene: &GatewayScene<'_>) -> bool {
        let highest = settings.at("max_amount").to_float();
        is_enabled(settings) && (highest <= 0.0 || scene.total <= highest)
    }

    /// What it does to an order that the buyer has placed. `has_downloads`: whether something of it is downloaded.
    fn process(&self, order: &Order, has_downloads: bool, texts: TextDomain<'_>) -> PaymentStep;

    /// Whether its instructions are printed in the mails about an order.
    fn instructs_in_mails(&self, order: &Order) -> bool;

    /// Files of the plugins that bring it, of which one is active; none: it belongs to the shop.
    fn plugins(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether the shop's bank accounts are shown.
    fn shows_bank_accounts(&self) -> bool {
        false
    }
}

/// Whether the shop has switched a gateway on.
pub(super) fn is_enabled(settings: &Value) -> bool {
    settings.at("enabled").as_str() == Some("yes")
}

/// The order is on hold until the money is seen; nothing to pay is paid.
fn on_hold(order: &Order, note: &str) -> PaymentStep {
    if order.amounts.total > 0.0 {
        PaymentStep::Status {
            status: OrderStatus::OnHold,
            note: note.to_owned(),
        }
    } else {
        PaymentStep::Complete {
            transaction_id: String::new(),
        }
    }
}

/// Bank transfer.
pub(super) struct Bacs;

impl Gateway for Bacs {
    fn id(&self) -> &'static str {
        "bacs"
    }

    fn default_title<'a>(&self, texts: TextDomain<'a>) -> &'a str {
        texts.translate("Direct bank transfer")
    }

    fn process(&self, order: &Order, _: bool, texts: TextDomain<'_>) -> PaymentStep {
        on_hold(order, texts.translate("Awaiting BACS payment."))
    }

    fn instructs_in_mails(&self, order: &Order) -> bool {
        order.status == OrderStatus::OnHold
    }

    fn shows_bank_accounts(&self) -> bool {
        true
    }
}

/// Payment by cheque.
pub(super) struct Cheque;

impl Gateway for Cheque {
    fn id(&self) -> &'static str {
        "cheque"
    }

    fn default_title<'a>(&self, texts: TextDomain<'a>) -> &'a str {
        texts.translate_with_context("Check payments", "Check payment method")
    }

    fn process(&self, order: &Order, _: bool, texts: TextDomain<'_>) -> PaymentStep {
        let context = "Check payment method";
        let note = texts.translate_with_context("Awaiting check payment.", context);
        on_hold(order, note)
    }

    fn instructs_in_mails(&self, order: &Order) -> bool {
        order.status == OrderStatus::OnHold
    }
}

/// Cash on delivery.
pub(super) struct CashOnDelivery;

impl Gateway for CashOnDelivery {
    fn id(&self) -> &'static str {
        "cod"
    }

    fn default_title<'a>(&self, texts: TextDomain<'a>) -> &'a str {
        texts.translate("Cash on delivery")
    }

    fn is_available(&self, settings: &Value, scene: &GatewayScene<'_>) -> bool {
        let highest = settings.at("max_amount").to_float();
        if !is_enabled(settings) || highest > 0.0 && scene.total > highest {
            return false;
        }
        if !scene.needs_shipping {
            return settings.get("enable_for_virtual").is_none()
                || settings.at("enable_for_virtual").as_str() == Some("yes");
        }
        let mut methods = settings.at("enable_for_methods").values().peekable();
        if methods.peek().is_none() {
            return true;
        }
        methods.any(|method| {
            let method = method.to_string_lossy();
            scene.rates.iter().any(|rate| {
                let kind = rate.split(':').next().unwrap_or_default();
                *rate == *method || kind == method
            })
        })
    }

    fn process(&self, order: &Order, has_downloads: bool, texts: TextDomain<'_>) -> PaymentStep {
        if order.amounts.total <= 0.0 {
            return PaymentStep::Complete {
                transaction_id: String::new(),
            };
        }
        PaymentStep::Status {
            status: if has_downloads {
                OrderStatus::OnHold
            } else {
                OrderStatus::Processing
            },
            note: texts
                .translate("Payment to be made upon delivery.")
                .to_owned(),
        }
    }

    fn instructs_in_mails(&self, _: &Order) -> bool {
        true
    }
}

/// A bank account of the shop: option `woocommerce_bacs_accounts`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BankAccount {
    /// Whose it is.
    pub account_name: String,
    /// The bank.
    pub bank_name: String,
    /// Its number.
    pub account_number: String,
    /// Code of the bank.
    pub sort_code: String,
    /// International number.
    pub iban: String,
    /// International code of the bank.
    pub bic: String,
}

/// The bank accounts of a shop.
pub fn bank_accounts(options: &Options) -> Vec<BankAccount> {
    let accounts = options.value("woocommerce_bacs_accounts").values();
    let accounts = accounts.map(|account| {
        let text = |key: &str| account.at(key).to_string_lossy().into_owned();
        BankAccount {
            account_name: text("account_name"),
            bank_name: text("bank_name"),
            account_number: text("account_number"),
            sort_code: text("sort_code"),
            iban: text("iban"),
            bic: text("bic"),
        }
    });
    accounts.collect()
}
