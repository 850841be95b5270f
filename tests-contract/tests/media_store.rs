//! The media library in a store with S3's interface, which two instances on machines of their own share.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use pictures::Format;
use serde_json::{Value, json};
use tempfile::TempDir;
use tests_contract::client::{ClientResponse, get, get_with, head_with};
use tests_contract::folder::copy_folder;
use tests_contract::recorded_site::recorded_site;
use tests_contract::server::{Database, NOW, Oxipress, binary};
use tests_contract::site::Site;
use tests_contract::visit::until;

use crate::media::library::{Library, json_of, picture};

mod s3;

use s3::{ACCESS_KEY, BUCKET, SECRET, Store};

const PREFIX: &str = "casa/uploads/";

/// An instance with a folder of its own; its log is kept.
struct Instance {
    library: Library,
    log: PathBuf,
    _folder: TempDir,
}

impl Instance {
    fn start(url: &str, store: &Store) -> Self {
        let folder = tempfile::tempdir().expect("folder");
        let root = folder.path().join("wp-root");
        copy_folder(&recorded_site().join("wp-root"), &root).expect("copy");
        let log = folder.path().join("log");
        let written = File::create(&log).expect("log");
        let mut command = Command::new(binary().expect("binary"));
        command
            .args(["serve", "--database", url, "--wp-root"])
            .arg(&root)
            .arg("--config")
            .arg(recorded_site().join("oxipress.toml"))
            .envs([
                ("OXIPRESS_NOW", NOW),
                ("OXIPRESS_LOG", "debug"),
                ("WP_ENVIRONMENT_TYPE", "local"),
                ("OXIPRESS_SERVER_UPLOAD_LIMIT", "41943040"),
                ("OXIPRESS_MEDIA_STORE", "s3"),
                ("OXIPRESS_MEDIA_ENDPOINT", &format!("http://{}", store.addr)),
                ("OXIPRESS_MEDIA_BUCKET", BUCKET),
                ("OXIPRESS_MEDIA_PREFIX", PREFIX),
                ("OXIPRESS_MEDIA_ACCESS_KEY", ACCESS_KEY),
                ("OXIPRESS_MEDIA_SECRET_KEY", SECRET),
                ("OXIPRESS_MEDIA_TIMEOUT", "2"),
            ])
            .stderr(Stdio::from(written));
        Self {
            library: Library {
                server: Oxipress::run(&mut command).expect("server"),
                site: Site::at(url).expect("site"),
                root,
                _folder: None,
            },
            log,
            _folder: folder,
        }
    }

    fn get(&self, path: &str, headers: &[(&str, &str)]) -> ClientResponse {
        get_with(self.library.server.addr, path, headers).expect("answer")
    }

    fn head(&self, path: &str) -> ClientResponse {
        head_with(self.library.server.addr, path, &[]).expect("answer")
    }

    fn log(&self) -> String {
        std::fs::read_to_string(&self.log).expect("log")
    }
}

fn address(key: &str) -> String {
    format!(
        "/wp-content/uploads/{}",
        key.strip_prefix(PREFIX).expect("below the prefix")
    )
}

/// Names of headers that say something of the file.
fn header_names(answer: &ClientResponse) -> BTreeSet<String> {
    let names = answer
        .headers
        .iter()
        .map(|(name, _)| name.to_ascii_lowercase());
    names.filter(|name| name != "keep-alive").collect()
}

