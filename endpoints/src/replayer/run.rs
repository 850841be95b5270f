//! A replay: requests in the recorded order, reading ones without a visit side by side.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use futures_util::future::join_all;
use recordings::causes::{Cause, Causes, template};
use recordings::client_response::ClientResponse;
use recordings::compare::compare;
use recordings::difference::{Difference, Kind};
use recordings::expected::Differences;
use recordings::rebind::Rebinder;
use recordings::recording::{Problem, Recording, Response, read_tree};
use recordings::rules::Rules;

use super::client::Target;

/// Requests at one time.
const AT_ONCE: usize = 8;
/// Time for one answer.
const TIMEOUT: Duration = Duration::from_secs(30);

/// What a replay found.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Exchanges that were replayed.
    pub exchanges: usize,
    /// Those with a difference.
    pub different: usize,
    /// Files that are no recordings.
    pub problems: Vec<Problem>,
    /// Requests without an answer: name and reason.
    pub unanswered: Vec<(String, String)>,
    /// The differences by their causes.
    pub causes: Vec<Cause>,
    /// One line for each difference, by the name of the exchange.
    pub lines: Differences,
    /// What the baseline itself answers differently the second time: kind and place, with the number of exchanges.
    pub volatile: BTreeMap<(Kind, String), usize>,
    /// Paths of pages that differ, for screenshots.
    pub pages: Vec<String>,
    /// How long it took.
    pub took: Duration,
}

/// A server with the memory of its run.
struct Run {
    target: Target,
    rebinder: Rebinder,
}

impl Run {
    fn new(target: &Target) -> Self {
        Self {
            target: target.clone(),
            rebinder: Rebinder::default(),
        }
    }

    async fn ask(&self, recording: &Recording) -> Result<ClientResponse> {
        let request = self.rebinder.prepare(recording);
        self.target.ask(&request, TIMEOUT).await
    }
}

/// Replays the recordings of a folder.
///
/// # Errors
/// When the folder holds none, or a server cannot be reached at all.
#[expect(clippy::too_many_lines, reason = "one sequence of steps")]
pub async fn replay(
    folder: &Path,
    against: &Target,
    baseline: Option<&Target>,
    is_reading: bool,
) -> Result<Outcome> {
    let started = Instant::now();
    let owned = folder.to_owned();
    let (recordings, problems) = tokio::task::spawn_blocking(move || read_tree(&owned)).await??;
    let recordings: Vec<Recording> = recordings
        .into_iter()
        .map(|(_, recording)| recording)
        .filter(|r| !is_reading || matches!(r.request.method.as_str(), "GET" | "HEAD"))
        .collect();
    ensure!(
        !recordings.is_empty(),
        "no recording in {}{}",
        folder.display(),
        problems
            .first()
            .map_or_else(String::new, |problem| format!(" ({problem})"))
    );
    let mut runs: Vec<Run> = [Some(against), baseline, baseline]
        .into_iter()
        .flatten()
        .map(Run::new)
        .collect();
    let mut judge = Judge::new(baseline.is_some());
    let mut from = 0;
    while let Some(batch) = recordings.get(from..).filter(|rest| !rest.is_empty()) {
        let batch = batch.get(..batch_length(batch)).unwrap_or(batch);
        from += batch.len();
        let asked = batch
            .iter()
            .map(|recording| join_all(runs.iter().map(|run| run.ask(recording))));
        let answers = join_all(asked).await;
        for (recording, answers) in batch.iter().zip(answers) {
            let answers: Result<Vec<ClientResponse>> = answers.into_iter().collect();
            match answers {
                Ok(answers) => {
                    for (run, answer) in runs.iter_mut().zip(&answers) {
                        run.rebinder.learn(recording, answer);
                    }
                    judge = judge.see(recording.clone(), answers).await?;
                }
                Err(error) => judge
                    .outcome
                    .unanswered
                    .push((recording.name.clone(), format!("{error:#}"))),
            }
        }
        let is_dead =
            judge.outcome.unanswered.len() == from && from >= AT_ONCE.min(recordings.len());
        let first = judge.outcome.unanswered.first();
        ensure!(
            !is_dead,
            "no answer at all: {}",
            first.map_or("", |(_, reason)| reason)
        );
    }
    let mut outcome = judge.outcome;
    outcome.causes = judge.causes.sorted();
    outcome.problems = problems;
    outcome.took = started.elapsed();
    Ok(outcome)
}

/// How many of the next exchanges may be asked at once: reading ones that need nothing of earlier answers.
fn batch_length(rest: &[Recording]) -> usize {
    let is_free = |r: &&Recording| {
        matches!(r.request.method.as_str(), "GET" | "HEAD")
            && r.session.is_none()
            && !r.volatile.iter().any(|v| v.place.starts_with("request"))
    };
    rest.iter().take(AT_ONCE).take_while(is_free).count().max(1)
}

/// Compares answers, in their order.
struct Judge {
    outcome: Outcome,
    causes: Causes,
    rules: Rules,
    has_baseline: bool,
}

impl Judge {
    fn new(has_baseline: bool) -> Self {
        Self {
            outcome: Outcome::default(),
            causes: Causes::default(),
            rules: Rules::everything().with_masks(!has_baseline),
            has_baseline,
        }
    }

    /// Comparing takes a processor: it is done on a thread for such work.
    async fn see(mut self, recording: Recording, answers: Vec<ClientResponse>) -> Result<Self> {
        tokio::task::spawn_blocking(move || {
            self.judge(&recording, &answers);
            self
        })
        .await
        .context("a comparison failed")
    }

    fn judge(&mut self, recording: &Recording, answers: &[ClientResponse]) {
        let Some(got) = answers.first() else {
            return;
        };
        self.outcome.exchanges += 1;
        self.rules.count_headers(&recording.compared_headers);
        let found = match (answers.get(1), answers.get(2)) {
            (Some(first), Some(second)) if self.has_baseline => {
                self.by_baseline(first, second, got)
            }
            _ => compare(&recording.response, got, &mut self.rules),
        };
        if found.is_empty() {
            return;
        }
        self.outcome.different += 1;
        let kind = got.header("content-type").unwrap_or_default();
        let request = &recording.request;
        let body = answers
            .get(1)
            .map_or(recording.response.body.as_str(), |a| a.body.as_str());
        let template = template(&request.method, &request.path, kind, body);
        let address = format!("{} {}", request.method, request.path);
        self.causes
            .add(&recording.name, &address, &template, &found);
        let lines = found.iter().map(ToString::to_string);
        self.outcome
            .lines
            .insert(recording.name.clone(), lines.collect());
        let is_page =
            request.method == "GET" && kind.contains("html") && recording.session.is_none();
        if is_page && !self.outcome.pages.contains(&request.path) {
            self.outcome.pages.push(request.path.clone());
        }
    }

    /// Differences to the baseline, without those that the baseline has to itself.
    fn by_baseline(
        &mut self,
        first: &ClientResponse,
        second: &ClientResponse,
        got: &ClientResponse,
    ) -> Vec<Difference> {
        let want = Response::of(first);
        let own = compare(&want, second, &mut self.rules);
        let spots: HashSet<_> = own.iter().map(Difference::spot).collect();
        let named: HashSet<_> = own
            .iter()
            .map(|one| (one.kind, one.place.clone()))
            .collect();
        for spot in named {
            *self.outcome.volatile.entry(spot).or_default() += 1;
        }
        let found = compare(&want, got, &mut self.rules).into_iter();
        found.filter(|one| !spots.contains(&one.spot())).collect()
    }
}
