//! Folders of recordings that are broken, cut, huge or hostile: each is told with its file, the line and the reason, and
//! the rest is replayed.

use std::fs;
use std::path::Path;

use serde_json::json;

use tests_contract::mock_server::{MockResponse, MockServer, Sent};

use super::replay;

/// A recording with one thing changed.
fn recording(path: &str, headers: &[(&str, &str)], body: &str) -> String {
    let value = json!({
        "name": "x", "area": "a", "seq": 1,
        "request": {"method": "GET", "path": path, "headers": headers},
        "response": {"status": 200, "headers": [["Content-Type", "text/html"]], "body": body},
    });
    serde_json::to_string_pretty(&value).expect("JSON")
}

fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) {
    fs::write(folder.join(name), bytes).expect("file");
}

#[test]
fn files_that_are_no_recordings_are_told() {
    let server = MockServer::start(|_: &Sent| MockResponse {
        status: 200,
        body: "<html><body><p>ours</p></body></html>".to_owned(),
        header: "Content-Type: text/html\r\n".to_owned(),
        is_silent: false,
    });
    let server = server.expect("mock");
    let base = tempfile::tempdir().expect("folder");
    let folder = base.path().join("recordings");
    fs::create_dir_all(folder.join("deep/er")).expect("folder");
    let good = recording("/", &[], "<html><body><p>ours</p></body></html>");
    write(&folder, "good.json", &good);
    write(&folder, "deep/er/good.json", &good);
    write(&folder, "index.json", "{\"not\": \"a recording\"}");
    // Told with these reasons.
    let cut = good.get(..good.len() / 2).unwrap_or_default();
    write(&folder, "cut.json", cut);
    write(&folder, "empty.json", "");
    write(&folder, "bytes.json", b"{\n\"name\": \"\xff\"}");
    write(
        &folder,
        "path.json",
        recording("http://evil.example/", &[], ""),
    );
    write(
        &folder,
        "smuggled.json",
        recording("/ HTTP/1.1\r\nX: y", &[], ""),
    );
    write(
        &folder,
        "header.json",
        recording("/", &[("A\r\nB", "c")], ""),
    );
    write(
        &folder,
        "value.json",
        recording("/", &[("A", "b\r\nC: d")], ""),
    );
    write(
        &folder,
        "status.json",
        good.replace("\"status\": 200", "\"status\": 42"),
    );
    write(&folder, "method.json", good.replace("\"GET\"", "\"GET /\""));
    write(&folder, "nested.json", "[".repeat(100_000));
    let huge = fs::File::create(folder.join("huge.json")).expect("file");
    huge.set_len(65 * 1024 * 1024).expect("size");
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc", folder.join("link")).expect("link");
    let page = base.path().join("report.html").display().to_string();
    let (status, said, report) = replay(&folder, server.addr, &["--report", &page]);
    assert_eq!(status, 3, "{said}");
    assert_eq!(
        (&report["exchanges"], &report["different"]),
        (&json!(2), &json!(0)),
        "{said}"
    );
    for (file, reason) in [
        ("cut.json, line ", "EOF while parsing"),
        ("empty.json, line 1", "EOF while parsing"),
        ("bytes.json, line 2", "not UTF-8"),
        (
            "path.json, line ",
            "path: \"http://evil.example/\" is no path",
        ),
        ("smuggled.json, line ", "is no path"),
        ("header.json, line ", "is no header"),
        ("value.json, line ", "A: control characters in its value"),
        ("status.json, line ", "status: 42 is no status"),
        ("method.json, line ", "method: \"GET /\" is no method"),
        ("nested.json, line 1", "recursion limit exceeded"),
        ("huge.json", "bytes are more than"),
    ] {
        let line = said.lines().find(|line| line.contains(&format!("/{file}")));
        assert!(
            line.is_some_and(|line| line.contains(reason)),
            "{file}: {reason}: {said}"
        );
    }
    assert_eq!(
        report["problems"].as_array().expect("problems").len(),
        11,
        "{said}"
    );
    assert!(!fs::read_to_string(page).expect("page").contains("<script"));
}

/// Markup, terminal codes and long values of a recording are text in what is printed.
#[test]
fn nothing_of_a_recording_is_run() {
    const EVIL: &str = "<script>alert(1)</script><img src=x onerror=alert(1)>\u{1b}[31m";
    let server = MockServer::start(|_: &Sent| MockResponse {
        status: 200,
        body: "<html><body><p class=\"</style>\">ours</p></body></html>".to_owned(),
        header: "Content-Type: text/html\r\n".to_owned(),
        is_silent: false,
    });
    let server = server.expect("mock");
    let base = tempfile::tempdir().expect("folder");
    let folder = base.path().join("recordings");
    fs::create_dir_all(&folder).expect("folder");
    let deep = format!(
        "{}{EVIL}{}",
        "<div>".repeat(20_000),
        "</div>".repeat(20_000)
    );
    let wide = "<p>a</p>".repeat(30_000);
    let evil =
        recording("/<b>", &[], EVIL).replace("\"x\"", &serde_json::to_string(EVIL).expect("JSON"));
    write(&folder, "evil.json", evil);
    write(&folder, "deep.json", recording("/deep", &[], &deep));
    write(&folder, "wide.json", recording("/wide", &[], &wide));
    let page = base.path().join("report.html").display().to_string();
    let (status, said, _) = replay(&folder, server.addr, &["--report", &page]);
    assert_eq!(status, 3, "{said}");
    assert!(!said.contains('\u{1b}'), "{said:?}");
    let html = fs::read_to_string(&page).expect("page");
    assert!(
        !html.contains("<script") && !html.contains("<img"),
        "markup of a recording"
    );
    assert!(html.contains("&lt;script&gt;"));
}
