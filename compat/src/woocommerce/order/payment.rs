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

    /// Whether the shop's bank accounts are shown.
    fn shows_bank_accounts(&self) -> bool {
        false
    }
}

fn is_enabled(settings: &Value) -> bool {
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
struct Bacs;

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
struct Cheque;

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
struct CashOnDelivery;

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

/// The gateways that the shop has, in their own order.
const GATEWAYS: [&dyn Gateway; 3] = [&Bacs, &Cheque, &CashOnDelivery];

/// A gateway with the shop's settings.
#[derive(Clone)]
pub struct ShopGateway {
    /// The gateway.
    pub gateway: &'static dyn Gateway,
    /// Shown to customers.
    pub title: String,
    /// Shown beside it.
    pub description: String,
    /// Shown to who has ordered.
    pub instructions: String,
    /// Text of the button that places the order; empty: the usual one.
    pub order_button_text: String,
    settings: Value,
}

impl std::fmt::Debug for ShopGateway {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ShopGateway")
            .field("id", &self.gateway.id())
            .field("title", &self.title)
            .finish_non_exhaustive()
    }
}

impl ShopGateway {
    /// Its id.
    pub fn id(&self) -> &'static str {
        self.gateway.id()
    }

    /// Whether the shop offers it here.
    pub fn is_available(&self, scene: &GatewayScene<'_>) -> bool {
        self.gateway.is_available(&self.settings, scene)
    }

    /// Whether the shop has switched it on.
    pub fn is_enabled(&self) -> bool {
        is_enabled(&self.settings)
    }

    /// The option `woocommerce_{id}_settings`.
    pub fn settings(&self) -> &Value {
        &self.settings
    }
}

/// All gateways of a shop, in the order that it has set. `texts`: domain `woocommerce`.
pub fn gateways(options: &Options, texts: TextDomain<'_>) -> Vec<ShopGateway> {
    let order = options.value("woocommerce_gateway_order");
    let place = |gateway: &ShopGateway| match order.get(gateway.id()) {
        Some(place) => place.to_int(),
        None => i64::MAX,
    };
    let mut all: Vec<_> = GATEWAYS
        .into_iter()
        .map(|gateway| shop_gateway(gateway, options, texts))
        .collect();
    all.sort_by_key(place);
    all
}

fn shop_gateway(
    gateway: &'static dyn Gateway,
    options: &Options,
    texts: TextDomain<'_>,
) -> ShopGateway {
    let settings = options.value(&format!("woocommerce_{}_settings", gateway.id()));
    let text = |key: &str| settings.at(key).to_string_lossy().into_owned();
    let title = match settings.get("title") {
        Some(title) => title.to_string_lossy().into_owned(),
        None => gateway.default_title(texts).to_owned(),
    };
    ShopGateway {
        gateway,
        title,
        description: text("description"),
        instructions: text("instructions"),
        order_button_text: String::new(),
        settings: settings.clone(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::l10n::Locale;

    fn shop(rows: &[(&str, &str)]) -> Vec<ShopGateway> {
        let rows = rows
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.as_bytes().to_vec()));
        let english = Locale::english();
        gateways(&Options::new(rows), english.domain("woocommerce"))
    }

    #[test]
    fn a_shop_orders_and_limits_its_gateways() {
        let all = shop(&[
            (
                "woocommerce_gateway_order",
                "a:2:{s:3:\"cod\";i:0;s:4:\"bacs\";i:1;}",
            ),
            (
                "woocommerce_cod_settings",
                "a:3:{s:7:\"enabled\";s:3:\"yes\";s:18:\"enable_for_methods\";a:1:{i:0;s:9:\"flat_rate\";}\
                 s:18:\"enable_for_virtual\";s:2:\"no\";}",
            ),
            (
                "woocommerce_bacs_settings",
                "a:1:{s:7:\"enabled\";s:2:\"no\";}",
            ),
        ]);
        let ids: Vec<_> = all.iter().map(ShopGateway::id).collect();
        assert_eq!(ids, ["cod", "bacs", "cheque"]);
        let is_available = |rate: &str, needs_shipping| {
            all[0].is_available(&GatewayScene {
                total: 5.0,
                needs_shipping,
                rates: &[rate.to_owned()],
            })
        };
        assert!(is_available("flat_rate:1", true));
        assert!(!is_available("local_pickup:2", true) && !is_available("", false));
        assert!(!all[1].is_available(&GatewayScene::default()));
    }

    #[test]
    fn nothing_to_pay_is_paid() {
        let all = shop(&[]);
        let english = Locale::english();
        let texts = english.domain("woocommerce");
        let mut order = Order::default();
        for own in &all {
            let step = own.gateway.process(&order, false, texts);
            assert!(matches!(step, PaymentStep::Complete { .. }), "{own:?}");
        }
        order.amounts.total = 1.0;
        let step = |at: usize, has_downloads| all[at].gateway.process(&order, has_downloads, texts);
        let status = |step| match step {
            PaymentStep::Status { status, .. } => Some(status),
            _ => None,
        };
        assert_eq!(status(step(0, false)), Some(OrderStatus::OnHold));
        assert_eq!(status(step(2, false)), Some(OrderStatus::Processing));
        assert_eq!(status(step(2, true)), Some(OrderStatus::OnHold));
    }
}
