//! What is done on a connection, and what comes of it.

use std::borrow::Cow;

use super::error::DbError;
use super::row::Row;
use super::statement::Statement;

/// What to do on a connection.
pub(super) enum Work {
    Load(Statement),
    Execute(Statement),
    /// Text of this layer without parameters: transaction control, data definitions.
    Batch(Cow<'static, str>),
}

impl Work {
    /// The text that is sent.
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Load(statement) | Self::Execute(statement) => &statement.0.text,
            Self::Batch(text) => text,
        }
    }

    /// Refuses what cannot be sent.
    pub(super) fn check(&self) -> Result<(), DbError> {
        match self {
            Self::Load(statement) | Self::Execute(statement) => statement.0.check(),
            Self::Batch(_) => Ok(()),
        }
    }
}

/// Its result.
pub(super) enum Outcome {
    Rows(Vec<Row>),
    Count(u64),
}

impl Outcome {
    pub(super) fn rows(self) -> Vec<Row> {
        match self {
            Self::Rows(rows) => rows,
            Self::Count(_) => Vec::new(),
        }
    }

    pub(super) fn count(self) -> u64 {
        match self {
            Self::Rows(rows) => rows.len().try_into().unwrap_or(u64::MAX),
            Self::Count(count) => count,
        }
    }
}
