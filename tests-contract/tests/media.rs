//! The media library through the API: uploads, hostile files, edits, deletion, on both databases; kills and a full disk.
//!
//! Contract "wordpress-rest", section 7.

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use compat::binds;
use compat::wordpress::media::library::picture::{Format, Picture};
use compat::wordpress::php::unserialize;
use serde_json::{Value, json};
use tempfile::TempDir;
use tests_contract::client::{ClientResponse, get, send};
use tests_contract::full_disk::FullDisk;
use tests_contract::recorded_site::recorded_site;
use tests_contract::recording::Request;
use tests_contract::server::{Database, Oxipress, binary};
use tests_contract::site::Site;

/// The recorded site with people, and a folder of its own for uploads.
struct Library {
    server: Oxipress,
    site: Site,
    root: PathBuf,
    _folder: Option<TempDir>,
}

fn copy(from: &Path, to: &Path) {
    let copied = Command::new("cp").arg("-r").args([from, to]).status();
    assert!(copied.expect("cp").success());
}

fn serve(command: Command, site: &Site, root: &Path) -> Oxipress {
    let root = root.to_string_lossy();
    let config = recorded_site().join("oxipress.toml");
    let config = config.to_string_lossy();
    let arguments = ["--wp-root", &root, "--config", &config];
    let environment = [("WP_ENVIRONMENT_TYPE", "local"), ("OXIPRESS_LOG", "error")];
    Oxipress::serve_by(command, &site.url, &arguments, &environment).expect("server")
}

impl Library {
    fn start(database: Database) -> Self {
        let folder = tempfile::tempdir().expect("folder");
        let root = folder.path().join("wp-root");
        copy(&recorded_site().join("wp-root"), &root);
        let site = Site::recorded_with(database, "owner.sql").expect("site");
        let program = Command::new(binary().expect("binary"));
        Self {
            server: serve(program, &site, &root),
            site,
            root,
            _folder: Some(folder),
        }
    }

    fn uploads(&self) -> PathBuf {
        self.root.join("wp-content/uploads")
    }

    /// All files below the uploads folder, hidden ones included.
    fn files(&self) -> BTreeSet<String> {
        files(&self.uploads(), "")
    }

    fn ask(
        &self,
        who: &str,
        (method, path): (&str, &str),
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> ClientResponse {
        let mut all = vec![("Host".to_owned(), "127.0.0.1:8081".to_owned())];
        all.push(("Authorization".to_owned(), basic(who)));
        all.extend(
            headers
                .iter()
                .map(|(k, v)| ((*k).to_owned(), (*v).to_owned())),
        );
        all.push(("Content-Length".to_owned(), body.len().to_string()));
        let request = Request {
            method: method.to_owned(),
            path: format!("/wp-json/wp/v2{path}"),
            headers: all,
            body: body.to_vec(),
            source_address: None,
        };
        send(self.server.addr, &request).expect("answer")
    }

    fn upload(&self, name: &str, mime: &str, body: &[u8]) -> (u16, Value) {
        let disposition = format!("attachment; filename=\"{name}\"");
        let headers = [
            ("Content-Type", mime),
            ("Content-Disposition", &*disposition),
        ];
        let answer = self.ask("editora", ("POST", "/media"), &headers, body);
        (answer.status, json_of(&answer))
    }

    fn post(&self, who: &str, path: &str, body: &Value) -> (u16, Value) {
        let headers = [("Content-Type", "application/json")];
        let answer = self.ask(who, ("POST", path), &headers, body.to_string().as_bytes());
        (answer.status, json_of(&answer))
    }

    fn count(&self, sql: &'static str) -> i64 {
        let rows: Vec<(i64,)> = self.site.load(sql, binds![]).expect("rows");
        rows[0].0
    }
}

fn files(folder: &Path, below: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            found.extend(files(&entry.path(), &format!("{name}/")));
        } else {
            found.insert(name);
        }
    }
    found
}

fn basic(who: &str) -> String {
    let password = match who {
        "editora" => "DoL8jkDg5oVXv4qmeSnJ59ng",
        "autora" => "2cfLwtiGvGMazpJpXqKCfzqA",
        _ => "BpBdWqbeybMgHT6rdKGP9PmA",
    };
    format!(
        "Basic {}",
        BASE64_STANDARD.encode(format!("{who}:{password}"))
    )
}

fn json_of(answer: &ClientResponse) -> Value {
    serde_json::from_str(&answer.body).unwrap_or_else(|_| panic!("{}", answer.body))
}

