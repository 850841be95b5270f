//! Hostile files, much at once, kills and a full disk.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::{Duration, Instant};

use pictures::Format;
use serde_json::json;
use tests_contract::folder::copy_folder;
use tests_contract::full_disk::FullDisk;
use tests_contract::recorded_site::recorded_site;
use tests_contract::server::{Database, Oxipress, binary};
use tests_contract::site::Site;

use super::library::{Library, picture, serve};

/// A PNG that says it is as wide and high as this, in a few bytes.
fn bomb(side: u32) -> Vec<u8> {
    let mut file = picture(8, 8, Format::Png);
    file[16..20].copy_from_slice(&side.to_be_bytes());
    file[20..24].copy_from_slice(&side.to_be_bytes());
    let sum = crc(&file[12..29]);
    file[29..33].copy_from_slice(&sum.to_be_bytes());
    file
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |mut sum, &byte| {
        sum ^= u32::from(byte);
        for _ in 0..8 {
            sum = (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg());
        }
        sum
    })
}

#[test]
fn hostile_files() {
    let library = Library::start(Database::Sqlite);
    let before = library.files();
    let posts = library.count("SELECT COUNT(*) FROM {p}posts");
    let jpeg = picture(120, 90, Format::Jpeg);
    let polyglot = [&jpeg[..], b"<?php system($_GET['x']);"].concat();
    let script = [
        &picture(20, 20, Format::Gif)[..],
        b"<script>alert(1)</script>",
    ]
    .concat();
    let refused = "rest_upload_sideload_error";
    let too_big = "rest_upload_file_too_big";
    for (name, mime, body, code) in [
        ("bomb.png", "image/png", &bomb(20_000)[..], too_big),
        (
            "dibujo.svg",
            "image/svg+xml",
            b"<svg xmlns='x'><script>1</script></svg>",
            refused,
        ),
        ("malo.php", "image/jpeg", &jpeg[..], refused),
        ("malo.php.jpg", "image/jpeg", b"<?php echo 1;", refused),
        ("poly.jpg", "image/jpeg", &polyglot[..], refused),
        ("poly.gif", "image/gif", &script[..], refused),
        ("cut.png", "image/png", b"\x89PNG\r\n\x1a\n\0\0", refused),
        ("a.html", "text/html", b"<p>hola", refused),
    ] {
        let (status, answer) = library.upload(name, mime, body);
        assert!(status >= 400, "{name}: {answer}");
        assert_eq!(answer["code"].as_str(), Some(code), "{name}: {answer}");
    }
    let (status, answer) = library.upload("../../x/a.php.jpg", "image/jpeg", &jpeg);
    // No folder of another, and no extension in the middle.
    assert_eq!(
        (status, &answer["media_details"]["file"]),
        (201, &json!("xa.php_.jpg")),
        "{answer}"
    );
    assert_eq!(library.count("SELECT COUNT(*) FROM {p}posts"), posts + 1);
    let new: BTreeSet<_> = library.files().difference(&before).cloned().collect();
    assert_eq!(new.len(), 2, "{new:?}");
    let memory = library.server.peak_memory().expect("memory");
    println!("{memory} MB at the peak");
    assert!(memory < 300, "{memory}");
}

/// Three large photographs at once stay below the bound of memory.
#[test]
fn three_large_photographs_at_once() {
    let library = Library::start(Database::Sqlite);
    let body = picture(4000, 3000, Format::Jpeg);
    let start = Instant::now();
    std::thread::scope(|scope| {
        for number in 0..3 {
            let (library, body) = (&library, &body);
            scope.spawn(move || {
                let (status, item) =
                    library.upload(&format!("foto{number}.jpg"), "image/jpeg", body);
                let details = &item["media_details"];
                assert_eq!((status, &details["width"]), (201, &json!(2560)), "{item}");
                assert_eq!(details["original_image"], format!("foto{number}.jpg"));
            });
        }
    });
    let memory = library.server.peak_memory().expect("memory");
    println!(
        "three at once: {:?}, {memory} MB at the peak",
        start.elapsed()
    );
    assert!(memory < 300, "{memory}");
}

/// What a killed server left of an upload is gone after the next one's sweep; what was acknowledged is there.
#[test]
fn kills_leave_no_orphans() {
    let mut library = Library::start(Database::Sqlite);
    let before = library.files();
    let body = picture(2400, 1800, Format::Jpeg);
    let mut acknowledged = 0;
    for round in 0..4_u64 {
        std::thread::scope(|scope| {
            let library = &library;
            let body = &body;
            let sent = scope.spawn(move || {
                let headers = [
                    ("Content-Type", "image/jpeg"),
                    ("Content-Disposition", "attachment; filename=k.jpg"),
                ];
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                    library
                        .ask("editora", ("POST", "/media"), &headers, body)
                        .status
                }))
                .unwrap_or(0)
            });
            std::thread::sleep(Duration::from_millis(60 + 170 * round));
            kill(&library.server);
            acknowledged += i64::from(sent.join().expect("thread") == 201);
        });
        let program = Command::new(binary().expect("binary"));
        library.server = serve(program, &library.site, &library.root);
    }
    only_whole_uploads_stay(&library, &before, acknowledged);
}

