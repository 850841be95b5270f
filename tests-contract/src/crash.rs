//! The server is killed at random moments while visitors send forms, and started again (hardening R1).
//!
//! A [`Form`] says what a visitor sends and when he was told that it was taken. Whoever was told so must find his words
//! in a mail afterwards. The test of any form that mails is a [`Form`] and a call of [`run`].

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::client::{Answer, send};
use crate::recording::Request;
use crate::server::Oxipress;
use crate::smtp_sink::SmtpSink;

/// What visitors send.
pub trait Form: Sync {
    /// The request of the visitor with this number; `token` is what the mail will hold.
    fn request(&self, number: u64, token: &str) -> Request;

    /// How many mails hold the token of a form that was taken.
    fn mails(&self) -> usize {
        1
    }

    /// Whether the answer says that it was taken.
    fn is_taken(&self, answer: &Answer) -> bool;
}

/// How long and how hard.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Visitors at the same time.
    pub visitors: u64,
    /// Times that the server is killed.
    pub kills: u32,
    /// Longest time from a start to the kill.
    pub longest_life: Duration,
}

/// What came of it.
#[derive(Debug, Default)]
pub struct Figures {
    /// Forms sent, also to a server that was just gone.
    pub sent: u64,
    /// Forms that the visitor was told were taken.
    pub acknowledged: usize,
    /// Kills.
    pub kills: u32,
    /// Mails that the sink took.
    pub mails: usize,
    /// Mails that came again, with the same Message-ID.
    pub doubles: usize,
    /// Most doubles of one kill.
    pub doubles_of_a_kill: usize,
    /// Acknowledged forms without all of their mails.
    pub lost: Vec<String>,
    /// Forms in more mails with different Message-IDs than there should be.
    pub twice: Vec<String>,
    /// Longest time that an answer took.
    pub longest_answer: Duration,
}

/// Sends forms, kills and starts the server, and looks what the sink has got in the end. `start` starts the server,
/// on the same database each time.
pub fn run(
    plan: Plan,
    form: &dyn Form,
    sink: &SmtpSink,
    start: &dyn Fn() -> Result<Oxipress>,
) -> Result<Figures> {
    let addr = Mutex::new(None);
    let (done, sent) = (AtomicBool::new(false), AtomicU64::new(0));
    let acknowledged = Mutex::new(BTreeSet::new());
    let longest = Mutex::new(Duration::ZERO);
    let mut marks = vec![0];
    std::thread::scope(|scope| -> Result<()> {
        for visitor in 0..plan.visitors {
            let (addr, done, sent) = (&addr, &done, &sent);
            let (acknowledged, longest) = (&acknowledged, &longest);
            scope.spawn(move || {
                let mut round = 0;
                while !done.load(Ordering::SeqCst) {
                    let Some(addr) = *locked(addr) else {
                        std::thread::sleep(Duration::from_millis(2));
                        continue;
                    };
                    round += 1;
                    let number = round * plan.visitors + visitor;
                    let token = format!("token{number}end");
                    sent.fetch_add(1, Ordering::SeqCst);
                    let (taken, took) = ask(form, addr, number, &token);
                    if taken {
                        locked(acknowledged).insert(token);
                    }
                    let mut longest = locked(longest);
                    *longest = longest.max(took);
                }
            });
        }
        let result = live_and_die(plan, sink, start, &addr, &mut marks);
        done.store(true, Ordering::SeqCst);
        result
    })?;
    let server = start()?;
    drain(&server, sink)?;
    let acknowledged = acknowledged.into_inner().unwrap_or_default();
    let mut figures = count(&acknowledged, sink, &marks, form.mails());
    figures.sent = sent.into_inner();
    figures.kills = plan.kills;
    figures.longest_answer = longest.into_inner().unwrap_or_default();
    Ok(figures)
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn ask(form: &dyn Form, addr: SocketAddr, number: u64, token: &str) -> (bool, Duration) {
    let began = Instant::now();
    let answer = send(addr, &form.request(number, token));
    let taken = answer.is_ok_and(|answer| form.is_taken(&answer));
    (taken, began.elapsed())
}

/// Starts and kills; `marks` gets the number of mails at each kill.
fn live_and_die(
    plan: Plan,
    sink: &SmtpSink,
    start: &dyn Fn() -> Result<Oxipress>,
    addr: &Mutex<Option<SocketAddr>>,
    marks: &mut Vec<usize>,
) -> Result<()> {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..plan.kills {
        let server = start()?;
        *locked(addr) = Some(server.addr);
        // Any moment will do, and another one each time.
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let life = u64::try_from(plan.longest_life.as_micros())?;
        std::thread::sleep(Duration::from_micros(seed % life.max(1)));
        server.kill()?;
        *locked(addr) = None;
        marks.push(sink.taken_when_quiet());
    }
    Ok(())
}

/// Waits until nothing is left in the outbox.
fn drain(server: &Oxipress, sink: &SmtpSink) -> Result<()> {
    let until = Instant::now() + Duration::from_secs(180);
    loop {
        let waiting = |state| server.metric(&format!("oxipress_outbox{{state=\"{state}\"}}"));
        let left = waiting("queued")? + waiting("sending")?;
        if left == 0 {
            return Ok(());
        }
        (Instant::now() < until)
            .then_some(())
            .with_context(|| format!("{left} mails are left, {} came", sink.taken().len()))?;
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn count(
    acknowledged: &BTreeSet<String>,
    sink: &SmtpSink,
    marks: &[usize],
    mails: usize,
) -> Figures {
    let taken = sink.taken();
    let mut figures = Figures {
        acknowledged: acknowledged.len(),
        mails: taken.len(),
        ..Figures::default()
    };
    let mut last = BTreeMap::new();
    let mut by_token: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut doubles = vec![0; marks.len()];
    for (n, mail) in taken.iter().enumerate() {
        let id = mail.message_id();
        let text = crate::mail_text::parts(&mail.text);
        let text = text
            .first()
            .map(|part| String::from_utf8_lossy(&part.content));
        for token in text.iter().flat_map(|text| tokens(text)) {
            by_token.entry(token).or_default().insert(id.clone());
        }
        // It came again because of the kill that ended the life in which it came before.
        if let Some(before) = last.insert(id, n) {
            figures.doubles += 1;
            let life = marks.partition_point(|mark| *mark <= before) - 1;
            doubles[life] += 1;
        }
    }
    figures.doubles_of_a_kill = doubles.into_iter().max().unwrap_or(0);
    let is_lost = |token: &&String| by_token.get(*token).is_none_or(|ids| ids.len() < mails);
    figures.lost = acknowledged.iter().filter(is_lost).cloned().collect();
    let twice = by_token.into_iter().filter(|(_, ids)| ids.len() > mails);
    figures.twice = twice.map(|(token, _)| token).collect();
    figures
}

/// Every `token123end` in a text, once.
fn tokens(text: &str) -> BTreeSet<String> {
    let pieces = text.split("token").skip(1);
    let number = |piece: &str| piece.split_once("end").map(|(number, _)| number.to_owned());
    let is_number = |n: &String| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit());
    let numbers = pieces.filter_map(number).filter(is_number);
    numbers.map(|n| format!("token{n}end")).collect()
}
