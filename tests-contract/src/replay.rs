//! Replays the recordings of an area and reports.

use std::net::SocketAddr;

use anyhow::Result;

use crate::client;
use crate::compare::{Verdict, compare};
use crate::rebind::Rebinder;
use crate::recording::Recording;

/// What came of an area.
#[derive(Debug, Default)]
pub struct Report {
    /// Name and verdict of each exchange, in order.
    pub verdicts: Vec<(String, Verdict)>,
}

impl Report {
    /// The mean score.
    pub fn mean(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "hundreds of exchanges")]
        let count = self.verdicts.len().max(1) as f64;
        self.verdicts.iter().map(|(_, v)| v.score).sum::<f64>() / count
    }

    /// Number of exchanges without any difference.
    pub fn exact(&self) -> usize {
        self.verdicts
            .iter()
            .filter(|(_, v)| v.differences.is_empty())
            .count()
    }

    /// Share of exchanges without any difference.
    pub fn exact_share(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "hundreds of exchanges")]
        let (exact, count) = (self.exact() as f64, self.verdicts.len().max(1) as f64);
        exact / count
    }

    /// One line for the area, then the differences of each exchange that has some.
    pub fn print(&self, area: &str) {
        println!(
            "{area}: {} exchanges, mean {:.4}, exact {}",
            self.verdicts.len(),
            self.mean(),
            self.exact()
        );
        for (name, verdict) in self
            .verdicts
            .iter()
            .filter(|(_, v)| !v.differences.is_empty())
        {
            println!("  {name} ({:.4})", verdict.score);
            for line in verdict.differences.iter().take(12) {
                println!("    {line}");
            }
        }
    }
}

/// Sends every recording in order and compares.
pub fn replay(addr: SocketAddr, recordings: &[Recording]) -> Result<Report> {
    let (mut rebinder, mut report) = (Rebinder::default(), Report::default());
    for recording in recordings {
        let answer = client::send(addr, &rebinder.prepare(recording))?;
        rebinder.learn(recording, &answer);
        report.verdicts.push((
            recording.name.clone(),
            compare(&recording.response, &answer),
        ));
    }
    Ok(report)
}
