//! Our folding against the collation itself, as the server computes it.

use compat::binds;
use compat::wordpress::db::unicode_ci::{compare, equal, fold};

use super::server;

/// Latin, Greek, Cyrillic and signs: what the folding claims to know.
fn characters() -> Vec<char> {
    let ranges = [
        0x20..=0x7e_u32,
        0xa1..=0x52f,
        0x1e00..=0x1fff,
        0x2010..=0x218f,
        0xff01..=0xff5e,
    ];
    // The soft hyphen and the two separators sort elsewhere; no title has them.
    let known = |c: &char| !matches!(c, '\u{ad}' | '\u{2028}' | '\u{2029}');
    ranges
        .into_iter()
        .flatten()
        .filter_map(char::from_u32)
        .filter(known)
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn folded_characters_are_equal_to_the_server() {
    let t = server::mariadb().await;
    let sql = "SELECT (? COLLATE utf8mb4_unicode_520_ci) = (? COLLATE utf8mb4_unicode_520_ci)";
    let mut faults = Vec::new();
    for c in characters() {
        let text = format!("x{c}x");
        let row: Option<(bool,)> =
            t.db.load_first(sql, binds![text.as_str(), fold(&text)])
                .await
                .unwrap();
        if row != Some((true,)) {
            faults.push(c);
        }
    }
    assert!(faults.is_empty(), "{faults:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn order_is_the_servers() {
    let t = server::mariadb().await;
    let sql = "SELECT STRCMP(? COLLATE utf8mb4_unicode_520_ci, ? COLLATE utf8mb4_unicode_520_ci)";
    let all = characters();
    let mut faults = Vec::new();
    // Neighbours at several distances, so that every group meets others.
    for (n, a) in all.iter().enumerate() {
        for distance in [1, 7, 32, 333] {
            let b = all[(n + distance) % all.len()];
            let (left, right) = (format!("q{a}z"), format!("q{b}z"));
            let row: Option<(i64,)> =
                t.db.load_first(sql, binds![left.as_str(), right.as_str()])
                    .await
                    .unwrap();
            if row.unwrap().0 != compare(&left, &right) as i64
                || equal(&left, &right) != (compare(&left, &right) as i64 == 0)
            {
                faults.push((*a, b));
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} of {}: {faults:?}",
        faults.len(),
        all.len() * 4
    );
}
