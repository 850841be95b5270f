//! MySQL 8: `caching_sha2_password` in each mode, against a mock that forwards to a MariaDB.

use compat::wordpress::db::{DatabaseUrl, Db, DbErrorKind, PoolOptions, TablePrefix};
use tests_contract::client::get;
use tests_contract::mysql_eight::{Manner, MysqlEight};
use tests_contract::server::{Database, Oxipress};
use tests_contract::shared_mariadb::shared;
use tests_contract::site::Site;

/// Longer than the nonce, which goes round.
const PASSWORD: &str = "una-clave-mas-larga-que-el-reto-2026";

const FULL: Manner = Manner {
    is_cached: false,
    has_tls: false,
    switches: false,
};

/// The answer to a question, or why the database cannot be used.
async fn one(url: &str) -> Result<i64, DbErrorKind> {
    let address = DatabaseUrl::parse(url).expect("address");
    let prefix = TablePrefix::new("wp_").expect("prefix");
    let options = PoolOptions {
        max_connections: 1,
        ..PoolOptions::default()
    };
    let db = Db::connect(&address, prefix, options).await;
    let db = db.map_err(|error| error.kind())?;
    let row: Option<(i64,)> = db
        .load_first("SELECT 20 + 22", vec![])
        .await
        .map_err(|error| error.kind())?;
    Ok(row.expect("a row").0)
}

/// How passwords are checked, what the address asks for, and the steps that come of it.
type Way = (Manner, &'static str, &'static [&'static str]);

const WAYS: [Way; 7] = [
    // Known from before: the scramble is enough.
    (
        Manner {
            is_cached: true,
            ..FULL
        },
        "",
        &["fast", "in"],
    ),
    // In the clear, within TLS.
    (
        Manner {
            has_tls: true,
            ..FULL
        },
        "?ssl-mode=REQUIRED",
        &["tls", "clear in tls", "in"],
    ),
    (
        Manner {
            has_tls: true,
            ..FULL
        },
        "?ssl-mode=PREFERRED",
        &["tls", "clear in tls", "in"],
    ),
    // Without TLS, by the server's public key: what PHP does too when nothing is said about TLS.
    (FULL, "", &["rsa", "in"]),
    (
        Manner {
            has_tls: true,
            ..FULL
        },
        "",
        &["rsa", "in"],
    ),
    // Greeted with another plugin.
    (
        Manner {
            is_cached: true,
            switches: true,
            ..FULL
        },
        "",
        &["switch", "fast", "in"],
    ),
    (
        Manner {
            has_tls: true,
            switches: true,
            ..FULL
        },
        "?ssl-mode=REQUIRED",
        &["tls", "switch", "clear in tls", "in"],
    ),
];

#[test]
fn passwords_are_checked_in_every_way() {
    let mariadb = shared().expect("server");
    let own = mariadb.database().expect("database");
    let name = own.name();
    let runtime = tokio::runtime::Runtime::new().expect("runtime");
    for (manner, parameters, steps) in WAYS {
        let server = MysqlEight::start(mariadb.port(), PASSWORD, manner).expect("stand-in");
        let url = server.url(PASSWORD, name, parameters);
        let found = runtime.block_on(one(&url));
        assert_eq!(found, Ok(42), "{manner:?} {:?}", server.steps());
        // A pool may open more than one connection.
        let taken = server.steps();
        assert_eq!(taken.get(..steps.len()), Some(steps), "{manner:?}");
    }
}

#[test]
fn switches_and_empty_passwords() {
    let mariadb = shared().expect("server");
    let own = mariadb.database().expect("database");
    let name = own.name();
    let runtime = tokio::runtime::Runtime::new().expect("runtime");
    // Switched to, and then without TLS.
    let manner = Manner {
        switches: true,
        ..FULL
    };
    let server = MysqlEight::start(mariadb.port(), PASSWORD, manner).expect("stand-in");
    let found = runtime.block_on(one(&server.url(PASSWORD, name, "")));
    assert_eq!(found, Ok(42), "{:?}", server.steps());
    assert_eq!(
        server.steps().get(..3),
        Some(["switch", "rsa", "in"].as_slice())
    );
    // Without a password nothing is asked.
    let server = MysqlEight::start(mariadb.port(), "", FULL).expect("stand-in");
    let found = runtime.block_on(one(&server.url("", name, "")));
    assert_eq!(found, Ok(42), "{:?}", server.steps());
}

/// A wrong password is a mistake in the configuration, however it was asked for.
#[test]
fn wrong_passwords_are_refused() {
    let mariadb = shared().expect("server");
    let own = mariadb.database().expect("database");
    let name = own.name();
    let runtime = tokio::runtime::Runtime::new().expect("runtime");
    for manner in [
        FULL,
        Manner {
            is_cached: true,
            ..FULL
        },
    ] {
        let server = MysqlEight::start(mariadb.port(), PASSWORD, manner).expect("stand-in");
        let found = runtime.block_on(one(&server.url("otra", name, "")));
        assert_eq!(
            found,
            Err(DbErrorKind::Configuration),
            "{:?}",
            server.steps()
        );
        assert!(server.steps().contains(&"denied"));
    }
}

/// A site is imported and served through it.
#[test]
fn a_site_is_served_from_mysql_eight() {
    let site = Site::recorded(Database::MariaDb).expect("site");
    let (_, port) = site.url.rsplit_once(':').expect("port");
    let (port, database) = port.split_once('/').expect("database");
    let port = port.parse().expect("port");
    let server = MysqlEight::start(port, PASSWORD, FULL).expect("stand-in");
    let url = server.url(PASSWORD, database, "");
    let oxipress = Oxipress::serve_recorded_site(&url, &[], &[]).expect("server");
    let answer = get(oxipress.addr, "/wp-json/wp/v2/posts/27?_fields=id").expect("answer");
    assert_eq!((answer.status, answer.body.as_str()), (200, "{\"id\":27}"));
    assert!(server.steps().contains(&"rsa"));
}
