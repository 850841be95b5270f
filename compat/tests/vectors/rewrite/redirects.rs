//! Canonical redirects and guesses for what is not found.

use compat::wordpress::canonical::{
    CanonicalFacts, Proposal, propose_canonical, redirect_canonical, wp_old_slug_redirect,
    wp_redirect_admin_locations,
};
use compat::wordpress::visibility::Viewer;
use serde_json::{Value, json};

use super::database::demo;
use super::queries::run;
use super::requests::{parse, rules};
use crate::vectors::harness::check;

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

#[test]
fn a_renamed_post_is_found() {
    let demo = demo();
    let (scratch, _folder) = super::database::scratch();
    let redirect = |uri: &str| {
        let (query, mut cache) = run(uri);
        demo.block_on(wp_old_slug_redirect(
            &scratch,
            &demo.site,
            &rules().0,
            &query,
            &mut cache,
            &[],
            Viewer::default(),
        ))
        .unwrap()
        .map(|r| r.location)
    };
    assert_eq!(redirect("/nombre-de-antes/"), None);
    demo.block_on(scratch.execute(
        "INSERT INTO {p}postmeta (meta_id, post_id, meta_key, meta_value) \
         VALUES (999999, 27, '_wp_old_slug', 'nombre-de-antes')",
        vec![],
    ))
    .unwrap();
    let target = "http://127.0.0.1:8081/paseo-por-las-carcavas/";
    assert_eq!(redirect("/nombre-de-antes/").as_deref(), Some(target));
    assert_eq!(redirect("/Nombre-de-antes").as_deref(), Some(target));
    let embed = format!("{target}embed/");
    assert_eq!(
        redirect("/nombre-de-antes/embed/").as_deref(),
        Some(&*embed)
    );
    assert_eq!(redirect("/project/nombre-de-antes/"), None);
    for status in ["private", "draft", "trash"] {
        let sql = "UPDATE {p}posts SET post_status = ? WHERE ID = 27";
        demo.block_on(scratch.execute(sql, vec![status.into()]))
            .unwrap();
        assert_eq!(redirect("/nombre-de-antes/"), None, "{status}");
    }
}

#[test]
fn short_cuts_lead_to_the_admin() {
    let to =
        |uri: &str| wp_redirect_admin_locations(&demo().site, uri).map(|r| (r.status, r.location));
    let admin = Some((302, "http://127.0.0.1:8081/wp-admin/".to_owned()));
    assert_eq!((to("/admin"), to("/dashboard/")), (admin.clone(), admin));
    let login = Some((302, "http://127.0.0.1:8081/wp-login.php".to_owned()));
    assert_eq!(to("/login/"), login);
    assert_eq!(to("/login/x"), None);
}
