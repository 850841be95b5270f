//! Deduplicates and rate-limits calls to the split test statistics.
//!
//! Contract "divi-ajax", section 1.1: the response is always the same. The page's script counts each event once a year
//! per visitor. Calls from a loopback address are always counted: they come from a proxy that does not send the
//! visitor's address.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hash};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use compat::divi::split_test::stats::Record;

use crate::wordpress::rate_limiter::RateLimiter;

/// Seconds within which the same call of the same visitor is a duplicate.
const WINDOW: i64 = 10;
/// Maximum number of calls stored.
const MOST_KEYS: usize = 100_000;

/// A call.
pub struct Call<'a> {
    /// The client's address.
    pub address: IpAddr,
    /// The user agent.
    pub agent: &'a str,
    /// The visitor's cookies.
    pub cookies: &'a str,
    /// What it counts.
    pub record: &'a Record,
}

/// The recent calls.
#[derive(Default)]
pub struct Deduplicator {
    seed: RandomState,
    seen: Mutex<HashMap<u64, i64>>,
    rate: RateLimiter,
}

impl Deduplicator {
    /// Whether a call counts; at most `limit` calls per address and minute do, 0: no limit.
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
