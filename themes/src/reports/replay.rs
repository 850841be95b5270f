//! The page of a replay: differences by their causes, both sides beside each other.
//!
//! Everything in it comes from a site that may be hostile: it is printed as text.

use minijinja::{Value, context};

use super::{DIFFERENCES_STYLE, STYLE};
use crate::engine::Engine;
use crate::render::RenderError;

/// Causes on the page.
const CAUSES: usize = 300;

/// What the page shows.
#[derive(Debug, Clone, Default)]
pub struct ReplayReport {
    /// What was asked, as in `http://127.0.0.1:8080`.
    pub against: String,
    /// What it was compared with.
    pub compared_with: String,
    /// Exchanges that were compared.
    pub exchanges: usize,
    /// Those with a difference that is not accepted.
    pub different: usize,
    /// Accepted differences.
    pub accepted: usize,
    /// Seconds, as in `12.3`.
    pub seconds: String,
    /// The causes, in the order of the page.
    pub causes: Vec<ReportCause>,
    /// Values that change from run to run: kind, place, number of exchanges.
    pub volatile: Vec<(String, String, usize)>,
    /// Requests without an answer and files that are no recordings: name and reason.
    pub problems: Vec<(String, String)>,
    /// Pictures of pages.
    pub screenshots: Vec<ReportScreenshot>,
}

/// Differences with one cause.
#[derive(Debug, Clone, Default)]
pub struct ReportCause {
    /// The kind's name.
    pub kind: String,
    /// Where.
    pub place: String,
    /// The number of differences.
    pub count: usize,
    /// The number of exchanges.
    pub exchanges: usize,
    /// Page templates with their numbers of exchanges.
    pub templates: Vec<(String, usize)>,
    /// Some of them.
    pub examples: Vec<ReportExample>,
}

/// One difference.
#[derive(Debug, Clone, Default)]
pub struct ReportExample {
    /// The exchange's name.
    pub name: String,
    /// Method and path.
    pub address: String,
    /// The whole place.
    pub place: String,
    /// The wanted value; `None` for nothing.
    pub want: Option<String>,
    /// The value that is there.
    pub got: Option<String>,
    /// The surroundings as wanted: a line, and whether it differs.
    pub want_lines: Vec<(String, bool)>,
    /// The surroundings as they are.
    pub got_lines: Vec<(String, bool)>,
}

/// A page as both servers show it.
#[derive(Debug, Clone, Default)]
pub struct ReportScreenshot {
    /// The path.
    pub path: String,
    /// Share of pixels that differ, as in `1.4 %`; empty without a baseline.
    pub differs: String,
    /// Captions and PNG files in base64.
    pub pictures: Vec<(String, String)>,
}

/// Renders the report as one self-contained page.
///
/// # Errors
/// When the template fails.
pub fn replay_page(engine: &Engine, report: &ReplayReport) -> Result<String, RenderError> {
    let pairs = |list: &[(String, String)]| {
        let list = list.iter();
        list.map(|(a, b)| context! { name => a.as_str(), text => b.as_str() })
            .collect::<Vec<_>>()
    };
    engine.render(
        "reports/replay.html",
        context! {
            style => [STYLE, DIFFERENCES_STYLE].concat(),
            title => format!("Replay against {}", report.against),
            against => report.against.as_str(),
            compared_with => report.compared_with.as_str(),
            exchanges => report.exchanges,
            different => report.different,
            same => report.exchanges.saturating_sub(report.different),
            accepted => report.accepted,
            seconds => report.seconds.as_str(),
            cause_count => report.causes.len(),
            more_causes => report.causes.len().saturating_sub(CAUSES),
            causes => report.causes.iter().take(CAUSES).map(cause).collect::<Vec<_>>(),
            volatile => report.volatile.iter().map(|(kind, place, count)| context! {
                kind => kind.as_str(), place => place.as_str(), count => *count,
            }).collect::<Vec<_>>(),
            problems => pairs(&report.problems),
            screenshots => report.screenshots.iter().map(|shot| context! {
                path => shot.path.as_str(),
                differs => shot.differs.as_str(),
                pictures => pairs(&shot.pictures),
            }).collect::<Vec<_>>(),
        },
    )
}

fn cause(cause: &ReportCause) -> Value {
    context! {
        kind => cause.kind.as_str(),
        place => cause.place.as_str(),
        count => cause.count,
        exchanges => cause.exchanges,
        templates => cause.templates.iter().map(|(name, count)| context! {
            name => name.as_str(), count => *count,
        }).collect::<Vec<_>>(),
        examples => cause.examples.iter().map(example).collect::<Vec<_>>(),
    }
}

fn example(example: &ReportExample) -> Value {
    let lines = |lines: &[(String, bool)]| {
        let lines = lines.iter();
        lines
            .map(|(text, differs)| context! { text => text.as_str(), differs => *differs })
            .collect::<Vec<_>>()
    };
    context! {
        name => example.name.as_str(),
        address => example.address.as_str(),
        place => example.place.as_str(),
        want => example.want.as_deref(),
        got => example.got.as_deref(),
        want_lines => lines(&example.want_lines),
        got_lines => lines(&example.got_lines),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_values_are_text() {
        let evil = "</pre><script>alert(1)</script>\"'&lt;img src=x onerror=a>".to_owned();
        let example = ReportExample {
            name: evil.clone(),
            address: evil.clone(),
            place: evil.clone(),
            want: Some(evil.clone()),
            got: None,
            want_lines: vec![(evil.clone(), true)],
            got_lines: vec![(evil.clone(), false)],
        };
        let cause = ReportCause {
            kind: "text".to_owned(),
            place: evil.clone(),
            templates: vec![(evil.clone(), 214)],
            examples: vec![example],
            ..ReportCause::default()
        };
        let report = ReplayReport {
            against: evil.clone(),
            causes: vec![cause],
            volatile: vec![(evil.clone(), evil.clone(), 1)],
            problems: vec![(evil.clone(), evil)],
            ..ReplayReport::default()
        };
        let page = replay_page(&Engine::new(), &report).unwrap();
        assert!(
            !page.contains("<script") && !page.contains("<img"),
            "{page}"
        );
        assert!(page.contains("&lt;script&gt;") && page.contains("214"));
    }
}
