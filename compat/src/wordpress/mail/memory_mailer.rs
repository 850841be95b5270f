//! Keeps mails in memory, and refuses them when a test says so.

use std::sync::{Mutex, PoisonError};

use super::delivery_error::DeliveryError;
use super::message::Outgoing;

/// Keeps mails in memory.
#[derive(Debug, Default)]
pub struct MemoryMailer {
    mails: Mutex<Vec<Outgoing>>,
    fault: Mutex<Option<DeliveryError>>,
}

impl MemoryMailer {
    /// The mails taken so far.
    pub fn mails(&self) -> Vec<Outgoing> {
        let mails = self.mails.lock().unwrap_or_else(PoisonError::into_inner);
        mails.clone()
    }

    /// Refuses every mail from now on, or takes them again.
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
