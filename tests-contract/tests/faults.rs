//! Database outages (hardening R2, R4): during operation, at start, and while it changes. Prints the responses seen
//! meanwhile.

use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use compat::binds;
use tests_contract::client::{get_with, send};
use tests_contract::cut::{Proxy, ProxyMode};
use tests_contract::mariadb::free_port;
use tests_contract::recording::recorded;
use tests_contract::server::{Database, Oxipress, binary, recorded_arguments};
use tests_contract::site::Site;

/// R2: never a hang over ten seconds.
const HANG: Duration = Duration::from_secs(10);
/// R2: the service is back two seconds after the database.
const BACK: Duration = Duration::from_secs(2);

const KEPT: &[&str] = &[
    "/",
    "/noticias/",
    "/noticias/page/2/",
    "/paseo-por-las-carcavas/",
    "/aviso-legal/",
    "/contacto/",
    "/en/",
    "/category/rutas/",
    "/author/anfitrion/",
    "/tienda/",
    "/?s=cueva",
    "/no-existe/",
];

/// Requests the cached pages until stopped; counts unchanged and changed responses.
fn ask_kept(server: &Oxipress, wanted: &[Vec<u8>], stop: &AtomicBool) -> [u64; 2] {
    let (good, bad) = (AtomicU64::new(0), AtomicU64::new(0));
    let ask_once = || {
        for (path, wanted) in KEPT.iter().zip(wanted) {
            let answer = get_with(server.addr, path, &[]);
            let is_good = answer.is_ok_and(|a| a.bytes == *wanted);
            let counter = if is_good { &good } else { &bad };
            counter.fetch_add(1, Ordering::SeqCst);
        }
    };
    let ask = || {
        while !stop.load(Ordering::SeqCst) {
            ask_once();
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(ask);
        scope.spawn(ask);
    });
    [good.into_inner(), bad.into_inner()]
}

/// Requests that need the database, all at once: none may be answered but by 503, none may take too long.
fn ask_live(server: &Oxipress, way: ProxyMode) -> Duration {
    let comment = recorded("wordpress", "comments/ok")
        .expect("comment")
        .request;
    let ask = |n: usize| {
        let began = Instant::now();
        let answer = if n == 0 {
            send(server.addr, &comment)
        } else {
            get_with(server.addr, &format!("/?s=viva-{way:?}-{n}"), &[])
        };
        let answer = answer.expect("an answer");
        assert_eq!(answer.status, 503, "{way:?} {n}");
        let again = answer.header("retry-after").map(str::parse::<u32>);
        assert!(matches!(again, Some(Ok(1..))), "{way:?} {n}: {again:?}");
        began.elapsed()
    };
    let times = std::thread::scope(|scope| {
        let asked: Vec<_> = (0..16).map(|n| scope.spawn(move || ask(n))).collect();
        let times = asked.into_iter().map(|a| a.join().expect("visitor"));
        times.collect::<Vec<_>>()
    });
    times.into_iter().max().unwrap_or_default()
}

#[test]
fn kept_pages_go_on_while_the_database_is_cut_off() {
    let site = Site::recorded(Database::MariaDb).expect("site");
    let port = site.port().expect("port");
    let proxy = Proxy::before(port).expect("proxy");
    let url = site
        .url
        .replace(&port.to_string(), &proxy.addr.port().to_string());
    let server = Oxipress::serve_recorded_site(&url, &[], &[]).expect("server");
    let comments = "SELECT COUNT(*) FROM {p}comments";
    let rows: Vec<(i64,)> = site.load(comments, binds![]).expect("comments");
    for way in [ProxyMode::Cut, ProxyMode::Silent] {
        settle(&server);
        let wanted = KEPT.iter().map(|path| get_with(server.addr, path, &[]));
        let wanted: Vec<_> = wanted.map(|a| a.expect("kept").bytes).collect();
        let stop = AtomicBool::new(false);
        proxy.set(way);
        let began = Instant::now();
        let ([good, bad], longest) = std::thread::scope(|scope| {
            let asking = scope.spawn(|| ask_kept(&server, &wanted, &stop));
            let mut longest = Duration::ZERO;
            while began.elapsed() < Duration::from_secs(3) {
                longest = longest.max(ask_live(&server, way));
            }
            stop.store(true, Ordering::SeqCst);
            (asking.join().expect("visitors"), longest)
        });
        let cut = began.elapsed();
        proxy.set(ProxyMode::Open);
        let open = Instant::now();
        while get_with(server.addr, &format!("/?s=vuelve-{way:?}"), &[])
            .expect("answer")
            .status
            != 200
        {
            assert!(open.elapsed() < HANG, "{way:?}: does not come back");
            std::thread::sleep(Duration::from_millis(20));
        }
        let back = open.elapsed();
        println!(
            "{way:?} for {cut:?}: {good} of {} kept pages served; 503 after {longest:?} at most; back after {back:?}",
            good + bad
        );
        assert!(
            bad == 0 && good > 0,
            "{way:?}: {bad} kept pages were not served"
        );
        assert!(
            longest <= HANG && back <= BACK,
            "{way:?}: {longest:?}, {back:?}"
        );
    }
    let after: Vec<(i64,)> = site.load(comments, binds![]).expect("comments");
    assert_eq!(
        rows, after,
        "a comment that was answered with 503 is stored"
    );
}

