//! `oxipress serve` with nothing around it: no flag but a free port, an empty folder, a home folder of its own.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;
use tests_contract::client::{self, ClientResponse};
use tests_contract::server::{Oxipress, binary};

/// A machine on which Oxipress was never started.
struct Home {
    dir: TempDir,
}

impl Home {
    fn new() -> Self {
        let dir = tempfile::tempdir().expect("temporary folder");
        fs::create_dir(dir.path().join("empty")).expect("empty folder");
        Self { dir }
    }

    fn command(&self) -> Command {
        let mut command = Command::new(binary().expect("binary"));
        command
            .arg("serve")
            .current_dir(self.dir.path().join("empty"))
            .env_clear()
            .env("HOME", self.dir.path())
            .env("OXIPRESS_LOG", "error")
            .stdout(Stdio::null());
        command
    }

    fn serve(&self) -> Oxipress {
        Oxipress::run(&mut self.command()).expect("server")
    }

    fn data_dir(&self) -> PathBuf {
        self.dir.path().join(".local/share/oxipress")
    }

    /// The unpacked sites.
    fn sites(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.data_dir()).expect("data folder");
        let paths = entries.map(|entry| entry.expect("entry").path());
        paths.filter(|path| path.is_dir()).collect()
    }
}

fn get(server: &Oxipress, path: &str) -> ClientResponse {
    client::get(server.addr, path).expect("answer")
}

fn shows_the_demo_site(server: &Oxipress) {
    let page = get(server, "/");
    assert_eq!(page.status, 200);
    assert!(page.body.contains("Casas Cueva"), "{}", page.body);
    let here = format!("http://{}/", server.addr);
    assert!(page.body.contains(&here), "links lead to {here}");
    // Its languages come with it.
    assert!(get(server, "/en/contact/").body.contains("lang=\"en-US\""));
    let upload = "/wp-content/uploads/2026/11/patio-1080x720.jpg";
    let image = get(server, upload);
    assert_eq!(image.status, 200);
    assert_eq!(image.header("content-type"), Some("image/jpeg"));
}

#[test]
fn it_serves_the_demo_site_and_keeps_it() {
    let home = Home::new();
    shows_the_demo_site(&home.serve());
    let sites = home.sites();
    assert_eq!(sites.len(), 1, "{sites:?}");
    fs::write(sites[0].join("wp-root/mine.txt"), "mine").unwrap();

    let again = home.serve();
    shows_the_demo_site(&again);
    assert_eq!(get(&again, "/mine.txt").body, "mine");
    assert_eq!(home.sites(), sites);
    let started_in = fs::read_dir(home.dir.path().join("empty")).unwrap();
    assert_eq!(
        started_in.count(),
        0,
        "nothing is left where it was started"
    );
}

#[test]
fn a_start_that_is_killed_leaves_nothing_broken() {
    let home = Home::new();
    for pause in [1, 40, 90, 160, 250] {
        let mut start = home
            .command()
            .args(["--listen", "127.0.0.1:0"])
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(pause));
        start.kill().unwrap();
        start.wait().unwrap();
    }
    shows_the_demo_site(&home.serve());
    assert_eq!(home.sites().len(), 1, "no working folder is left");
}

#[test]
fn a_port_that_is_taken_is_told() {
    let home = Home::new();
    let server = home.serve();
    let port = server.addr.to_string();
    let second = home.command().args(["--listen", &port]).output().unwrap();
    let reason = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(!second.status.success());
    assert!(
        reason.contains(&format!("cannot listen on {port}")) && reason.contains("is taken"),
        "{reason}"
    );
    // Asked for, the port is shared.
    let mut sharing = home
        .command()
        .args(["--listen", &port, "--reuse-port"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = String::new();
    let mut lines = std::io::BufReader::new(sharing.stdout.take().unwrap());
    while !said.contains("is served at") {
        let read = std::io::BufRead::read_line(&mut lines, &mut said).unwrap();
        assert!(read > 0, "it ended: {said}");
    }
    drop(server);
    assert_eq!(client::get(port.parse().unwrap(), "/").unwrap().status, 200);
    sharing.kill().unwrap();
    sharing.wait().unwrap();
}
