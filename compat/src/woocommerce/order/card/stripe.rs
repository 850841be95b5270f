//! Stripe: the plugin's settings, the payments of its API, and the signature of its events.
//!
//! Option `woocommerce_stripe_settings`. An intent or a session of ours names its order in `metadata`.

use serde_json::Value as Json;

use super::currency::minor_units;
use super::outcome::{PaymentOutcome, PaymentReport};
use crate::woocommerce::order::model::{Order, OrderId};
use crate::wordpress::hash::{HashAlgorithm, hash_equals, hash_hmac};
use crate::wordpress::php::Value;

/// Id of the gateway.
pub const STRIPE: &str = "stripe";

/// Meta of an order: its intent, as the plugin stores it.
pub const STRIPE_INTENT: &str = "_stripe_intent_id";

/// Meta of an order: its session at Stripe's payment page.
pub const STRIPE_SESSION: &str = "_oxipress_stripe_session";

/// Seconds by which the time of an event may differ from ours.
const TOLERANCE: i64 = 300;

/// What the shop has set. Holds secrets: not printable.
#[derive(Clone)]
pub struct StripeSettings {
    /// The secret key of the API.
    pub secret_key: String,
    /// The secret with which events are signed; empty: none are believed.
    pub webhook_secret: String,
    /// Whether money is taken at once, or only reserved.
    pub captures: bool,
}

impl StripeSettings {
    /// The settings of the mode that is on; `None` without a secret key.
    pub fn of(settings: &Value) -> Option<Self> {
        let is_live = settings.at("testmode").as_str() == Some("no");
        let mode = if is_live { "" } else { "test_" };
        let text = |key: &str| {
            let text = settings.at(&format!("{mode}{key}")).to_string_lossy();
            text.trim().to_owned()
        };
        let own = Self {
            secret_key: text("secret_key"),
            webhook_secret: text("webhook_secret"),
            captures: settings.at("capture").as_str() != Some("no"),
        };
        (!own.secret_key.is_empty()).then_some(own)
    }
}

/// The key under which Stripe answers the same request the same way: the same order is charged the same amount once.
pub fn idempotency_key(order: &Order, purpose: &str) -> String {
    let amount = minor_units(order.amounts.total, &order.currency);
    let (id, key) = (order.id.0, order.key.as_str());
    format!("{id}-{key}-{amount}-{purpose}")
}

/// Whether an event was signed with the secret, at most five minutes ago. `header`: `Stripe-Signature`, which may hold
/// several signatures. `now`: Unix time.
pub fn has_stripe_signature(secret: &str, header: &str, body: &[u8], now: i64) -> bool {
    let pairs = || {
        header
            .split(',')
            .filter_map(|pair| pair.trim().split_once('='))
    };
    let Some((_, time)) = pairs().find(|(name, _)| *name == "t") else {
        return false;
    };
    let Ok(at) = time.parse::<i64>() else {
        return false;
    };
    if secret.is_empty() || now.saturating_sub(at).saturating_abs() > TOLERANCE {
        return false;
    }
    let signed = [time.as_bytes(), b".", body].concat();
    let expected = hash_hmac(HashAlgorithm::Sha256, &signed, secret.as_bytes());
    pairs()
        .filter(|(name, _)| *name == "v1")
        .any(|(_, sent)| hash_equals(&expected, sent))
}

impl StripePayment {
    /// Whether money was taken or reserved.
    pub fn has_money(&self) -> bool {
        matches!(
            self.report.outcome,
            PaymentOutcome::Paid { .. } | PaymentOutcome::Reserved { .. }
        )
    }

    /// Whether it was made for this very order: several shops may share an account.
    pub fn is_for(&self, order: &Order) -> bool {
        self.report.order == order.id && order.is_key(&self.order_key)
    }
}

/// A payment at Stripe: an intent, or a session of its payment page.
#[derive(Debug, Clone, PartialEq)]
pub struct StripePayment {
    /// `pi_…` or `cs_…`.
    pub id: String,
    /// The key of the order that it names.
    pub order_key: String,
    /// Where the buyer goes on: the payment page, or the bank of the card.
    pub next: Option<String>,
    /// Whether it can no longer be paid.
    pub is_over: bool,
    /// What it says of the order.
    pub report: PaymentReport,
}

