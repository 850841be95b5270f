//! `make bench`: what a page costs, as ratios to programs that do nothing else, all in one run.
//!
//! wrk drives Oxipress, nginx (`gzip_static`) and a bare hyper program in turn; all three send the same bytes, head and
//! body. Each round compares neighbours in time, so that a busy moment of the machine hits all; the table shows the median
//! of the rounds. Nothing here passes or fails: figures are for people.
//!
//! `BENCH_AGAINST=PATH` names the binary of another commit: single requests then alternate between both, and the table
//! shows the other's median and the ratio.

mod at_once;
mod cached_page;
mod cluster;
mod consent;
mod feedback;
mod memory;
mod migration;
mod owner;
mod posts;
mod programs;
mod shop;
mod soak;
mod split_test;
mod uncached_page;

use std::path::{Path, PathBuf};

use anyhow::Result;

/// Rows: what, measured, wanted.
type Table = Vec<[String; 3]>;

fn main() -> Result<()> {
    let dir = tempfile::tempdir()?;
    let binary = programs::sibling("oxipress")?;
    let against = std::env::var_os("BENCH_AGAINST").map(PathBuf::from);
    let binaries: Vec<&Path> = [Some(binary.as_path()), against.as_deref()]
        .into_iter()
        .flatten()
        .collect();
    let mut table: Table = Vec::new();
    // `bench pages`, `bench builder` and so on measure only these.
    let only = std::env::args().nth(1);
    let is_wanted = |part: &str| only.as_deref().is_none_or(|only| only == part);
    if is_wanted("pages") {
        pages(&binaries, dir.path(), &mut table)?;
    }
    if is_wanted("access_log") {
        cached_page::access_log(&binary, dir.path(), &mut table)?;
    }
    if is_wanted("consent") {
        consent::measure(&binary, dir.path(), &mut table)?;
    }
    if is_wanted("builder") {
        uncached_page::builder_pages(&binaries, dir.path(), &mut table)?;
    }
    if is_wanted("feedback") {
        feedback::measure(&binary, dir.path(), &mut table)?;
    }
    if is_wanted("owner") {
        owner::measure(&binary, dir.path(), &mut table)?;
    }
    if is_wanted("shop") {
        shop::measure(&binary, dir.path(), &mut table)?;
    }
    if is_wanted("cluster") {
        cluster::measure(&binary, dir.path(), &mut table)?;
    }
    if is_wanted("split_test") {
        split_test::measure(&binary, dir.path(), &mut table)?;
    }
    if is_wanted("migration") {
        migration::commands(&binary, dir.path(), &mut table)?;
    }
    if is_wanted("shadow") {
        migration::shadowing(&binary, dir.path(), &mut table)?;
    }
    // Takes half an hour: only when it is asked for.
    if only.as_deref() == Some("soak") {
        soak::measure(&binary, dir.path(), &mut table)?;
    }
    println!("\n| what | measured | wanted |\n|---|---|---|");
    for [what, measured, wanted] in table {
        println!("| {what} | {measured} | {wanted} |");
    }
    Ok(())
}

fn pages(binaries: &[&Path], dir: &Path, table: &mut Table) -> Result<()> {
    let &[binary, ..] = binaries else {
        return Ok(());
    };
    let database = programs::import(binary, dir, "demo.sqlite", "")?;
    cached_page::throughput(binary, dir, table)?;
    uncached_page::single_requests(binaries, dir, &database, table)?;
    memory::measure(
        binary,
        &database,
        "memory after 10,000 requests over 200 pages",
        "<= 60 MB",
        table,
    )?;
    let large = programs::import(binary, dir, "large.sqlite", &posts::posts(10_000))?;
    memory::measure(
        binary,
        &large,
        "the same with a site of 10,000 posts",
        "<= 100 MB",
        table,
    )
}

/// The middle one of these.
fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or_default()
}
