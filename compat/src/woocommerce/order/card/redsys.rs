//! Redsys: the plugin's settings, the signed parameters of its payment page, and its notifications.
//!
//! Option `woocommerce_redsys_settings`; signature `HMAC_SHA256_V1`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cbc::cipher::{Block, BlockModeEncrypt as _, KeyIvInit as _};
use des::TdesEde3;
use serde_json::{Map, Value as Json};
use subtle::ConstantTimeEq as _;

use super::currency::{letters_of, minor_units, number_of};
use super::outcome::{PaymentOutcome, PaymentReport};
use crate::woocommerce::order::model::{Order, OrderId};
use crate::wordpress::hash::{HashAlgorithm, hash_hmac_raw};
use crate::wordpress::php::Value;
use crate::wordpress::php::hash::crc32;

/// Id of the gateway.
pub const REDSYS: &str = "redsys";

/// Meta of an order: its number at Redsys, as the plugin stores it.
pub const REDSYS_NUMBER: &str = "_payment_order_number_redsys";

/// The only signature that is made and believed.
const VERSION: &str = "HMAC_SHA256_V1";

/// The key of everybody's tests, as Redsys publishes it.
const TEST_KEY: &str = "sq7HjrUOBfKmC576ILgskD5srU870gJ7";

/// Payment pages: tests, and real ones.
const PAGES: [&str; 2] = [
    "https://sis-t.redsys.es:25443/sis/realizarPago",
    "https://sis.redsys.es/sis/realizarPago",
];

/// What the shop has set. Holds a secret: not printable.
#[derive(Clone)]
pub struct RedsysSettings {
    merchant: String,
    terminal: String,
    name: String,
    language: String,
    is_test: bool,
    key: Vec<u8>,
}

/// Where Redsys sends the buyer, and its notification.
#[derive(Debug, Clone, Copy)]
pub struct RedsysUrls<'a> {
    /// The notification.
    pub notification: &'a str,
    /// A buyer who has paid. The shop trusts the notification alone.
    pub paid: &'a str,
    /// A buyer who has not.
    pub refused: &'a str,
}

/// The fields of the form that leads to the payment page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RedsysForm {
    /// Where the form is sent.
    pub url: String,
    /// Names and values.
    pub fields: Vec<(&'static str, String)>,
}

/// A notification whose signature is right.
#[derive(Debug, Clone, PartialEq)]
pub struct RedsysNotice {
    /// What it says of the order.
    pub report: PaymentReport,
}

impl RedsysSettings {
    /// The settings of the mode that is on; `None` without merchant, terminal or a key of 24 bytes.
    pub fn of(settings: &Value) -> Option<Self> {
        let text = |key: &str| settings.at(key).to_string_lossy().trim().to_owned();
        let is_test = settings.at("testmode").as_str() != Some("no");
        let key = match (is_test, text("customtestsha256")) {
            (true, own) if own.is_empty() => TEST_KEY.to_owned(),
            (true, own) => own,
            (false, _) => text("secretsha256"),
        };
        let own = Self {
            merchant: text("customer"),
            terminal: text("terminal"),
            name: text("commercename"),
            language: text("redsyslanguage"),
            is_test,
            key: STANDARD.decode(key).ok()?,
        };
        let is_whole = !own.merchant.is_empty() && !own.terminal.is_empty();
        (is_whole && own.key.len() == 24).then_some(own)
    }

    /// The form that leads to the payment page; `None` when Redsys does not know the currency. `number`: the order's
    /// number at Redsys. `page`: another payment page; empty: that of the mode.
    pub fn form(
        &self,
        order: &Order,
        number: &str,
        urls: RedsysUrls<'_>,
        page: &str,
    ) -> Option<RedsysForm> {
        let amount = minor_units(order.amounts.total, &order.currency).to_string();
        let currency = number_of(&order.currency)?.to_string();
        let language = match self.language.as_str() {
            "" => "0",
            own => own,
        };
        let description = format!("Order {}", order.number());
        let pairs = [
            ("DS_MERCHANT_AMOUNT", amount.as_str()),
            ("DS_MERCHANT_ORDER", number),
            ("DS_MERCHANT_MERCHANTCODE", &self.merchant),
            ("DS_MERCHANT_CURRENCY", &currency),
            ("DS_MERCHANT_TRANSACTIONTYPE", "0"),
            ("DS_MERCHANT_TERMINAL", &self.terminal),
            ("DS_MERCHANT_MERCHANTURL", urls.notification),
            ("DS_MERCHANT_URLOK", urls.paid),
            ("DS_MERCHANT_URLKO", urls.refused),
            ("DS_MERCHANT_CONSUMERLANGUAGE", language),
            ("DS_MERCHANT_PRODUCTDESCRIPTION", &description),
            ("DS_MERCHANT_MERCHANTNAME", &self.name),
        ];
        let json: Map<String, Json> = pairs
            .into_iter()
            .map(|(name, value)| (name.to_owned(), Json::from(value)))
            .collect();
        let parameters = STANDARD.encode(Json::Object(json).to_string());
        let signature = self.signature(number, &parameters)?;
        let page = match (page, self.is_test) {
            ("", true) => PAGES[0],
            ("", false) => PAGES[1],
            (own, _) => own,
        };
        Some(RedsysForm {
            url: page.to_owned(),
            fields: vec![
                ("Ds_SignatureVersion", VERSION.to_owned()),
                ("Ds_MerchantParameters", parameters),
                ("Ds_Signature", signature),
            ],
        })
    }

