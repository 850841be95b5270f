//! Errors of mail transports.

use std::fmt;

/// Why a delivery failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryErrorKind {
    /// The transport is unavailable: the next mail would fail as well.
    Unreachable,
    /// This mail was refused, temporarily or permanently.
    Refused,
}

/// A mail that was not delivered to all of its recipients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryError {
    /// Why it failed.
    pub kind: DeliveryErrorKind,
    /// The transport's error text.
    pub detail: String,
    /// The recipients without a delivery; empty: all of them.
    pub remaining: Vec<String>,
}

impl DeliveryError {
    /// The transport is unavailable.
    pub fn unreachable(detail: impl fmt::Display) -> Self {
        Self {
            kind: DeliveryErrorKind::Unreachable,
            detail: detail.to_string(),
            remaining: Vec::new(),
        }
    }

    /// This mail was refused.
    pub fn refused(detail: impl fmt::Display) -> Self {
        Self {
            kind: DeliveryErrorKind::Refused,
            ..Self::unreachable(detail)
        }
    }
}

impl fmt::Display for DeliveryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl std::error::Error for DeliveryError {}
