//! The token by which clients of the Store API name a session without cookies (`Cart-Token`): a JSON web token.
//!
//! Contract "woocommerce-store-api", section 1.7.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::visitor::CustomerId;
use crate::wordpress::hash::{HashAlgorithm, hash_hmac_raw};
use crate::wordpress::php::Value;
use crate::wordpress::php::json::{json_decode_assoc, wp_json_encode};
use crate::wordpress::salt::Salts;

/// Seconds for which a token holds.
const LIFE: i64 = 2 * 86_400;

/// What a token says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct CartToken {
    /// Key of the session.
    pub user_id: String,
    /// Unix time of its end.
    pub expires: i64,
}

impl CartToken {
    /// A token for a session, made at a Unix time.
    pub fn create(id: &CustomerId, salts: &Salts, now: i64) -> String {
        let header = Value::array().with("alg", "HS256").with("typ", "JWT");
        let payload = Value::array()
            .with("user_id", id.0.as_str())
            .with("exp", now.saturating_add(LIFE))
            .with("iss", "store-api")
            .with("iat", now);
        let part = |value: &Value| {
            let json = wp_json_encode(value, 0).unwrap_or_default();
            URL_SAFE_NO_PAD.encode(json)
        };
        let signed = format!("{}.{}", part(&header), part(&payload));
        let signature = URL_SAFE_NO_PAD.encode(signature(&signed, salts));
        format!("{signed}.{signature}")
    }

    /// What a token says, if its form and signature are right and it has not ended.
    pub fn read(token: &str, salts: &Salts, now: i64) -> Option<Self> {
        use subtle::ConstantTimeEq as _;
        let (signed, given) = token.rsplit_once('.')?;
        let (header, payload) = signed.split_once('.')?;
        if payload.contains('.') {
            return None;
        }
        let part = |text: &str| {
            let json = URL_SAFE_NO_PAD.decode(text).ok()?;
            json_decode_assoc(&json).ok()
        };
        let (header, given) = (part(header)?, URL_SAFE_NO_PAD.decode(given).ok()?);
        let is_known =
            header.at("typ").as_str() == Some("JWT") && header.at("alg").as_str() == Some("HS256");
        if !is_known || !bool::from(signature(signed, salts).ct_eq(&given)) {
            return None;
        }
        let payload = part(payload)?;
        let token = Self {
            user_id: payload.at("user_id").to_string_lossy().into_owned(),
            expires: payload.at("exp").to_int(),
        };
        (!token.user_id.is_empty() && token.expires > now).then_some(token)
    }
}

fn signature(signed: &str, salts: &Salts) -> Vec<u8> {
    let key = format!("@{}", salts.wp_salt("auth"));
    hash_hmac_raw(HashAlgorithm::Sha256, signed.as_bytes(), key.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn salts() -> Salts {
        let secret = |name: &str| Some(format!("secret {name}"));
        Salts::collect(secret, |_| None, String::new).0
    }

    #[test]
    fn tokens_are_read_while_they_hold() {
        let (salts, id) = (
            salts(),
            CustomerId("t_5d950cabe34d2cce61afbf76a1e1df".to_owned()),
        );
        let token = CartToken::create(&id, &salts, 1_795_224_183);
        let payload = token.split('.').nth(1).unwrap();
        let payload = URL_SAFE_NO_PAD.decode(payload).unwrap();
        assert_eq!(
            String::from_utf8(payload).unwrap(),
            "{\"user_id\":\"t_5d950cabe34d2cce61afbf76a1e1df\",\"exp\":1795396983,\"iss\":\"store-api\",\"iat\":1795224183}"
        );
        let read = |token: &str, now| CartToken::read(token, &salts, now);
        let known = read(&token, 1_795_224_184).unwrap();
        assert_eq!((known.user_id, known.expires), (id.0, 1_795_396_983));
        assert_eq!(read(&token, 1_795_396_983), None);
        for wrong in [
            "",
            "a.b",
            "a.b.c",
            &token[1..],
            &format!("{token}x"),
            &format!("a.{token}"),
        ] {
            assert_eq!(read(wrong, 1_795_224_184), None, "{wrong}");
        }
    }

    #[test]
    fn unsigned_tokens_count_for_nothing() {
        let salts = salts();
        let part = |json: &str| URL_SAFE_NO_PAD.encode(json);
        let payload = part("{\"user_id\":\"1\",\"exp\":9999999999}");
        for header in ["{\"alg\":\"none\",\"typ\":\"JWT\"}", "{\"alg\":\"HS256\"}"] {
            let token = format!("{}.{payload}.", part(header));
            assert_eq!(CartToken::read(&token, &salts, 0), None);
        }
    }
}
