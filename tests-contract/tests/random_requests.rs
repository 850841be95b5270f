//! Random requests of random people: nothing is read or written that the table of capabilities forbids, nothing breaks,
//! and the rows still agree. Contract "wordpress-rest", sections 4 and 6.3.
//!
//! `CONTRACT_TEST_REQUESTS` sets how many, `CONTRACT_TEST_SEED` which ones. The rights are worked out here, from
//! `capabilities/roles.txt` and the rows (`rights`), triggers tell which rows a request changed (`journal`), and what is
//! planted holds marks that tell whose texts an answer holds (`capabilities::plant`).

mod arguments;
mod chance;
mod generator;
mod journal;
mod planted;
mod reads;
mod rights;
mod world;
mod writes;

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tests_contract::client::{ClientResponse, get_with, send};
use tests_contract::consistency::findings;
use tests_contract::folder::copy_folder;
use tests_contract::owner::owner_site;
use tests_contract::recorded_site::recorded_site;
use tests_contract::recording::Request;
use tests_contract::server::{Database, NOW, Oxipress, binary};
use tests_contract::site::Site;

use chance::Chance;
use generator::{Generator, PERSONS};
use journal::Journal;
use rights::Rights;
use world::World;

/// Errors of 500 that WordPress answers too: contract "wordpress-rest", sections 1.6, 7.1, 14 and 16.
const RECORDED_500: [&str; 14] = [
    "existing_user_login",
    "existing_user_email",
    "rest_upload_sideload_error",
    "rest_upload_unknown_error",
    "rest_invalid_stored_value",
    "http_request_not_executed",
    "plugins_api_failed",
    "pattern_api_failed",
    "rest_cannot_export_templates",
    "missing_zip_package",
    "empty_term_name",
    "menu_exists",
    "duplicate_term_slug",
    "db_insert_error",
];

const LOG: &str = "log";

fn number(name: &str, default: u64) -> u64 {
    let given = std::env::var(name).ok();
    given.map_or(default, |given| given.parse().expect(name))
}

/// What goes wrong in an answer by itself.
fn broken(answer: &ClientResponse) -> Option<String> {
    let body: Value = serde_json::from_str(&answer.body).unwrap_or_default();
    let code = body["code"].as_str().unwrap_or_default();
    let is_known = answer.status == 501 || RECORDED_500.contains(&code);
    (answer.status >= 500 && !is_known).then(|| format!("{} {code}", answer.status))
}

fn shown(request: &Request) -> String {
    let body = String::from_utf8_lossy(&request.body);
    let more = request
        .headers
        .iter()
        .filter(|(name, _)| name.starts_with('X'));
    let more: Vec<String> = more
        .map(|(name, value)| format!("{name}: {value}"))
        .collect();
    format!(
        "{} {} {} {body}",
        request.method,
        request.path,
        more.join(" ")
    )
}

/// Serves the site from a folder of its own, where uploads go; its log is in the folder.
fn serve(site: &Site, folder: &Path) -> Oxipress {
    let root = folder.join("wp-root");
    copy_folder(&recorded_site().join("wp-root"), &root).expect("copy");
    let log = File::create(folder.join(LOG)).expect("log");
    let mut command = Command::new(binary().expect("binary"));
    command
        .args(["serve", "--database", &site.url, "--wp-root"])
        .arg(root)
        .arg("--config")
        .arg(recorded_site().join("oxipress.toml"))
        .envs([
            ("OXIPRESS_NOW", NOW),
            ("OXIPRESS_LOG", "warn"),
            ("WP_ENVIRONMENT_TYPE", "local"),
        ])
        .stdout(log.try_clone().expect("log"))
        .stderr(log);
    Oxipress::run(&mut command).expect("server")
}

/// A server with the rows as they are.
struct Run<'a> {
    server: &'a Oxipress,
    site: &'a Site,
    journal: Journal,
    world: World,
    statuses: BTreeMap<u16, usize>,
    /// Requests that changed rows.
    written: usize,
}

impl Run<'_> {
    /// Sends a request of a person; what is wrong with the answer and the changes.
    fn ask(&mut self, person: i64, request: &Request) -> Option<String> {
        let answer = send(self.server.addr, request).expect("answer");
        *self.statuses.entry(answer.status).or_insert(0) += 1;
        let changes = self.journal.read(self.site);
        let after = match changes.is_empty() {
            true => self.world.clone(),
            false => World::read(self.site),
        };
        let rights = |world| Rights { id: person, world };
        let sent = shown(request);
        let before = rights(&self.world);
        let mut faults: Vec<String> = broken(&answer).into_iter().collect();
        faults.extend(writes::forbidden(before, &changes));
        faults.extend(reads::forbidden(
            before,
            rights(&after),
            &sent,
            &answer.body,
        ));
        self.written += usize::from(!changes.is_empty());
        self.world = after;
        (!faults.is_empty()).then(|| {
            let who = PERSONS.iter().find(|(_, id)| *id == person);
            let who = who.map_or("", |(who, _)| who);
            let sent: String = sent.chars().take(500).collect();
            let faults = faults.join("\n     ");
            format!("{who:?} {sent}\n  -> {}\n     {faults}", answer.status)
        })
    }
}

#[test]
fn nothing_forbidden_is_read_or_written() {
    let requests = number("CONTRACT_TEST_REQUESTS", 1200);
    let seed = number("CONTRACT_TEST_SEED", 18);
    println!("CONTRACT_TEST_REQUESTS={requests} CONTRACT_TEST_SEED={seed}");
    let site = owner_site(Database::Sqlite).expect("site");
    let pools = planted::plant(&site);
    let before = findings(&site).expect("findings");
    let folder = tempfile::tempdir().expect("folder");
    let server = serve(&site, folder.path());
    let index = get_with(server.addr, "/wp-json/", &[]).expect("index").body;
    let index: Value = serde_json::from_str(&index).expect("JSON");
    let routes = generator::routes(&index);
    let mut generator = Generator {
        routes: &routes,
        pools: &pools,
        chance: Chance::new(seed),
        hostility: 0,
    };
    let mut run = Run {
        server: &server,
        site: &site,
        journal: Journal::begin(&site),
        world: World::read(&site),
        statuses: BTreeMap::new(),
        written: 0,
    };
    let mut wrong = Vec::new();
    for n in 0..requests {
        let (person, request) = generator.next();
        let fault = run.ask(person, &request);
        wrong.extend(fault.map(|fault| format!("{n}: {fault}")));
    }
    println!("{} of {requests} wrote; {:?}", run.written, run.statuses);
    let log = std::fs::read_to_string(folder.path().join(LOG)).expect("log");
    let panics = log.lines().filter(|line| line.contains("panicked"));
    wrong.extend(panics.map(str::to_owned));
    let after = findings(&site).expect("findings");
    wrong.extend(after.difference(&before).cloned());
    assert!(run.written > 0, "nothing was written");
    let number = wrong.len();
    assert!(wrong.is_empty(), "{number} wrong:\n{}", wrong.join("\n"));
}
