//! The bounded queue of ended spans, and the task that sends them in batches.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use opentelemetry::Context;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{Span, SpanData, SpanProcessor};
use tokio::sync::mpsc;

use super::counts::counts;
use super::sender::Sender;

/// How many spans wait at most.
const CAPACITY: usize = 4096;
/// How many are sent at once.
const BATCH: usize = 512;
/// How long a batch waits until it is full.
const PAUSE: Duration = Duration::from_millis(500);

/// The other end of the queue.
pub(super) type Receiver = mpsc::Receiver<SpanData>;

/// Puts ended spans into the queue.
#[derive(Debug)]
pub(super) struct Queue(Mutex<Option<mpsc::Sender<SpanData>>>);

impl Queue {
    pub(super) fn new() -> (Self, Receiver) {
        let (sender, receiver) = mpsc::channel(CAPACITY);
        (Self(Mutex::new(Some(sender))), receiver)
    }
}

impl SpanProcessor for Queue {
    fn on_start(&self, _: &mut Span, _: &Context) {}

    fn on_end(&self, span: SpanData) {
        if !span.span_context.is_sampled() {
            return;
        }
        let queue = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if queue
            .as_ref()
            .is_none_or(|queue| queue.try_send(span).is_err())
        {
            counts().dropped.one();
        }
    }

    fn force_flush(&self) -> OTelSdkResult {
        Ok(())
    }

    fn shutdown_with_timeout(&self, _: Duration) -> OTelSdkResult {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
        Ok(())
    }
}

/// Sends what comes out of the queue until it is closed.
pub(super) async fn send_all(mut queue: Receiver, sender: Sender) {
    let mut batch = Vec::with_capacity(BATCH);
    loop {
        if queue.recv_many(&mut batch, BATCH).await == 0 {
            return;
        }
        if batch.len() < BATCH && !queue.is_closed() {
            tokio::time::sleep(PAUSE).await;
            while batch.len() < BATCH
                && let Ok(span) = queue.try_recv()
            {
                batch.push(span);
            }
        }
        sender.send_spans(std::mem::take(&mut batch)).await;
    }
}
