//! Reports of commands as self-contained HTML pages: their own style sheet, plots as inline SVG, no script.
//!
//! Everything in them comes from a site that may be hostile: templates escape it, addresses become links only when they
//! are http or https.

pub mod replay;

/// The style sheet that all reports share.
pub const STYLE: &str = include_str!("../../assets/reports/report.css");