/// A picture of stripes and noise.
fn picture(width: u32, height: u32, format: Format) -> Vec<u8> {
    let mut random: u32 = 7;
    let mut pixels = Vec::new();
    for place in 0..width * height {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let stripe = place % width / 16 * 5 % 200;
        let value = u8::try_from(stripe + (random >> 28)).unwrap_or(255);
        pixels.extend([value, 255 - value, value / 2]);
    }
    let picture = Picture {
        width,
        height,
        channels: 3,
        pixels,
        has_palette: false,
        color_profile: None,
    };
    picture.encode(format).expect("picture")
}

fn uploads(database: Database) {
    let library = Library::start(database);
    let before = library.files();
    let body = picture(900, 600, Format::Jpeg);
    let (status, item) = library.upload("La loma.jpg", "image/jpeg", &body);
    assert_eq!(status, 201, "{item}");
    let sizes = item["media_details"]["sizes"].as_object().expect("sizes");
    let made: Vec<String> = sizes
        .iter()
        .map(|(name, size)| format!("{name} {}x{}", size["width"], size["height"]))
        .collect();
    // Recording owner/media-raw-jpeg.
    let want = [
        "medium 300x200",
        "thumbnail 150x150",
        "medium_large 768x512",
        "et-pb-post-main-image 400x250",
        "et-pb-portfolio-image 400x284",
        "et-pb-portfolio-module-image 510x382",
        "et-pb-gallery-module-image-portrait 400x516",
        "et-pb-image--responsive--phone 480x320",
        "woocommerce_thumbnail 300x300",
        "woocommerce_single 600x400",
        "woocommerce_gallery_thumbnail 100x100",
        "full 900x600",
    ];
    assert_eq!(made, want);
    assert_eq!(
        item["missing_image_sizes"],
        json!(["et-pb-image--responsive--tablet"])
    );
    assert_eq!(
        (&item["title"]["raw"], &item["slug"]),
        (&json!("La-loma"), &json!("la-loma"))
    );
    let new: BTreeSet<String> = library.files().difference(&before).cloned().collect();
    assert_eq!(new.len(), 12, "{new:?}");
    for name in &new {
        let path = library.uploads().join(name);
        let mode = std::fs::metadata(path).expect("file").permissions().mode() & 0o777;
        assert_eq!((mode & 0o600, mode & 0o111), (0o600, 0), "{name}");
        let shown = get(library.server.addr, &format!("/wp-content/uploads/{name}")).expect("file");
        assert_eq!(shown.status, 200, "{name}");
    }
    let id = item["id"].as_i64().expect("id");
    const META: &str = "SELECT meta_value FROM {p}postmeta WHERE post_id = ? AND meta_key = ?";
    let metadata: Vec<(Vec<u8>,)> = library
        .site
        .load(META, binds![id, "_wp_attachment_metadata"])
        .expect("meta");
    let metadata = unserialize(&metadata[0].0).expect("an array");
    let keys: Vec<String> = metadata
        .iter()
        .map(|(key, _)| key.to_string_lossy())
        .collect();
    assert_eq!(
        keys,
        ["width", "height", "file", "filesize", "sizes", "image_meta"]
    );
    assert_eq!(
        metadata
            .at("sizes")
            .at("woocommerce_thumbnail")
            .at("uncropped")
            .as_bool(),
        Some(false)
    );
    let (_, second) = library.upload("La loma.jpg", "image/jpeg", &picture(120, 90, Format::Jpeg));
    assert_eq!(second["media_details"]["file"], "La-loma-1.jpg");
    deleted(&library, id, &new);
}

/// Others may not delete; with the rows all files go.
fn deleted(library: &Library, id: i64, files: &BTreeSet<String>) {
    let path = format!("/media/{id}?force=true");
    let other = library.ask("autora", ("DELETE", &path), &[], b"");
    assert_eq!(
        (other.status, json_of(&other)["code"].as_str()),
        (403, Some("rest_cannot_delete"))
    );
    let soft = library.ask("editora", ("DELETE", &format!("/media/{id}")), &[], b"");
    assert_eq!(
        (soft.status, json_of(&soft)["code"].as_str()),
        (501, Some("rest_trash_not_supported"))
    );
    assert!(files.is_subset(&library.files()));
    let gone = library.ask("editora", ("DELETE", &path), &[], b"");
    assert_eq!(
        (gone.status, &json_of(&gone)["deleted"]),
        (200, &json!(true))
    );
    assert!(files.is_disjoint(&library.files()));
    const ROWS: &str = "SELECT COUNT(*) FROM {p}postmeta WHERE post_id = ?";
    let rows: Vec<(i64,)> = library.site.load(ROWS, binds![id]).expect("rows");
    assert_eq!(rows[0].0, 0);
}

