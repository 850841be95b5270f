//! The demo site shows every module of the builder on a page of its own, beside the pages that were recorded.
//!
//! `fixtures/demo-pages/make.mjs` writes these pages and a shop; `fixtures/casas-cueva/demo.sql` holds them. That they are served
//! is asked in `tests-contract/tests/demo_pages.rs`.

use std::fs;

use tests_contract::fixtures;
use themes::divi::modules::MODULES;

/// The shop's modules stand on the recorded pages of cart and checkout.
const SHOP: &[&str] = &["et_pb_wc_", "et_pb_shop"];

/// A dump of `fixtures/casas-cueva`.
fn dump(name: &str) -> String {
    fs::read_to_string(fixtures().join("casas-cueva").join(name)).unwrap()
}

fn shows(dump: &str, slug: &str) -> bool {
    dump.contains(&format!("[{slug} "))
}

#[test]
fn every_module_is_shown_on_a_page_of_the_house() {
    let pages = dump("demo.sql");
    let missing: Vec<&str> = MODULES
        .iter()
        .map(|module| module.slug)
        .filter(|slug| !SHOP.iter().any(|shop| slug.starts_with(shop)))
        .filter(|slug| !shows(&pages, slug))
        .collect();
    assert_eq!(
        missing,
        Vec::<&str>::new(),
        "shown on no page of the demo site"
    );
}

/// Rows are added. Few recorded ones are replaced: the front pages, the units of the shop, counts of terms.
#[test]
fn few_recorded_rows_are_another() {
    let rows = dump("demo.sql");
    let mut replaced = Vec::new();
    let mut table = None;
    for line in rows.lines().filter(|line| !line.starts_with("--")) {
        if let Some(row) = line.strip_prefix('(') {
            let id = row.split(',').next().unwrap();
            replaced.extend(table.map(|table| format!("{table} {id}")));
            continue;
        }
        let verb = line.split(" INTO ").next().unwrap();
        assert!(["INSERT", "REPLACE"].contains(&verb), "{line}");
        table = (verb == "REPLACE").then(|| line.split('`').nth(1).unwrap());
    }
    let of = |table: &str| -> Vec<i64> {
        let ids = replaced.iter().filter_map(|row| row.strip_prefix(table));
        ids.map(|id| id.trim().parse().unwrap()).collect()
    };
    // The homes of the other languages; the first item of the main menu; units and front page.
    assert_eq!(of("wp_posts "), [1990, 1991, 1992]);
    assert_eq!(of("wp_postmeta "), [1349]);
    assert_eq!(of("wp_options "), [208, 209, 83]);
    let counted = of("wp_term_taxonomy ");
    assert!(
        counted.iter().all(|id| (2..=14).contains(id)),
        "{counted:?}"
    );
    assert_eq!(replaced.len(), 7 + counted.len(), "{replaced:?}");
}
