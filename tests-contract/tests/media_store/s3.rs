//! A store with S3's interface in this process (crate `s3s`), which checks signatures, and can die.

use std::collections::BTreeSet;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime};

use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use s3s_fs::FileSystem;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::Mutex;

pub const BUCKET: &str = "ficheros";
pub const ACCESS_KEY: &str = "AKIAEJEMPLO";
pub const SECRET: &str = "wJalrXUtnFEMI-S3cr3tK3y";

/// The store.
pub struct Store {
    pub addr: SocketAddr,
    folder: TempDir,
    runtime: Option<Runtime>,
    /// How many files it still takes before it dies; below zero: any number.
    puts: Arc<AtomicI64>,
}

impl Store {
    pub fn start() -> Self {
        let folder = tempfile::tempdir().expect("folder");
        std::fs::create_dir(folder.path().join(BUCKET)).expect("bucket");
        let mut store = Self {
            addr: SocketAddr::from(([127, 0, 0, 1], 0)),
            folder,
            runtime: None,
            puts: Arc::new(AtomicI64::new(-1)),
        };
        store.run();
        store
    }

    /// Starts it, again at the same address when it was killed.
    pub fn run(&mut self) {
        self.puts.store(-1, Ordering::SeqCst);
        let files = FileSystem::new(self.folder.path()).expect("files");
        let mut builder = S3ServiceBuilder::new(files);
        builder.set_auth(SimpleAuth::from_single(ACCESS_KEY, SECRET));
        let (service, puts) = (builder.build(), Arc::clone(&self.puts));
        let runtime = Runtime::new().expect("runtime");
        let listening = runtime.block_on(TcpListener::bind(self.addr));
        let listener = listening.expect("listener");
        self.addr = listener.local_addr().expect("address");
        runtime.spawn(accept(listener, service, puts));
        self.runtime = Some(runtime);
    }

    /// Ends it with all its connections.
    pub fn kill(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(Duration::from_secs(5));
        }
    }

    /// From now on it takes so many files or notes, and refuses every connection after that.
    pub fn die_after(&self, puts: i64) {
        self.puts.store(puts, Ordering::SeqCst);
    }

    /// All files, by their key without the bucket; hidden ones are notes.
    pub fn files(&self) -> BTreeSet<String> {
        crate::media::library::files(&self.bucket(), "")
    }

    pub fn bucket(&self) -> PathBuf {
        self.folder.path().join(BUCKET)
    }

    /// Makes all notes two hours older.
    pub fn age_notes(&self) {
        let long_ago = SystemTime::now() - Duration::from_secs(7200);
        for note in self.files().iter().filter(|key| key.contains("/.oxipress")) {
            let mut options = std::fs::File::options();
            let file = options
                .write(true)
                .open(self.bucket().join(note))
                .expect("note");
            file.set_modified(long_ago).expect("time");
        }
    }
}

/// One file after the other is stored: the crate looks whether there is one (`If-None-Match`) before it writes, which the
/// interface promises to do at once.
static STORING: Mutex<()> = Mutex::const_new(());

async fn accept(listener: TcpListener, service: S3Service, puts: Arc<AtomicI64>) {
    while let Ok((stream, _)) = listener.accept().await {
        let (service, puts) = (service.clone(), Arc::clone(&puts));
        let answer = service_fn(move |request: http::Request<Incoming>| {
            let (service, puts) = (service.clone(), Arc::clone(&puts));
            async move {
                let is_put = request.method() == "PUT";
                let left = puts.load(Ordering::SeqCst);
                if left == 0 {
                    return Err(io::Error::other("dead"));
                }
                if is_put && left > 0 {
                    puts.fetch_sub(1, Ordering::SeqCst);
                }
                let _one = match is_put {
                    true => Some(STORING.lock().await),
                    false => None,
                };
                hyper::service::Service::call(&service, request)
                    .await
                    .map_err(io::Error::other)
            }
        });
        let connection = hyper::server::conn::http1::Builder::new();
        tokio::spawn(connection.serve_connection(TokioIo::new(stream), answer));
    }
}
