//! The in-memory transport for tests; it can be told to refuse mails.

use std::sync::{Mutex, PoisonError};

use super::delivery_error::DeliveryError;
use super::message::Outgoing;

/// The transport.
#[derive(Debug, Default)]
pub struct MemoryMailer {
    mails: Mutex<Vec<Outgoing>>,
    fault: Mutex<Option<DeliveryError>>,
}

impl MemoryMailer {
    /// The mails delivered.
    pub fn mails(&self) -> Vec<Outgoing> {
        let mails = self.mails.lock().unwrap_or_else(PoisonError::into_inner);
        mails.clone()
    }

    /// Sets whether mails are refused.
    pub fn refuse(&self, fault: Option<DeliveryError>) {
        *self.fault.lock().unwrap_or_else(PoisonError::into_inner) = fault;
    }

    pub(super) fn deliver(&self, mail: &Outgoing) -> Result<(), DeliveryError> {
        let fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(fault) = &*fault {
            return Err(fault.clone());
        }
        let mut mails = self.mails.lock().unwrap_or_else(PoisonError::into_inner);
        mails.push(mail.clone());
        Ok(())
    }
}
