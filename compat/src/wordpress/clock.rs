//! The clock of the application: the machine's, one that starts at a chosen instant, or a test's.
//!
//! See `docs/architecture.md`, "Time". The requests floor reads the clock and passes the time as a value.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};

/// A source of the time. Clones show the same time.
#[derive(Debug, Clone)]
pub struct Clock(Source);

#[derive(Debug, Clone)]
enum Source {
    System,
    /// Shows `base` at `start` and runs on from there.
    Running {
        base: Timestamp,
        start: Instant,
    },
    /// Microseconds since 1970; a manual clock for tests.
    Manual(Arc<AtomicI64>),
}

/// A text that is no instant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not an instant; write it like 2026-11-21T01:22:50Z")]
pub struct ClockError(String);

impl Default for Clock {
    fn default() -> Self {
        Self::system()
    }
}

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// A clock that shows `base` now, and runs on.
    pub fn starting_at(base: Timestamp) -> Self {
        Self(Source::Running {
            base,
            start: Instant::now(),
        })
    }

    /// A manual clock set to `unix` seconds.
    pub fn manual(unix: i64) -> Self {
        Self(Source::Manual(Arc::new(AtomicI64::new(
            unix.saturating_mul(1_000_000),
        ))))
    }

    /// The clock for the value of `OXIPRESS_NOW` (RFC 3339); without a value the machine's.
    ///
    /// # Errors
    /// When the text is not a date.
    pub fn from_setting(value: Option<&str>) -> Result<Self, ClockError> {
        match value.map(str::trim) {
            None | Some("") => Ok(Self::system()),
            Some(text) => match text.parse() {
                Ok(base) => Ok(Self::starting_at(base)),
                Err(_) => Err(ClockError(text.to_owned())),
            },
        }
    }

    /// PHP's `time()`: whole seconds since 1970.
    pub fn now(&self) -> i64 {
        let now = self.timestamp();
        // Before 1970 the second that has begun is one less than the truncated one.
        now.as_second() - i64::from(now.subsec_nanosecond() < 0)
    }

    /// The present instant with its fraction.
    pub fn timestamp(&self) -> Timestamp {
        match &self.0 {
            Source::System => Timestamp::now(),
            Source::Running { base, start } => {
                let passed =
                    SignedDuration::try_from(start.elapsed()).unwrap_or(SignedDuration::MAX);
                base.saturating_add(passed).unwrap_or(Timestamp::MAX)
            }
            Source::Manual(micros) => {
                Timestamp::from_microsecond(micros.load(Ordering::SeqCst)).unwrap_or(Timestamp::MAX)
            }
        }
    }

    /// Sets a manual clock to `unix` seconds, as an administrator does; the others stay.
    pub fn set(&self, unix: i64) {
        if let Source::Manual(micros) = &self.0 {
            micros.store(unix.saturating_mul(1_000_000), Ordering::SeqCst);
        }
    }

    /// Moves a manual clock on; the others go by themselves.
    pub fn advance(&self, by: Duration) {
        if let Source::Manual(micros) = &self.0 {
            let by = i64::try_from(by.as_micros()).unwrap_or(i64::MAX);
            micros.fetch_add(by, Ordering::SeqCst);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manual_clock_stands_until_moved() {
        let clock = Clock::manual(1_795_224_170);
        let same = clock.clone();
        assert_eq!(clock.now(), 1_795_224_170);
        clock.advance(Duration::from_millis(1500));
        assert_eq!(same.now(), 1_795_224_171);
        assert_eq!(same.timestamp().subsec_millisecond(), 500);
    }

    #[test]
    fn a_chosen_start_runs_on() {
        let clock = Clock::from_setting(Some("2026-11-21T01:22:50Z")).unwrap();
        let first = clock.timestamp();
        assert!((0..60).contains(&(clock.now() - 1_795_224_170)));
        assert!(clock.timestamp() >= first);
        let offset = Clock::from_setting(Some("2026-11-21T02:22:50+01:00")).unwrap();
        assert!((0..60).contains(&(offset.now() - 1_795_224_170)));
    }

    #[test]
    fn no_value_is_the_machines_clock_and_nonsense_an_error() {
        assert!(Clock::from_setting(None).unwrap().now() > 1_600_000_000);
        assert!(Clock::from_setting(Some(" ")).is_ok());
        let error = Clock::from_setting(Some("mañana")).unwrap_err();
        assert!(error.to_string().contains("mañana"));
    }

    #[test]
    fn seconds_before_1970_are_floored() {
        let clock = Clock::manual(-2);
        clock.advance(Duration::from_millis(500));
        assert_eq!(clock.now(), -2);
    }
}
