//! Nonces: numbers that a page carries and a later request must send back.
//!
//! Contract "wordpress-core", section 12.2. Time, user and session token are parameters.

use super::hash::hash_equals;
use super::salt::Salts;

/// Default lifetime of a nonce (`nonce_life`): one day, in seconds.
pub const NONCE_LIFE: i64 = 86_400;

/// `wp_nonce_tick`: the number of the half life that `now` falls into.
pub fn nonce_tick(now: i64, life: i64) -> i64 {
    let life = life.max(1);
    // ceil(now / (life / 2)), in whole numbers also for an odd life.
    let doubled = now.saturating_mul(2);
    doubled
        .div_euclid(life)
        .saturating_add(i64::from(doubled.rem_euclid(life) != 0))
}

/// In which half of its life a valid nonce is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NonceAge {
    /// Made in the current tick; WordPress answers 1.
    Current,
    /// Made in the tick before; WordPress answers 2.
    Previous,
}

impl NonceAge {
    /// The return value of `wp_verify_nonce`.
    pub fn number(self) -> u8 {
        match self {
            Self::Current => 1,
            Self::Previous => 2,
        }
    }
}

/// User, session and time for which nonces are created and verified.
#[derive(Debug, Clone, Copy)]
pub struct NonceContext<'a> {
    /// The site's secrets.
    pub salts: &'a Salts,
    /// The user id; `"0"` for a visitor, for the shop's own actions the customer id of his session.
    pub user: &'a str,
    /// The token of the login session, empty for a visitor.
    pub session_token: &'a str,
    /// Unix time.
    pub now: i64,
    /// Seconds a nonce lives, normally [`NONCE_LIFE`].
    pub life: i64,
}

impl<'a> NonceContext<'a> {
    /// The context of a visitor who is not logged in.
    pub fn anonymous(salts: &'a Salts, now: i64) -> Self {
        Self {
            salts,
            user: "0",
            session_token: "",
            now,
            life: NONCE_LIFE,
        }
    }

    /// `wp_create_nonce`: ten hexadecimal digits. An action that PHP gives as a number is its digits.
    pub fn create(&self, action: &str) -> String {
        self.at_tick(action, nonce_tick(self.now, self.life))
    }

    /// `wp_verify_nonce`: the age of a valid nonce, `None` for every other text.
    pub fn verify(&self, nonce: &str, action: &str) -> Option<NonceAge> {
        // PHP's empty(): "0" is no nonce either.
        if matches!(nonce, "" | "0") {
            return None;
        }
        let tick = nonce_tick(self.now, self.life);
        let current = hash_equals(&self.at_tick(action, tick), nonce);
        let previous = hash_equals(&self.at_tick(action, tick.saturating_sub(1)), nonce);
        match (current, previous) {
            (true, _) => Some(NonceAge::Current),
            (_, true) => Some(NonceAge::Previous),
            _ => None,
        }
    }

    fn at_tick(&self, action: &str, tick: i64) -> String {
        let data = format!("{tick}|{action}|{}|{}", self.user, self.session_token);
        let hash = self.salts.wp_hash(data.as_bytes(), "nonce");
        // Characters -12 to -3 of the 32 digits.
        hash.get(20..30).unwrap_or_default().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn salts() -> Salts {
        let constant = |name: &str| match name {
            "NONCE_KEY" => Some("k".repeat(64)),
            "NONCE_SALT" => Some("s".repeat(64)),
            _ => None,
        };
        Salts::collect(constant, |_| None, String::new).0
    }

    #[test]
    fn the_contracts_example() {
        let salts = salts();
        let context = NonceContext::anonymous(&salts, 1_700_000_000);
        assert_eq!(nonce_tick(1_700_000_000, NONCE_LIFE), 39_352);
        assert_eq!(context.create("gdpr-cookie-compliance"), "b86690847f");
        assert_eq!(
            context.verify("a8a8a0bfdb", "gdpr-cookie-compliance"),
            Some(NonceAge::Previous)
        );
        assert_eq!(context.verify("", "gdpr-cookie-compliance"), None);
        assert_eq!(context.verify("b86690847", "gdpr-cookie-compliance"), None);
    }

    #[test]
    fn ticks_of_other_lives() {
        assert_eq!(nonce_tick(3600, 7200), 1);
        assert_eq!(nonce_tick(3601, 7200), 2);
        // An odd life has half seconds: ceil(5 / 1.5).
        assert_eq!(nonce_tick(5, 3), 4);
        assert_eq!(nonce_tick(10, 0), 20);
    }
}
