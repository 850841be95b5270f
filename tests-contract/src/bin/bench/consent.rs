//! The consent plugin's scripts, answered by ajax.

use std::path::Path;

use anyhow::{Result, bail};
use tests_contract::client;
use tests_contract::recording::Request;

use crate::programs::{HOST, import, serve, wrk_with};
use crate::{Table, median};

/// Responses of `moove_gdpr_get_scripts` for a visitor who accepted everything.
pub fn measure(binary: &Path, dir: &Path, table: &mut Table) -> Result<()> {
    const FORM: &str = "action=moove_gdpr_get_scripts&strict=1&thirdparty=1&advanced=1&performance=1&preference=1&wp_lang=";
    let script = dir.join("consent.lua");
    let lua = format!(
        "wrk.method = \"POST\"\nwrk.body = \"{FORM}\"\n\
         wrk.headers[\"Content-Type\"] = \"application/x-www-form-urlencoded; charset=UTF-8\"\n"
    );
    std::fs::write(&script, lua)?;
    let database = import(binary, dir, "consent.sqlite", "")?;
    let (_running, addr) = serve(binary, &database, true)?;
    let request = Request {
        method: "POST".into(),
        path: "/wp-admin/admin-ajax.php".into(),
        headers: vec![
            ("Host".into(), HOST.into()),
            (
                "Content-Type".into(),
                "application/x-www-form-urlencoded".into(),
            ),
        ],
        body: FORM.as_bytes().to_vec(),
        source_address: None,
    };
    let answer = client::send(addr, &request)?;
    if !answer.body.contains("<script data-gdpr") {
        bail!("no scripts for consent: {} {}", answer.status, answer.body);
    }
    let url = format!("http://{addr}/wp-admin/admin-ajax.php");
    let script = script.display().to_string();
    let rates: Result<Vec<f64>> = (0..5).map(|_| wrk_with(&["-s", &script], &url)).collect();
    table.push([
        "moove_gdpr_get_scripts, 32 connections".into(),
        format!("{:.0} requests/s", median(rates?)),
        ">= 10,000".into(),
    ]);
    Ok(())
}
