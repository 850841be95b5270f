//! The server is killed at random moments while visitors send forms, and started again (hardening R1).

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use anyhow::Result;

use crate::server::Oxipress;
use crate::site::Site;
use crate::smtp_sink::{Manners, ReceivedMail, SmtpSink};
use crate::visitors::{Form, Whereabouts, by_token, drain, locked, visit};

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

/// The result.
#[derive(Debug, Default)]
pub struct Figures {
    /// Forms sent, including those during an outage.
    pub sent: u64,
    /// Acknowledged forms.
    pub acknowledged: usize,
    /// Kills.
    pub kills: u32,
    /// Mails that the sink took.
    pub mails: usize,
    /// Mails delivered twice, with the same Message-ID.
    pub doubles: usize,
    /// Most doubles of one kill.
    pub doubles_of_a_kill: usize,
    /// Acknowledged forms without their row or without all of their mails.
    pub lost: Vec<String>,
    /// Forms in more mails with different Message-IDs than there should be.
    pub twice: Vec<String>,
    /// Maximum response time.
    pub longest_answer: Duration,
}

/// Sends forms while killing and restarting the server, then compares database and SMTP sink. `start` starts the server
/// on the same database.
pub fn run(
    plan: Plan,
    form: &dyn Form,
    site: &Site,
    sink: &SmtpSink,
    start: &dyn Fn() -> Result<Oxipress>,
) -> Result<Figures> {
    let addr = Mutex::new(None);
    let mut marks = vec![0];
    let visits = visit(plan.visitors, form, &addr, || {
        live_and_die(plan, sink, start, &addr, &mut marks)
    })?;
    let server = start()?;
    // Nobody is killed any more: what is left may come fast.
    sink.set(Manners::default());
    drain(&server, sink)?;
    let taken = sink.messages();
    let twice = by_token(&taken).into_iter();
    let twice = twice.filter(|(_, ids)| ids.len() > form.mails());
    let (doubles, doubles_of_a_kill) = doubles(&taken, &marks);
    Ok(Figures {
        sent: visits.sent,
        acknowledged: visits.acknowledged.len(),
        kills: plan.kills,
        mails: taken.len(),
        doubles,
        doubles_of_a_kill,
        lost: visits.lost(form, site, &taken)?,
        twice: twice.map(|(token, _)| token).collect(),
        longest_answer: visits.longest_answer,
    })
}

/// Starts and kills; `marks` gets the number of mails at each kill.
fn live_and_die(
    plan: Plan,
    sink: &SmtpSink,
    start: &dyn Fn() -> Result<Oxipress>,
    addr: &Whereabouts,
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
        marks.push(sink.messages_when_idle());
    }
    Ok(())
}

/// Duplicate mails: total, and maximum per kill.
fn doubles(taken: &[ReceivedMail], marks: &[usize]) -> (usize, usize) {
    let mut last = BTreeMap::new();
    let mut of_lives = vec![0; marks.len()];
    let mut all = 0;
    for (n, mail) in taken.iter().enumerate() {
        let id = mail.message_id();
        // Attributed to the kill that ended the process of its first delivery.
        if let Some(before) = last.insert(id, n) {
            all += 1;
            let life = marks.partition_point(|mark| *mark <= before) - 1;
            of_lives[life] += 1;
        }
    }
    (all, of_lives.into_iter().max().unwrap_or(0))
}
