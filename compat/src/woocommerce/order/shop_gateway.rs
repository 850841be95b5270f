//! The gateways of a shop with its settings.
//!
//! Contract "woocommerce", section 13.6.

use super::card::{Redsys, Stripe};
use super::payment::{Bacs, CashOnDelivery, Cheque, Gateway, GatewayScene, is_enabled};
use crate::wordpress::column::is_plugin_active;
use crate::wordpress::l10n::TextDomain;
use crate::wordpress::options::Options;
use crate::wordpress::php::Value;

/// The gateways that the shop has, in their own order.
const GATEWAYS: [&dyn Gateway; 5] = [&Bacs, &Cheque, &CashOnDelivery, &Stripe, &Redsys];

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

    /// Whether the shop has switched it on.
    pub fn is_enabled(&self) -> bool {
        is_enabled(&self.settings)
    }

    /// Its settings, as stored. They may hold secrets.
    pub fn settings(&self) -> &Value {
        &self.settings
    }

    /// Whether the shop offers it here.
    pub fn is_available(&self, scene: &GatewayScene<'_>) -> bool {
        self.gateway.is_available(&self.settings, scene)
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
        .filter(|gateway| has_plugin(*gateway, options))
        .map(|gateway| shop_gateway(gateway, options, texts))
        .collect();
    all.sort_by_key(place);
    all
}

/// Whether a gateway belongs to the shop, or to a plugin that is active.
fn has_plugin(gateway: &dyn Gateway, options: &Options) -> bool {
    let mut plugins = gateway.plugins().iter();
    gateway.plugins().is_empty() || plugins.any(|file| is_plugin_active(options, file))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::woocommerce::order::model::Order;
    use crate::woocommerce::order::payment::PaymentStep;
    use crate::woocommerce::order::status::OrderStatus;
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

    #[test]
    fn cards_need_their_plugin_and_its_keys() {
        const ACTIVE: &str = "a:2:{i:0;s:57:\"woocommerce-gateway-stripe/woocommerce-gateway-stripe.php\";\
            i:1;s:47:\"woo-redsys-gateway-light/woocommerce-redsys.php\";}";
        assert_eq!(shop(&[]).len(), 3);
        let offered = |stripe: &str, redsys: &str| {
            let all = shop(&[
                ("active_plugins", ACTIVE),
                ("woocommerce_stripe_settings", stripe),
                ("woocommerce_redsys_settings", redsys),
            ]);
            let scene = GatewayScene::default();
            let offered = all.iter().filter(|own| own.is_available(&scene));
            offered.map(ShopGateway::id).collect::<Vec<_>>()
        };
        assert!(offered("", "").is_empty());
        let enabled = "a:1:{s:7:\"enabled\";s:3:\"yes\";}";
        assert!(offered(enabled, enabled).is_empty(), "no keys");
        let stripe =
            "a:2:{s:7:\"enabled\";s:3:\"yes\";s:15:\"test_secret_key\";s:9:\"sk_test_1\";}";
        let redsys = "a:3:{s:7:\"enabled\";s:3:\"yes\";s:8:\"customer\";s:9:\"999008881\";s:8:\"terminal\";s:1:\"1\";}";
        assert_eq!(offered(stripe, redsys), ["stripe", "redsys"]);
    }
}
