//! Static files: the headers of recordings static/*, conditions, ranges, HEAD.

use std::fs::{File, create_dir_all, write};
use std::io::Read;
use std::time::{Duration, UNIX_EPOCH};

use super::site::{OURS, Site, serve};
use super::wire_client::Client;

const SECONDS: u64 = 0x6b00_e928;
const DATE: &str = "Sat, 21 Nov 2026 00:43:20 GMT";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    create_dir_all(folder.path().join("uploads/2026/11")).unwrap();
    let bytes = |n: usize| {
        (0..n)
            .map(|i| u8::try_from(i % 251).unwrap())
            .collect::<Vec<u8>>()
    };
    for (name, body) in [
        ("uploads/2026/11/patio.jpg", bytes(0x4b59)),
        ("uploads/2026/11/cueva.mp4", bytes(5744)),
        ("uploads/2026/11/largo.mp4", bytes(400_000)),
        ("uploads/2026/11/vacio.txt", Vec::new()),
        ("styles.css", b".casa { color: #a52; }\n".repeat(130)),
        ("datos.bin", bytes(1000)),
    ] {
        let path = folder.path().join(name);
        write(&path, body).unwrap();
        let file = File::options().write(true).open(path).unwrap();
        file.set_modified(UNIX_EPOCH + Duration::from_secs(SECONDS))
            .unwrap();
    }
    folder
}

const JPG: &str = "/wp-content/uploads/2026/11/patio.jpg";
const MP4: &str = "/wp-content/uploads/2026/11/cueva.mp4";
const LONG: &str = "/wp-content/uploads/2026/11/largo.mp4";
const BIN: &str = "/wp-content/datos.bin";
const TAG: &str = "\"6b00e928-4b59\"";

#[tokio::test]
async fn headers_are_those_of_the_recordings() {
    let folder = folder();
    let server = serve(Site::with_folder(folder.path()));
    let mut client = Client::connect(server.address().unwrap()).await.unwrap();
    let jpg = client.get(JPG, "").await.unwrap();
    for (name, value) in [
        ("content-type", "image/jpeg"),
        ("content-length", "19289"),
        ("last-modified", DATE),
        ("etag", TAG),
        ("accept-ranges", "bytes"),
    ] {
        assert_eq!(jpg.header(name), Some(value), "{name}");
    }
    assert_eq!(jpg.all("cache-control"), ["max-age=2592000", "public"]);
    assert!(
        jpg.header("expires")
            .is_some_and(|date| date.ends_with(" GMT"))
    );

    let gzip = client
        .get("/wp-content/styles.css?ver=1", "Accept-Encoding: gzip\r\n")
        .await
        .unwrap();
    assert_eq!(gzip.header("content-encoding"), Some("gzip"));
    assert_eq!(gzip.header("content-type"), Some("text/css"));
    assert_eq!(gzip.header("accept-ranges"), None);
    assert_eq!(gzip.header("etag"), Some("W/\"6b00e928-bae\""));
    let mut text = String::new();
    flate2::read::GzDecoder::new(gzip.body.as_slice())
        .read_to_string(&mut text)
        .unwrap();
    assert_eq!(text.len(), 0xbae);

    let bad = client
        .get(MP4, "Range: bytes=999999999-\r\n")
        .await
        .unwrap();
    assert_eq!(
        (bad.status, bad.header("content-range")),
        (416, Some("bytes */5744"))
    );
    assert_eq!(
        (
            bad.body.len(),
            bad.header("etag"),
            bad.header("content-type")
        ),
        (190, None, Some("text/html"))
    );
    let listing = client.get("/wp-content/uploads/", "").await.unwrap();
    assert_eq!((listing.status, listing.body.len()), (403, 146));
    let slash = client.get("/wp-content/uploads?a=b", "").await.unwrap();
    assert_eq!(slash.status, 301);
    assert_eq!(
        slash.header("location"),
        Some("http://casas.example/wp-content/uploads/?a=b")
    );
}

