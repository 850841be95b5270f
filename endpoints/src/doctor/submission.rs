//! Why a stored submission was spam, or what became of it.

use compat::wordpress::submissions::{SubmissionOutcome, outcome};

use crate::app::App;

use super::finding::{Finding, Level};

const AREA: &str = "submission";

pub(super) async fn explain(app: &App, id: i64, found: &mut Vec<Finding>) {
    match outcome(&app.db, id).await {
        Ok(Some(outcome)) => tell(&outcome, found),
        Ok(None) => found.push(Finding::new(
            AREA,
            Level::Error,
            format!("there is no submission {id}"),
            "give the number of its row, or of its message in the dashboard; submissions of PHP are not in this table",
        )),
        Err(error) => found.push(Finding::new(
            AREA,
            Level::Error,
            format!("submissions cannot be read: {error}"),
            "check the database",
        )),
    }
}

fn tell(outcome: &SubmissionOutcome, found: &mut Vec<Finding>) {
    let time = jiff::Timestamp::from_second(outcome.created).unwrap_or_default();
    let head = format!(
        "submission {} of {:?} (form {}) from {} at {time}: {}",
        outcome.id, outcome.form_title, outcome.form_id, outcome.remote_ip, outcome.status
    );
    match outcome.status.as_str() {
        "spam" => found.push(Finding::new(
            AREA,
            Level::Note,
            head,
            match outcome.spam_log.is_empty() {
                true => "no check wrote down why: it was refused before the checks of the form ran",
                false => "see below which check found it, and why",
            },
        )),
        "mail_failed" => found.push(Finding::new(
            AREA,
            Level::Warning,
            head,
            "oxipress mail list says what the mail server answered",
        )),
        _ => found.push(Finding::ok(AREA, head)),
    }
    for (agent, reason) in &outcome.spam_log {
        found.push(Finding::new(
            AREA,
            Level::Note,
            format!("the check {agent}: {reason}"),
            advice(agent),
        ));
    }
}

/// What the owner of a site can do about a check, by the name that the check writes into the log.
fn advice(agent: &str) -> String {
    match agent {
        "disallowed_list" => {
            "edit the disallowed comment keys (option disallowed_keys) if the word is a usual one"
                .to_owned()
        }
        agent => format!("if it was no spam, look at the settings of {agent}"),
    }
}