#[test]
#[expect(clippy::too_many_lines, reason = "one table of cases")]
fn what_one_instance_stores_another_one_serves_and_deletes() {
    let store = Store::start();
    let site = Site::recorded_with(Database::Sqlite, "owner.sql").expect("site");
    let (a, b) = (
        Instance::start(&site.url, &store),
        Instance::start(&site.url, &store),
    );
    let folders = (a.library.files(), b.library.files());
    let body = picture(900, 600, Format::Jpeg);
    let (status, item) = a.library.upload("La loma.jpg", "image/jpeg", &body);
    assert_eq!(status, 201, "{item}");
    let files = until(|| {
        let files = store.files();
        // The claim of the name goes after the answer.
        (!files.iter().any(|key| key.contains("/.oxipress"))).then_some(files)
    });
    assert_eq!(files.len(), 12, "{files:?}");
    assert_eq!(
        (a.library.files(), b.library.files()),
        folders,
        "nothing stays on a machine"
    );
    for key in &files {
        let stored = std::fs::read(store.bucket().join(key)).expect("file");
        for instance in [&a, &b] {
            let shown = instance.get(&address(key), &[]);
            assert_eq!((shown.status, shown.bytes == stored), (200, true), "{key}");
            assert_eq!(shown.header("Content-Type"), Some("image/jpeg"));
            assert_eq!(shown.header("ETag"), a.head(&address(key)).header("ETag"));
        }
    }
    is_answered_like_a_file(&b, &body);
    let (_, second) =
        b.library
            .upload("La loma.jpg", "image/jpeg", &picture(120, 90, Format::Jpeg));
    assert_eq!(second["media_details"]["file"], "La-loma-1.jpg", "{second}");
    // Looked at, turned and completed by the other instance.
    let id = item["id"].as_i64().expect("id");
    let path = format!("/media/{id}/edit");
    let turn = json!({"src": item["source_url"], "modifiers": [{"type": "rotate", "args": {"angle": 90}}]});
    let (status, turned) = b.library.post("editora", &path, &turn);
    assert_eq!(
        (status, &turned["media_details"]["width"]),
        (201, &json!(600)),
        "{turned}"
    );
    let src = turned["source_url"].as_str().expect("address");
    let at = src.find("/wp-content").expect("path");
    assert_eq!(a.get(&src[at..], &[]).status, 200);
    let gone = b.library.ask(
        "editora",
        ("DELETE", &format!("/media/{id}?force=true")),
        &[],
        b"",
    );
    assert_eq!(gone.status, 200, "{}", gone.body);
    assert!(store.files().is_disjoint(&files), "{:?}", store.files());
    for instance in [&a, &b] {
        let key = files.first().expect("file");
        assert_eq!(instance.get(&address(key), &[]).status, 404);
        let log = instance.log();
        assert!(log.contains("DEBUG"), "it says much");
        assert!(!log.contains(SECRET), "the secret is in the log");
    }
}

/// Ranges, conditions and headers are those of a file of the folder.
#[expect(clippy::too_many_lines, reason = "one table of cases")]
fn is_answered_like_a_file(instance: &Instance, body: &[u8]) {
    // The same file in the folder, in another month.
    let folder = instance.library.uploads().join("2001/01");
    std::fs::create_dir_all(&folder).expect("folder");
    std::fs::write(folder.join("La-loma.jpg"), body).expect("file");
    let (there, here) = (
        "/wp-content/uploads/La-loma.jpg",
        "/wp-content/uploads/2001/01/La-loma.jpg",
    );
    let of_file = instance.get(here, &[]);
    let of_store = instance.get(there, &[]);
    assert_eq!(header_names(&of_store), header_names(&of_file));
    assert!(of_store.bytes == body, "the original as it was sent");
    let (etag, date) = (
        of_store.header("ETag").expect("ETag").to_owned(),
        of_store.header("Last-Modified").expect("date").to_owned(),
    );
    let head = instance.head(there);
    assert_eq!(header_names(&head), header_names(&instance.head(here)));
    assert_eq!(
        head.header("Content-Length"),
        Some(&*body.len().to_string())
    );
    let end = format!("bytes={}-", body.len() - 7);
    for headers in [
        vec![("Range", "bytes=10-19")],
        vec![("Range", &*end)],
        vec![("Range", "bytes=-5")],
        vec![("Range", "bytes=0-1,10-19,-3")],
        vec![("Range", "bytes=99999999-")],
        vec![("Range", "bytes=0-9"), ("If-Range", &*etag)],
        vec![("Range", "bytes=0-9"), ("If-Range", "\"other\"")],
        vec![("If-None-Match", &*etag)],
        vec![("If-None-Match", "\"other\"")],
        vec![("If-Modified-Since", &*date)],
        vec![("If-Match", "\"other\"")],
    ] {
        let of_store = instance.get(there, &headers);
        // What names the file's own version names the other one's.
        let own = of_file.header("ETag").expect("ETag");
        let own_date = of_file.header("Last-Modified").expect("date");
        let swapped = headers.iter().map(|&(name, value)| match value {
            value if value == etag => (name, own),
            value if value == date => (name, own_date),
            value => (name, value),
        });
        let of_file = instance.get(here, &swapped.collect::<Vec<_>>());
        assert_eq!(of_store.status, of_file.status, "{headers:?}");
        assert_eq!(
            header_names(&of_store),
            header_names(&of_file),
            "{headers:?}"
        );
        assert_eq!(
            of_store.header("Content-Range"),
            of_file.header("Content-Range")
        );
        assert_eq!(of_store.bytes.len(), of_file.bytes.len(), "{headers:?}");
        if !headers[0].1.contains(',') {
            assert!(of_store.bytes == of_file.bytes, "{headers:?}");
        }
    }
    let hidden = "/wp-content/uploads/.oxipress-media/x.json";
    assert_eq!(instance.get(hidden, &[]).status, 403);
    let posted = instance.library.ask(
        "editora",
        ("POST", "/../../../wp-content/uploads/x.php"),
        &[],
        b"",
    );
    assert_ne!(posted.status, 200);
}

