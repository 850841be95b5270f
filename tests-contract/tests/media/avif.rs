//! AVIF pictures: uploaded, made smaller, edited, deleted; and broken ones, which end a child and not the server.

use std::collections::BTreeSet;
use std::path::Path;

use pictures::avif::{Expected, Program, decode};
use pictures::{Format, Picture};
use serde_json::{Value, json};
use tests_contract::server::{Database, binary};

use super::library::{Library, json_of, picture};

fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/pictures");
    std::fs::read(folder.join(name)).expect(name)
}

/// A form with one file.
fn form(name: &str, mime: &str, file: &[u8]) -> Vec<u8> {
    let head = format!(
        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\nContent-Type: {mime}\r\n\r\n"
    );
    [head.as_bytes(), file, b"\r\n--b--\r\n"].concat()
}

fn send_form(library: &Library, name: &str, mime: &str, file: &[u8]) -> (u16, Value) {
    let headers = [("Content-Type", "multipart/form-data; boundary=b")];
    let body = form(name, mime, file);
    let answer = library.ask("editora", ("POST", "/media"), &headers, &body);
    (answer.status, json_of(&answer))
}

fn stored(library: &Library, name: &Value) -> (Format, Picture) {
    let path = library.uploads().join(name.as_str().expect("a name"));
    let bytes = std::fs::read(&path).expect("a file");
    let is_avif = bytes.get(4..12) == Some(b"ftypavif");
    let format = if is_avif { Format::Avif } else { Format::WebP };
    (format, Picture::decode(&bytes, format).expect("a picture"))
}

pub fn avif_uploads(database: Database) {
    let library = Library::start(database);
    let before = library.files();
    let file = picture(420, 300, Format::Avif);
    for is_form in [false, true] {
        let (status, item) = if is_form {
            send_form(&library, "sello.avif", "image/avif", &file)
        } else {
            library.upload("sello.avif", "image/avif", &file)
        };
        assert_eq!(
            (status, &item["mime_type"]),
            (201, &json!("image/avif")),
            "{item}"
        );
        let details = &item["media_details"];
        assert_eq!(
            (&details["width"], &details["height"]),
            (&json!(420), &json!(300))
        );
        assert_eq!(details["original_image"], Value::Null);
        let sizes = details["sizes"].as_object().expect("sizes");
        assert!(sizes.len() > 5, "{sizes:?}");
        for (name, size) in sizes {
            assert_eq!(size["mime_type"], "image/avif", "{name}");
            let (format, made) = stored(&library, &size["file"]);
            let measured = (json!(made.width), json!(made.height));
            let told = (size["width"].clone(), size["height"].clone());
            assert_eq!((format, measured), (Format::Avif, told), "{name}");
        }
        assert_eq!(details["image_meta"]["orientation"], "0");
    }
    let items = library.ask("editora", ("GET", "/media?mime_type=image/avif"), &[], b"");
    for item in json_of(&items).as_array().expect("a list") {
        let path = format!("/media/{}?force=true", item["id"]);
        let gone = library.ask("editora", ("DELETE", &path), &[], b"");
        assert_eq!(gone.status, 200);
    }
    assert_eq!(library.files(), before);
}

pub fn avif_edits(database: Database) {
    let library = Library::start(database);
    // A quarter of a turn against the clock is in the file: it is 32 wide and 48 high.
    let (status, item) = library.upload(
        "vuelta.avif",
        "image/avif",
        &fixture("deep-444-turned.avif"),
    );
    let details = &item["media_details"];
    assert_eq!(
        (status, &details["width"], &details["height"]),
        (201, &json!(32), &json!(48)),
        "{item}"
    );
    let path = format!("/media/{}/edit", item["id"]);
    let crop = json!({"type": "crop", "args": {"left": 0, "top": 50, "width": 100, "height": 50}});
    let turn = json!({"type": "rotate", "args": {"angle": 90}});
    let body = json!({"src": item["source_url"], "modifiers": [crop, turn]});
    let (status, edited) = library.post("editora", &path, &body);
    let details = &edited["media_details"];
    assert_eq!(
        (status, &details["file"], &edited["mime_type"]),
        (201, &json!("vuelta-edited.avif"), &json!("image/avif")),
        "{edited}"
    );
    let (format, made) = stored(&library, &details["file"]);
    assert_eq!((format, made.width, made.height), (Format::Avif, 24, 32));
    // What was green on the left is above, the rest is red.
    let pixel = |x: usize, y: usize| &made.pixels[(y * 24 + x) * 3..][..3];
    assert!(
        pixel(12, 2)[1] > 100 && pixel(12, 2)[0] < 60,
        "{:?}",
        pixel(12, 2)
    );
    assert!(
        pixel(12, 20)[0] > 150 && pixel(12, 20)[1] < 80,
        "{:?}",
        pixel(12, 20)
    );
}