    /// Reads a notification; `None` when its signature is wrong, or it is for another merchant.
    pub fn notice(&self, version: &str, parameters: &str, signature: &str) -> Option<RedsysNotice> {
        if version != VERSION {
            return None;
        }
        let json: Json = serde_json::from_slice(&decoded(parameters)?).ok()?;
        let text = |name: &str| {
            let fields = json.as_object()?.iter();
            let mut named = fields.filter(|(own, _)| own.eq_ignore_ascii_case(name));
            named.next().map(|(_, value)| match value {
                Json::String(text) => text.clone(),
                other => other.to_string(),
            })
        };
        let number = text("Ds_Order")?;
        let expected = self.mac(&number, parameters)?;
        let sent = decoded(signature)?;
        let is_right = bool::from(expected.as_slice().ct_eq(sent.as_slice()));
        let is_ours = text("Ds_MerchantCode")? == self.merchant
            && as_number(&text("Ds_Terminal")?) == as_number(&self.terminal);
        if !is_right || !is_ours {
            return None;
        }
        let response = text("Ds_Response")?;
        let outcome = match (text("Ds_TransactionType")?.as_str(), as_number(&response)?) {
            ("0", 0..=99) => PaymentOutcome::Paid {
                transaction_id: text("Ds_AuthorisationCode")?.trim().to_owned(),
            },
            ("0", _) => PaymentOutcome::Failed { reason: response },
            _ => PaymentOutcome::Waiting,
        };
        let currency = text("Ds_Currency")?.parse().ok().and_then(letters_of);
        Some(RedsysNotice {
            report: PaymentReport {
                gateway: REDSYS,
                order: order_of_number(&number)?,
                number,
                amount: as_number(&text("Ds_Amount")?)?,
                currency: currency.unwrap_or_default().to_owned(),
                outcome,
            },
        })
    }

    /// `Ds_Signature` of parameters about an order's number at Redsys; `None` when the key is unusable.
    pub fn signature(&self, number: &str, parameters: &str) -> Option<String> {
        Some(STANDARD.encode(self.mac(number, parameters)?))
    }

    /// The signature as bytes, with the key of the order: its number, encrypted with the shop's key.
    fn mac(&self, number: &str, parameters: &str) -> Option<Vec<u8>> {
        let key = order_key(&self.key, number)?;
        Some(hash_hmac_raw(
            HashAlgorithm::Sha256,
            parameters.as_bytes(),
            &key,
        ))
    }
}

/// Triple DES in CBC mode with an initial vector of zeros; the text is filled up with zeros.
fn order_key(key: &[u8], number: &str) -> Option<Vec<u8>> {
    let mut cipher = cbc::Encryptor::<TdesEde3>::new_from_slices(key, &[0; 8]).ok()?;
    let mut encrypted = Vec::with_capacity(16);
    for part in number.as_bytes().chunks(8) {
        let mut block = Block::<TdesEde3>::default();
        for (byte, own) in block.iter_mut().zip(part) {
            *byte = *own;
        }
        cipher.encrypt_block(&mut block);
        encrypted.extend_from_slice(&block);
    }
    Some(encrypted)
}

/// Base64 of either alphabet.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let standard: String = text
        .trim_end_matches('=')
        .chars()
        .map(|c| match c {
            '-' => '+',
            '_' => '/',
            c => c,
        })
        .collect();
    let missing = (4 - standard.len() % 4) % 4;
    STANDARD.decode(standard + &"=".repeat(missing)).ok()
}

fn as_number(text: &str) -> Option<i64> {
    text.trim().parse().ok()
}

