//! What the server holds in memory after many requests.

use std::path::Path;

use anyhow::{Context, Result};
use tests_contract::client;
use tests_contract::recording::Request;

use crate::Table;
use crate::programs::{HOST, serve};

/// The row of the table.
pub fn measure(
    binary: &Path,
    database: &str,
    what: &str,
    wanted: &str,
    table: &mut Table,
) -> Result<()> {
    let (running, addr) = serve(binary, database, true)?;
    let pages = [
        "/",
        "/noticias/",
        "/aviso-legal/",
        "/paseo-por-las-carcavas/",
    ];
    for i in 0..10_000usize {
        let page = pages.get(i % pages.len()).copied().unwrap_or("/");
        let path = format!("{page}?v={}", i / pages.len() % 50);
        let headers = vec![("Host".to_owned(), HOST.to_owned())];
        client::send(
            addr,
            &Request {
                method: "GET".into(),
                path,
                headers,
                body: Vec::new(),
                source_address: None,
            },
        )?;
    }
    table.push([
        what.to_owned(),
        format!("{:.0} MB", resident(running.id())?),
        wanted.to_owned(),
    ]);
    Ok(())
}

/// Megabytes that a process holds in memory.
pub fn resident(process: u32) -> Result<f64> {
    megabytes(process, "VmRSS")
}

/// The most megabytes that a process has held in memory.
pub fn peak(process: u32) -> Result<f64> {
    megabytes(process, "VmHWM")
}

fn megabytes(process: u32, what: &str) -> Result<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find(|line| line.starts_with(what));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    let kilobytes: f64 = number.context("figure")?.parse()?;
    Ok(kilobytes / 1024.0)
}
