//! The binary with the demo site as a process of its own, whose memory is measured.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::wire_client::Client;

/// Path of a file of 8 MiB on the site.
pub const FILE: &str = "/wp-content/uploads/large.bin";

/// A running server.
pub struct OwnProcess {
    process: Child,
    pub address: SocketAddr,
    _data: TempDir,
}

impl OwnProcess {
    /// Starts it and waits until its front page is cached.
    pub async fn start() -> Self {
        endpoints::server::raise_open_files();
        let data = tempfile::tempdir().unwrap();
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        // Another commit's binary shows what an attack cost before.
        let binary = std::env::var_os("TEST_BINARY");
        let binary = binary.unwrap_or_else(|| env!("CARGO_BIN_EXE_oxipress").into());
        let process = Command::new(binary)
            .args(["serve", "--listen", &address.to_string(), "--data-dir"])
            .arg(data.path())
            .env("OXIPRESS_LOG", "error")
            .env("OXIPRESS_SERVER_ACCESS_LOG", "false")
            .env("OXIPRESS_SERVER_MAX_CONNECTIONS", "6000")
            .env("OXIPRESS_SERVER_CONNECTIONS_PER_ADDRESS", "0")
            .spawn()
            .unwrap();
        let server = OwnProcess {
            process,
            address,
            _data: data,
        };
        let end = Instant::now() + Duration::from_secs(60);
        while Client::connect(address).await.is_err() {
            assert!(Instant::now() < end, "no start");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let content = find(server._data.path(), "wp-content").expect("the demo site");
        std::fs::create_dir_all(content.join("uploads")).unwrap();
        std::fs::write(content.join("uploads/large.bin"), vec![b'x'; 8 << 20]).unwrap();
        for path in ["/", "/", FILE] {
            let mut client = Client::connect(address).await.unwrap();
            assert_eq!(client.get(path, "").await.unwrap().status, 200, "{path}");
        }
        server
    }

    /// Resident memory in MiB.
    pub fn memory(&self) -> u64 {
        resident_kib(&self.process.id().to_string()) / 1024
    }
}

impl Drop for OwnProcess {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    let folders: Vec<_> = entries.map(|e| e.path()).filter(|p| p.is_dir()).collect();
    let found = folders.iter().find(|p| p.ends_with(name)).cloned();
    found.or_else(|| folders.iter().find_map(|p| find(p, name)))
}

/// Resident memory of a process (`self`, or its number) in KiB.
pub fn resident_kib(process: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS"));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    number.unwrap().parse().unwrap()
}
