//! Many instances, one site: a cluster of databases under them, replicas, jobs, readiness.

use std::time::{Duration, Instant};

use compat::binds;
use compat::wordpress::clock::Clock;
use compat::wordpress::db::{DatabaseUrl, Db, PoolOptions, TablePrefix};
use compat::wordpress::job_lease::{JobLeases, LEASE, QUIET};
use tests_contract::client::{get, get_with};
use tests_contract::mariadb::MariaDb;
use tests_contract::server::{Database, Oxipress};
use tests_contract::shared_mariadb::import;
use tests_contract::site::Site;
use tests_contract::visit::{Visit, until};

mod galera;
mod load;
mod nginx;
mod one_server;

const POST: &str = "/paseo-por-las-carcavas/";
const TITLE: &str = "UPDATE {p}posts SET post_title = ? WHERE ID = 27";

#[test]
fn an_instance_is_ready_while_its_database_answers() {
    let site = Site::recorded_in_own_mariadb().expect("site");
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let status = |path: &str| get(server.admin, path).map_or(0, |answer| answer.status);
    until(|| (status("/readyz") == 200).then_some(()));
    assert_eq!(status("/healthz"), 200);
    let page = get(server.addr, "/readyz").expect("page");
    assert_ne!(page.status, 200, "it is no page of the site");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            site.restart_database(Duration::from_secs(3))
                .expect("restart")
        });
        until(|| (status("/readyz") == 503).then_some(()));
        assert_eq!(status("/healthz"), 200, "alive, though it has no database");
    });
    until(|| (status("/readyz") == 200).then_some(()));
    // WordPress was updated by PHP: until the site is read again, nothing is sent here.
    const UPDATE: &str = "UPDATE {p}options SET option_value = ? WHERE option_name = 'db_version'";
    site.execute(UPDATE, binds!["99999"]).expect("update");
    until(|| (status("/readyz") == 200).then_some(()));
}

/// A primary and a server that follows it.
struct Pair {
    primary: MariaDb,
    replica: MariaDb,
    urls: [String; 2],
}

impl Pair {
    fn start() -> Self {
        let start = |id: &str| {
            MariaDb::start_with(&["--log-bin", "--binlog-format=ROW", id]).expect("server")
        };
        let (primary, replica) = (start("--server-id=1"), start("--server-id=2"));
        let url = primary.database("oxipress_test").expect("database");
        let dump = tests_contract::fixtures().join("casas-cueva/site.sql");
        import(&dump, &url).expect("import");
        let follow = format!(
            "CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = {}, MASTER_USER = 'root', \
             MASTER_USE_GTID = slave_pos; START SLAVE",
            primary.port()
        );
        replica.execute(&follow).expect("follow");
        let other = format!("mysql://root@127.0.0.1:{}/oxipress_test", replica.port());
        Self {
            primary,
            replica,
            urls: [url, other],
        }
    }

    /// From now on the replica is this many seconds behind.
    fn delay(&self, seconds: u32) {
        let sql = format!("STOP SLAVE; CHANGE MASTER TO MASTER_DELAY = {seconds}; START SLAVE");
        self.replica.execute(&sql).expect("delay");
    }
}

/// A title that only the replica has shows who was read.
#[test]
fn pages_of_anybody_are_read_from_a_replica_that_is_not_behind() {
    let pair = Pair::start();
    let site = Site::at(&pair.urls[0]).expect("primary");
    let replica = until(|| Site::at(&pair.urls[1]).ok());
    let followed = || {
        let rows = replica.load::<(i64,)>("SELECT COUNT(*) FROM {p}posts WHERE ID = 27", binds![]);
        rows.is_ok_and(|rows| rows[0].0 == 1)
    };
    until(|| followed().then_some(()));
    let mark = "SET sql_log_bin = 0; UPDATE oxipress_test.wp_posts SET post_title = 'Desde la copia' WHERE ID = 27";
    pair.replica.execute(mark).expect("mark");
    let environment = [
        ("OXIPRESS_SITE_DATABASE_REPLICAS", pair.urls[1].as_str()),
        ("OXIPRESS_SITE_DATABASE_REPLICA_MAX_LAG", "1000"),
        // Who is asked is looked at.
        ("OXIPRESS_CACHE_MAX_QUERY_BYTES", "0"),
    ];
    let server = Oxipress::serve_recorded_site(&pair.urls[0], &[], &environment).expect("server");
    let mut number = 0;
    let mut page = |cookies: &str| {
        number += 1;
        // Another address each time: the page cache does not answer.
        let path = format!("{POST}?n={number}");
        let headers = [("Cookie", cookies)];
        let headers = if cookies.is_empty() {
            &[][..]
        } else {
            &headers[..]
        };
        get_with(server.addr, &path, headers).expect("page").body
    };
    until(|| page("").contains("Desde la copia").then_some(()));
    let visit = Visit::sign_in(server.addr).expect("login");
    for _ in 0..20 {
        assert!(
            !page(&visit.cookies).contains("Desde la copia"),
            "known people ask the primary"
        );
    }
    // Five seconds behind: nobody reads from it, and a change shows at once.
    pair.delay(5);
    until(|| (!page("").contains("Desde la copia")).then_some(()));
    site.execute(TITLE, binds!["Nuevo título"]).expect("change");
    let changed = Instant::now();
    until(|| page("").contains("Nuevo título").then_some(()));
    assert!(
        changed.elapsed() < Duration::from_secs(2),
        "{:?}",
        changed.elapsed()
    );
    while changed.elapsed() < Duration::from_secs(7) {
        assert!(
            page("").contains("Nuevo título"),
            "after {:?}",
            changed.elapsed()
        );
    }
    // A replica that is gone is no loss.
    drop(pair.replica);
    assert!(page("").contains("Nuevo título"));
    drop(pair.primary);
}