/// Waits until what the start and the last look at the database throw away is gone: a page stays for a second.
fn settle(server: &Oxipress) {
    const MISS: &str = "oxipress_cache_total{result=\"miss\"}";
    let misses = || server.metric(MISS).expect("metric");
    let mut since = Instant::now();
    let mut last = 0;
    while since.elapsed() < Duration::from_secs(3) {
        get_with(server.addr, "/aviso-legal/", &[]).expect("answer");
        if misses() != last {
            (since, last) = (Instant::now(), misses());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// `oxipress serve` that cannot start: its output and duration.
fn fails_to_start(url: &str) -> (String, Duration) {
    let began = Instant::now();
    let out = Command::new(binary().expect("binary"))
        .args(["serve", "--listen", "127.0.0.1:0", "--database", url])
        .args(recorded_arguments())
        .output()
        .expect("oxipress");
    assert!(!out.status.success(), "{url}: started");
    assert!(out.stdout.is_empty(), "{url}: says that it serves");
    (
        String::from_utf8_lossy(&out.stderr).into_owned(),
        began.elapsed(),
    )
}

#[test]
fn a_database_that_is_down_at_the_start_is_a_clear_error() {
    let port = free_port().expect("port");
    let folder = tempfile::tempdir().expect("folder");
    let missing = folder.path().join("missing.sqlite");
    let foreign = folder.path().join("foreign.sqlite");
    std::fs::write(
        &foreign,
        "this is no database, only some text\n".repeat(100),
    )
    .expect("file");
    let cases = [
        (
            format!("mysql://casa:s3cr3t-pass@127.0.0.1:{port}/casa"),
            format!("127.0.0.1:{port}"),
        ),
        (
            format!("sqlite:{}", missing.display()),
            missing.display().to_string(),
        ),
        (
            format!("sqlite:{}", foreign.display()),
            foreign.display().to_string(),
        ),
        (
            "postgres://127.0.0.1/casa".to_owned(),
            "mysql://".to_owned(),
        ),
    ];
    for (url, names) in &cases {
        let (said, took) = fails_to_start(url);
        println!("{took:?}: {}", said.trim());
        assert!(said.contains(names), "{said}");
        assert!(
            !said.contains("s3cr3t") && !said.contains("panicked"),
            "{said}"
        );
        assert!(took <= HANG, "{url}: {took:?}");
    }
    assert!(
        !missing.exists(),
        "a database that nobody asked for was made"
    );
}

#[test]
fn a_database_without_a_site_is_a_clear_error() {
    let site = Site::recorded(Database::MariaDb).expect("site");
    let (said, took) = fails_to_start(&site.url.replace("oxipress_test", "no_such"));
    println!("{took:?}: {}", said.trim());
    assert!(said.contains("no_such") && took <= HANG, "{said}");
    site.execute("RENAME TABLE {p}options TO {p}options_away", binds![])
        .expect("rename");
    let (said, took) = fails_to_start(&site.url);
    println!("{took:?}: {}", said.trim());
    assert!(said.contains("wp_options") && took <= HANG, "{said}");
}

/// A change shows although the site could not be read in the moment when the change was noticed.
#[test]
fn a_change_that_cannot_be_read_at_once_shows_later() {
    let site = Site::recorded(Database::MariaDb).expect("site");
    let patience = [
        ("OXIPRESS_DATABASE_QUERY_TIMEOUT", "1"),
        ("OXIPRESS_DATABASE_WAIT_TIMEOUT", "1"),
    ];
    let server = Oxipress::serve_recorded_site(&site.url, &[], &patience).expect("server");
    settle(&server);
    let shows = || {
        get_with(server.addr, "/aviso-legal/", &[])
            .expect("answer")
            .body
            .contains("Nombre nuevo")
    };
    assert!(!shows());
    // Locked as `mysqldump --lock-tables` or `ALTER TABLE` lock it.
    let locked = Command::new("mariadb")
        .args(["--no-defaults", "-h127.0.0.1", "-uroot"])
        .arg(format!("-P{}", site.port().expect("port")))
        .arg(site.url.rsplit('/').next().expect("database"))
        .args([
            "-e",
            "LOCK TABLES wp_options WRITE; \
            UPDATE wp_options SET option_value = 'Nombre nuevo' WHERE option_name = 'blogname'; \
            SELECT SLEEP(6); UNLOCK TABLES",
        ])
        .stdout(Stdio::null())
        .status()
        .expect("mariadb");
    assert!(locked.success());
    let began = Instant::now();
    while !shows() {
        assert!(began.elapsed() < BACK, "the change does not show");
        std::thread::sleep(Duration::from_millis(20));
    }
    println!("the change shows {:?} after the lock", began.elapsed());
}
