//! Which of the requests that may be repeated are: a share of them, the same address not too often, and not too many in a
//! second. It costs a visitor a few comparisons.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rand::Rng as _;

/// Addresses that are remembered; more are forgotten all at once.
const REMEMBERED: usize = 10_000;

/// Chooses requests.
#[derive(Debug)]
pub struct Sampler {
    rate: f64,
    again_after: Duration,
    per_second: u64,
    hasher: RandomState,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// When an address was chosen last.
    chosen: HashMap<u64, Instant>,
    second: Instant,
    in_second: u64,
}

/// What becomes of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// It is repeated.
    Taken,
    /// It was compared not long ago.
    Known,
    /// Enough are repeated in this second.
    TooMany,
}

impl Sampler {
    /// Chooses a share `rate` of the requests.
    pub fn new(rate: f64, again_after: Duration, per_second: u64) -> Self {
        Self {
            rate,
            again_after,
            per_second: per_second.max(1),
            hasher: RandomState::new(),
            state: Mutex::new(State {
                chosen: HashMap::new(),
                second: Instant::now(),
                in_second: 0,
            }),
        }
    }

    /// Whether the next request belongs to the share.
    pub fn draws(&self) -> bool {
        self.rate >= 1.0 || rand::rng().random::<f64>() < self.rate
    }

    /// Whether a request that was drawn is repeated, by what it asks for.
    pub fn choose(&self, method: &str, host: &str, target: &str) -> Choice {
        let key = self.hasher.hash_one((method, host, target));
        let now = Instant::now();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let last = state.chosen.get(&key);
        if last.is_some_and(|last| now.duration_since(*last) < self.again_after) {
            return Choice::Known;
        }
        if now.duration_since(state.second) >= Duration::from_secs(1) {
            (state.second, state.in_second) = (now, 0);
        }
        if state.in_second >= self.per_second {
            return Choice::TooMany;
        }
        state.in_second += 1;
        if state.chosen.len() >= REMEMBERED {
            state.chosen.clear();
        }
        state.chosen.insert(key, now);
        Choice::Taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_chosen_once_and_a_second_has_an_end() {
        let sampler = Sampler::new(1.0, Duration::from_secs(60), 2);
        assert!(sampler.draws());
        assert_eq!(sampler.choose("GET", "a", "/"), Choice::Taken);
        assert_eq!(sampler.choose("GET", "a", "/"), Choice::Known);
        assert_eq!(sampler.choose("GET", "b", "/"), Choice::Taken);
        assert_eq!(sampler.choose("GET", "c", "/"), Choice::TooMany);
        assert!(!Sampler::new(0.0, Duration::ZERO, 1).draws());
        let share = Sampler::new(0.1, Duration::ZERO, 1);
        let drawn = (0..10_000).filter(|_| share.draws()).count();
        assert!((700..1300).contains(&drawn), "{drawn}");
    }
}
