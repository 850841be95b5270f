//! `posted_data_hash`: identifies a repeated submission of the same data.
//!
//! Contract "contact-form-7", section 14. It does not prevent duplicate mails; only Stripe payments use it.

use crate::contact_form_7::text::array_flatten;
use crate::wordpress::hash::hash_equals;
use crate::wordpress::nonce::NonceAge;
use crate::wordpress::php::Array;
use crate::wordpress::salt::Salts;

/// Scheme of the hash (contract "contact-form-7", section 14).
const SCHEME: &str = "wpcf7_submission";

/// Seconds that a tick lasts.
const TICK: i64 = 1800;

/// The input of the hash besides the posted data.
#[derive(Debug, Clone, Copy)]
pub struct HashContext<'a> {
    /// The site's secrets.
    pub salts: &'a Salts,
    /// Unix time.
    pub now: i64,
    /// The sender's address.
    pub remote_ip: &'a str,
    /// The form instance.
    pub unit_tag: &'a str,
}

impl HashContext<'_> {
    /// The hash of posted data now.
    pub fn create(&self, posted_data: &Array) -> String {
        self.at_tick(posted_data, self.tick())
    }

    /// The age of a hash, `None` when it is not one of this data.
    pub fn verify(&self, hash: &str, posted_data: &Array) -> Option<NonceAge> {
        let tick = self.tick();
        let is = |tick| hash_equals(&self.at_tick(posted_data, tick), hash);
        let (current, previous) = (is(tick), is(tick.saturating_sub(1)));
        match (current, previous) {
            (true, _) => Some(NonceAge::Current),
            (_, true) => Some(NonceAge::Previous),
            _ => None,
        }
    }

    /// Time in half hours, rounded up.
    fn tick(&self) -> i64 {
        let whole = self.now.div_euclid(TICK);
        if self.now.rem_euclid(TICK) == 0 {
            whole
        } else {
            whole.saturating_add(1)
        }
    }

    fn at_tick(&self, posted_data: &Array, tick: i64) -> String {
        let tick = tick.to_string();
        let mut parts: Vec<Vec<u8>> = [tick.as_str(), self.remote_ip, self.unit_tag]
            .iter()
            .map(|part| php_trimmed(part.as_bytes()))
            .collect();
        for value in posted_data.values().flat_map(array_flatten) {
            if !value.is_null() {
                parts.push(php_trimmed(&value.to_bytes()));
            }
        }
        self.salts.wp_hash(&parts.join(b", ".as_slice()), SCHEME)
    }
}

fn php_trimmed(bytes: &[u8]) -> Vec<u8> {
    crate::wordpress::php::trim::trim(bytes).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::php::Value;

    #[test]
    fn the_hash_lives_for_this_half_hour_and_the_next() {
        let (salts, _) = Salts::collect(|_| None, |_| None, || "s".repeat(64));
        let data = Array::new()
            .with("a", "x")
            .with("b", vec![Value::from("y")]);
        let at = |now| HashContext {
            salts: &salts,
            now,
            remote_ip: "203.0.113.7",
            unit_tag: "u1",
        };
        let hash = at(1801).create(&data);
        assert_eq!(at(3600).verify(&hash, &data), Some(NonceAge::Current));
        assert_eq!(at(3601).verify(&hash, &data), Some(NonceAge::Previous));
        assert_eq!(at(5401).verify(&hash, &data), None);
        assert_eq!(at(1801).verify(&hash, &data.with("c", "")), None);
    }
}
