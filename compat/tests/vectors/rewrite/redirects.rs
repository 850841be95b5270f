//! Canonical redirects and guesses for what is not found.

use compat::wordpress::canonical::{
    CanonicalFacts, Proposal, propose_canonical, redirect_canonical,
};
use compat::wordpress::query::Viewer;
use serde_json::{Value, json};

use super::database::demo;
use super::queries::run;
use super::requests::{parse, rules};
use crate::harness::check;

/// Loads the facts of a GET and hands them to `judge`.
fn with_facts<T>(uri: &str, judge: impl FnOnce(&CanonicalFacts<'_>) -> T) -> T {
    let demo = demo();
    let (query, mut cache) = run(uri);
    let parsed = parse(uri);
    let facts = demo
        .block_on(CanonicalFacts::load(
            &demo.db,
            &demo.site,
            &rules().0,
            &query,
            &parsed.get,
            &mut cache,
            Viewer::default(),
            (&[], &[]),
        ))
        .unwrap();
    judge(&facts)
}

#[test]
fn redirect_canonical_vectors() {
    check("wordpress-rewrite", &["redirect_canonical"], 0, |v| {
        let uri = v.str(0);
        let url = format!("http://127.0.0.1:8081{uri}");
        Some(with_facts(uri, |facts| {
            let sent = redirect_canonical(facts, &url);
            let computed = match propose_canonical(facts, &url) {
                Proposal::Stay => Value::Null,
                Proposal::To(url) => json!(url),
                Proposal::Now(_) => json!("(exit)"),
            };
            json!({
                "sent": sent.map(|r| json!({"location": r.location, "status": r.status})),
                "computed_without_loop_check": computed,
            })
        }))
    });
}

#[test]
fn redirect_guess_404_permalink_vectors() {
    check(
        "wordpress-rewrite",
        &["redirect_guess_404_permalink"],
        0,
        |v| Some(with_facts(v.str(0), |facts| json!(facts.guess))),
    );
}
