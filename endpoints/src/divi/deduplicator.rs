//! Which calls of the statistics count: not those of a robot that sends without end, not the same one sent again.
//!
//! Contract "divi-ajax", section 1.1: whatever becomes of a call, its answer is the same. A page's script counts each
//! thing once a year for a visitor. Calls from this machine itself are not judged: they are those of a proxy that does
//! not tell whom it speaks for.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hash};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use compat::divi::split_test::stats::Record;

use crate::wordpress::rate_limiter::RateLimiter;

/// Seconds in which the same call of the same visitor is the same event.
const WINDOW: i64 = 10;
/// Most calls remembered.
const MOST_KEYS: usize = 100_000;

/// A call.
pub struct Call<'a> {
    /// Where it comes from.
    pub address: IpAddr,
    /// The visitor's program.
    pub agent: &'a str,
    /// The visitor's cookies.
    pub cookies: &'a str,
    /// What it counts.
    pub record: &'a Record,
}

/// Remembers calls.
#[derive(Default)]
pub struct Deduplicator {
    seed: RandomState,
    seen: Mutex<HashMap<u64, i64>>,
    rate: RateLimiter,
}

impl Deduplicator {
    /// Whether a call counts; `limit` calls of an address count in a minute, 0: all.
    pub fn takes(&self, call: &Call<'_>, limit: u64, now: i64) -> bool {
        if call.address.is_loopback() {
            return true;
        }
        !self.is_repeated(call, now) && !self.rate.is_too_many(call.address, limit, now)
    }

    fn is_repeated(&self, call: &Call<'_>, now: i64) -> bool {
        let record = call.record;
        let what = (record.test_id, record.subject_id, record.event);
        let key = hash(&self.seed, (call.address, call.agent, call.cookies, what));
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.len() >= MOST_KEYS {
            seen.retain(|_, at| now - *at < WINDOW);
            if seen.len() >= MOST_KEYS {
                seen.clear();
            }
        }
        let before = seen.insert(key, now);
        before.is_some_and(|at| now - at < WINDOW)
    }
}

fn hash(seed: &RandomState, call: impl Hash) -> u64 {
    seed.hash_one(call)
}

#[cfg(test)]
mod tests {
    use super::*;
    use compat::divi::split_test::stats::Event;

    #[test]
    fn the_same_call_counts_once_and_an_address_has_its_number() {
        let guard = Deduplicator::default();
        let record = |subject_id| Record {
            test_id: 1,
            subject_id,
            record_date: String::new(),
            event: Event::ReadPage,
        };
        let takes = |address: [u8; 4], cookies: &str, subject, now| {
            let call = Call {
                address: IpAddr::from(address),
                agent: "a",
                cookies,
                record: &record(subject),
            };
            guard.takes(&call, 2, now)
        };
        let visitor = [192, 0, 2, 1];
        assert!(takes(visitor, "", 1, 0));
        assert!(!takes(visitor, "", 1, 9));
        assert!(takes(visitor, "b=1", 1, 9));
        assert!(!takes(visitor, "", 2, 9), "the third in a minute");
        assert!(takes([192, 0, 2, 2], "", 1, 9));
        assert!((0..9).all(|_| takes([127, 0, 0, 1], "", 1, 9)));
    }
}
