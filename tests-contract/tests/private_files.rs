//! Files and folders that the server makes are its own (hardening S17), whatever the umask.

use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tests_contract::server::{Oxipress, binary, recorded_arguments};
use tests_contract::visit::{Visit, post_form};

/// The binary, started by a shell that takes no permission away.
fn without_umask() -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", "umask 0; exec \"$@\"", "sh"])
        .arg(binary().expect("binary"));
    command
}

/// What lies below a folder, with its mode; folders whose content cannot be reached are not entered.
fn reachable(folder: &Path, found: &mut Vec<(PathBuf, u32)>) {
    for entry in fs::read_dir(folder).expect("folder").flatten() {
        let mode = entry.metadata().expect("file").permissions().mode() & 0o777;
        found.push((entry.path(), mode));
        if entry.path().is_dir() && mode & 0o077 != 0 {
            reachable(&entry.path(), found);
        }
    }
}

fn assert_private(what: &str, folder: &Path) {
    let mut found = Vec::new();
    reachable(folder, &mut found);
    let open: Vec<_> = found.iter().filter(|(_, mode)| mode & 0o077 != 0).collect();
    println!(
        "{what}: {} made, {} open to others",
        found.len(),
        open.len()
    );
    assert!(!found.is_empty() && open.is_empty(), "{open:?}");
}

#[test]
fn database_mails_and_uploads_are_private() {
    let dir = tempfile::tempdir().expect("folder");
    let path = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    let database = format!("sqlite:{}", path("site.sqlite"));
    let dump = tests_contract::fixtures().join("casas-cueva/site.sql");
    let imported = without_umask()
        .args(["import", "--quiet", "--to", &database])
        .arg(dump)
        .status()
        .expect("import");
    assert!(imported.success());
    assert_private("import", dir.path());
    let mut command = without_umask();
    command
        .args(["serve", "--database", &database])
        .args(recorded_arguments())
        .env("OXIPRESS_NOW", tests_contract::server::NOW)
        .env("OXIPRESS_LOG", "warn")
        .env("OXIPRESS_MAIL_FOLDER", path("mail"))
        .env("OXIPRESS_MAIL_SPOOL", path("spool"))
        .env("OXIPRESS_SERVER_UPLOAD_FOLDER", path("uploads"));
    let server = Oxipress::run(&mut command).expect("server");
    Visit::sign_in(server.addr).expect("signed in");
    let form = "user_login=anfitrion&casacue4217=384211&alt_s=";
    post_form(server.addr, "/wp-login.php?action=lostpassword", form, &[]).expect("an answer");
    let start = Instant::now();
    while fs::read_dir(path("mail")).map_or(0, Iterator::count) == 0 {
        assert!(start.elapsed() < Duration::from_secs(20), "no mail");
        std::thread::sleep(Duration::from_millis(50));
    }
    for name in ["site.sqlite-wal", "site.sqlite-shm", "spool", "uploads"] {
        assert!(dir.path().join(name).exists(), "{name}");
    }
    assert_private("a running server", dir.path());
    // The folder of this instance in that of uploads.
    let own: Vec<_> = fs::read_dir(path("uploads")).expect("folder").collect();
    let name = own[0].as_ref().expect("entry").file_name();
    let random = name.to_string_lossy().len() - "oxipress-uploads-".len();
    println!("the folder of uploads has {random} random characters");
    assert_eq!((own.len(), random), (1, 32));
}

#[test]
fn the_demo_site_is_private() {
    let dir = tempfile::tempdir().expect("folder");
    let mut command = without_umask();
    command
        .arg("serve")
        .env("OXIPRESS_LOG", "error")
        .env("XDG_DATA_HOME", dir.path())
        .env_remove("OXIPRESS_SITE_DATA_DIR")
        .stdout(Stdio::null());
    let server = Oxipress::run(&mut command).expect("server");
    assert_private("the data folder", dir.path());
    drop(server);
    // Also below a data folder that somebody else made.
    let data = dir.path().join("oxipress");
    fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).expect("mode");
    for entry in fs::read_dir(&data).expect("folder").flatten() {
        let mode = entry.metadata().expect("file").permissions().mode();
        assert_eq!(mode & 0o077, 0, "{}", entry.path().display());
    }
}

#[test]
fn what_is_open_is_named_at_start_and_a_shared_folder_of_uploads_ends_it() {
    let dir = tempfile::tempdir().expect("folder");
    let site = tests_contract::site::Site::recorded_in(dir.path()).expect("site");
    let database = dir.path().join("site.sqlite");
    fs::set_permissions(&database, fs::Permissions::from_mode(0o644)).expect("mode");
    let shared = dir.path().join("shared");
    fs::create_dir(&shared).expect("folder");
    fs::set_permissions(&shared, fs::Permissions::from_mode(0o755)).expect("mode");
    let serve = |uploads: &Path| {
        let mut command = Command::new(binary().expect("binary"));
        command
            .args(["serve", "--database", &site.url])
            .args(recorded_arguments())
            .env("OXIPRESS_LOG", "warn")
            .env("OXIPRESS_SERVER_UPLOAD_FOLDER", uploads)
            .current_dir(dir.path())
            .stderr(Stdio::piped());
        command
    };
    let refused = serve(&shared)
        .args(["--listen", "127.0.0.1:0"])
        .output()
        .expect("serve");
    let text = String::from_utf8_lossy(&refused.stderr).into_owned();
    println!("a shared folder of uploads: {}", text.trim());
    assert!(!refused.status.success() && text.contains("server.upload_folder"));
    let mut child = serve(&dir.path().join("uploads"))
        .args(["--listen", "127.0.0.1:0"])
        .spawn()
        .expect("serve");
    let mut stderr = child.stderr.take().expect("stderr");
    let (mut said, mut piece) = (Vec::new(), [0; 4096]);
    let path = database.to_string_lossy().into_owned();
    while !String::from_utf8_lossy(&said).contains(&path) {
        let read = stderr.read(&mut piece).expect("stderr");
        assert!(read > 0, "{}", String::from_utf8_lossy(&said));
        said.extend_from_slice(&piece[..read]);
    }
    child.kill().expect("kill");
    child.wait().expect("end");
    let said = String::from_utf8_lossy(&said);
    println!(
        "an open database: {}",
        said.lines().last().unwrap_or_default()
    );
    assert!(said.contains("644"));
}
