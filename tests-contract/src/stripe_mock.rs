//! A stand-in for Stripe's API: payment intents, sessions of the payment page, idempotency keys, signed events.
//!
//! `pm_card` pays, `pm_3ds` asks for 3-D Secure, `pm_declined` is declined. Nothing is charged twice but by a fault of the
//! shop: [`StripeMock::charges`] counts.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use anyhow::Result;
use compat::wordpress::hash::{HashAlgorithm, hash_hmac};
use compat::wordpress::php::query_string::parse_str;
use serde_json::{Value, json};

use crate::mock_server::{MockResponse, MockServer, Sent};
use crate::visitors::locked;

/// The secret key that it accepts.
pub const KEY: &str = "sk_test_stand_in";

/// The secret of its events.
pub const WEBHOOK_SECRET: &str = "whsec_stand_in";

/// What it has stored.
#[derive(Debug, Default)]
struct Stored {
    /// Intents and sessions by their ids.
    objects: BTreeMap<String, Value>,
    /// Idempotency keys: what was sent, what was answered.
    keys: BTreeMap<String, (String, (u16, Value))>,
    charges: Vec<String>,
    /// Ends of paths: the next request to each is done but not answered.
    silent: Vec<String>,
}

/// The stand-in.
pub struct StripeMock {
    /// The server, with what it has received.
    pub server: MockServer,
    stored: Arc<Mutex<Stored>>,
}

impl StripeMock {
    /// Starts; lives until the test's process ends.
    pub fn start() -> Result<Self> {
        let stored = Arc::new(Mutex::new(Stored::default()));
        let own = Arc::clone(&stored);
        let server = MockServer::start(move |sent: &Sent| locked(&own).answer(sent))?;
        Ok(Self { server, stored })
    }

    /// The URL of its API.
    pub fn url(&self) -> String {
        format!("http://{}/v1", self.server.addr)
    }

    /// Does the next request to a path with this end, without answering it.
    pub fn be_silent(&self, end: &str) {
        locked(&self.stored).silent.push(end.to_owned());
    }

    /// The intents that were charged.
    pub fn charges(&self) -> Vec<String> {
        locked(&self.stored).charges.clone()
    }

    /// An intent or a session.
    pub fn object(&self, id: &str) -> Value {
        let stored = locked(&self.stored);
        stored.objects.get(id).cloned().unwrap_or_default()
    }

    /// Ids that begin with a text, in their order.
    pub fn ids(&self, prefix: &str) -> Vec<String> {
        let stored = locked(&self.stored);
        let ids = stored.objects.keys().filter(|id| id.starts_with(prefix));
        ids.cloned().collect()
    }

    /// The buyer pays on the payment page of a session; the intent.
    pub fn pay_on_page(&self, session: &str) -> String {
        let mut stored = locked(&self.stored);
        let own = stored.objects.get(session).cloned().unwrap_or_default();
        assert_eq!(own["status"], "open", "{own}");
        let intent = stored.new_intent(&own);
        stored.charge(&intent);
        if let Some(own) = stored.objects.get_mut(session) {
            own["status"] = json!("complete");
            own["url"] = Value::Null;
            own["payment_intent"] = json!(intent);
        }
        intent
    }

    /// The shop's people take the money of a payment that was authorised.
    pub fn capture(&self, intent: &str) {
        let mut stored = locked(&self.stored);
        if let Some(own) = stored.objects.get_mut(intent) {
            assert_eq!(own["status"], "requires_capture", "{own}");
            own["status"] = json!("succeeded");
            own["amount_received"] = own["amount"].clone();
            own["amount_capturable"] = json!(0);
        }
    }

    /// The shop's people give up a payment that was authorised, or Stripe does so after a week.
    pub fn cancel(&self, intent: &str) {
        let mut stored = locked(&self.stored);
        stored.set_status(intent, "canceled");
        if let Some(own) = stored.objects.get_mut(intent) {
            own["amount_capturable"] = json!(0);
            own["cancellation_reason"] = json!("automatic");
        }
    }

    /// The buyer's bank lets a payment pass.
    pub fn authenticate(&self, intent: &str) {
        locked(&self.stored).charge(intent);
    }

    /// An event about an intent, and its signature.
    pub fn event(&self, kind: &str, intent: &str, now: i64) -> (String, String) {
        let object = self.object(intent);
        let body =
            json!({"id": "evt_1", "object": "event", "type": kind, "data": {"object": object}});
        let body = body.to_string();
        let header = signature(WEBHOOK_SECRET, now, &body);
        (body, header)
    }
}

/// `Stripe-Signature` of a body.
pub fn signature(secret: &str, time: i64, body: &str) -> String {
    let signed = format!("{time}.{body}");
    let mac = hash_hmac(HashAlgorithm::Sha256, signed.as_bytes(), secret.as_bytes());
    format!("t={time},v1={mac}")
}

impl Stored {
    fn answer(&mut self, sent: &Sent) -> MockResponse {
        if sent.header("authorization") != format!("Bearer {KEY}") {
            return (401, "{}".to_owned()).into();
        }
        let path = sent.url.trim_start_matches("https://v1/").to_owned();
        let path = path.split('?').next().unwrap_or_default();
        let key = sent.header("idempotency-key").to_owned();
        let asked = format!("{path} {}", sent.body);
        let (status, object) = match self.keys.get(&key) {
            Some((known, _)) if *known != asked => {
                (400, json!({"error": {"type": "idempotency_error"}}))
            }
            Some((_, answer)) => answer.clone(),
            None => {
                let answer = self.act(sent, path);
                if sent.method == "POST" {
                    assert!(!key.is_empty(), "{path}: no idempotency key");
                    self.keys.insert(key, (asked, answer.clone()));
                }
                answer
            }
        };
        let silent = self
            .silent
            .iter()
            .position(|end| path.ends_with(end.as_str()));
        let is_silent = silent.map(|at| self.silent.remove(at)).is_some();
        MockResponse {
            is_silent,
            ..(status, object.to_string()).into()
        }
    }

