//! Reports of split tests: events and rates of each subject, and the confidence of the difference.
//!
//! Contract "divi-ajax", section 1.4 (report formulas). The confidence is that of a two-sided test of two proportions
//! against the first subject.

use std::collections::BTreeMap;

use super::stats::Event;
use super::{CONVERSION_GOALS, SplitTest, SplitTests};
use crate::binds;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::php::cast::int_to_float;

/// One subject of a test.
#[derive(Debug, Clone, PartialEq)]
pub struct SubjectReport {
    /// Its id.
    pub subject: String,
    /// The count of each event, in the order of [`Event::ALL`].
    pub counts: [i64; 7],
    /// `click_goal` of `view_page`, in per cent.
    pub clicks: f64,
    /// `read_goal` of `view_page`.
    pub reads: f64,
    /// The bounce rate: 100 minus `read_page` of `view_page`.
    pub bounces: f64,
    /// `read_goal` of `view_goal`.
    pub engagements: f64,
    /// `con_goal` of `view_page`.
    pub conversions: f64,
    /// `con_short` of `view_page`.
    pub shortcode_conversions: f64,
    /// The confidence that the subject differs from the first one, in per cent; `None` for the first, and without views.
    pub confidence: Option<f64>,
}

impl SubjectReport {
    /// The count of an event.
    pub fn count(&self, event: Event) -> i64 {
        let at = Event::ALL.iter().position(|e| *e == event);
        at.and_then(|at| self.counts.get(at)).copied().unwrap_or(0)
    }
}

/// One test.
#[derive(Debug, Clone, PartialEq)]
pub struct TestReport {
    /// The post that holds it.
    pub post_id: i64,
    /// Its title; empty for a deleted post.
    pub title: String,
    /// Whether it is active.
    pub is_running: bool,
    /// The measure of its goal: `clicks`, `conversions` or `shortcode_conversions`.
    pub goal: &'static str,
    /// Its subjects, the first one first.
    pub subjects: Vec<SubjectReport>,
}

impl TestReport {
    /// The subject with the highest rate of the goal.
    pub fn leader(&self) -> Option<&SubjectReport> {
        let rate = |s: &&SubjectReport| goal_rate(s, self.goal);
        let seen = self
            .subjects
            .iter()
            .filter(|s| s.count(Event::ViewPage) > 0);
        seen.max_by(|a, b| rate(a).total_cmp(&rate(b)))
    }
}

fn goal_rate(subject: &SubjectReport, goal: &str) -> f64 {
    match goal {
        "conversions" => subject.conversions,
        "shortcode_conversions" => subject.shortcode_conversions,
        _ => subject.clicks,
    }
}

/// The active tests, and those with counted events.
///
/// # Errors
/// When the database failed.
pub async fn load(db: &Db) -> Result<Vec<TestReport>, DbError> {
    const COUNTS: &str = "SELECT test_id, subject_id, event, COUNT(*) FROM {p}et_divi_ab_testing_stats \
        GROUP BY test_id, subject_id, event";
    const TITLES: &str = "SELECT ID, post_title FROM {p}posts WHERE ID IN (?*)";
    let tests = SplitTests::load(db).await?;
    let counts: Result<Vec<(i64, String, String, i64)>, _> = db.load(COUNTS, binds![]).await;
    let counts = match counts {
        // The table is missing until the first event.
        Err(error) if error.is_missing_table() => Vec::new(),
        other => other?,
    };
    let mut counted: BTreeMap<i64, BTreeMap<String, [i64; 7]>> = BTreeMap::new();
    for test in tests.iter() {
        counted.entry(test.post_id).or_default();
    }
    for (test, subject, event, number) in counts {
        let subjects = counted.entry(test).or_default();
        let row = subjects.entry(subject).or_default();
        let at = Event::ALL.iter().position(|e| e.name() == event);
        if let Some(slot) = at.and_then(|at| row.get_mut(at)) {
            *slot = number;
        }
    }
    let ids: Vec<i64> = counted.keys().copied().collect();
    let titles: Vec<(i64, String)> = db.load_list(TITLES, vec![], &ids, vec![]).await?;
    let titles: BTreeMap<i64, String> = titles.into_iter().collect();
    let reports = counted.into_iter().map(|(post_id, subjects)| {
        let running = tests.of(crate::wordpress::post::PostId(post_id));
        let title = titles.get(&post_id).cloned().unwrap_or_default();
        report(post_id, title, running, subjects)
    });
    Ok(reports.collect())
}

fn report(
    post_id: i64,
    title: String,
    running: Option<&SplitTest>,
    mut counted: BTreeMap<String, [i64; 7]>,
) -> TestReport {
    let goal = match running {
        Some(test) if test.goal_module.is_empty() && test.tracks_shortcode => {
            "shortcode_conversions"
        }
        Some(test) if CONVERSION_GOALS.contains(&test.goal_module.as_str()) => "conversions",
        _ => "clicks",
    };
    let mut subjects = Vec::new();
    for subject in running.into_iter().flat_map(|test| &test.subjects) {
        let counts = counted.remove(subject).unwrap_or_default();
        subjects.push(rates(subject.clone(), counts));
    }
    subjects.extend(counted.into_iter().map(|(id, counts)| rates(id, counts)));
    let event = match goal {
        "conversions" => Event::ConGoal,
        "shortcode_conversions" => Event::ConShort,
        _ => Event::ClickGoal,
    };
    let of = |s: &SubjectReport| (s.count(event), s.count(Event::ViewPage));
    let first = subjects.first().map(of);
    for subject in subjects.iter_mut().skip(1) {
        subject.confidence = first.and_then(|first| confidence(first, of(subject)));
    }
    TestReport {
        post_id,
        title,
        is_running: running.is_some(),
        goal,
        subjects,
    }
}