#[tokio::test]
async fn conditions_ranges_and_head() {
    let folder = folder();
    let server = serve(Site::with_folder(folder.path()));
    let mut client = Client::connect(server.address().unwrap()).await.unwrap();
    // Path, request headers, status, length of the body, Content-Range.
    let table: &[(&str, &str, u16, usize, Option<&str>)] = &[
        (
            JPG,
            "If-Modified-Since: Sat, 21 Nov 2026 00:43:20 GMT\r\n",
            304,
            0,
            None,
        ),
        (
            JPG,
            "If-Modified-Since: Sun, 22 Nov 2026 00:43:20 GMT\r\n",
            200,
            19289,
            None,
        ),
        (JPG, "If-None-Match: \"6b00e928-4b59\"\r\n", 304, 0, None),
        (
            JPG,
            "If-None-Match: W/\"6b00e928-4b59\", \"y\"\r\n",
            304,
            0,
            None,
        ),
        (JPG, "If-None-Match: \"x\"\r\n", 200, 19289, None),
        (JPG, "If-Match: \"x\"\r\n", 412, 0, None),
        (
            JPG,
            "If-Unmodified-Since: Sat, 21 Nov 2020 00:43:20 GMT\r\n",
            412,
            0,
            None,
        ),
        (
            MP4,
            "Range: bytes=0-99\r\n",
            206,
            100,
            Some("bytes 0-99/5744"),
        ),
        (
            MP4,
            "Range: bytes=5700-\r\n",
            206,
            44,
            Some("bytes 5700-5743/5744"),
        ),
        (
            MP4,
            "Range: bytes=-4\r\n",
            206,
            4,
            Some("bytes 5740-5743/5744"),
        ),
        (
            MP4,
            "Range: bytes=-99999\r\n",
            206,
            5744,
            Some("bytes 0-5743/5744"),
        ),
        (
            MP4,
            "Range: bytes=0-99999\r\n",
            206,
            5744,
            Some("bytes 0-5743/5744"),
        ),
        (
            MP4,
            "Range: bytes=5744-\r\n",
            416,
            190,
            Some("bytes */5744"),
        ),
        (MP4, "Range: bytes=9-3\r\n", 416, 190, Some("bytes */5744")),
        (MP4, "Range: bytes=x\r\n", 416, 190, Some("bytes */5744")),
        (MP4, "Range: cows=0-9\r\n", 200, 5744, None),
        (MP4, "Range: bytes=0-5743,0-5743\r\n", 200, 5744, None),
        (
            MP4,
            "Range: bytes=0-9\r\nIf-Range: \"6b00e928-1670\"\r\n",
            206,
            10,
            Some("bytes 0-9/5744"),
        ),
        (
            MP4,
            "Range: bytes=0-9\r\nIf-Range: \"other\"\r\n",
            200,
            5744,
            None,
        ),
        (
            MP4,
            "Range: bytes=0-9\r\nIf-Range: Sat, 21 Nov 2026 00:43:20 GMT\r\n",
            206,
            10,
            Some("bytes 0-9/5744"),
        ),
        (
            MP4,
            "Range: bytes=0-9\r\nIf-Range: Sun, 22 Nov 2026 00:43:20 GMT\r\n",
            200,
            5744,
            None,
        ),
        (
            LONG,
            "Range: bytes=1000-300999\r\n",
            206,
            300_000,
            Some("bytes 1000-300999/400000"),
        ),
        (LONG, "", 200, 400_000, None),
        (BIN, "", 200, 1000, None),
        (
            "/wp-content/uploads/2026/11/vacio.txt",
            "Accept-Encoding: gzip\r\n",
            200,
            0,
            None,
        ),
        (
            "/wp-content/uploads/2026/11/vacio.txt",
            "Range: bytes=0-\r\n",
            200,
            0,
            None,
        ),
        ("/wp-content/none.css", "", 404, 146, None),
    ];
    for (path, headers, status, length, range) in table {
        let answer = client.get(path, headers).await.unwrap();
        assert_eq!(answer.status, *status, "{path} {headers}");
        if *status != 412 && *status != 404 {
            assert_eq!(answer.body.len(), *length, "{path} {headers}");
        }
        assert_eq!(answer.header("content-range"), *range, "{path} {headers}");
        assert_eq!(
            answer.header("accept-ranges").is_some(),
            *status == 200,
            "{path} {headers}"
        );
        let head = format!("HEAD {path} HTTP/1.1\r\nHost: casas.example\r\n\r\n");
        let whole = client.get(path, "").await.unwrap();
        let head = client.ask(&head).await.unwrap();
        assert_eq!(head.status, whole.status, "HEAD {path}");
        for name in ["content-length", "etag", "content-type", "last-modified"] {
            assert_eq!(head.header(name), whole.header(name), "HEAD {path} {name}");
        }
    }
    assert_eq!(client.get(BIN, "").await.unwrap().header("expires"), None);
    let post = format!("POST {JPG} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n");
    assert_eq!(client.ask(&post).await.unwrap().status, 405);
    println!(
        "files: {} conditions and ranges, each with HEAD",
        table.len()
    );
}

