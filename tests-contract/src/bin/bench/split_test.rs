//! Split tests: events that are stored in a second. Rows are counted, not answers.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use compat::binds;
use compat::wordpress::db::{DatabaseUrl, Db, PoolOptions, TablePrefix};

use crate::programs::{CONNECTIONS, HOST, get, import, serve};
use crate::{Table, median};

/// Seconds of a round.
const SECONDS: u32 = 3;
/// Rounds.
const ROUNDS: usize = 3;

/// The row of the table.
pub fn measure(binary: &Path, dir: &Path, table: &mut Table) -> Result<()> {
    let database = import(binary, dir, "events.sqlite", "")?;
    let (_running, addr) = serve(binary, &database, true)?;
    let page = get(addr, "/aviso-legal/")?.body;
    let key = "\"et_ab_log_nonce\":\"";
    let (_, nonce) = page.split_once(key).context("no nonce")?;
    let nonce = nonce.get(..10).context("no nonce")?;
    let script = dir.join("events.lua");
    std::fs::write(&script, lua(nonce))?;
    let mut rates = Vec::new();
    for _ in 0..ROUNDS {
        let (before, start) = (rows(&database)?, Instant::now());
        let status = Command::new("wrk")
            .args(["-t1", &format!("-c{CONNECTIONS}"), &format!("-d{SECONDS}s")])
            .args(["-H", &format!("Host: {HOST}"), "-s"])
            .arg(&script)
            .arg(format!("http://{addr}/wp-admin/admin-ajax.php"))
            .stdout(Stdio::null())
            .status()
            .context("wrk")?;
        ensure!(status.success(), "wrk failed");
        let seconds = start.elapsed().as_secs_f64();
        rates.push(f64::from(rows(&database)? - before) / seconds);
    }
    table.push([
        format!("et_pb_update_stats_table on SQLite, {CONNECTIONS} connections"),
        format!("{:.0} stored/s", median(rates)),
        ">= 3,000/s".into(),
    ]);
    Ok(())
}

/// wrk's script: an event of the demo site's test.
fn lua(nonce: &str) -> String {
    let form = format!(
        "action=et_pb_update_stats_table&et_ab_log_nonce={nonce}\
         &stats_data_array=%7B%22test_id%22:2062,%22subject_id%22:%221%22,%22record_type%22:%22read_page%22%7D"
    );
    format!(
        "wrk.method = 'POST'\nwrk.headers['Content-Type'] = 'application/x-www-form-urlencoded'\nwrk.body = '{form}'\n"
    )
}

fn rows(database: &str) -> Result<u32> {
    const COUNT: &str = "SELECT COUNT(*) FROM {p}et_divi_ab_testing_stats";
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let address = DatabaseUrl::parse(database)?;
        let db = Db::connect(&address, TablePrefix::new("wp_")?, PoolOptions::default()).await?;
        let rows: Vec<(i64,)> = db.load(COUNT, binds![]).await?;
        Ok(u32::try_from(rows.first().context("count")?.0)?)
    })
}
