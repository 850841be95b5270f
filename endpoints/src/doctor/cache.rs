//! The page cache of the running server.

use super::finding::{Finding, Level};
use super::running::Running;

const AREA: &str = "cache";

pub(super) async fn check(running: &Running, found: &mut Vec<Finding>) {
    let Some(metrics) = running.metrics().await else {
        return;
    };
    let of = |result: &str| metrics.value(&format!("oxipress_cache_total{{result=\"{result}\"}}"));
    let (hits, misses, passes, stale) = (of("hit"), of("miss"), of("pass"), of("stale"));
    let pages = metrics.value("oxipress_cache_pages");
    let kilobytes = metrics.value("oxipress_cache_bytes") / 1024;
    let asked = hits + misses + passes;
    let share = hits.saturating_mul(100).checked_div(asked).unwrap_or(0);
    found.push(Finding::ok(
        AREA,
        format!("{pages} pages in {kilobytes} KiB; {hits} hits, {misses} misses, {passes} not kept ({share} % hits)"),
    ));
    if stale > 0 {
        found.push(Finding::new(
            AREA,
            Level::Warning,
            format!("{stale} pages were sent stale because making them failed"),
            "look for errors in the log of the server: mostly the database was away",
        ));
    }
    if asked > 1000 && passes > hits {
        found.push(Finding::new(
            AREA,
            Level::Warning,
            "more pages are not kept than come from the cache",
            "oxipress doctor --page URL says why a page is not kept",
        ));
    }
}
