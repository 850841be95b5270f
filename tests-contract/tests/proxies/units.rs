//! The units of systemd, and the socket that it hands over.

use std::fs;
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tests_contract::client::get_with;
use tests_contract::server::{Database, NOW, binary, recorded_arguments};
use tests_contract::site::Site;

use super::{PAGE, Running, address, changed, packaged, program};

/// Both units are right in the eyes of systemd, and closed enough.
#[test]
fn units_are_valid_and_hardened() {
    let Some(analyze) = program("systemd-analyze") else {
        return;
    };
    let folder = tempfile::tempdir().expect("folder");
    let own = binary().expect("binary").display().to_string();
    let service = changed(
        &packaged("systemd/oxipress.service"),
        &[
            ("/usr/bin/oxipress", &own),
            // Neither the user nor the page are on this machine.
            ("Documentation=man:oxipress(1)\n", ""),
        ],
    );
    let service_file = folder.path().join("oxipress.service");
    let socket_file = folder.path().join("oxipress.socket");
    fs::write(&service_file, service).expect("file");
    fs::write(&socket_file, packaged("systemd/oxipress.socket")).expect("file");
    let verify = Command::new(&analyze)
        .args(["verify", "--recursive-errors=no"])
        .args([&service_file, &socket_file])
        .output()
        .expect("systemd-analyze");
    let said = String::from_utf8_lossy(&verify.stderr).into_owned();
    assert!(verify.status.success() && said.is_empty(), "{said}");
    let security = Command::new(&analyze)
        .args(["security", "--offline=true", "--no-pager", "--threshold=30"])
        .arg(&service_file)
        .output()
        .expect("systemd-analyze");
    let said = String::from_utf8_lossy(&security.stdout).into_owned();
    assert!(security.status.success(), "exposure above 3.0: {said}");
}

/// The socket of systemd is taken in place of the configured address.
#[test]
fn the_socket_of_systemd_is_taken() {
    let Some(activate) = program("systemd-socket-activate") else {
        return;
    };
    let site = Site::recorded(Database::Sqlite).expect("site");
    let (port, unused) = (address(), address());
    let folder = tempfile::tempdir().expect("folder");
    let mails = |name: &str| folder.path().join(name).display().to_string();
    let process = Command::new(activate)
        .args(["--listen", &port.to_string()])
        .arg(format!("--setenv=OXIPRESS_NOW={NOW}"))
        .arg(format!("--setenv=OXIPRESS_MAIL_FOLDER={}", mails("mail")))
        .arg(format!("--setenv=OXIPRESS_MAIL_SPOOL={}", mails("spool")))
        .arg(binary().expect("binary"))
        .args([
            "serve",
            "--database",
            &site.url,
            "--listen",
            &unused.to_string(),
        ])
        .args(recorded_arguments())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let _server = Running(process.expect("systemd-socket-activate"));
    let start = Instant::now();
    let page = loop {
        // The first connection starts the server.
        match get_with(port, PAGE, &[]) {
            Ok(page) => break page,
            Err(error) => assert!(start.elapsed() < Duration::from_secs(30), "{error:#}"),
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    assert_eq!(page.status, 200);
    assert!(
        TcpStream::connect(unused).is_err(),
        "it listens at its own address too"
    );
}
