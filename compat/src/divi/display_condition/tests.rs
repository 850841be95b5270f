//! Conditions one by one, and how several are joined.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::*;
use crate::divi::theme_builder::{RequestKind, TemplateRequest};
use crate::wordpress::php::Value;
use crate::wordpress::url::PageUrl;

fn shown_with(json: &str, change: impl FnOnce(&mut ConditionFacts<'_>)) -> Verdict {
    let request = TemplateRequest {
        kind: RequestKind::Singular,
        ..TemplateRequest::default()
    };
    let cookies = [
        ("vino", "tinto".to_owned()),
        (visits::POST_VISIT, STANDARD.encode("[{\"id\":7}]")),
        (
            visits::MODULE_VIEWS,
            STANDARD.encode("{\"a\":{\"visitCount\":3,\"visitTimestamp\":1000}}"),
        ),
    ];
    let cookies = cookies.map(|(name, value)| (name.to_owned(), value));
    let agent = "Mozilla/5.0 (X11; Linux x86_64) Chrome/120 Safari/537";
    let visitor = ConditionVisitor::new(agent, &cookies, &PageUrl::new("/?de=vuelta"));
    let date = |format: &str| {
        let parts = [
            ("Y-m-d", "2026-11-20"),
            ("Y-m-d H:i", "2026-11-20 11:15"),
            ("H:i", "11:15"),
            ("l", "Friday"),
            ("j", "20"),
            ("t", "30"),
        ];
        let found = parts.iter().find(|(f, _)| *f == format);
        found.map_or("0", |(_, text)| text).to_owned()
    };
    let mut facts = ConditionFacts {
        user: None,
        roles: &[],
        request: &request,
        post: 12,
        post_type: "page",
        author: 1,
        search: "",
        cart_count: 0,
        visitor: &visitor,
        now: 2_000,
        date: &date,
        meta: &|name| (name == "plazas").then(|| "6".to_owned()),
        archive_date: "",
        terms: &[("category".to_owned(), 4)],
    };
    change(&mut facts);
    verdict(&DisplayCondition::parse(&STANDARD.encode(json)), &facts)
}

fn one(name: &str, settings: &str) -> bool {
    let json = format!(
        "[{{\"id\":\"a\",\"condition\":\"{name}\",\"conditionSettings\":{settings},\"operator\":\"OR\"}}]"
    );
    shown_with(&json, |_| {}).is_displayed
}

/// A condition, its settings, and whether it holds.
const CASES: &[(&str, &str, bool)] = &[
    ("loggedInStatus", r#"{"displayRule":"loggedIn"}"#, false),
    ("loggedInStatus", r#"{"displayRule":"loggedOut"}"#, true),
    (
        "loggedInStatus",
        r#"{"displayRule":"loggedIn","enableCondition":"off"}"#,
        true,
    ),
    (
        "userRole",
        r#"{"displayRule":"is","userRoles":[{"value":"editor"}]}"#,
        false,
    ),
    (
        "userRole",
        r#"{"displayRule":"isNot","userRoles":[{"value":"editor"}]}"#,
        true,
    ),
    (
        "postType",
        r#"{"displayRule":"is","postTypes":[{"value":"page"}]}"#,
        true,
    ),
    (
        "postType",
        r#"{"displayRule":"isNot","postTypes":[{"value":"page"}]}"#,
        false,
    ),
    (
        "dynamicPosts",
        r#"{"displayRule":"is","dynamicPosts":[{"value":"12"}]}"#,
        true,
    ),
    (
        "categories",
        r#"{"displayRule":"is","categories":[{"value":"4"}]}"#,
        true,
    ),
    (
        "dateTime",
        r#"{"displayRule":"isAfter","date":"2026-11-20","time":"11:00"}"#,
        true,
    ),
    (
        "dateTime",
        r#"{"displayRule":"isBefore","date":"2026-11-20","time":"11:00"}"#,
        false,
    ),
    (
        "dateTime",
        r#"{"displayRule":"isOnSpecificDays","weekdays":"monday|friday"}"#,
        true,
    ),
    (
        "dateTime",
        r#"{"displayRule":"isOnSpecificDate","date":"2026-11-20","allDay":"off","fromTime":"12:00","untilTime":"13:00"}"#,
        false,
    ),
    ("dateTime", r#"{"displayRule":"isLastDayOfMonth"}"#, false),
    (
        "pageVisit",
        r#"{"displayRule":"hasVisitedSpecificPage","pages":[{"value":"7"}]}"#,
        true,
    ),
    (
        "postVisit",
        r#"{"displayRule":"hasNotVisitedSpecificPage","pages":[{"value":"7"}]}"#,
        false,
    ),
    ("numberOfViews", r#"{"numberOfViews":"3"}"#, false),
    ("numberOfViews", r#"{"numberOfViews":"4"}"#, true),
    (
        "numberOfViews",
        r#"{"numberOfViews":"3","resetAfterDuration":"on","displayAgainAfter":"5","displayAgainAfterUnit":"minutes"}"#,
        true,
    ),
    (
        "urlParameter",
        r#"{"displayRule":"equals","urlParameterName":"de","urlParameterValue":"vuelta"}"#,
        true,
    ),
    (
        "urlParameter",
        r#"{"displayRule":"doesNotExist","urlParameterName":"de"}"#,
        false,
    ),
    (
        "cookie",
        r#"{"displayRule":"cookieValueEquals","cookieName":"vino","cookieValue":"tinto"}"#,
        true,
    ),
    (
        "cookie",
        r#"{"displayRule":"cookieExists","cookieName":"pan"}"#,
        false,
    ),
    (
        "browser",
        r#"{"displayRule":"is","browsers":"firefox|chrome"}"#,
        true,
    ),
    (
        "operatingSystem",
        r#"{"displayRule":"isNot","operatingSystems":"linux"}"#,
        false,
    ),
    (
        "customField",
        r#"{"displayRule":"isGreaterThan","customFieldName":"plazas","customFieldValue":"5"}"#,
        true,
    ),
    ("nobodyKnows", "{}", true),
];

#[test]
fn each_condition() {
    for (name, settings, wanted) in CASES {
        assert_eq!(one(name, settings), *wanted, "{name} {settings}");
    }
}

#[test]
fn several_conditions() {
    let list = |operator: &str, rules: &[&str]| {
        let condition = |rule: &&str| {
            format!(
                "{{\"condition\":\"loggedInStatus\",\"conditionSettings\":{{\"displayRule\":\"{rule}\"}},\"operator\":\"{operator}\"}}"
            )
        };
        let all: Vec<String> = rules.iter().map(condition).collect();
        shown_with(&format!("[{}]", all.join(",")), |_| {})
    };
    assert!(list("OR", &["loggedIn", "loggedOut"]).is_displayed);
    assert!(!list("AND", &["loggedOut", "loggedIn"]).is_displayed);
    assert!(list("AND", &["loggedOut", "loggedOut"]).is_displayed);
    assert!(!list("OR", &["loggedIn", "loggedIn"]).is_displayed);
    assert!(!list("OR", &["loggedIn"]).is_personal);
    let cookie = shown_with(r#"[{"condition":"cookie"}]"#, |_| {});
    assert!(cookie.is_personal);
    assert!(DisplayCondition::parse("no base64!").is_empty());
}

#[test]
fn views_are_counted_and_visits_noted() {
    let condition = |id: &str| DisplayCondition {
        id: id.to_owned(),
        name: "numberOfViews".to_owned(),
        settings: Value::array()
            .with("resetAfterDuration", "on")
            .with("displayAgainAfter", "1")
            .with("displayAgainAfterUnit", "minutes"),
        is_and: false,
    };
    let decode = |cookie: Option<String>| {
        let json = STANDARD.decode(cookie.unwrap_or_default());
        String::from_utf8_lossy(&json.unwrap_or_default()).into_owned()
    };
    let first = visits::with_views("", &[condition("a")], 100);
    assert_eq!(
        decode(first.clone()),
        r#"{"a":{"visitCount":1,"visitTimestamp":100}}"#
    );
    let first = first.unwrap_or_default();
    let second = visits::with_views(&first, &[condition("a")], 130);
    assert_eq!(
        decode(second),
        r#"{"a":{"visitCount":2,"visitTimestamp":100}}"#
    );
    let later = visits::with_views(&first, &[condition("a")], 200);
    assert_eq!(
        decode(later),
        r#"{"a":{"visitCount":1,"visitTimestamp":200}}"#
    );
    assert_eq!(visits::with_views("", &[], 100), None);
}
