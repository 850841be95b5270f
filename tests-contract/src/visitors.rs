//! Clients that send forms one after the other while the server or its dependencies fail.
//!
//! A [`Form`] describes a submission and when it counts as acknowledged. Each acknowledged submission must be found in
//! the database and in a mail afterwards (hardening R1 to R3): [`Visits::lost`] lists those that are not.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::client::{ClientResponse, send};
use crate::recording::Request;
use crate::server::Oxipress;
use crate::site::Site;
use crate::smtp_sink::{ReceivedMail, SmtpSink};

/// What visitors send.
pub trait Form: Sync {
    /// The request of the visitor with this number; `token` is what the mail will hold.
    fn request(&self, number: u64, token: &str) -> Request;

    /// How many mails hold the token of a form that was taken.
    fn mails(&self) -> usize {
        1
    }

    /// Whether the response acknowledges the submission.
    fn is_taken(&self, answer: &ClientResponse) -> bool;

    /// Reads the column with the token.
    fn rows(&self) -> &'static str;
}

/// Where the server is at the moment; nowhere while it is started again.
pub type Whereabouts = Mutex<Option<SocketAddr>>;

/// The acknowledged submissions.
#[derive(Debug, Default)]
pub struct Visits {
    /// Forms sent, including those during an outage.
    pub sent: u64,
    /// The tokens of forms that were taken.
    pub acknowledged: BTreeSet<String>,
    /// Number of other responses by status; status 0: no response.
    pub refused: BTreeMap<u16, u64>,
    /// Maximum response time.
    pub longest_answer: Duration,
}

impl Visits {
    /// Acknowledged tokens that are missing in the rows or have too few mails.
    pub fn lost(
        &self,
        form: &dyn Form,
        site: &Site,
        mails: &[ReceivedMail],
    ) -> Result<Vec<String>> {
        let rows: Vec<(String,)> = site.load(form.rows(), Vec::new())?;
        let stored: BTreeSet<String> = rows.iter().flat_map(|(text,)| tokens(text)).collect();
        let mailed = by_token(mails);
        let is_lost = |token: &&String| {
            let ids = mailed.get(*token).map_or(0, BTreeSet::len);
            !stored.contains(*token) || ids < form.mails()
        };
        Ok(self.acknowledged.iter().filter(is_lost).cloned().collect())
    }
}

/// Runs visitors that send forms while `happening` runs.
pub fn visit(
    visitors: u64,
    form: &dyn Form,
    addr: &Whereabouts,
    happening: impl FnOnce() -> Result<()>,
) -> Result<Visits> {
    // Each form of a test has different content.
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let (done, sent) = (AtomicBool::new(false), AtomicU64::new(0));
    let visits = Mutex::new(Visits::default());
    let one = || {
        while !done.load(Ordering::SeqCst) {
            let Some(addr) = *locked(addr) else {
                std::thread::sleep(Duration::from_millis(2));
                continue;
            };
            let number = NEXT.fetch_add(1, Ordering::SeqCst);
            let token = format!("token{number}end");
            sent.fetch_add(1, Ordering::SeqCst);
            let began = Instant::now();
            let answer = send(addr, &form.request(number, &token));
            let took = began.elapsed();
            let mut visits = locked(&visits);
            visits.longest_answer = visits.longest_answer.max(took);
            match answer {
                Ok(answer) if form.is_taken(&answer) => {
                    visits.acknowledged.insert(token);
                }
                Ok(answer) => *visits.refused.entry(answer.status).or_default() += 1,
                Err(_) => *visits.refused.entry(0).or_default() += 1,
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..visitors {
            scope.spawn(one);
        }
        let result = happening();
        done.store(true, Ordering::SeqCst);
        result
    })?;
    let mut visits = visits.into_inner().unwrap_or_else(PoisonError::into_inner);
    visits.sent = sent.into_inner();
    Ok(visits)
}

/// Waits until nothing is left in the outbox; as long as mails come.
pub fn drain(server: &Oxipress, sink: &SmtpSink) -> Result<()> {
    const PATIENCE: Duration = Duration::from_secs(90);
    let (mut came, mut last) = (0, Instant::now());
    loop {
        let waiting = |state| server.metric(&format!("oxipress_outbox{{state=\"{state}\"}}"));
        let left = waiting("queued")? + waiting("sending")?;
        if left == 0 {
            return Ok(());
        }
        let now = sink.messages().len();
        if now > came {
            (came, last) = (now, Instant::now());
        }
        (last.elapsed() < PATIENCE)
            .then_some(())
            .with_context(|| format!("{left} mails are left, {came} came"))?;
        std::thread::sleep(Duration::from_millis(100));
    }
}

pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The Message-IDs of the mails that hold a token.
pub(crate) fn by_token(mails: &[ReceivedMail]) -> BTreeMap<String, BTreeSet<String>> {
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for mail in mails {
        let parts = crate::mail_text::parts(&mail.text);
        let text = parts.first().map(|p| String::from_utf8_lossy(&p.content));
        for token in text.iter().flat_map(|text| tokens(text)) {
            all.entry(token).or_default().insert(mail.message_id());
        }
    }
    all
}

/// Every `token123end` in a text, once.
fn tokens(text: &str) -> BTreeSet<String> {
    let pieces = text.split("token").skip(1);
    let number = |piece: &str| piece.split_once("end").map(|(number, _)| number.to_owned());
    let is_number = |n: &String| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit());
    let numbers = pieces.filter_map(number).filter(is_number);
    numbers.map(|n| format!("token{n}end")).collect()
}
