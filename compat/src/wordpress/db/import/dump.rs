//! Reads a dump file, compressed or not, in a thread of its own.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::bufread::MultiGzDecoder;
use tokio::task::JoinHandle;

use super::super::error::{DbError, DbErrorKind};
use super::delivery::{Delivery, Sender};
use super::splitter::{Broken, Splitter};

/// Starts reading; returns the size of the file and the task.
pub(super) fn start(path: &Path, sender: Sender) -> Result<(u64, JoinHandle<()>), DbError> {
    let name = path.display().to_string();
    let failed = |e: io::Error| DbError::new(DbErrorKind::Import, format!("{name}: {e}"));
    let file = File::open(path).map_err(failed)?;
    let total = file.metadata().map_err(failed)?.len();
    let done = Arc::new(AtomicU64::new(0));
    let counted = Counted {
        file,
        done: Arc::clone(&done),
    };
    let mut input = BufReader::with_capacity(64 * 1024, counted);
    let compressed = input.fill_buf().map_err(failed)?.starts_with(&[0x1f, 0x8b]);
    let task = tokio::task::spawn_blocking(move || {
        if compressed {
            deliver(&name, MultiGzDecoder::new(input), &done, &sender);
        } else {
            deliver(&name, input, &done, &sender);
        }
    });
    Ok((total, task))
}

fn deliver(name: &str, input: impl Read, done: &AtomicU64, sender: &Sender) {
    let mut splitter = Splitter::new(input);
    loop {
        let delivery = match splitter.next() {
            Ok(None) => return,
            Ok(Some(piece)) => Ok(Delivery {
                piece,
                bytes_done: done.load(Ordering::Relaxed),
            }),
            Err(Broken::Read(e)) => Err(DbError::new(DbErrorKind::Import, format!("{name}: {e}"))),
            Err(Broken::Text(line, reason)) => Err(DbError::new(
                DbErrorKind::Import,
                format!("{name}, line {line}: {reason}"),
            )),
        };
        let broken = delivery.is_err();
        // Without a receiver the target has failed.
        if sender.blocking_send(delivery).is_err() || broken {
            return;
        }
    }
}

/// Counts the bytes that were read.
struct Counted {
    file: File,
    done: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, space: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(space)?;
        self.done
            .fetch_add(count.try_into().unwrap_or(0), Ordering::Relaxed);
        Ok(count)
    }
}