/// The order of a number at Redsys: three digits of the attempt, nine of the order.
fn order_of_number(number: &str) -> Option<OrderId> {
    let is_ours = number.len() == 12 && number.bytes().all(|byte| byte.is_ascii_digit());
    let id = number.get(3..).filter(|_| is_ours)?;
    id.parse().ok().map(OrderId)
}

impl RedsysSettings {
    /// The number of an order at Redsys, which takes each number once.
    pub fn number(order: &Order) -> String {
        match order.meta_value(REDSYS_NUMBER) {
            Some(number) if order_of_number(number) == Some(order.id) => number.to_owned(),
            // Attempts begin anywhere, so that shops with one terminal do not meet.
            _ => number_of_attempt(order.id, crc32(order.key.as_bytes()) % 1000),
        }
    }

    /// The number after a refused attempt.
    pub fn next_number(order: OrderId, refused: &str) -> String {
        let attempt: u32 = refused
            .get(..3)
            .and_then(|attempt| attempt.parse().ok())
            .unwrap_or_default();
        number_of_attempt(order, (attempt + 1) % 1000)
    }
}

fn number_of_attempt(order: OrderId, attempt: u32) -> String {
    format!("{attempt:03}{:09}", order.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> RedsysSettings {
        let settings = Value::array()
            .with("testmode", "yes")
            .with("customer", "999008881")
            .with("terminal", "1");
        RedsysSettings::of(&settings).expect("settings")
    }

    #[test]
    fn keys_and_signatures_are_those_of_openssl() {
        // openssl enc -des-ede3-cbc -K {key} -iv 0000000000000000 -nopad, then openssl dgst -sha256 -mac HMAC.
        let own = settings();
        let key = order_key(&own.key, "000000000045").expect("key");
        assert_eq!(
            crate::wordpress::hash::hex(&key),
            "2f175c360a1a59f3c8a7e6f7de0001af"
        );
        let parameters = "eyJEU19NRVJDSEFOVF9BTU9VTlQiOiIxNDUifQ==";
        for (number, signature) in [
            (
                "000000000045",
                "wU52u2kv4OvvT516gp6oafZytZL2WjSQgEhFL1MwfjM=",
            ),
            ("1446068581", "n9iOMzOUmG6zmp3USZ0elHTFkVdrg/mB2GRWd5bW/zk="),
        ] {
            let mac = own.mac(number, parameters).expect("mac");
            assert_eq!(STANDARD.encode(mac), signature);
        }
    }

    #[test]
    fn only_signed_notifications_are_read() {
        let own = settings();
        let json = r#"{"Ds_Order":"001000000045","Ds_Amount":"1140","Ds_Currency":"978","Ds_Response":"0000",
            "Ds_MerchantCode":"999008881","Ds_Terminal":"001","Ds_TransactionType":"0","Ds_AuthorisationCode":"123456"}"#;
        let parameters = STANDARD.encode(json);
        let mac = own.mac("001000000045", &parameters).expect("mac");
        let plain = STANDARD.encode(&mac);
        let for_urls = plain.replace('+', "-").replace('/', "_");
        for signature in [&plain, &for_urls] {
            let notice = own.notice(VERSION, &parameters, signature).expect("notice");
            assert_eq!(notice.report.order, OrderId(45));
            assert_eq!(notice.report.amount, 1140);
            assert_eq!(notice.report.currency, "EUR");
            assert!(matches!(notice.report.outcome, PaymentOutcome::Paid { .. }));
        }
        let other = STANDARD.encode(json.replace("1140", "1"));
        assert_eq!(own.notice(VERSION, &other, &plain), None);
        assert_eq!(own.notice("HMAC_SHA1", &parameters, &plain), None);
        assert_eq!(own.notice(VERSION, &parameters, ""), None);
        assert_eq!(own.notice(VERSION, "?", &plain), None);
    }

    #[test]
    fn a_refused_attempt_has_another_number() {
        let mut order = Order {
            id: OrderId(45),
            key: "wc_order_a".to_owned(),
            ..Order::default()
        };
        let number = RedsysSettings::number(&order);
        assert!(number.len() == 12 && number.ends_with("000000045"));
        assert_eq!(RedsysSettings::number(&order), number);
        let next = RedsysSettings::next_number(order.id, "007000000045");
        assert_eq!(next, "008000000045");
        order.meta.push((REDSYS_NUMBER.to_owned(), next.clone()));
        assert_eq!(RedsysSettings::number(&order), next);
        let first = RedsysSettings::next_number(order.id, "999000000045");
        assert_eq!(first, "000000000045");
    }
}