fn edits(database: Database) {
    let library = Library::start(database);
    let (_, item) = library.upload("sello.png", "image/png", &picture(420, 300, Format::Png));
    let (id, src) = (item["id"].as_i64().expect("id"), item["source_url"].clone());
    let (status, processed) = library.post(
        "editora",
        &format!("/media/{id}/post-process"),
        &json!({"action": "create-image-subsizes"}),
    );
    let phone = &processed["media_details"]["sizes"]["et-pb-image--responsive--phone"];
    // Recording owner/media-post-process.
    assert_eq!(
        (status, &phone["file"]),
        (200, &json!("sello-420x270.png")),
        "{processed}"
    );
    assert!(library.uploads().join("sello-420x270.png").is_file());
    let path = format!("/media/{id}/edit");
    let crop = json!({"type": "crop", "args": {"left": 10, "top": 10, "width": 50, "height": 50}});
    let turn = json!({"type": "rotate", "args": {"angle": 90}});
    let (status, edited) = library.post(
        "editora",
        &path,
        &json!({"src": src, "modifiers": [crop, turn]}),
    );
    let details = &edited["media_details"];
    // Recording owner/media-crop-ok.
    assert_eq!(
        (status, &details["width"], &details["height"]),
        (201, &json!(150), &json!(210)),
        "{edited}"
    );
    assert_eq!(
        (&details["file"], &edited["slug"]),
        (&json!("sello-edited.png"), &json!("sello-2"))
    );
    assert_eq!(
        details["parent_image"],
        json!({"attachment_id": id.to_string(), "file": "sello.png"})
    );
    for (body, status, code) in [
        (json!({"src": src}), 400, "rest_image_not_edited"),
        (json!({"rotation": 90}), 400, "rest_missing_callback_param"),
        (
            json!({"src": "x", "rotation": 90}),
            404,
            "rest_unknown_attachment",
        ),
        (
            json!({"src": src, "modifiers": [{"type": "crop", "args": {"left": 100, "top": 0, "width": 5, "height": 5}}]}),
            500,
            "rest_image_crop_failed",
        ),
        (
            json!({"src": src, "modifiers": [{"type": "melt", "args": {}}]}),
            400,
            "rest_invalid_param",
        ),
    ] {
        let (got, answer) = library.post("editora", &path, &body);
        assert_eq!(
            (got, answer["code"].as_str()),
            (status, Some(code)),
            "{body}: {answer}"
        );
    }
    let (status, answer) = library.post("autora", &path, &json!({"src": src, "rotation": 90}));
    assert_eq!(
        (status, answer["code"].as_str()),
        (403, Some("rest_cannot_edit"))
    );
}

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
        ("malo.php", "image/jpeg", &jpeg, refused),
        ("malo.php.jpg", "image/jpeg", b"<?php echo 1;", refused),
        ("poly.jpg", "image/jpeg", &polyglot, refused),
        ("poly.gif", "image/gif", &script, refused),
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
    println!("{memory} bytes at the peak");
    assert!(memory < 300 << 20, "{memory}");
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
        "three at once: {:?}, {} MB at the peak",
        start.elapsed(),
        memory >> 20
    );
    assert!(memory < 300 << 20, "{memory}");
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
                std::panic::catch_unwind(|| {
                    library
                        .ask("editora", ("POST", "/media"), &headers, body)
                        .status
                })
                .unwrap_or(0)
            });
            std::thread::sleep(Duration::from_millis(60 + 170 * round));
            let id = library.server.id().to_string();
            assert!(
                Command::new("kill")
                    .args(["-9", &id])
                    .status()
                    .expect("kill")
                    .success()
            );
            acknowledged += i64::from(sent.join().expect("thread") == 201);
        });
        let program = Command::new(binary().expect("binary"));
        library.server = serve(program, &library.site, &library.root);
    }
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
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "{:?}",
            library.files()
        );
        std::thread::sleep(Duration::from_millis(100));
    }
    let rows = library.count("SELECT COUNT(*) FROM {p}postmeta WHERE meta_key = '_wp_attached_file' AND meta_value LIKE 'k%'");
    let originals = library
        .files()
        .difference(&before)
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
    copy(&recorded_site().join("wp-root"), &root);
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
    disk.fill(library.server.id()).expect("full");
    let (status, answer) = library.upload("grande.png", "image/png", &body);
    assert_eq!(
        (status, answer["code"].as_str().is_some()),
        (507, true),
        "{answer}"
    );
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

mod uploads {
    use tests_contract::server::Database;

    #[test]
    fn on_sqlite() {
        super::uploads(Database::Sqlite);
    }

    #[test]
    fn on_mariadb() {
        super::uploads(Database::MariaDb);
    }
}

mod edits {
    use tests_contract::server::Database;

    #[test]
    fn on_sqlite() {
        super::edits(Database::Sqlite);
    }

    #[test]
    fn on_mariadb() {
        super::edits(Database::MariaDb);
    }
}
