//! Rate limit: form submissions per client address and minute.
//!
//! Contract "contact-form-7", section 25 (6); hardening S11. The address is that of the connection, or the one in
//! `X-Forwarded-For` when the connection comes from a trusted proxy. Off by default.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use compat::wordpress::user::attempts::network;

/// Maximum number of addresses counted.
const MOST_KEYS: usize = 100_000;
/// Length of the window in seconds.
const WINDOW: i64 = 60;

/// Submission counts by address.
#[derive(Debug, Default)]
pub struct RateLimiter {
    windows: Mutex<HashMap<IpAddr, Window>>,
}

#[derive(Debug, Clone, Copy)]
struct Window {
    began: i64,
    count: u64,
}

impl RateLimiter {
    /// Counts one submission of an address; returns whether there were more than `limit` in the current window.
    pub fn is_too_many(&self, address: IpAddr, limit: u64, now: i64) -> bool {
        if limit == 0 {
            return false;
        }
        let mut windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        let key = network(address);
        if windows.len() >= MOST_KEYS && !windows.contains_key(&key) {
            windows.retain(|_, window| (0..WINDOW).contains(&(now - window.began)));
            if windows.len() >= MOST_KEYS {
                // The map is full: all counts are dropped, so that memory stays bounded.
                windows.clear();
            }
        }
        let window = windows.entry(key).or_insert(Window {
            began: now,
            count: 0,
        });
        // A window in the future is of a clock that was set back.
        if !(0..WINDOW).contains(&(now - window.began)) {
            *window = Window {
                began: now,
                count: 0,
            };
        }
        window.count = window.count.saturating_add(1);
        window.count > limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_has_its_number() {
        let guard = RateLimiter::default();
        let home = IpAddr::from([192, 0, 2, 1]);
        let seen: Vec<bool> = (0..4)
            .map(|i| guard.is_too_many(home, 3, 100 + i))
            .collect();
        assert_eq!(seen, [false, false, false, true]);
        assert!(!guard.is_too_many(IpAddr::from([192, 0, 2, 2]), 3, 103));
        assert!(!guard.is_too_many(home, 3, 160));
        assert!(!guard.is_too_many(home, 0, 160));
    }

    #[test]
    fn the_table_is_bounded() {
        let guard = RateLimiter::default();
        for i in 0..250_000_u32 {
            guard.is_too_many(IpAddr::from(i.to_be_bytes()), 1, 0);
        }
        let length = guard.windows.lock().unwrap().len();
        println!("{length} of 250000 addresses remembered");
        assert!(length <= MOST_KEYS);
    }
}