/// An upload that a restarted database interrupts is refused or whole, and the next ones succeed.
#[test]
fn a_restarted_database() {
    const ROUNDS: u64 = 3;
    let site = Site::recorded_in_own_mariadb_with("owner.sql").expect("site");
    let mut library = Library::of(site);
    let before = library.files();
    let body = picture(1600, 1200, Format::Jpeg);
    let mut acknowledged = 0;
    for round in 0..ROUNDS {
        std::thread::scope(|scope| {
            let (library, body) = (&library, &body);
            let sending = scope.spawn(move || {
                let mut stored = 0;
                for _ in 0..6 {
                    let status = library.upload_status("k.jpg", "image/jpeg", body);
                    assert!(status == 201 || status == 503, "{status}");
                    stored += i64::from(status == 201);
                }
                stored
            });
            std::thread::sleep(Duration::from_millis(100 + 150 * round));
            let away = Duration::from_millis(500);
            library.site.restart_database(away).expect("database");
            acknowledged += sending.join().expect("thread");
        });
    }
    let (status, answer) = library.upload("k.jpg", "image/jpeg", &body);
    assert_eq!(status, 201, "{answer}");
    // What nobody could tell about is settled at the next start.
    kill(&library.server);
    let program = Command::new(binary().expect("binary"));
    library.server = serve(program, &library.site, &library.root);
    only_whole_uploads_stay(&library, &before, acknowledged + 1);
}

fn kill(server: &Oxipress) {
    let id = server.id().to_string();
    let killed = Command::new("kill").args(["-9", &id]).status();
    assert!(killed.expect("kill").success());
    // Nobody has waited for it yet: its files are closed when its first thread is a zombie and the others are gone.
    let runs = || {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat"));
        let threads = std::fs::read_dir(format!("/proc/{id}/task"));
        stat.is_ok_and(|stat| !stat.contains(") Z ")) || threads.is_ok_and(|all| all.count() > 1)
    };
    while runs() {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// After the sweep each row has its file and each file its row, at least those of acknowledged uploads, all named `k.jpg`.
fn only_whole_uploads_stay(library: &Library, before: &BTreeSet<String>, acknowledged: i64) {
    let start = Instant::now();
    loop {
        let hidden = library
            .files()
            .iter()
            .filter(|name| name.starts_with('.'))
            .count();
        let folders = std::fs::read_dir(library.uploads())
            .expect("folder")
            .flatten();
        let left = folders
            .filter(|e| e.file_name().to_string_lossy().starts_with('.'))
            .count();
        if hidden == 0 && left == 0 {
            break;
        }
        let is_early = start.elapsed() < Duration::from_secs(20);
        assert!(is_early, "{hidden} hidden files and {left} folders stay");
        std::thread::sleep(Duration::from_millis(100));
    }
    let rows = library.count("SELECT COUNT(*) FROM {p}postmeta WHERE meta_key = '_wp_attached_file' AND meta_value LIKE 'k%'");
    let originals = library
        .files()
        .difference(before)
        .filter(|name| !name.contains('x'))
        .count();
    println!("{acknowledged} acknowledged, {rows} rows, {originals} originals");
    assert!(rows >= acknowledged);
    assert_eq!(
        i64::try_from(originals).expect("number"),
        rows,
        "{:?}",
        library.files()
    );
}

/// A full disk is said clearly, and nothing half-written is shown.
#[test]
fn a_full_disk() {
    let disk = FullDisk::by_limit().expect("disk");
    let root = disk.path().join("wp-root");
    copy_folder(&recorded_site().join("wp-root"), &root).expect("copy");
    let site = Site::recorded_with(Database::Sqlite, "owner.sql").expect("site");
    let library = Library {
        server: serve(FullDisk::command(&binary().expect("binary")), &site, &root),
        site,
        root,
        _folder: None,
    };
    // Larger than any file of the site, so that the limit meets it.
    let body = picture(2400, 2400, Format::Png);
    let posts = library.count("SELECT COUNT(*) FROM {p}posts");
    let before = library.files();
    // Who was known before is known still.
    let known = library.ask("editora", ("GET", "/users/me"), &[], b"");
    assert_eq!(known.status, 200);
    disk.fill(library.server.id()).expect("full");
    let (status, answer) = library.upload("grande.png", "image/png", &body);
    assert_eq!(
        (status, answer["code"].as_str().is_some()),
        (507, true),
        "{answer}"
    );
    assert_eq!(answer["code"], "rest_upload_sideload_error", "{answer}");
    // A row has no room either, nor the count of attempts of who is not known yet.
    for who in ["editora", "autora"] {
        let (status, answer) = library.post(who, "/posts", &json!({"title": "x"}));
        let code = &answer["code"];
        assert_eq!(
            (status, code),
            (507, &json!("rest_insufficient_storage")),
            "{who}"
        );
    }
    assert_eq!(
        (
            library.files(),
            library.count("SELECT COUNT(*) FROM {p}posts")
        ),
        (before, posts)
    );
    disk.free(library.server.id()).expect("free");
    let (status, answer) =
        library.upload("chica.jpg", "image/jpeg", &picture(300, 200, Format::Jpeg));
    assert_eq!(status, 201, "{answer}");
}
