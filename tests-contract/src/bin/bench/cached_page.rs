//! A page of the cache against programs that do nothing else.

use std::path::Path;

use anyhow::Result;

use crate::posts::{LONG_PAGE, long_page};
use crate::programs::{bare, get, import, nginx, packed_page, serve, serve_with, wrk};
use crate::{Table, median};

/// Rounds of each program.
const ROUNDS: usize = 9;

/// The rows of the table.
pub fn throughput(binary: &Path, dir: &Path, table: &mut Table) -> Result<()> {
    let database = import(binary, dir, "long.sqlite", &long_page())?;
    let (_oxipress, oxipress) = serve(binary, &database, true)?;
    let size = get(oxipress, LONG_PAGE)?.bytes.len();
    let (head, packed) = packed_page(oxipress, LONG_PAGE)?;
    let (_nginx, nginx) = nginx(dir, &head, &packed)?;
    let (_bare, bare) = bare(dir, &head, &packed)?;
    let (mut rates, mut to_nginx, mut to_bare) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let ours = wrk(&format!("http://{oxipress}{LONG_PAGE}"))?;
        to_nginx.push(ours / wrk(&format!("http://{nginx}/page.html"))?);
        to_bare.push(ours / wrk(&format!("http://{bare}/"))?);
        rates.push(ours);
    }
    println!(
        "{LONG_PAGE}: {size} bytes, {} packed; {:.0} requests/s",
        packed.len(),
        median(rates)
    );
    for (what, ratios, wanted) in [
        ("cached page against nginx gzip_static", to_nginx, ">= 1.0"),
        (
            "cached page against a bare hyper program",
            to_bare,
            ">= 0.85",
        ),
    ] {
        table.push([what.into(), format!("{:.2}", median(ratios)), wanted.into()]);
    }
    Ok(())
}

/// The same page with and without lines of requests, in both formats.
pub fn access_log(binary: &Path, dir: &Path, table: &mut Table) -> Result<()> {
    let database = &import(binary, dir, "logged.sqlite", &long_page())?;
    let file = dir.join("access.log");
    let output = file.to_string_lossy();
    let (_silent, silent) = serve(binary, database, true)?;
    for format in ["text", "json"] {
        let environment = [
            ("OXIPRESS_LOG", "info"),
            ("OXIPRESS_SERVER_ACCESS_LOG_OUTPUT", &*output),
            ("OXIPRESS_SERVER_LOG_FORMAT", format),
        ];
        let (_logged, logged) = serve_with(binary, database, &environment)?;
        let mut ratios = Vec::new();
        for _ in 0..ROUNDS {
            let with = wrk(&format!("http://{logged}{LONG_PAGE}"))?;
            ratios.push(with / wrk(&format!("http://{silent}{LONG_PAGE}"))?);
            std::fs::File::options()
                .write(true)
                .open(&file)?
                .set_len(0)?;
        }
        table.push([
            format!("cached page with the access log ({format}) against without"),
            format!("{:.2}", median(ratios)),
            ">= 0.90".into(),
        ]);
    }
    Ok(())
}