/// Texts come as the client takes them: with brotli where it weighs more than gzip, files of ours also where both weigh
/// alike. Both are the same file: one weak tag.
#[tokio::test]
async fn texts_are_compressed() {
    let folder = folder();
    let server = serve(Site::with_folder(folder.path()));
    let mut client = Client::connect(server.address().unwrap()).await.unwrap();
    let site = "/wp-content/styles.css";
    let ours = format!("{OURS}styles.css");
    let plain = client.get(site, "").await.unwrap();
    let weak = format!("W/{}", plain.header("etag").unwrap());
    assert_eq!(plain.header("vary"), Some("Accept-Encoding"));
    assert_eq!(client.get(JPG, "").await.unwrap().header("vary"), None);
    // Who takes nothing else waits for brotli; afterwards it is there for all.
    let first = client.get(site, "Accept-Encoding: br\r\n").await.unwrap();
    assert_eq!(first.header("content-encoding"), Some("br"));
    let mut unpacked = Vec::new();
    brotli::BrotliDecompress(&mut first.body.as_slice(), &mut unpacked).unwrap();
    assert_eq!(unpacked, plain.body);
    let table = [
        (site, "br;q=1.0, gzip;q=0.8", Some("br")),
        (site, "gzip;q=0, br;q=0.1", Some("br")),
        (site, "gzip, deflate, br", Some("gzip")),
        (site, "gzip;q=0.9, br;q=0.2", Some("gzip")),
        (&ours, "gzip, deflate, br", Some("br")),
        (&ours, "gzip, br;q=0", Some("gzip")),
        (&ours, "deflate", None),
    ];
    for (path, accepts, coding) in table {
        let header = format!("Accept-Encoding: {accepts}\r\n");
        let answer = client.get(path, &header).await.unwrap();
        assert_eq!(
            answer.header("content-encoding"),
            coding,
            "{path} {accepts}"
        );
        assert_eq!(answer.header("vary"), Some("Accept-Encoding"));
        let head = format!("HEAD {path} HTTP/1.1\r\nHost: casas.example\r\n{header}\r\n");
        let head = client.ask(&head).await.unwrap();
        for name in ["content-length", "content-encoding", "etag", "vary"] {
            assert_eq!(head.header(name), answer.header(name), "HEAD {path} {name}");
        }
        if coding.is_some() {
            assert_eq!(
                answer.header("etag"),
                Some(weak.as_str()),
                "{path} {accepts}"
            );
            assert_eq!(answer.header("accept-ranges"), None);
        }
        let known = client
            .get(path, &format!("{header}If-None-Match: {weak}\r\n"))
            .await
            .unwrap();
        assert_eq!(
            (known.status, known.header("vary")),
            (304, Some("Accept-Encoding"))
        );
    }
    // A range is one of the file as it is.
    let range = client.get(site, "Range: bytes=0-4\r\n").await.unwrap();
    assert_eq!((range.status, range.body.as_slice()), (206, &b".casa"[..]));
}

/// Nobody who takes gzip waits for brotli: it is there for a later request.
#[tokio::test]
async fn brotli_is_made_in_the_background() {
    let folder = folder();
    let server = serve(Site::with_folder(folder.path()));
    let mut client = Client::connect(server.address().unwrap()).await.unwrap();
    let path = format!("{OURS}styles.css");
    let header = "Accept-Encoding: gzip, br\r\n";
    let mut codings = Vec::new();
    while codings.last().is_none_or(|coding| coding != "br") {
        let answer = client.get(&path, header).await.unwrap();
        codings.push(answer.header("content-encoding").unwrap().to_owned());
        assert!(codings.len() < 100_000, "no brotli");
    }
    let coding = |from: usize| codings.get(from).map(String::as_str);
    assert_eq!(
        (coding(0), coding(codings.len() - 1)),
        (Some("gzip"), Some("br"))
    );
}

#[tokio::test]
async fn several_ranges_come_in_parts() {
    let folder = folder();
    let server = serve(Site::with_folder(folder.path()));
    let mut client = Client::connect(server.address().unwrap()).await.unwrap();
    let answer = client.get(BIN, "Range: bytes=0-1,-2\r\n").await.unwrap();
    assert_eq!(answer.status, 206);
    let boundary = answer
        .header("content-type")
        .unwrap()
        .strip_prefix("multipart/byteranges; boundary=")
        .unwrap();
    let mut expected = Vec::new();
    for (range, bytes) in [("0-1", [0, 1]), ("998-999", [245, 246])] {
        expected.extend_from_slice(
            format!(
                "\r\n--{boundary}\r\nContent-Type: application/octet-stream\r\nContent-Range: bytes {range}/1000\r\n\r\n"
            )
            .as_bytes(),
        );
        expected.extend_from_slice(&bytes);
    }
    expected.extend_from_slice(format!("\r\n--{boundary}--\r\n").as_bytes());
    assert_eq!(answer.body, expected);
}
