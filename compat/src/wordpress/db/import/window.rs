//! The part of a dump that is in memory: a buffer that reads on as far as the parser looks ahead.

use std::io::{self, Read};

/// Bytes that are read at once.
pub(super) const READ: usize = 128 * 1024;

/// Text between what was handed out and what was read.
pub(super) struct Window<R> {
    input: R,
    text: Vec<u8>,
    /// Everything before is handed out.
    start: usize,
    /// The next byte to look at.
    pub(super) at: usize,
    ended: bool,
    /// No statement may be longer.
    longest: usize,
}

/// Why reading stopped.
pub(super) enum Stop {
    Read(io::Error),
    TooLong,
}

impl<R: Read> Window<R> {
    pub(super) fn new(input: R, longest: usize) -> Self {
        Self {
            input,
            text: Vec::new(),
            start: 0,
            at: 0,
            ended: false,
            longest,
        }
    }

    /// The byte `ahead` of the place, reading on if needed.
    pub(super) fn byte(&mut self, ahead: usize) -> Result<Option<u8>, Stop> {
        while self.at + ahead >= self.text.len() && !self.ended {
            self.fill()?;
        }
        Ok(self.text.get(self.at + ahead).copied())
    }

    /// Yes if `text` comes next, in capitals or not.
    pub(super) fn starts_with(&mut self, text: &[u8]) -> Result<bool, Stop> {
        self.byte(text.len())?;
        Ok(self
            .rest()
            .get(..text.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(text)))
    }

    /// What is in memory from the place on.
    pub(super) fn rest(&self) -> &[u8] {
        self.text.get(self.at..).unwrap_or(&[])
    }

    /// The text that is not handed out yet, up to the place.
    pub(super) fn taken(&self) -> &[u8] {
        self.text.get(self.start..self.at).unwrap_or(&[])
    }

    /// Counts everything before the place as handed out.
    pub(super) fn drop_taken(&mut self) {
        self.start = self.at;
    }

    /// Goes past `count` bytes, but not past the end.
    pub(super) fn skip(&mut self, count: usize) {
        self.at = (self.at + count).min(self.text.len());
    }

    fn fill(&mut self) -> Result<(), Stop> {
        if self.start > READ {
            self.text.drain(..self.start);
            self.at -= self.start;
            self.start = 0;
        }
        let old = self.text.len();
        if old - self.start > self.longest {
            return Err(Stop::TooLong);
        }
        self.text.resize(old + READ, 0);
        let read = loop {
            let space = self.text.get_mut(old..).unwrap_or(&mut []);
            match self.input.read(space) {
                Ok(n) => break n,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(Stop::Read(e)),
            }
        };
        self.text.truncate(old + read);
        self.ended = read == 0;
        Ok(())
    }
}