    fn act(&mut self, sent: &Sent, path: &str) -> (u16, Value) {
        let form = parse_str(sent.body.as_bytes());
        let form = compat::wordpress::php::Value::from(form);
        let text = |keys: &[&str]| {
            let found = keys.iter().fold(&form, |at, key| at.at(*key));
            found.to_string_lossy().into_owned()
        };
        let number = |keys: &[&str]| json!(text(keys).parse::<i64>().unwrap_or_default());
        let parts: Vec<&str> = path.split('/').collect();
        match (sent.method.as_str(), parts.as_slice()) {
            ("POST", ["payment_intents"]) => {
                let meta = json!({"order_id": text(&["metadata", "order_id"]),
                    "order_key": text(&["metadata", "order_key"])});
                let asked = json!({"amount_total": number(&["amount"]), "currency": text(&["currency"]),
                    "metadata": meta, "capture_method": text(&["capture_method"])});
                let id = self.new_intent(&asked);
                (200, self.objects[&id].clone())
            }
            ("POST", ["payment_intents", id, "confirm"]) => {
                self.confirm(id, &text(&["payment_method"]))
            }
            ("POST", ["payment_intents", id, "cancel"]) => self.set_status(id, "canceled"),
            ("POST", ["checkout", "sessions"]) => {
                let data = ["line_items", "0", "price_data"];
                let id = format!("cs_test_{}", self.objects.len() + 1);
                let at = |key: &'static str| [data[0], data[1], data[2], key];
                let meta = ["payment_intent_data", "metadata"];
                let object = json!({"id": id, "object": "checkout.session", "status": "open",
                    "payment_status": "unpaid", "amount_total": number(&at("unit_amount")),
                    "currency": text(&at("currency")), "payment_intent": null,
                    "capture_method": text(&["payment_intent_data", "capture_method"]),
                    "success_url": text(&["success_url"]),
                    "url": format!("https://checkout.stripe.example/{id}"),
                    "metadata": {"order_id": text(&[meta[0], meta[1], "order_id"]),
                        "order_key": text(&[meta[0], meta[1], "order_key"])}});
                self.objects.insert(id, object.clone());
                (200, object)
            }
            ("POST", ["checkout", "sessions", id, "expire"]) => self.set_status(id, "expired"),
            ("GET", ["payment_intents", id]) => self.found(id),
            ("GET", ["checkout", "sessions", id]) => {
                let (status, mut session) = self.found(id);
                if let Some(intent) = session["payment_intent"].as_str() {
                    session["payment_intent"] = self.found(intent).1;
                }
                (status, session)
            }
            _ => (404, json!({"error": {"code": "resource_missing"}})),
        }
    }

    fn found(&self, id: &str) -> (u16, Value) {
        match self.objects.get(id) {
            Some(object) => (200, object.clone()),
            None => (404, json!({"error": {"code": "resource_missing"}})),
        }
    }

    fn set_status(&mut self, id: &str, status: &str) -> (u16, Value) {
        if let Some(object) = self.objects.get_mut(id) {
            object["status"] = json!(status);
        }
        self.found(id)
    }

    /// A new intent; `asked`: its fields, as a session has them.
    fn new_intent(&mut self, asked: &Value) -> String {
        let id = format!("pi_{}", self.objects.len() + 1);
        let captures = asked["capture_method"] != "manual";
        let object = json!({"id": id, "object": "payment_intent", "amount": asked["amount_total"],
            "amount_received": 0, "amount_capturable": 0, "currency": asked["currency"],
            "metadata": asked["metadata"], "status": "requires_payment_method",
            "capture_method": if captures { "automatic" } else { "manual" },
            "latest_charge": null, "next_action": null, "last_payment_error": null});
        self.objects.insert(id.clone(), object);
        id
    }

    fn charge(&mut self, id: &str) {
        self.charges.push(id.to_owned());
        let charge = format!("ch_{}", self.charges.len());
        if let Some(object) = self.objects.get_mut(id) {
            let is_taken = object["capture_method"] != "manual";
            let (status, sum) = if is_taken {
                ("succeeded", "amount_received")
            } else {
                ("requires_capture", "amount_capturable")
            };
            object["status"] = json!(status);
            object[sum] = object["amount"].clone();
            object["latest_charge"] = json!(charge);
            object["next_action"] = Value::Null;
        }
    }

    fn confirm(&mut self, id: &str, method: &str) -> (u16, Value) {
        let (status, mut object) = self.found(id);
        if status != 200 {
            return (status, object);
        }
        if matches!(
            object["status"].as_str(),
            Some("succeeded" | "requires_capture" | "canceled")
        ) {
            return (
                400,
                json!({"error": {"code": "payment_intent_unexpected_state"}}),
            );
        }
        match method {
            "pm_3ds" => {
                object["status"] = json!("requires_action");
                let url = format!("https://bank.example/3ds/{id}");
                object["next_action"] =
                    json!({"type": "redirect_to_url", "redirect_to_url": {"url": url}});
                self.objects.insert(id.to_owned(), object.clone());
                (200, object)
            }
            "pm_declined" => {
                object["last_payment_error"] =
                    json!({"code": "card_declined", "message": "Your card was declined."});
                self.objects.insert(id.to_owned(), object.clone());
                (
                    402,
                    json!({"error": {"type": "card_error", "code": "card_declined", "payment_intent": object}}),
                )
            }
            _ => {
                self.charge(id);
                self.found(id)
            }
        }
    }
}
