//! The demo site shows every module of the builder on a page of its own, beside the pages that were recorded.
//!
//! `fixtures/demo-pages/make.mjs` writes these pages; `fixtures/casas-cueva/demo.sql` holds them. That they are served
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

#[test]
fn what_was_recorded_stays_as_it_was() {
    let rows = dump("demo.sql");
    let statements = rows.lines().filter(|line| !line.starts_with(['(', '-']));
    for statement in statements {
        assert!(statement.starts_with("INSERT INTO "), "{statement}");
    }
}
