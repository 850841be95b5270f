//! `oxipress split-tests`: the report of split tests, in words and as JSON, on both databases.
//!
//! Contract "divi-ajax", section 1.4, report formulas.

use std::process::Command;

use compat::binds;
use serde_json::{Value, json};
use tests_contract::server::{Database, binary};
use tests_contract::site::Site;

/// The recorded test.
const TEST: i64 = 2062;

/// Rows of the statistics: subject, event, how many.
const COUNTED: [(&str, &str, usize); 9] = [
    ("1", "view_page", 400),
    ("1", "read_page", 100),
    ("1", "view_goal", 80),
    ("1", "read_goal", 20),
    ("1", "click_goal", 40),
    ("2", "view_page", 380),
    ("2", "read_page", 190),
    ("2", "click_goal", 62),
    ("9", "view_page", 3),
];

fn report(site: &Site, more: &[&str]) -> String {
    let mut command = Command::new(binary().expect("binary"));
    command.arg("split-tests").args(more);
    let output = command.args(["--database", &site.url]).output();
    let output = output.expect("oxipress");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn of_a_test(reports: &Value) -> &Value {
    let all = reports.as_array().expect("a list");
    let found = all.iter().find(|report| report["post_id"] == TEST);
    found.expect("the recorded test")
}

fn reports(database: Database) {
    const EMPTY: &str = "DELETE FROM {p}et_divi_ab_testing_stats";
    const GOAL: &str = "UPDATE {p}postmeta SET meta_value = 'et_pb_button' \
        WHERE post_id = 2062 AND meta_key = '_et_pb_ab_goal_module'";
    let site = Site::recorded(database).expect("site");
    site.execute(EMPTY, binds![]).expect("rows");
    site.execute(GOAL, binds![]).expect("goal");
    let unseen: Value = serde_json::from_str(&report(&site, &["--json"])).expect("JSON");
    let unseen = of_a_test(&unseen);
    assert_eq!(
        (&unseen["running"], &unseen["leader"]),
        (&json!(true), &Value::Null)
    );
    assert!(
        unseen["subjects"]
            .as_array()
            .is_some_and(|list| list.len() >= 2)
    );
    for (subject, event, number) in COUNTED {
        let row = format!("('{TEST}', '{subject}', '2026-11-21 02:00:00', '{event}')");
        let rows = vec![row; number].join(", ");
        let sql = format!(
            "INSERT INTO {{p}}et_divi_ab_testing_stats (test_id, subject_id, record_date, event) VALUES {rows}"
        );
        site.execute(Box::leak(sql.into_boxed_str()), binds![])
            .expect("rows");
    }
    let json: Value = serde_json::from_str(&report(&site, &["--json"])).expect("JSON");
    let test = of_a_test(&json);
    assert_eq!(test["goal"], "clicks");
    assert_eq!(test["leader"], "2");
    let subjects = test["subjects"].as_array().expect("subjects");
    let of = |id: &str| {
        subjects
            .iter()
            .find(|s| s["subject"] == id)
            .expect("a subject")
    };
    let figures = |id: &str| {
        let names = ["clicks", "reads", "bounces", "engagements", "conversions"];
        names.map(|name| of(id)[name].as_f64().unwrap_or(-1.0))
    };
    assert_eq!(figures("1"), [10.0, 5.0, 75.0, 25.0, 0.0]);
    assert_eq!(figures("2"), [16.32, 0.0, 50.0, 0.0, 0.0]);
    // A subject that the test has no more is told all the same.
    assert_eq!(of("9")["counts"]["view_page"], 3);
    // 40 of 400 against 62 of 380: z = 2.61506, two-sided p = 0.00892.
    assert_eq!(of("1")["confidence"], Value::Null);
    assert_eq!(of("2")["confidence"], 99.11);
    let words = report(&site, &[]);
    for part in ["goal clicks", "99.11 %", "16.32", "2 leads"] {
        assert!(words.contains(part), "{part}: {words}");
    }
}

#[test]
fn reports_on_sqlite() {
    reports(Database::Sqlite);
}

#[test]
fn reports_on_mariadb() {
    reports(Database::MariaDb);
}
