//! A finding of the diagnosis: what was seen, and what to do.

use serde::Serialize;

/// How serious a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// As it should be.
    Ok,
    /// Worth knowing.
    Note,
    /// Something works worse than it could.
    Warning,
    /// Something does not work.
    Error,
}

/// A finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What was looked at: `database`, `mail`, `proxy`.
    pub area: &'static str,
    /// How serious it is.
    pub level: Level,
    /// What was seen.
    pub what: String,
    /// What to do; for what is as it should be: nothing.
    pub advice: String,
}

impl Finding {
    /// Something is as it should be.
    pub fn ok(area: &'static str, what: impl Into<String>) -> Self {
        Self {
            area,
            level: Level::Ok,
            what: what.into(),
            advice: "nothing to do".to_owned(),
        }
    }

    /// Something that calls for something.
    pub fn new(
        area: &'static str,
        level: Level,
        what: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        Self {
            area,
            level,
            what: what.into(),
            advice: advice.into(),
        }
    }
}
