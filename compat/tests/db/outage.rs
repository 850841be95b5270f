//! The database goes away and comes back: errors that say so, in time, and no restart of ours.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use compat::binds;
use compat::wordpress::db::{
    ChangeWatch, Changes, DatabaseUrl, Db, MysqlAddress, MysqlHost, PoolOptions, TablePrefix,
    schema,
};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

use super::server::{self, PREFIX, Server, shared};

const OPEN: u8 = 0;
const CUT: u8 = 1;
const SILENT: u8 = 2;

/// A way to the database that can be cut, or made to swallow everything.
#[derive(Clone)]
struct Proxy {
    port: u16,
    state: Arc<AtomicU8>,
    changed: Arc<Notify>,
    /// Connections that let bytes through.
    passing: Arc<AtomicUsize>,
}

impl Proxy {
    async fn before(host: &MysqlHost) -> Self {
        let MysqlHost::Tcp(_, target) = *host else {
            panic!("a TCP address");
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let proxy = Self {
            port: listener.local_addr().unwrap().port(),
            state: Arc::new(AtomicU8::new(OPEN)),
            changed: Arc::new(Notify::new()),
            passing: Arc::new(AtomicUsize::new(0)),
        };
        let inside = proxy.clone();
        tokio::spawn(async move {
            loop {
                let (client, _) = listener.accept().await.unwrap();
                tokio::spawn(inside.clone().carry(client, target));
            }
        });
        proxy
    }

    async fn carry(self, mut client: TcpStream, target: u16) {
        let mut held = None;
        loop {
            let changed = self.changed.notified();
            // Counted before the state is asked for: whoever sets it and then sees none knows that none will follow.
            self.passing.fetch_add(1, Ordering::SeqCst);
            let state = self.state.load(Ordering::SeqCst);
            if state != OPEN {
                self.passing.fetch_sub(1, Ordering::SeqCst);
            }
            match state {
                CUT => return,
                SILENT => changed.await,
                _ => {
                    let server = match held.take() {
                        Some(server) => server,
                        None => TcpStream::connect(("127.0.0.1", target)).await.unwrap(),
                    };
                    let mut server: TcpStream = server;
                    let is_closed = tokio::select! {
                        _ = tokio::io::copy_bidirectional(&mut client, &mut server) => true,
                        () = changed => false,
                    };
                    self.passing.fetch_sub(1, Ordering::SeqCst);
                    if is_closed {
                        return;
                    }
                    held = Some(server);
                }
            }
        }
    }

    /// From its end on no connection lets anything through, unless the way is open.
    async fn set(&self, state: u8) {
        self.state.store(state, Ordering::SeqCst);
        self.changed.notify_waiters();
        while state != OPEN && self.passing.load(Ordering::SeqCst) > 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    fn through(&self, address: MysqlAddress) -> DatabaseUrl {
        DatabaseUrl::Mysql(Box::new(MysqlAddress {
            host: MysqlHost::Tcp("127.0.0.1".to_owned(), self.port),
            ..address
        }))
    }
}

async fn connect(url: &DatabaseUrl) -> Db {
    let db = Db::connect(
        url,
        TablePrefix::new(PREFIX).unwrap(),
        PoolOptions::default(),
    )
    .await
    .unwrap();
    schema::create_core_tables(&db).await.unwrap();
    // Several connections, so that more than one is dead afterwards.
    let all = (0..6).map(|_| db.load::<(i64,)>("SELECT SLEEP(0.05)", vec![]));
    for result in futures_util::future::join_all(all).await {
        result.unwrap();
    }
    db
}

const READ: &str = "SELECT COUNT(*) FROM {p}posts";
const WRITE: &str = "INSERT INTO {p}posts (post_title) VALUES (?)";

async fn assert_works(db: &Db) {
    let all = (0..6).map(|_| db.load::<(i64,)>(READ, vec![]));
    for result in futures_util::future::join_all(all).await {
        result.unwrap();
    }
    db.insert(WRITE, binds!["x"]).await.unwrap();
}

async fn assert_unavailable(db: &Db, within: Duration) {
    for write in [false, true] {
        let began = Instant::now();
        let error = if write {
            db.insert(WRITE, binds!["lost"]).await.unwrap_err()
        } else {
            db.load::<(i64,)>(READ, vec![]).await.unwrap_err()
        };
        assert!(error.is_unavailable(), "{error}");
        assert!(began.elapsed() < within, "{:?}", began.elapsed());
    }
}

async fn count(db: &Db) -> i64 {
    let row: Option<(i64,)> = db.load_first(READ, vec![]).await.unwrap();
    row.unwrap().0
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cut_is_told_and_survived() {
    let address = tokio::task::spawn_blocking(|| shared().new_database())
        .await
        .unwrap();
    let proxy = Proxy::before(&address.host).await;
    let db = connect(&proxy.through(address)).await;
    let mut watch = ChangeWatch::new(db.clone());
    watch.poll().await.unwrap();
    assert_works(&db).await;

    proxy.set(CUT).await;
    assert_unavailable(&db, Duration::from_secs(1)).await;
    assert!(watch.poll().await.unwrap_err().is_unavailable());
    proxy.set(OPEN).await;
    assert_works(&db).await;
    assert_eq!(watch.poll().await.unwrap(), Changes::Everything);

    // A server that drops all connections and is there again at once: nobody notices.
    for wait in [0, 1_500] {
        proxy.set(CUT).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
        proxy.set(OPEN).await;
        tokio::time::sleep(Duration::from_millis(wait)).await;
        assert_works(&db).await;
    }
    assert_eq!(count(&db).await, 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn silence_ends_in_time() {
    let address = tokio::task::spawn_blocking(|| shared().new_database())
        .await
        .unwrap();
    let proxy = Proxy::before(&address.host).await;
    let db = connect(&proxy.through(address)).await;
    proxy.set(SILENT).await;
    assert_unavailable(&db, Duration::from_secs(10)).await;
    proxy.set(OPEN).await;
    let began = Instant::now();
    assert_works(&db).await;
    assert!(
        began.elapsed() < Duration::from_secs(2),
        "{:?}",
        began.elapsed()
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_needs_none_of_ours() {
    let (mut server, address) = tokio::task::spawn_blocking(|| {
        let server = Server::start(&[]);
        let address = server.new_database();
        (server, address)
    })
    .await
    .unwrap();
    let db = connect(&DatabaseUrl::Mysql(Box::new(address))).await;
    assert_works(&db).await;
    tokio::task::spawn_blocking(move || {
        server.restart();
        server
    })
    .await
    .map(std::mem::forget)
    .unwrap();
    let began = Instant::now();
    assert_works(&db).await;
    assert!(
        began.elapsed() < Duration::from_secs(2),
        "{:?}",
        began.elapsed()
    );
    assert_eq!(count(&db).await, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_statement_is_given_up_and_stopped() {
    let t = server::mariadb().await;
    let options = PoolOptions {
        query_timeout: Duration::from_millis(300),
        ..PoolOptions::default()
    };
    let db = Db::connect(&t.url, TablePrefix::default(), options)
        .await
        .unwrap();
    let error = db
        .load::<(i64,)>("SELECT SLEEP(20)", vec![])
        .await
        .unwrap_err();
    assert!(error.is_unavailable(), "{error}");
    tokio::time::sleep(Duration::from_millis(500)).await;
    let sql = "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND INFO LIKE 'SELECT SLEEP%'";
    let running: Option<(i64,)> = t.db.load_first(sql, vec![]).await.unwrap();
    assert_eq!(running, Some((0,)));
}

#[tokio::test]
async fn a_dropped_read_does_not_spoil_its_connection() {
    let t = server::mariadb().await;
    for n in 0..30_i64 {
        // Given up at different moments of the exchange.
        let read = t.db.load::<(i64, i64)>("SELECT SLEEP(0.002), ?", binds![n]);
        let _ = tokio::time::timeout(Duration::from_micros(200 * n.unsigned_abs()), read).await;
        let row: Option<(i64,)> = t.db.load_first("SELECT ?", binds![n + 1000]).await.unwrap();
        assert_eq!(row, Some((n + 1000,)));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_waits_for_another_writer() {
    let t = server::sqlite().await;
    schema::create_core_tables(&t.db).await.unwrap();
    let hold = |seconds: u64| {
        let db = t.db.clone();
        tokio::spawn(async move {
            db.transaction(async move |tx| {
                tx.execute(WRITE, binds!["held"]).await?;
                tokio::time::sleep(Duration::from_secs(seconds)).await;
                Ok(())
            })
            .await
        })
    };
    let holding = hold(3);
    tokio::time::sleep(Duration::from_millis(100)).await;
    t.db.insert(WRITE, binds!["waited"]).await.unwrap();
    holding.await.unwrap().unwrap();
    let holding = hold(9);
    tokio::time::sleep(Duration::from_millis(100)).await;
    // Reads go on meanwhile.
    assert_eq!(count(&t.db).await, 2);
    let began = Instant::now();
    let error = t.db.insert(WRITE, binds!["late"]).await.unwrap_err();
    assert!(error.is_unavailable(), "{error}");
    assert!(
        began.elapsed() < Duration::from_secs(10),
        "{:?}",
        began.elapsed()
    );
    holding.await.unwrap().unwrap();
}