#[test]
fn instances_that_store_the_same_name_at_once_lose_nothing() {
    let store = Store::start();
    let site = Site::recorded_with(Database::MariaDb, "owner.sql").expect("site");
    let (a, b) = (
        Instance::start(&site.url, &store),
        Instance::start(&site.url, &store),
    );
    let all: Vec<(u32, Value)> = std::thread::scope(|scope| {
        let uploads: Vec<_> = (0..6_u32)
            .map(|number| {
                let library = if number % 2 == 0 {
                    &a.library
                } else {
                    &b.library
                };
                let body = picture(100 + number, 90, Format::Png);
                scope.spawn(move || {
                    let (status, item) = library.upload("sello.png", "image/png", &body);
                    assert_eq!(status, 201, "{item}");
                    (100 + number, item)
                })
            })
            .collect();
        uploads
            .into_iter()
            .map(|one| one.join().expect("no panic"))
            .collect()
    });
    let names: BTreeSet<_> = all
        .iter()
        .map(|(_, item)| item["media_details"]["file"].to_string())
        .collect();
    assert_eq!(names.len(), 6, "{names:?}");
    for (width, item) in &all {
        let file = item["media_details"]["file"].as_str().expect("file");
        let shown = b.get(&format!("/wp-content/uploads/{file}"), &[]);
        assert!(shown.bytes == picture(*width, 90, Format::Png), "{file}");
    }
}

#[test]
fn large_files_are_streamed() {
    let store = Store::start();
    let site = Site::recorded_with(Database::Sqlite, "owner.sql").expect("site");
    let instance = Instance::start(&site.url, &store);
    let mut random: u32 = 7;
    let mut body = b"%PDF-1.4\n".to_vec();
    while body.len() < 33_000_000 {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        body.extend(random.to_le_bytes());
    }
    let (status, item) = instance
        .library
        .upload("plano.pdf", "application/pdf", &body);
    assert_eq!(status, 201, "{item}");
    let before = instance.library.server.peak_memory().expect("memory");
    let path = "/wp-content/uploads/plano.pdf";
    let addr = instance.library.server.addr;
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| assert!(get(addr, path).expect("file").bytes == body));
        }
    });
    let after = instance.library.server.peak_memory().expect("memory");
    assert!(after < before + 40, "{before} MB, then {after} MB");
    let part = instance.get(path, &[("Range", "bytes=20000000-20000099")]);
    assert_eq!(
        (part.status, &*part.bytes),
        (206, &body[20_000_000..20_000_100])
    );
    // A store that dies while a file is sent: the visitor's connection breaks off.
    let mut store = store;
    let mut stream = TcpStream::connect(addr).expect("connection");
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    )
    .expect("sent");
    let mut head = [0; 100_000];
    stream.read_exact(&mut head).expect("beginning");
    store.kill();
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest);
    assert!(rest.len() < body.len() - head.len(), "{} bytes", rest.len());
}

#[test]
fn a_store_that_dies_leaves_nothing_half_written() {
    let mut store = Store::start();
    let site = Site::recorded_with(Database::Sqlite, "owner.sql").expect("site");
    let instance = Instance::start(&site.url, &store);
    let library = &instance.library;
    let body = picture(900, 600, Format::Jpeg);
    let (status, first) = library.upload("huerta.jpg", "image/jpeg", &body);
    assert_eq!(status, 201, "{first}");
    let whole = until(|| (store.files().len() == 12).then(|| store.files()));
    const COUNT: &str = "SELECT COUNT(*) FROM {p}posts WHERE post_type = 'attachment'";
    let attachments = library.count(COUNT);
    store.die_after(5);
    let headers = [
        ("Content-Type", "image/jpeg"),
        ("Content-Disposition", "attachment; filename=\"loma.jpg\""),
    ];
    let upload = || library.ask("editora", ("POST", "/media"), &headers, &body);
    assert_eq!(upload().status, 503);
    assert_eq!(library.count(COUNT), attachments);
    store.kill();
    let path = "/wp-content/uploads/huerta.jpg";
    let away = instance.get(path, &[]);
    assert_eq!(
        (away.status, away.header("Retry-After").is_some()),
        (503, true)
    );
    assert_eq!(instance.get("/paseo-por-las-carcavas/", &[]).status, 200);
    assert_eq!(upload().status, 503);
    let id = first["id"].as_i64().expect("id");
    let listed = library.ask(
        "editora",
        ("GET", &format!("/media/{id}?context=edit")),
        &[],
        b"",
    );
    assert_eq!(
        (listed.status, json_of(&listed)["id"].as_i64()),
        (200, Some(id))
    );
    store.run();
    until(|| (instance.get(path, &[]).bytes == body).then_some(()));
    // What was stored of the failed upload nobody knows; an instance's sweep removes it.
    let left: BTreeSet<String> = store.files().difference(&whole).cloned().collect();
    assert!(
        left.iter().any(|key| key.contains("/.oxipress")),
        "{left:?}"
    );
    store.age_notes();
    let other = Instance::start(&site.url, &store);
    until(|| (store.files() == whole).then_some(()));
    let (status, again) = other.library.upload("loma.jpg", "image/jpeg", &body);
    assert_eq!(
        (status, &again["media_details"]["file"]),
        (201, &json!("loma.jpg")),
        "{again}"
    );
    assert!(!instance.log().contains(SECRET) && !other.log().contains(SECRET));
}