/// A site without secrets, or with empty ones: they are generated once, also by instances that start at the same moment.
fn instances_share_generated_secrets(database: Database) {
    const NONE: &str = "DELETE FROM {p}options WHERE option_name IN ('auth_key', 'logged_in_key')";
    const EMPTY: &str =
        "UPDATE {p}options SET option_value = '' WHERE option_name IN ('auth_salt', 'nonce_key')";
    const STORED: &str = "SELECT option_value FROM {p}options WHERE option_name IN \
        ('auth_key', 'logged_in_key', 'auth_salt', 'nonce_key')";
    let site = Site::recorded(database).expect("site");
    drop(Oxipress::serve(&site.url, &[], &[]).expect("server"));
    site.execute(NONE, binds![]).expect("none");
    site.execute(EMPTY, binds![]).expect("empty");
    let serve = || Oxipress::serve(&site.url, &[], &[]).expect("server");
    let instances: Vec<Oxipress> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..4).map(|_| scope.spawn(serve)).collect();
        let all = all.into_iter().map(|one| one.join().expect("no panic"));
        all.collect()
    });
    let stored: Vec<(String,)> = site.load(STORED, binds![]).expect("secrets");
    assert!(stored.len() == 4 && stored.iter().all(|(secret,)| secret.len() == 64));
    let visit = Visit::sign_in(instances[0].addr).expect("login");
    let cookie = [("Cookie", visit.cookies.as_str())];
    for instance in &instances {
        let page = get_with(instance.addr, POST, &cookie).expect("page").body;
        assert!(page.contains("logged-in"), "signed in at every instance");
    }
}

#[test]
fn instances_share_generated_secrets_on_sqlite() {
    instances_share_generated_secrets(Database::Sqlite);
}

#[test]
fn instances_share_generated_secrets_on_mariadb() {
    instances_share_generated_secrets(Database::MariaDb);
}

fn one_instance_runs_a_job(database: Database) {
    let site = Site::recorded(database).expect("site");
    let runtime = tokio::runtime::Runtime::new().expect("runtime");
    let lease = |now: i64| {
        let url = DatabaseUrl::parse(&site.url).expect("url");
        let prefix = TablePrefix::new("wp_").expect("prefix");
        let connecting = Db::connect(&url, prefix, PoolOptions::default());
        let db = runtime.block_on(connecting).expect("db");
        JobLeases::new(db, Clock::manual(now))
    };
    let (now, job) = (1_795_224_170, "job");
    let instances: Vec<JobLeases> = (0..4).map(|_| lease(now)).collect();
    let take = |lease: &JobLeases| runtime.block_on(lease.take(job)).expect("lease");
    let taken = std::thread::scope(|scope| {
        let all: Vec<_> = instances
            .iter()
            .map(|own| scope.spawn(move || take(own)))
            .collect();
        let taken = all.into_iter().map(|one| one.join().expect("no panic"));
        taken.collect::<Vec<_>>()
    });
    assert_eq!(
        taken.iter().filter(|taken| taken.is_ok()).count(),
        1,
        "{taken:?}"
    );
    let holder = taken.iter().position(Result::is_ok).expect("one");
    assert_eq!(take(&instances[holder]), Ok(()), "prolonged");
    // It dies: after its lease another one takes the job over.
    assert_eq!(take(&lease(now + LEASE - 1)), Err(1));
    let heir = lease(now + LEASE);
    assert_eq!(take(&heir), Ok(()));
    runtime.block_on(heir.give_back(job)).expect("given back");
    assert_eq!(take(&lease(now + LEASE + 1)), Err(QUIET - 1));
    assert_eq!(take(&lease(now + LEASE + QUIET)), Ok(()));
    assert_eq!(take(&lease(now - 1000)), Ok(()), "the clock was set back");
    // One that stops leaves nothing held.
    let later = now + 1000;
    let stopping = lease(later);
    assert_eq!(take(&stopping), Ok(()));
    runtime
        .block_on(stopping.give_back_all())
        .expect("given back");
    assert_eq!(take(&lease(later + QUIET - 1)), Err(1));
    assert_eq!(take(&lease(later + QUIET)), Ok(()));
}

#[test]
fn one_of_four_instances_runs_a_job_on_sqlite() {
    one_instance_runs_a_job(Database::Sqlite);
}

#[test]
fn one_of_four_instances_runs_a_job_on_mariadb() {
    one_instance_runs_a_job(Database::MariaDb);
}