/// An AVIF that is larger than the threshold, and files that are not decoded or not whole.
#[test]
fn large_and_unusual_files() {
    let library = Library::start(Database::Sqlite);
    // As wide as it is rare: little to encode.
    let (status, item) =
        library.upload("ancha.avif", "image/avif", &picture(2600, 40, Format::Avif));
    let details = &item["media_details"];
    assert_eq!(
        (
            status,
            &details["width"],
            &details["file"],
            &details["original_image"]
        ),
        (
            201,
            &json!(2560),
            &json!("ancha-scaled.avif"),
            &json!("ancha.avif")
        ),
        "{item}"
    );
    // Of several tiles: it comes in as it is, with its measurements.
    let (status, item) = library.upload("tiles.avif", "image/avif", &fixture("tiles.avif"));
    let details = &item["media_details"];
    assert_eq!(
        (
            status,
            &details["width"],
            &details["height"],
            &details["sizes"]
        ),
        (201, &json!(128), &json!(64), &json!({})),
        "{item}"
    );
    let (status, answer) = send_form(&library, "a.heic", "image/heic", b"\0\0\0\x18ftypheic");
    assert_eq!(
        (status, answer["code"].as_str()),
        (400, Some("rest_upload_image_type_not_supported")),
        "{answer}"
    );
    let mut bomb = fixture("deep-422.avif");
    let at = bomb.windows(4).position(|w| w == b"ispe").expect("ispe") + 8;
    bomb[at..at + 8].copy_from_slice(&[0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20]);
    for (name, file) in [
        ("bomb.avif", bomb),
        ("cut.avif", fixture("grey.avif")[..200].to_vec()),
    ] {
        let before: BTreeSet<String> = library.files();
        let (_, answer) = library.upload(name, "image/avif", &file);
        let made = library.files().difference(&before).count();
        // Refused, or kept as it is: nothing is made of it.
        assert!(made <= 1, "{name}: {answer}");
    }
    let memory = library.server.peak_memory().expect("memory");
    assert!(memory < 300, "{memory}");
}

/// The child gives what this process decodes; whatever broken data does, it is an error here.
#[test]
fn broken_data_ends_a_child() {
    let program = Program {
        path: binary().expect("binary"),
        arguments: vec!["decode-av1".to_owned()],
    };
    let file = fixture("deep-422.avif");
    let at = file.windows(4).position(|w| w == b"mdat").expect("mdat") + 4;
    let data = &file[at..];
    let expected = Expected {
        size: (48, 32),
        bits: 12,
        chroma: Some((true, false)),
    };
    let here = decode(data, &expected).expect("a picture");
    assert_eq!(program.decode(data, &expected).expect("a picture"), here);
    let other = Expected {
        bits: 8,
        ..expected
    };
    assert!(program.decode(data, &other).is_err());
    assert!(program.decode(b"", &expected).is_err());
    let (mut random, mut refused): (u32, u32) = (7, 0);
    for _ in 0..60 {
        let mut changed = data.to_vec();
        for _ in 0..4 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let at = (random >> 8) as usize % changed.len();
            changed[at] ^= 1 << (random >> 29);
        }
        refused += u32::from(program.decode(&changed, &expected).is_err());
    }
    // Some changes only change colours.
    assert!(refused > 5, "{refused}");
}