#[test]
#[expect(clippy::too_many_lines, reason = "one table of cases")]
fn a_secret_comes_from_a_file_and_is_in_no_error() {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("key");
    std::fs::write(&file, format!("{SECRET}\n")).expect("file");
    let site = Site::recorded(Database::Sqlite).expect("site");
    let run = |environment: &[(&str, &str)]| {
        let ended = Command::new(binary().expect("binary"))
            .args(["serve", "--database", &site.url, "--listen", "127.0.0.1:0"])
            .envs([
                ("OXIPRESS_MEDIA_STORE", "s3"),
                ("OXIPRESS_MEDIA_BUCKET", BUCKET),
            ])
            .envs(environment.iter().copied())
            .output()
            .expect("run");
        assert!(!ended.status.success());
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(!said.contains(SECRET), "{said}");
        said
    };
    let alone = run(&[("OXIPRESS_MEDIA_SECRET_KEY", SECRET)]);
    assert!(alone.contains("media.access_key"), "{alone}");
    let missing = run(&[
        ("OXIPRESS_MEDIA_ACCESS_KEY", ACCESS_KEY),
        ("OXIPRESS_MEDIA_SECRET_KEY_FILE", "/no/such/file"),
    ]);
    assert!(missing.contains("/no/such/file"), "{missing}");
    let user = run(&[(
        "OXIPRESS_MEDIA_ENDPOINT",
        &format!("http://a:{SECRET}@127.0.0.1/"),
    )]);
    assert!(user.contains("media.endpoint"), "{user}");
    // By the file the store is opened, and asked with it.
    let store = Store::start();
    let endpoint = format!("http://{}", store.addr);
    let file = file.to_string_lossy();
    let environment = [
        ("OXIPRESS_MEDIA_STORE", "s3"),
        ("OXIPRESS_MEDIA_BUCKET", BUCKET),
        ("OXIPRESS_MEDIA_ENDPOINT", &*endpoint),
        ("OXIPRESS_MEDIA_ACCESS_KEY", ACCESS_KEY),
        ("OXIPRESS_MEDIA_SECRET_KEY_FILE", &*file),
    ];
    let text = "hola, ".repeat(400);
    std::fs::write(store.bucket().join("hola.txt"), &text).expect("file");
    let server = Oxipress::serve_recorded_site(&site.url, &[], &environment).expect("server");
    let ask = |headers: &[(&str, &str)]| {
        get_with(server.addr, "/wp-content/uploads/hola.txt", headers).expect("answer")
    };
    assert_eq!(ask(&[]).body, text);
    // Texts are compressed like those of the folder.
    let packed = ask(&[("Accept-Encoding", "gzip")]);
    assert_eq!(packed.header("Content-Encoding"), Some("gzip"));
    assert!(
        packed
            .header("ETag")
            .is_some_and(|tag| tag.starts_with("W/"))
    );
    assert!(packed.bytes.len() < 200);
    for (secret, level) in [(SECRET, "ok"), ("another-S3cr3t", "error")] {
        let said = Command::new(binary().expect("binary"))
            .args(["doctor", "--json", "--database", &site.url, "--wp-root"])
            .arg(recorded_site().join("wp-root"))
            .envs(environment)
            .env("OXIPRESS_MEDIA_SECRET_KEY", secret)
            .output()
            .expect("doctor");
        let found: Vec<Value> = serde_json::from_slice(&said.stdout).expect("findings");
        let store = found.iter().find(|finding| finding["area"] == "media");
        assert_eq!(store.expect("a finding")["level"], level, "{store:?}");
        let all = [said.stdout, said.stderr].concat();
        assert!(!String::from_utf8_lossy(&all).contains(secret));
    }
}
