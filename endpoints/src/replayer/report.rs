//! What a replay found, as a page and as JSON.

use recordings::causes::{Cause, Example};
use serde_json::{Value, json};
use themes::reports::replay::{ReplayReport, ReportCause, ReportExample};

use super::run::Outcome;

/// The page's values.
#[must_use]
pub fn page(
    outcome: &Outcome,
    against: &str,
    compared_with: &str,
    accepted: usize,
) -> ReplayReport {
    let unanswered = outcome.unanswered.iter().cloned();
    let problems = outcome.problems.iter().map(|p| {
        (
            p.file.display().to_string(),
            match p.line {
                0 => p.reason.clone(),
                line => format!("line {line}: {}", p.reason),
            },
        )
    });
    let volatile = outcome.volatile.iter();
    ReplayReport {
        against: against.to_owned(),
        compared_with: compared_with.to_owned(),
        exchanges: outcome.exchanges,
        different: outcome.different,
        accepted,
        seconds: format!("{:.1}", outcome.took.as_secs_f64()),
        causes: outcome.causes.iter().map(cause).collect(),
        volatile: volatile
            .map(|((kind, place), count)| (kind.name().to_owned(), place.clone(), *count))
            .collect(),
        problems: unanswered.chain(problems).collect(),
        screenshots: Vec::new(),
    }
}

fn cause(cause: &Cause) -> ReportCause {
    ReportCause {
        kind: cause.kind.name().to_owned(),
        place: cause.place.clone(),
        count: cause.count,
        exchanges: cause.exchanges,
        templates: cause.templates.clone().into_iter().collect(),
        examples: cause.examples.iter().map(example).collect(),
    }
}

fn example(example: &Example) -> ReportExample {
    let found = &example.difference;
    let (want_lines, got_lines) = match &found.sides {
        Some(sides) => (
            marked(&sides.want, &sides.got),
            marked(&sides.got, &sides.want),
        ),
        None => (Vec::new(), Vec::new()),
    };
    ReportExample {
        name: example.name.clone(),
        address: example.address.clone(),
        place: found.place.clone(),
        want: found.want.clone(),
        got: found.got.clone(),
        want_lines,
        got_lines,
    }
}

/// Lines, and whether the other side lacks them.
fn marked(lines: &[String], others: &[String]) -> Vec<(String, bool)> {
    let lines = lines.iter();
    lines
        .map(|line| (line.clone(), !others.contains(line)))
        .collect()
}

/// Everything as JSON.
#[must_use]
pub fn json(outcome: &Outcome, against: &str, compared_with: &str, accepted: usize) -> Value {
    let causes = outcome.causes.iter().map(|cause| {
        let examples = cause.examples.iter();
        json!({
            "kind": cause.kind.name(),
            "place": cause.place,
            "count": cause.count,
            "exchanges": cause.exchanges,
            "templates": cause.templates,
            "examples": examples.map(|e| json!({
                "name": e.name,
                "address": e.address,
                "place": e.difference.place,
                "want": e.difference.want,
                "got": e.difference.got,
            })).collect::<Vec<_>>(),
        })
    });
    let volatile = outcome.volatile.iter();
    json!({
        "against": against,
        "compared_with": compared_with,
        "exchanges": outcome.exchanges,
        "different": outcome.different,
        "accepted": accepted,
        "seconds": outcome.took.as_secs_f64(),
        "causes": causes.collect::<Vec<_>>(),
        "differences": outcome.lines,
        "volatile": volatile.map(|((kind, place), count)| json!({
            "kind": kind.name(), "place": place, "exchanges": count,
        })).collect::<Vec<_>>(),
        "unanswered": outcome.unanswered.iter().map(|(name, reason)| json!({"name": name, "reason": reason})).collect::<Vec<_>>(),
        "problems": outcome.problems.iter().map(|p| json!({
            "file": p.file.display().to_string(), "line": p.line, "reason": p.reason,
        })).collect::<Vec<_>>(),
    })
}
