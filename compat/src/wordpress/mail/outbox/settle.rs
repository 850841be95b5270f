//! What becomes of a row after a delivery.

use super::super::delivery_error::{DeliveryError, DeliveryErrorKind};
use super::claimed::Claimed;
use super::stored::Stored;
use super::{Outbox, OutboxCounts};
use crate::binds;
use crate::wordpress::db::{DbError, Transaction};

/// The first pause after a failure; each is twice the one before.
const FIRST_PAUSE: i64 = 60;
/// The longest pause.
pub(super) const LONGEST_PAUSE: i64 = 3600;
/// Maximum length of a stored error message.
const ERROR_CHARS: usize = 1000;

/// A delivery that is over and not yet written down.
#[derive(Debug, Clone)]
pub(super) struct Settled {
    pub(super) id: i64,
    lease: String,
    pub(super) message_id: String,
    pub(super) verdict: Verdict,
    attempts: i64,
    refusals: i64,
    next_attempt: i64,
    is_outage: bool,
    error: String,
    json: String,
    now: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Sent,
    /// Tried again at `next_attempt`.
    Failed,
    Dead,
    /// Released without an attempt.
    Released,
}

impl Verdict {
    fn state(self) -> &'static str {
        match self {
            Self::Sent => "sent",
            Self::Failed | Self::Released => "queued",
            Self::Dead => "dead",
        }
    }
}

/// Seconds until the next attempt after so many.
pub(super) fn pause(attempts: i64) -> i64 {
    let doublings = u32::try_from(attempts.saturating_sub(1).clamp(0, 30)).unwrap_or(0);
    FIRST_PAUSE
        .saturating_mul(1_i64.checked_shl(doublings).unwrap_or(i64::MAX))
        .min(LONGEST_PAUSE)
}

impl Outbox {
    /// What a delivery means for its row. With `is_last`, a failure is the end.
    pub(super) fn settled(
        &self,
        claimed: &Claimed,
        result: &Result<(), DeliveryError>,
        is_last: bool,
    ) -> Settled {
        let now = self.now();
        let mut settled = Settled {
            id: claimed.id,
            lease: claimed.lease.clone(),
            message_id: claimed.message_id.clone(),
            verdict: Verdict::Sent,
            attempts: claimed.attempts + 1,
            refusals: claimed.refusals,
            next_attempt: 0,
            is_outage: false,
            error: String::new(),
            json: claimed.json.clone(),
            now,
        };
        let Err(error) = result else {
            settled.replace_mail(claimed.stored().map(|stored| stored.head()));
            return settled;
        };
        if !error.remaining.is_empty() {
            settled.replace_mail(claimed.stored().map(|stored| Stored {
                recipients: error.remaining.clone(),
                ..stored
            }));
        }
        settled.refusals += i64::from(error.kind == DeliveryErrorKind::Refused);
        let is_too_often = settled.refusals >= i64::from(self.settings.attempts.max(1));
        settled.verdict = if is_last || is_too_often {
            Verdict::Dead
        } else {
            Verdict::Failed
        };
        settled.is_outage = error.kind == DeliveryErrorKind::Unreachable && !is_last;
        settled.next_attempt = now + pause(settled.attempts);
        settled.error = kept_error(&error.detail);
        settled
    }

    /// A row released unchanged.
    pub(super) fn released(&self, claimed: &Claimed) -> Settled {
        let mut settled = self.settled(claimed, &Ok(()), false);
        settled.verdict = Verdict::Released;
        settled.attempts = claimed.attempts;
        settled.json.clone_from(&claimed.json);
        settled.next_attempt = settled.now;
        settled
    }

    /// Updates the metrics, logs, and removes the attachment files of finished mails.
    pub(super) async fn after_settling(&self, settled: Vec<Settled>) {
        let mut gone = Vec::new();
        for one in settled {
            let id = one.id;
            match one.verdict {
                Verdict::Sent => {
                    OutboxCounts::add(&self.counts.sent, 1);
                    tracing::info!(
                        mail.id = id,
                        mail.message_id = one.message_id,
                        attempts = one.attempts,
                        "mail delivered"
                    );
                    gone.push(one.message_id);
                }
                Verdict::Failed => {
                    OutboxCounts::add(&self.counts.failed, 1);
                    let seconds = one.next_attempt - one.now;
                    tracing::warn!(
                        mail.id = id,
                        attempts = one.attempts,
                        error = one.error,
                        "mail not delivered; tried again in {seconds} s"
                    );
                }
                Verdict::Dead => {
                    OutboxCounts::add(&self.counts.failed, 1);
                    OutboxCounts::add(&self.counts.dead, 1);
                    tracing::error!(
                        mail.id = id,
                        attempts = one.attempts,
                        error = one.error,
                        "mail given up; `oxipress mail retry {id}` tries again"
                    );
                }
                Verdict::Released => {}
            }
        }
        let spool = self.spool.clone();
        // Fails only when the runtime stops; then the sweep does it.
        let _ = tokio::task::spawn_blocking(move || {
            for message_id in gone {
                spool.remove(&message_id);
            }
        })
        .await;
    }
}

impl Settled {
    /// Sets the stored mail; the row keeps the one it has when the new one cannot be made.
    fn replace_mail(&mut self, mail: Result<Stored, String>) {
        let json = mail.and_then(|mail| mail.to_json().map_err(|e| e.to_string()));
        match json {
            Ok(json) => self.json = json,
            Err(error) => tracing::error!(mail.id = self.id, error, "stored mail not changed"),
        }
    }

    /// Writes it down, if the row is still ours.
    pub(super) async fn write(&self, tx: &Transaction) -> Result<(), DbError> {
        const UPDATE: &str = "UPDATE {p}oxipress_outbox SET state = ?, lease = '', attempts = ?, refusals = ?, \
            next_attempt = ?, outage = ?, last_error = ?, finished = ?, mail = ? \
            WHERE id = ? AND state = 'sending' AND lease = ?";
        let finished = match self.verdict {
            Verdict::Sent | Verdict::Dead => self.now,
            Verdict::Failed | Verdict::Released => 0,
        };
        let row = binds![
            self.verdict.state(),
            self.attempts,
            self.refusals,
            self.next_attempt,
            self.is_outage,
            self.error.as_str(),
            finished,
            self.json.as_str(),
            self.id,
            self.lease.as_str(),
        ];
        tx.execute(UPDATE, row).await.map(drop)
    }
}

/// The error message in ASCII, safe for every connection character set.
fn kept_error(text: &str) -> String {
    let kept = |c: char| match c {
        c if c.is_control() => ' ',
        c if c.is_ascii() => c,
        _ => '?',
    };
    text.chars().take(ERROR_CHARS).map(kept).collect()
}

#[cfg(test)]
mod tests {
    use super::pause;

    #[test]
    fn pauses_double_from_a_minute_to_an_hour() {
        let pauses: Vec<i64> = (1..9).map(pause).collect();
        assert_eq!(pauses, [60, 120, 240, 480, 960, 1920, 3600, 3600]);
        assert_eq!((pause(0), pause(i64::MAX)), (60, 3600));
    }
}
