//! Replays the recordings of an area.

use std::net::SocketAddr;

use anyhow::Result;

use crate::client;
use crate::compare::compare;
use crate::expected::Differences;
use crate::rebind::Rebinder;
use crate::recording::Recording;

/// Sends every recording in order; the differences of each.
///
/// # Errors
/// When the server does not answer.
pub fn replay(addr: SocketAddr, recordings: &[Recording]) -> Result<Differences> {
    let (mut rebinder, mut found) = (Rebinder::default(), Differences::new());
    for recording in recordings {
        let answer = client::send(addr, &rebinder.prepare(recording))?;
        rebinder.learn(recording, &answer);
        let lines = compare(&recording.response, &answer);
        found.insert(recording.name.clone(), lines);
    }
    Ok(found)
}