/// Reads an intent or a session; `None` when it is neither, or names no order.
pub fn stripe_payment(object: &Json) -> Option<StripePayment> {
    let text = |key: &str| object.get(key).and_then(Json::as_str).unwrap_or_default();
    let meta = |key: &str| object.get("metadata")?.get(key)?.as_str();
    let order: i64 = meta("order_id")?.parse().ok()?;
    let is_session = match text("object") {
        "payment_intent" => false,
        "checkout.session" => true,
        _ => return None,
    };
    let amount_key = match (is_session, text("status")) {
        (true, _) => "amount_total",
        (false, "succeeded") => "amount_received",
        (false, _) => "amount",
    };
    let intent = object.get("payment_intent").filter(|own| own.is_object());
    let (outcome, next, is_over) = if is_session {
        let next = object.get("url").and_then(Json::as_str);
        let state = intent.and_then(|own| own.get("status")?.as_str());
        let over = text("status") == "expired" || state == Some("canceled");
        (intent.map_or(PaymentOutcome::Waiting, outcome), next, over)
    } else {
        let next = object.pointer("/next_action/redirect_to_url/url");
        let over = text("status") == "canceled";
        (outcome(object), next.and_then(Json::as_str), over)
    };
    Some(StripePayment {
        id: text("id").to_owned(),
        order_key: meta("order_key").unwrap_or_default().to_owned(),
        next: next.map(str::to_owned),
        is_over,
        report: PaymentReport {
            gateway: STRIPE,
            order: OrderId(order),
            number: String::new(),
            amount: object.get(amount_key).and_then(Json::as_i64).unwrap_or(-1),
            currency: text("currency").to_ascii_uppercase(),
            outcome,
        },
    })
}

/// What became of an intent.
fn outcome(intent: &Json) -> PaymentOutcome {
    let text = |key: &str| intent.get(key).and_then(Json::as_str).unwrap_or_default();
    let transaction_id = match intent.get("latest_charge") {
        Some(Json::String(id)) if !id.is_empty() => id.clone(),
        Some(Json::Object(charge)) => {
            let id = charge.get("id").and_then(Json::as_str);
            id.unwrap_or_else(|| text("id")).to_owned()
        }
        // Older versions of the API.
        _ => match intent.pointer("/charges/data/0/id").and_then(Json::as_str) {
            Some(charge) => charge.to_owned(),
            None => text("id").to_owned(),
        },
    };
    let reason = intent.pointer("/last_payment_error/message");
    let reason = reason.and_then(Json::as_str);
    match text("status") {
        "succeeded" => PaymentOutcome::Paid { transaction_id },
        "requires_capture" => PaymentOutcome::Reserved { transaction_id },
        "canceled" => PaymentOutcome::Released { transaction_id },
        "requires_payment_method" => match reason {
            Some(reason) => PaymentOutcome::Failed {
                reason: reason.to_owned(),
            },
            None => PaymentOutcome::Waiting,
        },
        _ => PaymentOutcome::Waiting,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn signed(secret: &str, time: i64, body: &str) -> String {
        let text = format!("{time}.{body}");
        let mac = hash_hmac(HashAlgorithm::Sha256, text.as_bytes(), secret.as_bytes());
        format!("t={time},v1={mac}")
    }

    #[test]
    fn events_are_signed_and_young() {
        let (secret, body) = ("whsec_1", r#"{"id":"evt_1"}"#);
        let is_right = |header: &str, body: &str, now: i64| {
            has_stripe_signature(secret, header, body.as_bytes(), now)
        };
        let header = signed(secret, 1000, body);
        assert!(is_right(&header, body, 1000) && is_right(&header, body, 1300));
        assert!(!is_right(&header, body, 1301) && !is_right(&header, body, 699));
        assert!(!is_right(&header, r#"{"id":"evt_2"}"#, 1000));
        assert!(!is_right(&signed("whsec_2", 1000, body), body, 1000));
        assert!(!is_right(&header.replace("t=1000", "t=1001"), body, 1000));
        for broken in ["", "t=1000", "v1=00", "t=x,v1=00", "t=1000,v1="] {
            assert!(!is_right(broken, body, 1000), "{broken}");
        }
        let rotated = header.replace("v1=", "v1=00,v1=");
        assert!(is_right(&rotated, body, 1000));
        let none = signed("", 1000, body);
        assert!(!has_stripe_signature("", &none, body.as_bytes(), 1000));
    }

    #[test]
    fn intents_and_sessions_are_read() {
        let meta = json!({"order_id": "29", "order_key": "wc_order_a"});
        let mut intent = json!({"object": "payment_intent", "id": "pi_1", "status": "requires_action", "amount": 1140,
            "amount_received": 0, "currency": "eur", "metadata": meta,
            "next_action": {"type": "redirect_to_url", "redirect_to_url": {"url": "https://bank.example/3ds"}}});
        let read = stripe_payment(&intent).expect("intent");
        assert_eq!(read.next.as_deref(), Some("https://bank.example/3ds"));
        assert_eq!(read.report.outcome, PaymentOutcome::Waiting);
        assert_eq!((read.report.order, read.report.amount), (OrderId(29), 1140));
        intent["status"] = json!("succeeded");
        intent["amount_received"] = json!(1140);
        intent["latest_charge"] = json!("ch_1");
        let paid = PaymentOutcome::Paid {
            transaction_id: "ch_1".to_owned(),
        };
        assert_eq!(
            stripe_payment(&intent).expect("intent").report.outcome,
            paid
        );
        let session = json!({"object": "checkout.session", "id": "cs_1", "status": "complete", "amount_total": 1140,
            "currency": "eur", "metadata": meta, "payment_intent": intent});
        let read = stripe_payment(&session).expect("session");
        assert!(!read.is_over && read.report.outcome == paid);
        assert_eq!(stripe_payment(&json!({"object": "payment_intent"})), None);
    }
}
