//! Instances behind nginx, as `docs/scaling/nginx.conf` has it, are replaced one by one under traffic.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;

use tests_contract::client::get;
use tests_contract::mariadb::free_port;
use tests_contract::recorded_forms::Feedback;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;
use tests_contract::visit::until;
use tests_contract::visitors::{Form, visit};

const CONFIG: &str = include_str!("../../../docs/scaling/nginx.conf");

/// A running nginx.
struct Nginx {
    process: Child,
    folder: tempfile::TempDir,
    addr: SocketAddr,
}

impl Nginx {
    fn start(instances: [SocketAddr; 2]) -> Self {
        let folder = tempfile::tempdir().expect("folder");
        let addr = SocketAddr::from(([127, 0, 0, 1], free_port().expect("port")));
        write_config(folder.path(), addr, instances);
        let process = command(folder.path())
            .spawn()
            .expect("nginx; `apt-get install nginx-light`");
        let nginx = Self {
            process,
            folder,
            addr,
        };
        until(|| get(addr, "/").ok());
        nginx
    }

    /// Sends requests to other instances from now on; those that are under way end where they are.
    fn reload(&self, instances: [SocketAddr; 2]) {
        write_config(self.folder.path(), self.addr, instances);
        let done = command(self.folder.path()).args(["-s", "reload"]).status();
        assert!(done.expect("reload").success());
        // The new workers take over within this time.
        std::thread::sleep(Duration::from_millis(500));
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = command(self.folder.path()).args(["-s", "stop"]).status();
        let _ = self.process.wait();
    }
}

fn command(folder: &Path) -> Command {
    let mut command = Command::new("nginx");
    let path = |name: &str| folder.join(name).display().to_string();
    command
        .args([
            "-p",
            &path(""),
            "-c",
            &path("nginx.conf"),
            "-e",
            &path("log"),
        ])
        .args(["-g", &format!("daemon off; pid {};", path("pid"))])
        .stderr(Stdio::null());
    command
}

fn write_config(folder: &Path, addr: SocketAddr, instances: [SocketAddr; 2]) {
    let mut text = CONFIG.replace("127.0.0.1:8080", &addr.to_string());
    for (example, instance) in ["127.0.0.1:8081", "127.0.0.1:8082"].iter().zip(instances) {
        assert!(text.contains(example), "the example names {example}");
        text = text.replace(example, &instance.to_string());
    }
    std::fs::write(folder.join("nginx.conf"), text).expect("config");
}

#[test]
fn instances_are_replaced_behind_nginx_without_a_lost_request() {
    let site = Site::recorded(Database::MariaDb).expect("site");
    let serve = || {
        let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
        until(|| {
            get(server.admin, "/readyz")
                .ok()
                .filter(|answer| answer.status == 200)
        });
        server
    };
    let mut instances = [serve(), serve()];
    let nginx = Nginx::start([instances[0].addr, instances[1].addr]);
    let form = Feedback::new().expect("form");
    let visits = visit(3, &form, &Mutex::new(Some(nginx.addr)), || {
        for at in 0..4 {
            let new = serve();
            let mut addresses = [instances[0].addr, instances[1].addr];
            addresses[at % 2] = new.addr;
            nginx.reload(addresses);
            let old = std::mem::replace(&mut instances[at % 2], new);
            old.terminate()?;
        }
        Ok(())
    });
    let visits = visits.expect("visits");
    println!(
        "{} forms through 4 replacements, refused: {:?}",
        visits.sent, visits.refused
    );
    assert!(visits.refused.is_empty(), "{:?}", visits.refused);
    assert_eq!(
        visits.sent,
        u64::try_from(visits.acknowledged.len()).expect("number")
    );
    let rows: Vec<(String,)> = site.load(form.rows(), Vec::new()).expect("rows");
    let stored = rows.iter().filter(|(text,)| text.contains("token"));
    assert_eq!(u64::try_from(stored.count()).expect("number"), visits.sent);
}