fn rates(subject: String, counts: [i64; 7]) -> SubjectReport {
    let mut report = SubjectReport {
        subject,
        counts,
        clicks: 0.0,
        reads: 0.0,
        bounces: 0.0,
        engagements: 0.0,
        conversions: 0.0,
        shortcode_conversions: 0.0,
        confidence: None,
    };
    let views = report.count(Event::ViewPage);
    report.clicks = share(report.count(Event::ClickGoal), views);
    report.reads = share(report.count(Event::ReadGoal), views);
    report.engagements = share(report.count(Event::ReadGoal), report.count(Event::ViewGoal));
    report.conversions = share(report.count(Event::ConGoal), views);
    report.shortcode_conversions = share(report.count(Event::ConShort), views);
    if views > 0 {
        report.bounces = rounded(100.0 - share(report.count(Event::ReadPage), views));
    }
    report
}

/// A percentage with two decimals; 0 when the total is 0.
fn share(part: i64, of: i64) -> f64 {
    if of == 0 {
        return 0.0;
    }
    rounded(int_to_float(part) / int_to_float(of) * 100.0)
}

fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// The confidence that two proportions differ, in per cent.
fn confidence((a, of_a): (i64, i64), (b, of_b): (i64, i64)) -> Option<f64> {
    if of_a <= 0 || of_b <= 0 {
        return None;
    }
    let (n, m) = (int_to_float(of_a), int_to_float(of_b));
    let (p, q) = (int_to_float(a) / n, int_to_float(b) / m);
    let pooled = (int_to_float(a) + int_to_float(b)) / (n + m);
    let variance = pooled * (1.0 - pooled) * (1.0 / n + 1.0 / m);
    if variance <= 0.0 {
        return Some(0.0);
    }
    let z = (p - q).abs() / variance.sqrt();
    Some(rounded(
        error_function(z / std::f64::consts::SQRT_2) * 100.0,
    ))
}

/// The error function of a number that is not negative, to seven digits (Abramowitz and Stegun 7.1.26).
fn error_function(x: f64) -> f64 {
    const A: [f64; 5] = [
        1.061_405_429,
        -1.453_152_027,
        1.421_413_741,
        -0.284_496_736,
        0.254_829_592,
    ];
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let sum = A.iter().fold(0.0, |sum, a| sum * t + a) * t;
    1.0 - sum * (-x * x).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_two_decimals_and_subjects_their_order() {
        let test = SplitTest {
            post_id: 1,
            subjects: vec!["2".into(), "1".into()],
            goal_module: "et_pb_button".into(),
            ..SplitTest::default()
        };
        let counted = BTreeMap::from([
            ("1".to_owned(), [300, 100, 60, 30, 45, 0, 0]),
            ("2".to_owned(), [300, 150, 60, 20, 30, 0, 0]),
        ]);
        let report = report(1, String::new(), Some(&test), counted);
        let ids: Vec<&str> = report.subjects.iter().map(|s| s.subject.as_str()).collect();
        assert_eq!((ids, report.goal), (vec!["2", "1"], "clicks"));
        let second = &report.subjects[1];
        assert_eq!((second.clicks, second.bounces), (15.0, 66.67));
        assert_eq!(second.engagements, 50.0);
        // 10 % against 15 % of 300 each: z = 1.8516, p = 0.0641.
        assert_eq!(second.confidence, Some(93.59));
        assert_eq!(report.leader().map(|s| s.subject.as_str()), Some("1"));
    }

    /// The area under the bell curve between -z and z, by Simpson's rule.
    fn area(z: f64) -> f64 {
        let density = |x: f64| (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
        let (steps, width) = (2_000, z / 2_000.0);
        let inner = (1..steps).map(|n| {
            let weight = if n % 2 == 1 { 4.0 } else { 2.0 };
            weight * density(f64::from(n) * width)
        });
        let sum = density(0.0) + density(z) + inner.sum::<f64>();
        2.0 * sum * width / 3.0
    }

    #[test]
    fn confidence_is_that_of_a_reference_calculation() {
        for (a, n, b, m) in [
            (40_i64, 400_i64, 62_i64, 380_i64),
            (1, 10, 9, 10),
            (500, 10_000, 512, 10_000),
            (3, 7, 4, 9),
            (0, 50, 5, 50),
            (120, 1000, 120, 1000),
            (1, 1_000_000, 30, 1_000_000),
        ] {
            let share = |k: i64, of: i64| int_to_float(k) / int_to_float(of);
            let pooled = share(a + b, n + m);
            let variance = pooled * (1.0 - pooled) * (share(1, n) + share(1, m));
            let z = (share(a, n) - share(b, m)).abs() / variance.sqrt();
            let wanted = area(z) * 100.0;
            let found = confidence((a, n), (b, m)).unwrap_or(-1.0);
            assert!(
                (found - wanted).abs() < 0.006,
                "{a}/{n} {b}/{m}: {found} {wanted}"
            );
        }
    }

    #[test]
    fn nothing_seen_is_no_confidence() {
        assert_eq!(confidence((0, 0), (1, 2)), None);
        assert_eq!(confidence((0, 5), (0, 7)), Some(0.0));
        assert_eq!(share(1, 0), 0.0);
    }
}
