//! The database: version, privileges, character set, health, clock.

use compat::wordpress::db::diagnosis::{DatabaseFacts, missing_privileges};
use compat::wordpress::php::version_compare::version_compare;

use crate::app::App;

use super::finding::{Finding, Level};

const AREA: &str = "database";
/// Seconds by which two clocks may differ.
const CLOCKS: i64 = 5;
/// The smallest packet in bytes that takes a form with its mails.
const PACKET: i64 = 16 * 1024 * 1024;

pub(super) async fn check(app: &App, found: &mut Vec<Finding>) {
    let facts = match app.db.facts().await {
        Ok(facts) => facts,
        Err(error) => {
            found.push(Finding::new(
                AREA,
                Level::Error,
                format!("the database does not answer: {error}"),
                "start it, and check the address, user and password in wp-config.php",
            ));
            return;
        }
    };
    version(&facts, found);
    health(&facts, found);
    clock(app, &facts, found);
    privileges(app, found).await;
    tables(app, found).await;
}

fn version(facts: &DatabaseFacts, found: &mut Vec<Finding>) {
    let oldest = match facts.product {
        "MariaDB" => "10.2",
        "MySQL" => "5.7",
        _ => "3.35",
    };
    let plain: String = facts
        .version
        .chars()
        .take_while(|c| *c == '.' || c.is_ascii_digit())
        .collect();
    let what = format!("{} {}", facts.product, facts.version);
    found.push(match version_compare(&plain, oldest) {
        std::cmp::Ordering::Less => Finding::new(
            AREA,
            Level::Warning,
            format!("{what} is older than {oldest}"),
            format!("take {oldest} or newer: changes made by PHP are found late by older ones"),
        ),
        _ => Finding::ok(AREA, what),
    });
}

fn health(facts: &DatabaseFacts, found: &mut Vec<Finding>) {
    if !facts.damage.is_empty() {
        found.push(Finding::new(
            AREA,
            Level::Error,
            format!("the file is damaged: {}", facts.damage),
            "stop the server, copy the file, and restore the last backup",
        ));
    }
    if facts.is_read_only {
        found.push(Finding::new(
            AREA,
            Level::Error,
            "the database takes no writes (read_only)",
            "name the primary server: forms, comments and orders need to be stored",
        ));
    }
    let is_mysql = facts.product != "SQLite";
    if is_mysql && !facts.connection_charset.starts_with("utf8mb4") {
        found.push(Finding::new(
            AREA,
            Level::Warning,
            format!(
                "the connection's character set is {}",
                facts.connection_charset
            ),
            "set DB_CHARSET to utf8mb4 in wp-config.php, as the tables have it",
        ));
    }
    if is_mysql && facts.max_packet < PACKET {
        found.push(Finding::new(
            AREA,
            Level::Note,
            format!("max_allowed_packet is {} bytes", facts.max_packet),
            "set it to 16M or more: large forms and pages do not fit into smaller packets",
        ));
    }
    if facts.product == "SQLite" && facts.mode != "wal" {
        found.push(Finding::new(
            AREA,
            Level::Note,
            format!("the journal mode is {}", facts.mode),
            "none: the server sets WAL when it starts",
        ));
    }
}

fn clock(app: &App, facts: &DatabaseFacts, found: &mut Vec<Finding>) {
    let own = jiff::Timestamp::now().as_second();
    let apart = facts.now.saturating_sub(own).saturating_abs();
    found.push(match apart > CLOCKS {
        true => Finding::new(
            "clock",
            Level::Warning,
            format!("the clocks of the database and of this machine are {apart} seconds apart"),
            "synchronise both (NTP): scheduled posts, nonces and sessions depend on them",
        ),
        false => Finding::ok(
            "clock",
            format!("database and machine are {apart} seconds apart"),
        ),
    });
    let set = app.clock.now().saturating_sub(own);
    if set.saturating_abs() > CLOCKS {
        found.push(Finding::new(
            "clock",
            Level::Warning,
            format!("OXIPRESS_NOW sets the clock {set} seconds off"),
            "unset it outside of tests",
        ));
    }
}

async fn privileges(app: &App, found: &mut Vec<Finding>) {
    if app.db.is_sqlite() {
        return;
    }
    match app.db.grants().await {
        Ok(grants) => {
            let missing = missing_privileges(&grants);
            found.push(match missing.is_empty() {
                true => Finding::ok(AREA, "the user has all privileges that are needed"),
                false => Finding::new(
                    AREA,
                    Level::Error,
                    format!("the user may not {}", missing.join(", ")),
                    format!(
                        "GRANT {} ON the site's database to the user",
                        missing.join(", ")
                    ),
                ),
            });
        }
        Err(error) => found.push(Finding::new(
            AREA,
            Level::Note,
            format!("the privileges cannot be read: {error}"),
            "check by hand that the user may SELECT, INSERT, UPDATE, DELETE, CREATE and INDEX",
        )),
    }
}

async fn tables(app: &App, found: &mut Vec<Finding>) {
    const CORE: [&str; 11] = [
        "options",
        "posts",
        "postmeta",
        "terms",
        "term_taxonomy",
        "term_relationships",
        "termmeta",
        "users",
        "usermeta",
        "comments",
        "commentmeta",
    ];
    let Ok(tables) = app.db.tables().await else {
        return;
    };
    let has = |name: &str| tables.iter().any(|table| table.name == name);
    let missing: Vec<_> = CORE.into_iter().filter(|name| !has(name)).collect();
    let prefix = app.db.prefix().as_str();
    if !missing.is_empty() {
        found.push(Finding::new(
            AREA,
            Level::Error,
            format!("tables are missing: {}", missing.join(", ")),
            format!("check the prefix ({prefix}), or import the whole dump"),
        ));
    }
    if app.db.is_sqlite() {
        return;
    }
    let is_old = |collation: &str| !collation.is_empty() && !collation.starts_with("utf8mb4");
    let old: Vec<_> = tables
        .iter()
        .filter(|t| CORE.contains(&t.name.as_str()) && is_old(&t.collation))
        .map(|t| format!("{prefix}{} ({})", t.name, t.collation))
        .collect();
    if !old.is_empty() {
        found.push(Finding::new(
            AREA,
            Level::Warning,
            format!("tables without utf8mb4: {}", old.join(", ")),
            "convert them (ALTER TABLE … CONVERT TO CHARACTER SET utf8mb4): emoji are lost else",
        ));
    }
    let unsafe_engine: Vec<_> = tables
        .iter()
        .filter(|t| CORE.contains(&t.name.as_str()) && !t.engine.eq_ignore_ascii_case("InnoDB"))
        .map(|t| format!("{prefix}{} ({})", t.name, t.engine))
        .collect();
    if !unsafe_engine.is_empty() {
        found.push(Finding::new(
            AREA,
            Level::Warning,
            format!("tables without transactions: {}", unsafe_engine.join(", ")),
            "convert them to InnoDB, so that what belongs together is written together",
        ));
    }
}
